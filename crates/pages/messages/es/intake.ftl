# Libros y registros de proveedores que sube el personal de colecciones.
intake-heading = Añadir libros y registros
intake-text = Suba libros (EPUB, DAISY, DTBook, MusicXML), archivos ZIP con ellos y listas de títulos (ONIX, MARC, CSV, Excel). En cuanto se ha procesado un libro, está disponible en todos los formatos.
intake-text-again = Los libros y registros que la biblioteca ya tiene se omiten, así que puede volver a subir los mismos archivos.
intake-file = Archivos
intake-file-hint = Hasta { $count } archivos, como máximo { $size } GB en total. Las colecciones mayores se añaden en el servidor con un comando.
intake-rights = Derechos
intake-rights-copyright = Con derechos de autor: solo para personas autorizadas
intake-rights-publicDomain = Dominio público: libre para todos
intake-rights-creativeCommons = Creative Commons: libre para todos con una licencia
intake-supplier = Proveedor de los registros
intake-supplier-hint = Las referencias de los registros son únicas para cada proveedor. Para los libros sin registros no importa.
intake-listed = Mostrar como no disponibles los títulos que tienen registro y todavía no tienen libro
intake-send = Subir y añadir
intake-missing = Elija al menos un archivo
intake-too-many = Hay demasiados archivos: se admiten { $count } como máximo
intake-too-large = Los archivos son demasiado grandes: se admiten { $count } GB en total como máximo
intake-runs-heading = Subidas
intake-runs-text = Lo que se ha subido en los últimos 90 días y el resultado.
intake-runs-count = { $count ->
    [0] Todavía no hay subidas.
    [one] Una subida
   *[other] { $count } subidas, la más reciente primero
}
intake-run-name = Subida { $number }
intake-nobody = una cuenta cerrada
intake-state-waiting = La subida espera su turno.
intake-state-waiting-long = La subida sigue esperando su turno. Puede salir de esta página; continuará sin usted.
intake-state-running = Los archivos se están añadiendo.
intake-state-running-long = Los archivos se siguen añadiendo. Puede salir de esta página; continuará sin usted.
intake-state-stopping = La subida se detendrá cuando termine lo que está en curso.
intake-state-stopping-long = La subida aún tiene elementos en curso y se detendrá después.
intake-state-done = La subida ha terminado.
intake-state-stopped = La subida se ha detenido. Lo que se añadió hasta entonces se conserva.
intake-state-failed = La subida ha fallado por un error de la biblioteca. Lo que se añadió hasta entonces se conserva; puede volver a subir los archivos.
intake-step-unpacking = Se descomprimen los archivos ZIP: { $count } %.
intake-step-records = Se leen los registros: { $count } %.
intake-step-books = Se leen los libros: { $count } %.
intake-stop = Detener la subida
intake-stop-hint = Lo que ya se ha añadido se conserva.
intake-result = Resultado
intake-count-books-added = { $count ->
    [one] Un libro añadido.
   *[other] { $count } libros añadidos.
}
intake-count-books-present = { $count ->
    [one] Un libro ya estaba en la biblioteca.
   *[other] { $count } libros ya estaban en la biblioteca.
}
intake-count-books-refused = { $count ->
    [one] Un archivo rechazado.
   *[other] { $count } archivos rechazados.
}
intake-count-records-added = { $count ->
    [one] Un título añadido de un registro.
   *[other] { $count } títulos añadidos de registros.
}
intake-count-records-updated = { $count ->
    [one] Un título actualizado con un registro.
   *[other] { $count } títulos actualizados con registros.
}
intake-count-records-withdrawn = { $count ->
    [one] Un título retirado por un registro.
   *[other] { $count } títulos retirados por registros.
}
intake-count-records-unchanged = { $count ->
    [one] Un registro no ha cambiado.
   *[other] { $count } registros no han cambiado.
}
intake-count-records-refused = { $count ->
    [one] Un registro rechazado.
   *[other] { $count } registros rechazados.
}
intake-count-nothing = Nada por ahora.
intake-report = Descargar el informe (CSV)
intake-lines-heading = Archivos y registros rechazados, y valores omitidos
intake-column-file = Archivo
intake-column-record = Registro
intake-column-reference = Referencia
intake-column-effect = Resultado
intake-column-reason = Motivo
intake-effect-refused = Rechazado
intake-effect-ignored = Añadido sin un valor
intake-unlisted = { $count ->
    [one] Hay uno más en el informe.
   *[other] Hay { $count } más en el informe.
}
intake-repaired-heading = Libros reparados
intake-repaired-text = En estos libros se reparó u omitió algo. El informe dice qué.
intake-findings = { $count ->
    [one] Una reparación u omisión
   *[other] { $count } reparaciones y omisiones
}
intake-about = Sobre esta subida
intake-files = Archivos
intake-started = Fecha de subida
intake-made-by = Subido por
intake-yes = sí
intake-no = no

# Números de publicaciones periódicas.
editions-heading = Números de publicaciones periódicas
editions-text = Elija una publicación para ver todos sus números, también los caducados y los retirados, para retirarlos o restablecerlos, y para añadir otros.
editions-manage = Gestionar los números
editions-add = Añadir números
editions-file-text = Suba libros EPUB o DAISY, o archivos ZIP con ellos. Cada uno será un número, en todos los formatos de las publicaciones periódicas. Los números que ya existen se omiten.
editions-name = Nombre del número
editions-name-hint = Solo para un único número. Si está vacío, vale el título del archivo, sin el de la publicación.
editions-published = Fecha de publicación
editions-published-hint = Solo para un único número, por ejemplo 2026-11-20. Si está vacía, vale la fecha del archivo o la de hoy.
editions-published-wrong = Fecha de publicación: introduzca un día como 2026-11-20
editions-expires = Último día
editions-expires-hint = El último día en que los lectores encuentran los números, por ejemplo 2026-12-31. Si está vacío, permanecen.
editions-expires-wrong = Último día: introduzca un día como 2026-12-31
editions-expires-early = El último día no puede ser anterior a la fecha de publicación
editions-one-only = El nombre y la fecha de publicación son para un único número: déjelos vacíos o elija un solo archivo
editions-periodical = Publicación periódica
editions-count = { $count ->
    [0] Todavía no hay números.
    [one] Un número
   *[other] { $count } números, primero el más reciente
}
editions-state-current = Los lectores lo encuentran.
editions-state-until = Los lectores lo encuentran hasta el { $name }.
editions-state-expired = Caducado: los lectores lo encontraban hasta el { $name }.
editions-state-withdrawn = Retirado el { $name }.
intake-count-editions-added = { $count ->
    [one] Un número añadido.
   *[other] { $count } números añadidos.
}
intake-count-editions-present = { $count ->
    [one] Un número ya existía.
   *[other] { $count } números ya existían.
}

# Otro archivo para el libro de un título.
replace-heading = Sustituir el libro
replace-heading-first = Subir el libro
replace-text = Primero se lee el archivo. Si no se puede leer, o si ya pertenece a otro título, no cambia nada.
replace-formats = Los formatos se crean de nuevo a partir del nuevo archivo, cada uno cuando se pida. Los formatos con archivo propio permanecen; los que el nuevo archivo no permite ya no se pueden crear.
replace-copies = Las copias guardadas siguen en manos de los lectores. Quien pida una copia ahora recibe el nuevo libro.
replace-positions = Las posiciones de lectura, los marcadores y los resaltados permanecen. Donde el texto ha cambiado, pueden llevar a otro lugar o a ninguno.
replace-reports = Los informes de conversión de los formatos se eliminan; el nuevo archivo y sus formatos tendrán los suyos.
replace-description = La descripción del título, sus derechos, su número y su lugar en las listas permanecen.
replace-file = Archivo
replace-file-hint = Un solo archivo, como máximo { $size } GB.
replace-one-only = Elija un solo archivo
intake-count-book-replaced = { $count ->
    [one] El libro se ha sustituido.
   *[other] Se han sustituido { $count } libros.
}
intake-count-book-same = { $count ->
    [one] El título ya tiene este archivo.
   *[other] El título ya tiene estos { $count } archivos.
}

# Fichas de publicaciones periódicas.
series-new = Crear una publicación periódica
series-create = Crear la publicación
series-created = La publicación está creada. Añada ahora sus primeros números.
series-edit = Modificar la ficha de la publicación
series-kind = Tipo
series-description = Descripción
collection-series-newspaper = Periódico
collection-series-magazine = Revista
collection-series-journal = Revista científica
series-rule-title = Una línea de 255 caracteres como máximo; nunca vacía.
series-rule-issn = 8 cifras; la última puede ser X, por ejemplo 0378-5955.
series-rule-countries = Un código de dos letras por línea (ISO 3166-1), por ejemplo US. Vacío significa en todas partes.

# Un número.
editions-manage-one = Gestionar un número
editions-withdraw = Retirar este número
editions-restore = Restablecer este número
editions-withdrawn = La retirada del número está aceptada.
editions-restored = El restablecimiento del número está aceptado.
editions-edit = Cambiar el nombre y las fechas
editions-rule-published = Un día como 2026-11-20, no posterior al último día; nunca vacío.
editions-rule-expires = El último día en que los lectores encuentran el número, por ejemplo 2026-12-31, no anterior a la fecha de publicación. Vacío si permanece.
editions-act-late = Otra persona lo ha hecho entretanto, por lo que nada ha cambiado. Así está ahora el número.
editions-withdraw-closed = Nadie puede encontrar ni descargar ya el número, tampoco quienes lo recogieron antes.
editions-withdraw-followers = Quienes siguen la publicación ven en su estantería el más reciente de los demás números.
editions-withdraw-back = Puede restablecerlo en cualquier momento, con todos sus formatos.
editions-restore-open = Los lectores vuelven a encontrar el número y pueden descargarlo en todos sus formatos.
editions-restore-followers = Si es el más reciente, quienes siguen la publicación lo ven en su estantería.
editions-restore-expired = Los lectores no vuelven a encontrar el número, porque su último día ya ha pasado. Entonces figura como caducado, no como retirado.
