# El mostrador de la colección.
collection-words = Título, autor o autora, ISBN o serie
collection-words-hint = Se encuentran títulos en cualquier estado. Sin palabras, primero aparecen los últimos modificados.
collection-count = { $count ->
    [0] No se ha encontrado ningún título.
    [one] Un título encontrado.
   *[other] { $count } títulos encontrados.
}
collection-waiting = Lo que espera
collection-need = Lo que necesita el título
collection-need-book = Un libro: solo hay un registro
collection-need-retry = Otro intento: el último cambio falló
collection-need-conversion-report = Una revisión del informe de conversión
collection-need-problem-report = Una respuesta a un problema comunicado
collection-without-book = Títulos sin libro
collection-without-book-count = { $count ->
    [0] Todos los títulos tienen su libro.
    [one] Un título es por ahora solo un registro.
   *[other] { $count } títulos son por ahora solo registros.
}
collection-retry = Conversiones y cambios fallidos
collection-retry-count = { $count ->
    [0] No hay ningún título cuyo último cambio haya fallado.
    [one] Un título, cuyo último cambio falló.
   *[other] { $count } títulos, cuyo último cambio falló.
}
collection-add = Añadir libros o registros
collection-runs = Lo añadido hasta ahora
collection-back = Volver al mostrador de la colección
collection-back-to-title = Volver a este título
collection-manage = Gestionar este título

# Lo que se sabe de un título.
collection-status = Estado
collection-number = Número
collection-site = Sitio
collection-kind = Tipo
collection-kind-text = Texto
collection-kind-music-score = Partitura
collection-book = Libro
collection-has-book = La biblioteca tiene el libro.
collection-record-only = Solo un registro, sin libro
collection-created = Añadido
collection-updated = Última modificación
collection-published = Publicado
collection-withdrawn = Retirado
collection-suppliers = Registros de proveedores
collection-replacement = Título que lo sustituye
collection-reader-view = Lo que ven los lectores
collection-source = Descargar el archivo de origen
collection-pending = { $count ->
    [one] Se está aplicando un cambio. Vuelva a cargar esta página para ver el resultado.
   *[other] Se están aplicando { $count } cambios. Vuelva a cargar esta página para ver el resultado.
}
collection-converting = Se están creando los formatos, lo que puede tardar unos minutos. Vuelva a cargar esta página para ver el resultado.
collection-failure = No se ha podido aplicar el último cambio:
collection-problems-all = Todos los avisos de problemas abiertos
collection-history = Historial
collection-more-events = { $count ->
    [one] Un evento anterior no se muestra.
   *[other] { $count } eventos anteriores no se muestran.
}
collection-action-submitted = Enviado
collection-action-metadata-update-requested = Cambio de la descripción solicitado
collection-action-metadata-updated = Descripción modificada
collection-action-artifact-updated = Descripción de un formato modificada
collection-action-artifact-created = Formato creado
collection-action-status-changed = Estado modificado
collection-action-withdraw-requested = Retirada solicitada
collection-action-withdrawn = Retirado
collection-action-published = Publicado

# Los estados, y el paso de uno a otro.
collection-status-live = En la colección
collection-status-withdrawn = Retirado
collection-status-new = Nuevo
collection-status-being-edited = En edición
collection-status-proofread-valid = Corregido, aceptado
collection-status-proofread-rejected = Corregido, rechazado
collection-status-converted = Convertido, listo para publicar
collection-status-reprocess = En nueva preparación
collection-status-validated = Comprobado
collection-status-user-submitted = Enviado por una persona
collection-status-publisher-submitted = Enviado por una editorial
collection-status-removed = Eliminado
collection-meaning-live = los lectores lo encuentran y lo toman en préstamo
collection-meaning-withdrawn = cerrado para los lectores; puede volver
collection-meaning-reprocess = cerrado para los lectores hasta que se publique de nuevo
collection-meaning-removed = desaparece para siempre
collection-meaning-other = solo lo ve el personal
collection-move = Cambiar el estado
collection-move-choice = Nuevo estado
collection-move-button = Cambiar el estado
collection-comment = Comentario para el historial
collection-moved = El cambio de estado está aceptado.
collection-status-missing = Elija el nuevo estado
collection-status-changed = Este estado ya no es posible: otra persona ha cambiado el título. Elija de nuevo.
collection-status-report = Faltan más del 2 % de las palabras: confirme primero el informe de conversión.
collection-move-to = Nuevo estado: { $name }
collection-move-now = Cambiar el estado a: { $name }
collection-effects = Esto es lo que significa para los lectores:
collection-withdraw-closed = Nadie puede descargar el libro ni leerlo en el navegador, tampoco quienes lo tienen asignado.
collection-withdraw-copies = Las copias guardadas siguen en manos de los lectores.
collection-withdraw-lists = Sigue en las estanterías y las listas de lectura. Su página dice que el libro no está disponible y lleva al título que lo sustituye.
collection-withdraw-back = Puede devolverlo a la colección en cualquier momento, con todos sus formatos.
collection-reprocess-closed = Nadie puede descargar el libro ni leerlo en el navegador hasta que vuelva a publicarse.
collection-reprocess-copies = Sus formatos se crean de nuevo. Las copias que los lectores han guardado siguen siendo suyas.
collection-reprocess-lists = Permanece en las estanterías y en las listas de lectura.
collection-use = Lectores en este momento
collection-use-none = Ningún lector en este momento.
collection-use-assigned = { $count ->
    [one] Asignado a un lector.
   *[other] Asignado a { $count } lectores.
}
collection-use-lists = { $count ->
    [one] En una lista de lectura.
   *[other] En { $count } listas de lectura.
}
collection-use-fetched = { $count ->
    [one] Un lector ha recogido una copia en los últimos 30 días.
   *[other] { $count } lectores han recogido una copia en los últimos 30 días.
}
collection-use-reading = { $count ->
    [one] Un lector ha leído en los últimos 30 días.
   *[other] { $count } lectores han leído en los últimos 30 días.
}
collection-use-preparing = { $count ->
    [one] Se está preparando una copia.
   *[other] Se están preparando { $count } copias.
}
collection-moves-pick = Elegir este título
collection-moves-heading = Cambiar el estado de varios títulos
collection-moves-scope = Qué títulos
collection-moves-chosen = Los títulos elegidos
collection-moves-keep = Puede elegir { $count } títulos como máximo, en varias páginas de esta búsqueda: los botones que conservan la selección llevan de una página a otra. Con los enlaces a otras páginas y con una nueva búsqueda empieza una nueva selección.
collection-moves-keep-first = Primera página, conservando la selección
collection-moves-keep-next = Página siguiente, conservando la selección
collection-moves-others = { $count ->
    [one] Un título elegido está en otra página.
   *[other] { $count } títulos elegidos están en otras páginas.
}
collection-moves-cut = Se pueden elegir como máximo { $count } títulos uno a uno; los últimos quedan fuera. Para cambiar más, acote la búsqueda y tome todos los títulos que encuentra.
collection-moves-clear = Anular la selección
collection-moves-change = Cambiar la selección
collection-moves-chosen-count = { $count ->
    [one] El único título que ha elegido
   *[other] Los { $count } títulos que ha elegido
}
collection-moves-all = { $count ->
    [one] El único título encontrado
   *[other] Los { $count } títulos encontrados
}
collection-moves-choose = Elija
collection-moves-none-chosen = Elija al menos un título, o todos los encontrados
collection-moves-hint = Primero verá qué ocurriría con cuántos títulos. Nada cambia antes de que lo confirme.
collection-moves-preview = Mostrar qué ocurriría
collection-moves-moving = { $count ->
    [0] Ningún título recibe el nuevo estado.
    [one] Un título recibe el nuevo estado.
   *[other] { $count } títulos reciben el nuevo estado.
}
collection-moves-accepted = { $count ->
    [one] Un título recibe ahora el nuevo estado.
   *[other] { $count } títulos reciben ahora el nuevo estado.
}
collection-moves-same = { $count ->
    [one] Un título ya está en el estado «{ $name }» y así sigue.
   *[other] { $count } títulos ya están en el estado «{ $name }» y así siguen.
}
collection-moves-no-such-move = { $count ->
    [one] Un título no puede recibirlo: desde el estado «{ $name }» no se llega a él.
   *[other] { $count } títulos no pueden recibirlo: desde el estado «{ $name }» no se llega a él.
}
collection-moves-report = { $count ->
    [one] Un título no puede recibirlo: falta más del 2 % de las palabras y nadie ha dado por visto el informe de conversión.
   *[other] { $count } títulos no pueden recibirlo: falta más del 2 % de sus palabras y nadie ha dado por vistos los informes de conversión.
}
collection-moves-gone = { $count ->
    [one] Un título ya no existe o no es de su colección.
   *[other] { $count } títulos ya no existen o no son de su colección.
}
collection-moves-titles = Los títulos que lo reciben
collection-moves-first = Los primeros { $count } títulos que lo reciben
collection-moves-limit = Son demasiados: se pueden cambiar como máximo { $count } títulos a la vez. Acote la búsqueda.
collection-moves-outdated = Algo ha cambiado entretanto, por lo que no se ha hecho nada. Esto es lo que ocurriría ahora:
collection-moves-effects = Qué significa para los lectores de cada título
collection-moves-use = De todos estos títulos juntos:
collection-moves-converting = Los formatos se crean en segundo plano, lo que puede tardar varios minutos por título.
collection-moves-later = Los títulos cambian en segundos. Los que no se hayan podido cambiar están aquí:
collection-remove-found = Nadie puede encontrar ya el título ni su página.
collection-remove-copies = Las copias guardadas siguen en manos de los lectores.
collection-remove-final = Esto no se puede deshacer.
collection-replacement-hint = Su número, si existe ese título. Se dirige a los lectores a él.
collection-replacement-wrong = Indique el número de otro título que esté en la colección y que los lectores del sitio encuentren

# Formatos.
collection-no-formats = El título no tiene formatos.
collection-version = Versión
collection-format-available = Se puede descargar
collection-format-unavailable = No se puede crear
collection-format-pending = Aún no publicado
collection-format-heading = Descripción del formato { $name }
collection-producers = Productores
collection-supplier = Proveedor
collection-funding = Fuente de financiación
collection-duration = Duración
collection-braille-type = Origen del braille
collection-braille-automated = Por un programa
collection-braille-transcribed = Por una persona
collection-score-layout = Disposición de la partitura en braille
collection-layout-bar-over-bar = Compás sobre compás
collection-layout-bar-by-bar = Compás por compás
collection-volumes = Número de volúmenes en braille
collection-external-code = Código en un catálogo externo
collection-common-identifier = Identificador en el catálogo común de los socios

# El formulario de los metadatos de un título.
collection-metadata = Metadatos
collection-metadata-hint = Solo se guardan los campos que usted cambia. Lo que otras personas cambien entretanto se conserva.
collection-save = Guardar los cambios
collection-saved = Los cambios están aceptados.
collection-nothing-changed = No ha cambiado nada.
collection-wrong = { $name }: este valor no es correcto. { $rule }
collection-yes = Sí
collection-no = No
collection-not-known = No se sabe
collection-group-book = El libro
collection-group-people = Otras personas
collection-group-subjects = Temas y lectores
collection-group-edition = Edición
collection-group-rights = Derechos
collection-group-music = Música
collection-title = Título
collection-subtitle = Subtítulo
collection-synopsis = Sinopsis
collection-series-number = Número en la serie
collection-copyright-year = Año de los derechos de autor
collection-usage = Derechos de autor
collection-usage-copyright = Con derechos de autor, para lectores con derecho
collection-usage-public-domain = Dominio público, libre para todos
collection-usage-creative-commons = Creative Commons, libre para todos
collection-bisac = Categorías BISAC
collection-thema = Categorías Thema
collection-external-category = Código de otro sistema
collection-grades = Cursos escolares
collection-age-from = Lectores más jóvenes, en años
collection-age-to = Lectores de más edad, en años
collection-lexile-code = Prefijo Lexile
collection-lexile-number = Medida Lexile
collection-warnings = Advertencias sobre el contenido
collection-warning-content-warning = Advertencia sin precisar
collection-warning-sex = Sexo
collection-warning-violence = Violencia
collection-warning-drugs = Drogas
collection-warning-language = Lenguaje fuerte
collection-warning-intolerance = Intolerancia
collection-warning-adult = Para adultos
collection-warning-unrated = Sin clasificar
collection-adult-content = Contenido para adultos, cerrado a menores
collection-allow-recommend = Se puede recomendar
collection-series-subtitle = Subtítulo de la serie
collection-edition = Mención de edición
collection-copyright-holder = Titular de los derechos
collection-origin-country = País de la primera publicación
collection-related-isbns = Otros ISBN
collection-product-identifier = Número de producto de la biblioteca
collection-quality = Calidad del escaneo
collection-quality-publisher = De los archivos de la editorial
collection-quality-excellent = Excelente
collection-quality-good = Buena
collection-quality-fair = Aceptable
collection-image-descriptions = Las imágenes tienen descripciones
collection-worldwide = Se puede distribuir en todas partes
collection-countries = Países donde se puede distribuir
collection-states = Regiones donde se puede distribuir
collection-marrakesh = Abierto a los países del Tratado de Marrakech
collection-marrakesh-proof = No hace falta prueba de discapacidad
collection-demo = Abierto a suscripciones de prueba
collection-nimac = De la fuente nacional para alumnos (NIMAC)
collection-score-type = Tipo de partitura
collection-score-full-score = Partitura completa
collection-score-open-score = Partitura abierta
collection-score-single-line = Una sola línea
collection-chord-symbols = Los símbolos de acordes están impresos
collection-instruments = Instrumentos
collection-vocal-parts = Partes vocales
collection-key = Tonalidad
collection-movement-number = Número del movimiento
collection-movement-title = Título del movimiento
collection-opus = Opus

# Los valores correctos.
collection-rule-line = Una línea de 255 caracteres como máximo.
collection-rule-lines = Uno por línea.
collection-rule-choice = Elija uno de los valores.
collection-rule-title = Una línea de 1000 caracteres como máximo; nunca vacía.
collection-rule-subtitle = Una línea de 1000 caracteres como máximo.
collection-rule-synopsis = 20 000 caracteres como máximo.
collection-rule-notes = Para los lectores; 8000 caracteres como máximo.
collection-rule-comment = 2000 caracteres como máximo; puede quedar vacío.
collection-rule-names = Un nombre por línea, por ejemplo Jane Austen o Austen, Jane.
collection-rule-languages = Un código de tres letras por línea (ISO 639-2), por ejemplo eng; al menos uno.
collection-rule-isbn = Un ISBN de 10 o 13 cifras.
collection-rule-isbns = Un ISBN de 10 o 13 cifras por línea.
collection-rule-year = Un año de cuatro cifras.
collection-rule-categories = Una por línea. Las nuevas se crean.
collection-rule-bisac = Un código o encabezamiento por línea, por ejemplo FIC047000.
collection-rule-thema = Un código por línea, por ejemplo FFC.
collection-rule-grades = Un código por línea (lista ONIX 77 o BIC).
collection-rule-age-from = De 0 a 120, no más que los de más edad.
collection-rule-age-to = De 0 a 120.
collection-rule-count = Un número entero.
collection-rule-country = Un código de dos letras (ISO 3166-1), por ejemplo US.
collection-rule-countries = Un código de dos letras por línea (ISO 3166-1), por ejemplo US; al menos uno, salvo que se pueda distribuir en todas partes.
collection-rule-states = Un código por línea (ISO 3166-2), por ejemplo US-CA. Vacío para países enteros.
collection-rule-product-identifier = 255 caracteres como máximo; ningún otro título del sitio lo tiene.
collection-rule-vocal-parts = Letras de soprano, contralto, tenor y bajo: S, A, T, B.
collection-rule-duration = Una duración ISO 8601, por ejemplo PT2H30M.

# Exportar el catálogo.
export-heading = Exportar el catálogo
export-text = Descargue los títulos de la colección de su biblioteca como un archivo de registros: para socios y buscadores, para una hoja de cálculo o para otra biblioteca.
export-format = Formato
export-format-onix = ONIX for Books 3.1
export-format-marcxml = MARC 21 en XML
export-format-csv = Tabla (CSV)
export-since = Modificados este día o después
export-supplier = Títulos de registros de
export-every-supplier = Todos los proveedores
export-titles = Títulos
export-published = Solo los títulos que los lectores encuentran, y los retirados que podían encontrar
export-start = Iniciar la exportación
export-started = Se ha aceptado la exportación. Tarda segundos, o minutos si el catálogo es grande.
export-unfinished = Ya hay una exportación de su biblioteca en espera o en curso, así que no se ha iniciado otra.
export-latest = Exportaciones de los últimos 7 días
export-none = No hay exportaciones.
export-reload = Recargue esta página para ver si una exportación ha terminado.
export-download = Descargar el archivo
