# Páginas para la administración.
system-back = Volver al sistema
system-findings = Lo que necesita atención
system-well = Todo está bien.
system-manage = Gestionar
system-facts = Esta instalación
system-work = Trabajo en segundo plano
system-version = Versión de este servidor
system-version-unknown = una versión anterior
system-backup = Última copia de seguridad
system-backup-start = Iniciar una copia de seguridad
system-backup-hint = La biblioteca se puede seguir usando. En la página de la tarea verá el progreso y podrá detener la copia de seguridad.
system-backup-started = La copia de seguridad está aceptada.
system-backup-unfinished = Ya hay una copia de seguridad en espera o en curso: vea las tareas.
system-backup-no-folder = Ningún proceso en marcha tiene una carpeta para copias de seguridad, así que no se ha iniciado nada.
system-rehearsal = Último ensayo de una restauración
system-never = nunca
system-index = Índice de búsqueda
system-index-titles = { $count ->
    [one] un título
   *[other] { $count } títulos
}
system-disk = Disco de la carpeta de datos
system-disk-space = { $free } de { $total } GB están libres
system-lanes = Tareas por cola
system-waiting = En espera
system-running = En curso
system-failed = Fallidas
system-oldest = La más antigua espera desde
system-planned = ninguna: todas están previstas para más tarde
system-processes = Procesos que trabajan en segundo plano
system-processes-none = No hay ninguno.
system-process-running = versión { $version }, última señal de vida el { $date }
system-process-silent = versión { $version }, sin señales de vida desde el { $date }
system-yes = sí
system-no = no

# Lo que necesita atención, y qué hacer.
system-finding-no-workers = Ningún proceso trabaja en segundo plano: las copias, los correos y los cambios de títulos esperan. Inicie «openshelf serve» con workers, o «openshelf worker».
system-finding-several-versions = Los procesos tienen versiones distintas del programa. Actualice los equipos atrasados.
system-finding-lane-waits = Hay tareas de la cola «{ $name }» que esperan desde el { $date }. Inicie un proceso que atienda esta cola, o dele más plazas.
system-finding-jobs-failed = { $count ->
    [one] Una tarea ha fallado. Lea por qué, y reinténtela cuando se haya eliminado la causa.
   *[other] { $count } tareas han fallado. Lea por qué, y reinténtelas cuando se haya eliminado la causa.
}
system-finding-emails-failed = { $count ->
    [one] Un correo no se ha podido enviar. Lea por qué, y reinténtelo cuando se haya eliminado la causa.
   *[other] { $count } correos no se han podido enviar. Lea por qué, y reinténtelos cuando se haya eliminado la causa.
}
system-finding-later-jobs = { $count ->
    [one] Una tarea espera una versión posterior del programa. Actualice los equipos que ejecutan workers.
   *[other] { $count } tareas esperan una versión posterior del programa. Actualice los equipos que ejecutan workers.
}
system-finding-no-backup = No se conoce ninguna copia de seguridad de esta biblioteca. Ejecute «openshelf backup» cada día.
system-finding-old-backup = La última copia de seguridad es del { $date }. Averigüe por qué no hay una más reciente.
system-finding-no-rehearsal = Nunca se ha restaurado una copia de seguridad como prueba. Ensaye una restauración, aquí o con «openshelf restore --rehearse».
system-finding-old-rehearsal = La última vez que se ensayó una restauración fue el { $date }. Ensaye una restauración, aquí o con «openshelf restore --rehearse».
system-finding-index-filling = El índice de búsqueda se está llenando por primera vez, así que aún no se encuentra nada. Espere unos minutos.
system-finding-migrations = { $count ->
    [one] A la base de datos le falta una migración. Ejecute «openshelf migrate».
   *[other] A la base de datos le faltan { $count } migraciones. Ejecute «openshelf migrate».
}
system-finding-exposed-keys = Cualquiera puede usar los privilegios de { $name }, porque los navegadores muestran las claves que tienen direcciones de redirección. Dé los privilegios a una clave aparte, sin direcciones de redirección.
system-finding-no-speech = Los libros no se pueden leer en voz alta, así que solo se ofrece audio de los libros grabados. Instale una síntesis de voz y ffmpeg si su público lo necesita.
system-finding-no-braille = No se ofrece braille. Instale las tablas de liblouis si su público lo necesita.
system-finding-low-space = El disco con la carpeta de datos está casi lleno. Haga sitio, o limite el espacio de los libros convertidos.
system-machine-root = El servidor se ejecuta como root. Ejecútelo con un usuario propio.
system-machine-openFolder = Otros usuarios de este equipo tienen acceso a la carpeta de datos. Ciérreles el acceso.
system-machine-networkDisk = La base de datos es un archivo en un sistema de archivos de red, donde puede dañarse. Muévala a un disco local, o use PostgreSQL.
system-machine-unconfined = El núcleo de este equipo no aísla los procesos que leen libros. Uno más reciente lo hace.
system-machine-exposedData = Los procesos que leen libros pueden leer carpetas con datos o configuración. Guárdelas en otro lugar, por ejemplo en /var/lib.
system-machine-noTls = La dirección pública no está protegida con TLS, así que se pueden interceptar contraseñas. Establezca una dirección https.
system-machine-noMail = No se pueden enviar correos, así que nadie puede recibir un enlace para una contraseña nueva. Configure un servidor de correo.
system-jobs-failed = Tareas fallidas
system-emails-failed = Correos fallidos
system-jobs-waiting = Tareas en espera

# Tareas en segundo plano.
system-jobs-heading = Tareas en segundo plano
system-jobs-text = Las tareas que terminaron últimas van primero. Las hechas y las detenidas se borran al cabo de unos días; las fallidas quedan hasta que alguien las reintenta.
system-jobs-back = Volver a las tareas
system-jobs-count = { $count ->
    [0] No hay tareas así
    [one] Una tarea
   *[other] { $count } tareas
}
system-jobs-retry-kind = { $count ->
    [one] Reintentar la tarea fallida: { $name }
   *[other] Reintentar las { $count } tareas fallidas: { $name }
}
system-jobs-retry-question = { $count ->
    [one] ¿Reintentar una tarea fallida?
   *[other] ¿Reintentar { $count } tareas fallidas?
}
system-jobs-retry-text = Elimine primero la causa. Cada tarea recupera todos sus intentos. De las tareas que hacen lo mismo solo se reintenta la más reciente.
system-jobs-retry-now = Reintentar las tareas
system-jobs-retried = Las tareas fallidas se vuelven a intentar.
system-jobs-retried-some = Se reintentan tareas fallidas. Otras quedan, porque otra tarea ya hace lo mismo o porque eran demasiadas a la vez. En ese caso, reintente el resto.
system-jobs-not-retried = No se ha reintentado ninguna tarea, porque ya no hay fallidas de este tipo o porque otras ya hacen lo mismo.
system-job-name = { $name }, número { $number }
system-job-state = Estado
system-job-kind = Tipo
system-job-lane = Cola
system-job-attempts = Intentos
system-job-attempts-of = { $count } de { $total }
system-job-created = Encolada
system-job-next = No antes de
system-job-finished = Terminada
system-job-error = Último error
system-job-progress = Progreso
system-job-progress-of = { $count } de { $total }
system-job-waits-for-backup = Otro proceso está escribiendo una copia de seguridad en la misma carpeta. Esta comienza cuando termine aquella.
system-job-person = Causada por
system-job-title = Título
system-job-retry = Reintentar
system-job-retry-hint = La tarea recupera todos sus intentos.
system-job-cancel = Detener
system-job-cancel-hint = Una tarea en espera se detiene de inmediato, una en curso en su próximo paso.
system-job-stopping = La tarea se detiene en su próximo paso.
system-job-retried = La tarea se vuelve a intentar.
system-job-not-retried = La tarea no se ha reintentado, porque espera, está en curso o está hecha.
system-job-replaced = La tarea no se ha reintentado, porque otra ya hace lo mismo.
system-job-of-command = La tarea no se ha reintentado, porque este trabajo lo hizo un comando. Ejecute de nuevo el mismo comando.
system-job-stopped = La tarea está detenida, o se detiene en su próximo paso.
system-job-not-stopped = La tarea ya había terminado.
system-job-promised = Esta tarea no se puede detener: elimina datos que la biblioteca prometió eliminar. Si falla, reinténtela.
system-state-all = Todos
system-state-ready = En espera
system-state-running = En curso
system-state-done = Hecha
system-state-dead = Fallida
system-state-cancelled = Detenida
system-lane-catalog = Catálogo
system-lane-text = Texto
system-lane-documents = Documentos propios
system-lane-speech = Síntesis de voz
system-lane-letters = Correos
system-lane-housekeeping = Mantenimiento
system-lane-scans = Recorridos completos
system-kind-all = Todos
system-kind-package = Copia de un libro
system-kind-package-audio = Copia de un libro con síntesis de voz
system-kind-apply-title-update = Cambio de un título
system-kind-convert-title = Conversión de un título
system-kind-apply-periodical-update = Cambio de una publicación periódica
system-kind-convert-document = Conversión de un documento propio
system-kind-remove-document = Borrado de un documento propio
system-kind-remove-documents = Borrado de los documentos de una persona
system-kind-erase-organization = Supresión de una organización
system-kind-rewrite-database = Reescritura del archivo SQLite tras una supresión
system-kind-letter = Correo
system-kind-expire-packages = Borrado de copias caducadas
system-kind-purge = Borrado de lo que ya no se necesita
system-kind-sweep = Borrado de archivos que no pertenecen a nada
system-kind-trim-artifacts = Borrado de libros convertidos que ocupan demasiado
system-kind-add-formats = Formatos nuevos para títulos existentes
system-kind-ingest = Carga por un comando
system-kind-ingest-uploads = Carga de libros y registros subidos
system-kind-take-rosters = Importación de listas de miembros desde carpetas
system-kind-take-backup = Copia de seguridad
system-kind-rehearse-restore = Ensayo de una restauración
system-kind-export-catalog = Exportación del catálogo
system-kind-count-readership = Recuento de títulos populares

# Correos.
system-emails-heading = Correos
system-emails-reasons = Por qué no se envían correos
system-emails-none = Ningún correo ha fallado.
system-emails-not-sent = { $count ->
    [one] Un correo no se pudo enviar:
   *[other] { $count } correos no se pudieron enviar:
}
system-emails-tried-again = { $count ->
    [one] Un correo se volverá a enviar automáticamente:
   *[other] { $count } correos se volverán a enviar automáticamente:
}
system-emails-retry = Volver a enviar todos los correos fallidos
system-emails-retry-hint = Elimine primero la causa. Los correos que ya no son actuales no se envían.
system-emails-retried = Los correos fallidos se envían de nuevo.
system-emails-test = Correo de prueba
system-emails-test-hint = Se envía un correo a { $name }. La página siguiente dice si el servidor de correo lo ha aceptado.
system-emails-test-now = Enviar un correo de prueba
system-emails-test-sent = El correo de prueba está en camino. Recargue esta página para ver si el servidor de correo lo ha aceptado.
system-emails-no-address = Su cuenta no tiene correo electrónico, por eso no se le puede enviar ningún correo de prueba.

# Aplicaciones.
system-apps-heading = Aplicaciones y claves
system-apps-text = Las aplicaciones que pueden usar la interfaz de la biblioteca, cada una con su clave. Una clave desactivada se trata como desconocida en unos segundos.
system-apps-back = Volver a las aplicaciones
system-app-new = Registrar una aplicación
system-app-create = Registrar la aplicación
system-app-key = Clave
system-app-secret = Secreto
system-app-state = Estado
system-app-enabled = activada
system-app-disabled = desactivada
system-app-site = Sitio
system-app-privileges = Privilegios
system-app-privileges-hint = La mayoría de las aplicaciones no los necesita. Una clave con privilegios debe estar en un servidor: no le dé dirección de redirección, porque los navegadores muestran las claves que tienen una.
system-app-redirects = Direcciones de redirección
system-app-redirects-hint = Una por línea, exactamente como las envía la aplicación. Déjelo vacío si nadie inicia sesión con la aplicación.
system-app-redirect-wrong = { $name } no se puede registrar: una dirección es completa, sin fragmento, comodines ni nombre de usuario, y o bien http(s) con un servidor o bien de un esquema propio de la aplicación
system-app-redirects-many = Una aplicación tiene como máximo { $count } direcciones de redirección
system-app-has-secret = Tiene un secreto
system-app-with-secret = Recibe un secreto, porque funciona en un servidor que puede guardarlo
system-app-exposed = Cualquiera puede usar los privilegios de esta clave, porque los navegadores muestran las claves que tienen direcciones de redirección.
system-app-name = Nombre de la aplicación
system-app-name-hint = Se ve al iniciar sesión con la aplicación.
system-app-disable = Desactivar
system-app-enable = Activar
system-app-disabled-now = La clave está desactivada. Surte efecto en todas partes en unos segundos.
system-app-enabled-now = La clave está activada de nuevo. Surte efecto en todas partes en unos segundos.
system-app-ready = { $name } está registrada
system-app-ready-text = Introduzca esto en la aplicación.
system-app-ready-once = El secreto solo se muestra ahora.
system-app-secret-replace = Sustituir el secreto
system-app-secret-question = ¿Sustituir el secreto de { $name }?
system-app-secret-text = El secreto actual deja de valer de inmediato. La aplicación no recibe más tokens hasta que tenga el nuevo.
system-app-secret-now = Sustituir el secreto ahora
system-app-secret-ready = El secreto nuevo
system-app-secret-kept = No se ha sustituido nada, porque el secreto ha cambiado entretanto.
system-privilege-membership = Gestionar membresías
system-privilege-signup = Inscribir a personas
system-privilege-orgSignup = Inscribir a organizaciones
system-privilege-marketing = Guardar campañas
system-privilege-partnerDrive = Usar la unidad del socio
system-privilege-competentAuthority = Confirmar discapacidades para autoridades competentes
system-privilege-sponsorAdmin = Gestionar responsables y miembros
system-privilege-passwordGrant = Iniciar sesión con nombre y contraseña

# Personal.
system-staff-heading = Personal
system-staff-text = Todas las personas que trabajan para la biblioteca, en todos los sitios, con sus funciones.
system-staff-back = Volver al personal
system-staff-change = Cambiar las funciones de { $name }
system-staff-find = Asignar una función a otra persona
system-staff-person = Correo electrónico o nombre de usuario
system-staff-person-hint = La persona necesita una cuenta.
system-staff-find-now = Buscar a la persona
system-staff-unknown = No hay ninguna cuenta con este correo electrónico o nombre de usuario. Compruebe la ortografía.
system-staff-account = Cuenta
system-staff-last-sign-in = Último inicio de sesión
system-staff-no-sign-in = desconocido
system-staff-roles = Funciones de { $name }
system-staff-own = Son sus propias funciones. Otro administrador puede retirárselas.
system-staff-desk = Todo sobre esta persona
system-staff-give = Asignar la función «{ $name }»
system-staff-take = Retirar la función «{ $name }»
system-staff-give-question = ¿Asignar a { $name } la función «{ $role }»?
system-staff-give-now = Asignar la función
system-staff-take-question = ¿Retirar a { $name } la función «{ $role }»?
system-staff-take-now = Retirar la función
system-staff-take-text = Tiene efecto inmediato. A quien ya no forma parte del personal se le cierra la sesión en todos los navegadores y aplicaciones, y los casos que había tomado quedan libres. Las demás funciones se conservan. Quien se queda sin ninguna pasa a ser miembro individual.
system-staff-keep = No cambiar nada
system-staff-about-collectionAssistant = Los asistentes de colecciones añaden títulos de su sitio, los cambian, los publican y los retiran.
system-staff-about-membershipAssistant = Los asistentes de membresías ven a todas las personas de su sitio con sus justificantes de discapacidad, deciden sobre justificantes, acuerdos y suscripciones, y cambian cuentas.
system-staff-about-administrator = Los administradores hacen todo esto en cada sitio. Además registran aplicaciones, cambian las reglas de los sitios, y asignan y retiran estas funciones. Pocas personas necesitan esta función.
system-staff-given = Se ha asignado la función.
system-staff-taken = Se ha retirado la función.
system-staff-unchanged = No se cambió nada, porque ya estaba hecho.
system-staff-refused-sign-in = No se asignó la función, porque la cuenta está bloqueada o no tiene un nombre con el que iniciar sesión.
system-staff-refused-own = Nadie se retira una función a sí mismo. Otro administrador puede hacerlo.
system-staff-refused-last = No se retiró la función, porque ningún otro administrador podría iniciar sesión. Asígnela primero a otra persona.

# Sitios.
system-sites-heading = Sitios
system-sites-text = Los sitios de esta biblioteca, cada uno con sus reglas.
system-sites-back = Volver a los sitios
system-site-id = Identificador
system-site-name = Nombre
system-site-country = País
system-site-private = Colección aparte
system-site-new = Nuevo sitio
system-site-identifier-hint = Hasta 40 minúsculas, cifras y guiones. Aparece en direcciones y no se puede cambiar después.
system-site-identifier-wrong = Un identificador consta de hasta 40 minúsculas sin acentos, cifras y guiones
system-site-exists = Ya hay un sitio con este identificador
system-site-country-hint = Quien no ha iniciado sesión ve los títulos de este país.
system-site-private-label = Colección aparte: las recomendaciones omiten lo que comparten todos los sitios
system-site-create = Crear el sitio
system-site-created = El sitio está creado. Revise sus reglas.
system-site-details = Nombre, país y tipo
system-site-save-details = Guardar el sitio
system-site-changed = El sitio está guardado.
system-site-rules = Reglas de { $name }
system-site-saved = Las reglas están guardadas.
system-site-reviews = Confirmaciones de discapacidades que el personal revisa antes de que valgan
system-site-save-reviews = Guardar lo que se revisa
system-review-always = Todas
system-review-unproven = Las dudosas, y las de aplicaciones que no prueban ningún secreto
system-review-doubtful = Las dudosas: de autoridades con correo gratuito, o que han confirmado a muchos miembros
system-review-never = Ninguna
system-site-joining = Quién puede unirse en las páginas, sin personal
system-site-readers = Los lectores pueden crear cuentas
system-organizations-no = Las organizaciones no pueden registrarse
system-organizations-reviewed = Las organizaciones pueden registrarse, y se las atiende cuando el personal las ha admitido
system-organizations-yes = Las organizaciones pueden registrarse, y se las atiende de inmediato
system-site-save-joining = Guardar quién puede unirse
system-site-sources = Pruebas presentadas que bastan
system-site-sources-missing = Elija al menos una fuente de pruebas
system-site-certifiers = Profesionales cuya confirmación basta
system-site-certifiers-missing = Elija al menos un tipo de profesionales
system-site-days = Días de acceso mientras se revisa la primera prueba
system-site-days-hint = De 0 (ninguno) a { $count }
system-site-days-wrong = Introduzca un número de 0 a { $count }
system-site-save-admission = Guardar las reglas de las pruebas

# Tipos de organizaciones, y la lista de organizaciones.
system-types-heading = Tipos de organizaciones
system-types-text = Una organización elige uno de estos tipos al registrarse. Las organizaciones de un tipo eliminado lo conservan.
system-types-back = Volver a los tipos
system-type-set = Añadir un tipo o cambiar una descripción
system-type-name = Nombre para las aplicaciones
system-type-name-hint = Hasta 40 letras y cifras sin espacios, por ejemplo groupHome. Con el nombre de un tipo existente se cambia su descripción.
system-type-name-wrong = Un nombre consta de hasta 40 letras sin acentos y cifras
system-type-description = Descripción para las personas
system-type-save = Guardar el tipo
system-type-saved = El tipo está guardado.
system-type-change = Cambiar la descripción de { $name }
system-type-remove-question = ¿Eliminar el tipo { $name }?
system-type-remove-text = Ninguna organización podrá elegirlo. Las organizaciones de este tipo lo conservan.
system-type-removed = El tipo está eliminado.
system-remove = Eliminar { $name }
system-remove-now = Eliminar
system-references-heading = Lista de organizaciones
system-references-text = Escuelas y otras organizaciones que existen. Se eligen en esta lista al registrarse, y los lectores eligen su escuela.
system-references-back = Volver a la lista
system-references-count = { $count ->
    [0] No hay organizaciones así
    [one] Una organización
   *[other] { $count } organizaciones
}
system-references-import = Importar un archivo de organizaciones
system-references-import-text = Las filas con un identificador nuevo se añaden, y la entrada que tiene el identificador de una fila se sustituye. No se elimina ninguna entrada. Verá lo que cambiaría antes de que se escriba nada.
system-references-import-hint = Un archivo CSV en UTF-8 con comas entre las columnas, de { $size } MB y { $rows } filas como máximo; envíe una lista más larga en varios archivos. La primera línea nombra las columnas: referenceOrgId, name, state y country, y si la lista las tiene, parentName, organizationType, address1, address2, city y postalCode. En organizationType, indique el nombre de un tipo para las aplicaciones, por ejemplo school.
system-references-import-kind = Tipo de las filas sin tipo
system-references-import-no-kind = Ninguno: cada fila nombra su tipo
system-references-import-unreadable = El archivo no se puede leer como una lista de organizaciones
system-references-import-new = { $count ->
    [one] Una organización nueva
   *[other] { $count } organizaciones nuevas
}
system-references-import-changed = { $count ->
    [one] Una organización se sustituye
   *[other] { $count } organizaciones se sustituyen
}
system-references-import-unchanged = { $count ->
    [one] Una organización ya está como en el archivo
   *[other] { $count } organizaciones ya están como en el archivo
}
system-references-import-confirm = { $count ->
    [one] Importar una organización
   *[other] Importar { $count } organizaciones
}
system-references-import-gone = Este archivo ya se ha importado, o se subió hace demasiado tiempo. Si falta algo en la lista, suba el archivo otra vez.
system-references-imported = El archivo se ha importado.
system-references-imported-some = El archivo se ha importado, salvo las filas con errores.
system-reference-new = Añadir una organización
system-reference-change = Cambiar una organización de la lista
system-reference-add = Añadir
system-reference-save = Guardar
system-reference-added = La organización está añadida.
system-reference-changed = La organización está guardada.
system-reference-remove-question = ¿Eliminar { $name } de la lista?
system-reference-remove-text = Nadie podrá elegirla. Una organización que se ha registrado permanece.
system-reference-removed = La organización está eliminada de la lista.
system-reference-id = Identificador
system-reference-id-hint = El identificador que usa quien publica la lista. No se puede cambiar después.
system-reference-id-wrong = El identificador es demasiado largo: introduzca 80 caracteres como máximo
system-reference-exists = Ya hay en la lista una organización con este identificador
system-reference-name = Nombre
system-reference-parent = Parte de
system-reference-type = Tipo
system-reference-address = Dirección postal
system-reference-location = Ubicación, si es otra
system-reference-line1 = Calle y número
system-reference-line2 = Dirección, segunda línea
system-reference-city = Ciudad
system-reference-city-hint = El nombre completo de la ciudad
system-reference-state = Estado o región
system-reference-state-hint = El código de ISO 3166-2, con o sin el país, por ejemplo ES-MD o MD
system-reference-state-wrong = Introduzca el código de ISO 3166-2 de un estado o región de este país
system-reference-location-state-wrong = Ubicación: introduzca el código de ISO 3166-2 de un estado o región de su país
system-reference-postal-code = Código postal
system-reference-same-country = El mismo

# Rastrear una copia.
system-trace-heading = Rastrear una copia
system-trace-text = Si una copia de un libro aparece donde no debería estar, súbala. Su huella oculta nombra la descarga para la que se hizo la copia. El archivo no se conserva.
system-trace-hint = { $count } MB como máximo. Para una copia más grande suele bastar un solo archivo con texto.
system-trace-now = Subir y rastrear
system-trace-unreadable = El archivo no se puede leer
system-trace-nothing = Este archivo no tiene ninguna huella de esta biblioteca.
system-trace-no-record = La huella es de esta biblioteca, pero el registro de la descarga { $name } ya no existe.
system-trace-found = La copia se hizo para esta descarga.
system-trace-download = Descarga
system-trace-item = Título o número
system-trace-requested = Solicitada
system-trace-caller = Solicitada por
system-trace-recipient = Hecha para
system-trace-guest = una persona invitada
system-trace-places = Lugares con la huella

# Ensayo de una restauración.
system-rehearsal-heading = Ensayar una restauración
system-rehearsal-text = Una copia de seguridad que nunca se ha restaurado no está probada. Un ensayo restaura la copia completa más reciente de la carpeta para copias de seguridad en una biblioteca de prueba. Compara todos los archivos y filas, construye el índice de búsqueda, abre hasta diez libros en tres formatos cada uno e inicia sesión con una persona de prueba. Después elimina la biblioteca de prueba. Su propia biblioteca no se modifica y se puede seguir usando.
system-rehearsal-needs = Qué necesita
system-rehearsal-needs-space = Espacio en la carpeta para copias de seguridad: el doble del tamaño de la base de datos. Los libros se vinculan y no ocupan espacio; en un sistema de archivos sin enlaces ocupan lo mismo que en la copia. Si falta espacio, el ensayo no comienza.
system-rehearsal-needs-time = Tiempo: se lee cada archivo. Tarda minutos, y horas en una biblioteca grande. Las demás tareas no esperan.
system-rehearsal-needs-database = Ningún otro permiso: la biblioteca de prueba es un archivo SQLite, aunque su biblioteca use PostgreSQL. No envía correos.
system-rehearsal-start = Iniciar un ensayo
system-rehearsal-started = Se ha aceptado el ensayo.
system-rehearsal-unfinished = Ya hay un ensayo en espera o en curso.
system-rehearsal-no-folder = Ningún proceso en marcha tiene una carpeta para copias de seguridad, así que aquí no se puede iniciar ningún ensayo. Ejecute «openshelf restore --rehearse» con una copia reciente.
system-rehearsal-latest = Último ensayo iniciado aquí
system-rehearsal-none = No hubo ninguno en los últimos días.
system-rehearsal-reload = Recargue esta página para ver el progreso y, más tarde, el resultado.
system-rehearsal-job = La tarea de este ensayo, para detenerlo o reintentarlo
system-rehearsal-taken = Fecha de la copia de seguridad
system-rehearsal-duration = Duración
system-rehearsal-files = Archivos comparados
system-rehearsal-files-size = { $count } ({ $size })
system-rehearsal-rows = Filas comparadas de la base de datos
system-rehearsal-titles = Títulos en el índice de búsqueda
system-rehearsal-books = Libros abiertos
system-rehearsal-books-copies = { $count } (ejemplares: { $copies })
system-rehearsal-reader = Una persona de prueba pudo iniciar sesión
system-rehearsal-report = Informe en la carpeta de datos
system-rehearsal-faults = Qué ha fallado
system-rehearsal-advice = Si hay archivos dañados en la copia de seguridad, elimínelos en su carpeta. Luego inicie una copia de seguridad, que vuelve a copiar los archivos que faltan, y ensáyela. Si se nombra un título, no se pudo hacer un libro de él: lea la página del título. En los demás casos, elimine la causa indicada e inicie otro ensayo.
