# Grupos de miembros: clases de los archivos, y grupos que crean los responsables.
groups-heading = Grupos y clases
groups-hint = Las clases de sus archivos, y los grupos que usted crea, para encontrar miembros y cambiarlos juntos.
groups-intro = Las clases vienen de los archivos de su escuela. Usted puede crear otros grupos; los archivos nunca los cambian. Para poner miembros en un grupo, elíjalos en la lista de miembros.
groups-count = { $count ->
    [0] Todavía no hay grupos.
    [one] Un grupo
   *[other] { $count } grupos
}
groups-by-hand = Creado por un responsable
groups-from-file = Clase de un archivo
groups-new = Crear un grupo
groups-name = Nombre del grupo
groups-name-taken = Otro grupo tiene este nombre. Escriba otro.
groups-too-many = Su organización no puede tener más grupos. Elimine uno antes.
groups-rename = Cambiar el nombre del grupo
groups-rename-one = Cambiar el nombre de «{ $name }»
groups-remove = Eliminar el grupo
groups-remove-one = Eliminar «{ $name }»
groups-remove-text = Se elimina el grupo «{ $name }». Una clase vuelve con el próximo archivo que la nombre.
groups-remove-members = { $count ->
    [0] No hay nadie en él.
    [one] Hay un miembro en él, que sigue siendo miembro.
   *[other] Hay { $count } miembros en él, que siguen siendo miembros.
}
groups-keep = Conservar el grupo
groups-said-made = El grupo está creado. Elija miembros en la lista de miembros para ponerlos en él.
groups-said-renamed = El grupo tiene otro nombre.
groups-said-removed = El grupo está eliminado.

# La lista de miembros, y acciones con varios de ellos.
school-filter-group = grupo: { $name }
school-filter-group-unknown = un grupo
school-members-group = Grupo
school-acts-group = Grupo
school-act-add-to-group = Poner en un grupo
school-act-take-from-group = Sacar de un grupo
school-bulk-group = Poner en un grupo: { $name }
school-bulk-from-group = Sacar de un grupo: { $name }
school-bulk-same-group = { $count ->
    [one] Uno ya está en el grupo.
   *[other] { $count } ya están en el grupo.
}
school-bulk-same-off-group = { $count ->
    [one] Uno no está en el grupo.
   *[other] { $count } no están en el grupo.
}
school-bulk-too-many-groups = { $count ->
    [one] Uno está en tantos grupos como puede estar un miembro.
   *[other] { $count } están en tantos grupos como puede estar un miembro.
}
school-bulk-choose-group = Elija un grupo
school-bulk-make-group = Grupos y clases

# Importaciones y cambios.
import-column-classes = clases
import-count-groups = { $count ->
    [one] Un grupo nuevo
   *[other] { $count } grupos nuevos
}
import-count-joining = { $count ->
    [one] Un miembro entra en un grupo
   *[other] { $count } miembros entran en grupos
}
import-count-leaving = { $count ->
    [one] Un miembro sale de un grupo
   *[other] { $count } miembros salen de grupos
}
import-count-classes-left-out = { $count ->
    [one] Una clase se deja fuera, porque su organización tiene demasiados grupos
   *[other] { $count } clases se dejan fuera, porque su organización tiene demasiados grupos
}
import-joins = entra en { $name }
import-leaves = sale de { $name }
runs-kind-group = Grupos
runs-field-groups = Grupos
