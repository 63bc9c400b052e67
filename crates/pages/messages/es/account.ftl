# La cuenta.
account-name = Nombre
account-sign-in-name = Nombre de usuario
account-organization = Organización
account-ways = Más sobre mi cuenta
account-work = Mi trabajo
account-school = Mi organización
account-school-hint = Los miembros, sus grados, sus escuelas y sus libros, para responsables.
account-history = Historial de descargas
account-history-hint = Lo que ha descargado, y cuánto tiempo se guarda cada copia.
account-preferences = Preferencias de lectura
account-preferences-hint = Formato preferido, braille e idioma de estas páginas.
account-display = Texto y colores
account-display-hint = Tamaño del texto, espaciado, letras y colores de estas páginas.
account-devices = Dispositivos y aplicaciones
account-devices-hint = Contraseñas para lectores electrónicos y aplicaciones de lectura.
account-sessions = Navegadores con sesión iniciada
account-sessions-hint = Dónde ha iniciado sesión, y cómo cerrarla en otros lugares.
account-password = Cambiar mi contraseña
account-password-hint = Necesita su contraseña actual.
account-intake = Añadir libros y registros
account-intake-hint = Subir libros y registros de proveedores, para el personal de colecciones.
account-collection = Mostrador de la colección
account-collection-hint = Buscar títulos en cualquier estado, editarlos y cambiar su estado, para el personal de colecciones.
account-problems = Problemas comunicados
account-problems-hint = Lo que han comunicado lectores sobre los libros, para el personal de colecciones.
account-conversion-reports = Informes de conversión
account-conversion-reports-hint = Lo que se ha reparado u omitido en los libros, para el personal de colecciones.
account-desk = Mostrador de membresías
account-desk-hint = Buscar personas y ver por qué un libro está cerrado para ellas, para el personal de membresías.
account-system = Sistema
account-system-hint = Ver si todo está bien, y gestionar las tareas en segundo plano, las aplicaciones, el personal y los sitios, para la administración.
account-data = Mis datos
account-data-hint = Todo lo que la biblioteca guarda sobre usted, en un solo archivo.

# El camino hacia los libros.
steps-heading = Qué necesita para tomar libros en préstamo
steps-complete = Todo está en orden. Puede tomar libros en préstamo.
steps-missing = Falta algo para que pueda tomar en préstamo todos los libros. Los libros que son libres para todo el mundo están a su disposición en cualquier caso.
steps-provisional = Puede tomar libros en préstamo hasta el { $name } mientras se revisa su acreditación.
step-state-done = Hecho
step-state-waiting = En revisión
step-state-missing = Falta
step-agreement = Acuerdo de socio
step-agreement-done = El acuerdo está firmado.
step-agreement-missing = El acuerdo se firma aquí. Solo lleva un minuto.
step-agreement-by-organization = Su organización firma el acuerdo con la biblioteca. Solo lleva un minuto. Consulte a su docente o a su persona de contacto.
step-agreement-for-organization = El acuerdo de su organización se firma aquí. Solo lleva un minuto.
step-proof = Acreditación de discapacidad
step-proof-done = La biblioteca tiene su acreditación.
step-proof-submitted = Su acreditación se ha enviado. El personal de la biblioteca la revisa, normalmente en unos días laborables; usted no tiene que hacer nada.
step-proof-provisional = Su acreditación se está revisando, normalmente en unos días laborables; usted no tiene que hacer nada. Mientras tanto puede tomar libros en préstamo hasta el { $name }.
step-proof-missing = La biblioteca necesita una confirmación de su discapacidad, por ejemplo de un médico, un profesor u otra biblioteca. La página siguiente dice quién puede confirmarla y se lo pide. Suele tardar unos días.
step-proof-by-organization = Su organización confirma su discapacidad. Solo lleva un minuto. Consulte a su docente o a su persona de contacto.
step-subscription = Suscripción
step-subscription-done = Su suscripción está activa.
step-subscription-missing = Todavía no tiene suscripción. Aquí puede elegir una. Solo lleva un minuto.
step-subscription-expired = Su suscripción ha caducado. Aquí puede elegir una nueva. Solo lleva un minuto.
step-subscription-by-organization = Su organización no tiene una suscripción activa. Su persona de contacto la pide al personal de la biblioteca, que la abre, normalmente en unos días laborables.
step-suspended = Descargas de su organización
step-suspended-text = La biblioteca ha suspendido las descargas de su organización. Su docente o su persona de contacto puede resolverlo con la biblioteca, normalmente en unos días laborables.
step-suspended-sponsor = La biblioteca no presta libros a su organización por ahora. Si acaba de inscribirse, el personal de la biblioteca la admite, normalmente en unos días laborables, y escribe a su persona de contacto. Si no es así, consulte al personal.

# Lo usado y lo que queda.
quota-heading = Libros de este periodo
quota-used = { $count ->
    [0] No ha usado ningún libro.
    [one] Ha usado un libro.
   *[other] Ha usado { $count } libros.
}
quota-left = { $count ->
    [0] No queda ningún libro.
    [one] Queda un libro.
   *[other] Quedan { $count } libros.
}
quota-unlimited = No hay límite.
quota-end = La suscripción termina el { $name }.

# El acuerdo.
agreement-heading = Firmar el acuerdo de socio
agreement-text = Con su firma acepta las condiciones de uso de la biblioteca: los libros son para su propia lectura y no entregará copias a otras personas.
agreement-name = Su nombre, tal como firma
agreement-guardian = Soy representante legal de esta persona y firmo por ella
agreement-guardian-missing = Por una persona menor de 18 años tiene que firmar su representante legal
agreement-sign = Firmar
agreement-signed = El acuerdo está firmado.

# Navegadores con sesión iniciada.
sessions-text = Aquí aparece cada navegador en el que ha iniciado sesión en estas páginas. Las aplicaciones de lectura están en «Dispositivos y aplicaciones». Si no reconoce alguno, cierre su sesión y cambie su contraseña.
session-this = Este navegador
session-other = Otro navegador { $count }
session-browser-on = { $name } en { $system }
session-browser = { $name } en un sistema que no indicó
session-system = Un navegador que no dio su nombre, en { $name }
session-unknown = Un navegador que no dio ni su nombre ni su sistema.
session-started = Inicio de sesión
session-used = Último uso
session-latest-end = Sesión iniciada como máximo hasta el
session-enrolled = Navegador registrado
session-enrolled-until = Sesión iniciada con el código de una tarjeta, como máximo hasta el { $name }
session-end = Cerrar la sesión
session-end-others = Cerrar la sesión en todos los demás
session-ended = La sesión se ha cerrado.

# La contraseña.
password-text = Una contraseña nueva cierra su sesión en todos los demás navegadores y aplicaciones. Los dispositivos conservan sus propias contraseñas.
password-of-others = Otra persona creó su contraseña actual. Elija una que solo usted conozca.
password-kept = Lo que escribió se conserva durante una hora. Elija aquí una contraseña nueva y volverá a estar en su formulario.
password-present = Contraseña actual
password-new = Contraseña nueva
password-repeated = La misma contraseña nueva otra vez
password-wrong = La contraseña actual no es correcta
password-differs = Escriba dos veces la misma contraseña nueva
password-saved = Su contraseña se ha cambiado. La sesión se ha cerrado en los demás navegadores y aplicaciones.

# El historial.
history-count = { $count ->
    [0] Todavía no ha descargado nada.
    [one] Una descarga.
   *[other] { $count } descargas, empezando por la más reciente.
}
history-gone = Ya no está en la biblioteca
history-format = Formato
history-requested = Solicitado
history-state = Copia
history-recipient = Para
history-pending = En preparación
history-failed = No se ha podido preparar
history-expired = Ya no se guarda. Pida el libro de nuevo para obtener otra copia.
history-ready = Lista
history-until = Lista hasta el { $name }

# Los datos.
data-text = Puede obtener todo lo que la biblioteca guarda sobre usted: su cuenta, acreditaciones y acuerdos, descargas, listas, marcadores, subrayados, posiciones en los libros y los documentos que ha enviado. El archivo es un zip con una página que explica sus partes.
data-wait = El archivo se prepara cuando pulsa el botón. Puede tardar un momento.
data-download = Descargar mis datos

# Preferencias.
preferences-saved = Sus preferencias se han guardado.
preferences-save = Guardar
preferences-reading = Libros
preferences-format = Formato preferido
preferences-format-none = Sin preferencia
preferences-formats = Otros formatos que leo
preferences-formats-hint = La búsqueda encuentra libros que puede descargar en todos estos formatos y en el preferido.
preferences-adult = Mostrar libros con contenido para adultos
preferences-recommendations = Mostrar recomendaciones
preferences-all = Mostrar también los libros a los que no tengo acceso
preferences-language = Idioma de estas páginas
preferences-language-browser = Como en mi navegador
preferences-braille = Braille
preferences-grade = Grado
preferences-code = Código para libros en inglés
preferences-code-ueb = Braille inglés unificado (UEB)
preferences-code-ebae = Braille inglés, edición estadounidense (EBAE)
preferences-lines = Para qué líneas
preferences-lines-refreshable = { $count ->
    [one] Línea braille, { $count } celda
   *[other] Línea braille, { $count } celdas
}
preferences-lines-embossable = { $count ->
    [one] En papel, { $count } celda
   *[other] En papel, { $count } celdas
}
preferences-example = Ejemplo en inglés:
preferences-display = Todas las páginas y los libros en el navegador se ven así:
