# Importaciones, bajas y otros cambios de varios miembros, y cómo deshacerlos.
runs-heading = Importaciones y bajas
runs-intro = Cambios de varios miembros a la vez. Puede deshacer cada uno de ellos durante 30 días. Lo que alguien haya cambiado después queda como está.
runs-count = { $count ->
    [0] Todavía no hay ninguno.
    [one] Un cambio
   *[other] { $count } cambios, los más recientes primero
}
runs-all = Todas las importaciones y bajas
runs-kind-import = Importación
runs-kind-removal = Baja
runs-kind-grade = Cambio de curso
runs-kind-disability = Cambio de discapacidades indicadas
runs-kind-roster-tag = Cambio de escuela
runs-kind-school-year = Nuevo año escolar
runs-changes = Cambios
runs-count-added = { $count ->
    [one] Un miembro añadido.
   *[other] { $count } miembros añadidos.
}
runs-count-changed = { $count ->
    [one] Un miembro cambiado.
   *[other] { $count } miembros cambiados.
}
runs-count-removed = { $count ->
    [one] Un miembro dado de baja.
   *[other] { $count } miembros dados de baja.
}
runs-made-by = Hecho por
runs-by-library = El personal de la biblioteca
runs-file = Archivo
runs-days-left = { $count ->
    [one] Se puede deshacer durante un día más.
   *[other] Se puede deshacer durante { $count } días más.
}
runs-too-old = Han pasado más de 30 días: ya no se puede deshacer.
runs-undone-by = Deshecho por { $name } el { $date }.
runs-undo-heading = Deshacer
runs-undo-effects = Si lo deshace ahora:
runs-undo = Deshacer ahora
runs-preview-changed = { $count ->
    [one] Un miembro recupera sus datos anteriores.
   *[other] { $count } miembros recuperan sus datos anteriores.
}
runs-preview-restored = { $count ->
    [one] Un miembro dado de baja vuelve, con sus listas y los libros asignados.
   *[other] { $count } miembros dados de baja vuelven, con sus listas y los libros asignados.
}
runs-preview-removed = { $count ->
    [one] Un miembro añadido se da de baja de nuevo.
   *[other] { $count } miembros añadidos se dan de baja de nuevo.
}
runs-preview-kept = { $count ->
    [one] De un miembro algo queda como está. La lista de personas dice por qué.
   *[other] De { $count } miembros algo queda como está. La lista de personas dice por qué.
}
runs-preview-nothing = No cambia nada.
runs-said-undone = Todo está deshecho.
runs-said-undone-in-part = Está deshecho. Lo que queda como está, y por qué, se dice más abajo para cada persona.
runs-people = Personas
runs-people-shown = Estas son las primeras { $shown } de { $total } personas.
runs-people-forgotten = Quién se cambió se guarda solo durante 30 días.
runs-person-added = Miembro añadido
runs-person-removed = Miembro dado de baja
runs-before = antes:
runs-yes = sí
runs-no = no
runs-no-value = sin datos
runs-field-first-name = Nombre
runs-field-last-name = Apellido
runs-field-date-of-birth = Fecha de nacimiento
runs-field-grade = Curso
runs-field-plans = Plan de apoyo
runs-field-safe-search = Los libros para adultos se ocultan
runs-field-allow-search-downloads = Puede descargar libros que no tiene asignados
runs-field-roster-tag = Escuela
runs-field-username = Nombre de usuario
runs-field-sourced-id = Identificador en el sistema de la escuela
runs-field-disabilities = Discapacidades que la escuela confirma
runs-disability-visual = ceguera o baja visión
runs-disability-learning = dificultad de aprendizaje
runs-disability-physical = discapacidad física
runs-disability-nonspecific = otra discapacidad
runs-kept-edited = Queda como está, porque se cambió después: { $fields }.
runs-kept-active = Sigue siendo miembro, porque esta persona ha leído, descargado o anotado algo después, o ha dado una dirección de correo.
runs-kept-other-role = Sigue siendo miembro, porque esta persona ya es más que un miembro.
runs-kept-left = Ya no es miembro: no hay nada que cambiar.
runs-kept-member-again = Ya es miembro de nuevo, aquí o en otro lugar: no hay nada que cambiar.
runs-kept-closed = La cuenta está cerrada y no puede volver.
runs-kept-username-taken = Otra persona tiene ya el nombre de usuario o la dirección de correo: esta persona necesita otro para iniciar sesión.
runs-kept-sourced-id-taken = Otro miembro tiene ya el identificador del sistema de la escuela: esta persona no tiene ninguno.
runs-removed-heading = Personas dadas de baja
runs-removed-intro = Personas dadas de baja en los últimos 30 días. Para que vuelvan, deshaga el cambio que las dio de baja: recuperan sus listas, sus libros asignados y, si aún está libre, su nombre de usuario.
runs-removed-count = { $count ->
    [0] No se dio de baja a nadie.
    [one] Una persona
   *[other] { $count } personas, las últimas primero
}
runs-removed-on = Baja el
runs-removed-open = El cambio que dio de baja a { $name }
