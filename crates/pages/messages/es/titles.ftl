# Un libro en una lista.
book-closed = No puede obtener este libro en este momento. Su página explica por qué.
book-had = Ya ha tenido este libro.
book-formats = En { $count } formatos
book-not-in-format = No está en su formato: { $name }

# Los formatos.
format-daisy-hint = Para reproductores DAISY y aplicaciones de lectura: texto con títulos, páginas y notas, leído por una voz sintética o en una línea braille.
format-daisy-audio-hint = Para reproductores DAISY y aplicaciones de lectura: para escuchar, con títulos y páginas.
format-daisy-2-audio-hint = Para escuchar en reproductores DAISY antiguos.
format-brf-hint = Para líneas e impresoras braille, con el grado y el ancho de línea que indican sus preferencias.
format-epub3-hint = Para aplicaciones de lectura en teléfonos, tabletas y ordenadores: usted elige el tamaño del texto, los colores y la voz.
format-pdf-hint = Páginas en letra grande, etiquetadas para lectores de pantalla.
format-docx-hint = Para procesadores de texto, con títulos y descripciones de imágenes.
format-pending = Este formato todavía se está preparando.
format-slow = El audio se prepara para usted cuando lo pide. Tarda unos minutos.
voice-human = Una persona
voice-synthetic = Una voz sintética
narrated-by = Narrado por { $name }
braille-automated = Transcrito por un programa
braille-transcribed = Transcrito por una persona
braille-contracted = Contraído
braille-uncontracted = Sin contraer
file-size-kb = { $count } kB
file-size-tenths = { $whole },{ $tenth } MB
file-size-mb = { $count } MB
volumes = { $count ->
    [one] Un volumen
   *[other] { $count } volúmenes
}
minutes = { $count ->
    [one] 1 minuto
   *[other] { $count } minutos
}
hours-minutes = { $hours } h { $minutes } min

# La página de un libro.
title-read = Leer en el navegador
title-closed = Por qué no puede obtener este libro ahora
title-provisional = Puede descargar este libro hasta el { $name } mientras se revisa su acreditación de discapacidad.
title-notes = Conviene saber
title-formats = Obtener este libro
title-formats-closed = Formatos de este libro
title-other-formats = Otros formatos
title-no-formats = Todavía no hay ningún formato listo de este libro.
title-download = Descargar en formato { $name }
title-copy-ready = Su copia está lista hasta el { $name }.
title-copy-making = Su copia se está preparando.
title-copy-see = Ver cómo va la copia en formato { $name }
title-cover = Cubierta
title-about = De qué trata
title-about-more = Más información
title-remarks = Observaciones
title-facts = Detalles
fact-series = Serie
fact-publisher = Editorial
fact-narrator = Narrado por
fact-year = Año
fact-pages = Páginas impresas
fact-age = Edad
fact-isbn = ISBN
series-number = número { $name }
age-range = De { $from } a { $to } años
age-from = { $count ->
    [one] A partir de { $count } año
   *[other] A partir de { $count } años
}
age-to = { $count ->
    [one] Hasta { $count } año
   *[other] Hasta { $count } años
}
role-author = Autor o autora
role-co-writer = Coautoría
role-translator = Traducción
role-editor = Edición
role-illustrator = Ilustraciones
role-epilogue-by = Epílogo
role-forward-by = Prólogo
role-introduction-by = Introducción
role-composer = Composición musical
role-arranger = Arreglos
role-lyricist = Letra
role-transcriber = Transcripción
role-abridger = Versión abreviada de
role-adapter = Adaptación

# Una copia.
download-title = Su copia en formato { $name }
download-ready = Su copia está lista.
download-save = Guardar el archivo
download-waiting = Su copia se está preparando. Esta página se actualiza cada pocos segundos; puede salir y volver.
download-waiting-long = Su copia todavía se está preparando. Los libros largos y el audio tardan muchos minutos. Puede salir de esta página y volver; la copia estará entonces en su historial.
download-progress = Hecho hasta ahora:
download-look = Actualizar ahora
waiting-stop = No volver a mirar automáticamente
waiting-resume = Volver a mirar automáticamente
download-failed = No se ha podido preparar su copia. El personal de la biblioteca puede ver qué ha pasado. Puede intentarlo una vez más.
download-again = Intentarlo de nuevo
download-absent = En este momento no tiene ninguna copia.
download-ask = Preparar mi copia
download-email = Avisarme por correo cuando esté lista, si tarda más de un minuto
download-email-noted = Recibirá un correo cuando la copia esté lista, si tarda más de un minuto.

# Qué ayuda cuando un libro no está disponible.
way-account = Ver qué falta
way-ask = Escribir a la biblioteca: { $name }
way-ask-staff = Pregunte al personal de la biblioteca, o al docente o a la persona de contacto de su organización.
way-editions = Buscar otra edición
way-edition = Acerca de este número
way-preferences = Cambiar mis preferencias
way-shelf = Mi estante
way-newer = Edición más reciente: { $name }

# Una persona responsable obtiene libros para los miembros.
member-label = ¿Para qué miembro de su organización es este libro?
member-nobody = Nadie elegido
member-choose = Elegir

# Accessibility.
title-accessibility = Declaraciones de accesibilidad
title-accessibility-full = Lo mismo en frases completas

# Problemas con un libro.
report-heading = Informar de un problema con este libro
report-text = ¿Hay algo mal en el texto, la grabación, el braille o el catálogo? Dígaselo al personal de la biblioteca. No recibirá respuesta, pero su mensaje se leerá.
report-kind = Qué está mal
report-words = Con sus palabras (puede dejarlo vacío)
report-words-hint = Por ejemplo: en qué parte del libro está y qué esperaba. { $count } caracteres como máximo.
report-send = Enviar el aviso
report-kind-missing = Elija qué está mal
report-words-long = Es demasiado largo: { $count } caracteres como máximo
report-sent = Gracias. El personal de la biblioteca ha recibido su aviso.
report-back = Volver al libro
report-kind-text = Falta texto, es ilegible o está desordenado
report-kind-sound = La grabación falta, no se entiende o es errónea
report-kind-images = Una imagen no tiene descripción, o es errónea
report-kind-structure = Los títulos, páginas, tablas o notas son erróneos
report-kind-braille = El braille es erróneo
report-kind-file = El archivo no se puede descargar o abrir
report-kind-catalog = Lo que el catálogo dice del libro es erróneo
report-kind-other = Otra cosa
