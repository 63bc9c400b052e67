# Documentos propios.
documents-heading = Mis documentos
documents-text = Envíe un PDF, la foto de una página, un escaneo o una presentación. La biblioteca hace con ello un libro accesible que solo usted puede ver.
documents-all = Lo que he enviado
documents-count = { $count ->
    [0] Todavía no ha enviado ningún documento.
    [one] Un documento
   *[other] { $count } documentos, empezando por el más reciente
}
document-new = Enviar un documento
document-name = Nombre del documento
document-name-hint = Como quiera volver a encontrarlo, por ejemplo: Carta del colegio
document-file = Archivo
document-file-hint = PDF, JPEG, PNG, HEIC o PowerPoint, de { $count } MB como máximo
document-send = Enviar el archivo
document-missing = Elija un archivo
document-unknown = El archivo no es PDF, JPEG, PNG, HEIC ni PowerPoint
document-too-large = El archivo es demasiado grande: { $count } MB como máximo
document-full = Tiene tantos documentos como la biblioteca guarda para una persona. Elimine uno y vuelva a enviar este archivo.
document-sent = Enviado el { $name }
document-pending = El libro se está preparando.
document-pending-long = El libro todavía se está preparando. Los documentos largos y los escaneados tardan muchos minutos.
document-ready = El libro está listo.
document-failed = No se ha podido hacer un libro con este archivo. Pruebe con un escaneo más nítido o con otro archivo.
document-waiting = Suele tardar unos minutos. Esta página vuelve a mirar cada pocos segundos; puede salir y volver.
document-about = Sobre este libro
document-report = Qué falta o se ha reparado
document-report-format = { $name }: qué falta o se ha reparado
document-report-hint = Un programa ha hecho el libro a partir de su archivo. Esto es lo que no pudo incluir o tuvo que reparar. Solo usted puede verlo.
document-remove = Eliminar este documento
document-remove-text = El documento «{ $name }» se eliminará con su libro, y con los marcadores y subrayados que usted tenga en él.
document-removed = El documento se ha eliminado.
document-keep = Conservar el documento
