# Tables of members that a sponsor uploads.
import-heading = Importar miembros de un archivo
import-text = Suba una lista de los miembros de { $name }. Las personas de la lista que faltan aquí se añaden, las demás se modifican.
import-text-preview = No se escribe nada antes de que haya visto y confirmado lo que va a cambiar.
import-text-proof = Las discapacidades y los justificantes nunca vienen de un archivo. Usted los indica para cada miembro.
import-text-undo = Puede deshacer una importación durante 30 días.
import-file = Archivo
import-file-hint = CSV, Excel (.xlsx) u OneRoster (.zip), { $size } MB y { $rows } filas como máximo. Hacen falta el nombre, los apellidos, la fecha de nacimiento y el curso.
import-send = Subir y comprobar
import-missing = Elija un archivo
import-too-large = El archivo es demasiado grande: { $count } MB como máximo
import-unreadable = El archivo no se puede leer como una lista de miembros
import-back = Volver a su escuela
import-preview-heading = Comprobar la importación
import-changed-meanwhile = Los miembros han cambiado desde que vio esta página. Compruébelo otra vez; no se ha escrito nada.
import-kind = Tipo de archivo
import-kind-csv = Tabla (CSV)
import-kind-xlsx = Excel
import-school = Escuela del archivo
import-effects = Qué va a pasar
import-count-new = { $count ->
    [one] Un miembro nuevo
   *[other] { $count } miembros nuevos
}
import-count-changed = { $count ->
    [one] Se modifica un miembro
   *[other] Se modifican { $count } miembros
}
import-count-unchanged = { $count ->
    [one] Un miembro ya está como en el archivo
   *[other] { $count } miembros ya están como en el archivo
}
import-count-doubtful = { $count ->
    [one] Una persona quizá ya es miembro
   *[other] { $count } personas quizá ya son miembros
}
import-count-refused = { $count ->
    [one] Una fila no se puede importar y se deja fuera
   *[other] { $count } filas no se pueden importar y se dejan fuera
}
import-count-missing = { $count ->
    [one] Un miembro de la escuela no está en el archivo
   *[other] { $count } miembros de la escuela no están en el archivo
}
import-doubtful = { $count ->
    [one] Una persona quizá ya es miembro
   *[other] { $count } personas quizá ya son miembros
}
import-doubtful-skip = Dejarlas fuera
import-doubtful-add = Añadirlas como miembros nuevos
import-missing-members = Miembros de { $name } que no están en el archivo
import-missing-keep = Conservarlos
import-missing-remove = Quitarlos. Puede deshacerlo durante 30 días.
import-confirm = { $count ->
    [0] Importar
    [one] Importar un miembro
   *[other] Importar { $count } miembros
}
import-no-effect = No hay nada que importar.
import-discard = Descartar este archivo
import-discarded = El archivo se ha descartado. No ha cambiado nada.
import-done = Los miembros se han importado.
import-nothing = No había nada que cambiar.
import-rows-new = Miembros nuevos
import-rows-changed = Miembros modificados
import-rows-refused = Filas que se dejan fuera
import-rows-doubtful = Personas que quizá ya son miembros
import-rows-missing = Miembros que no están en el archivo
import-alike = Quizá: { $name }
import-line = fila { $count }
import-unlisted = { $count ->
    [one] Hay una entrada más que no aparece aquí.
   *[other] Hay { $count } entradas más que no aparecen aquí.
}
import-columns = Columnas del archivo
import-column-unused = no se usa
import-column-first-name = nombre
import-column-last-name = apellidos
import-column-birth-date = fecha de nacimiento
import-column-grade = curso
import-column-username = nombre de usuario
import-column-password = contraseña
import-column-sourced-id = identificador en su propio sistema
import-column-school = escuela
import-column-district = distrito
import-column-status = estado en su propio sistema
import-column-settings = ajustes del miembro
import-remarks = Observaciones
import-other = Subir otro archivo
import-held-heading = Archivos que le esperan
import-held-text = Estos archivos llegaron del sistema de su escuela y se han retenido. Compruebe qué harían, e impórtelos o deséchelos. Después de 30 días se desechan.
import-held-removals = Habría eliminado a { $count } de { $members } miembros.
import-held-refusals = { $count } de { $rows } filas no se pueden importar.
import-held-nothing-written = No se ha cambiado nada.
import-folder-heading = Archivos del sistema de su escuela
import-folder-name = El sistema de su escuela puede dejar archivos en la carpeta { $name } del servidor de la biblioteca. Se importan cada cuarto de hora, sin que nadie los confirme.
import-folder-removes = Los miembros de una escuela que no están en su archivo se eliminan.
import-folder-keeps = Los miembros que no están en un archivo se conservan.
import-folder-pause = No se importan archivos del { $from } al { $until }.
import-folder-paused = Ahora no se importan archivos: hay una pausa del { $from } al { $until }.
import-folder-change = Cambiar qué pasa con estos archivos
import-folder-pause-heading = Pausa
import-folder-pause-text = Durante una pausa, por ejemplo en las vacaciones, los archivos se quedan en la carpeta. Deje los dos días vacíos si no hay pausa.
import-folder-from = Primer día
import-folder-until = Último día
import-folder-day-hint = Año, mes y día, por ejemplo 2026-12-24
import-folder-day-wrong = Escriba el año, el mes y el día, por ejemplo 2026-12-24
import-folder-day-missing = Una pausa necesita un primer día y un último día
import-folder-until-early = El último día no puede ser anterior al primero
import-folder-missing = Miembros que no están en un archivo de su escuela
import-folder-save = Guardar
import-folder-changed = Se ha guardado.
import-folder-back = Volver a las importaciones
