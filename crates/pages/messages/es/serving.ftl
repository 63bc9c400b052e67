# Atender a una persona por teléfono.
serve-link = Atender por teléfono
serve-link-hint = Un nuevo acceso para leer en voz alta, libros, formato y braille, un dispositivo y una nota, todo en una página.
serve-heading = Atender a { $name }
serve-acts = Lo que puede hacer
serve-back-to-members = Volver a los miembros
serve-manages-itself = Este miembro gestiona por sí mismo el acceso y los dispositivos.
serve-not-allowed = Las cuentas del personal no se cambian aquí.

serve-sign-in = Nuevo acceso
serve-sign-in-hint = La página siguiente muestra una sola vez una contraseña de palabras fáciles y cómo deletrearla. Se cierran todas las sesiones de esta persona, menos las de sus dispositivos, y tendrá que elegir otra contraseña la próxima vez que entre.
serve-sign-in-make = Crear una contraseña nueva
serve-sign-in-outdated = La contraseña se cambió después de abrir esta página. Ahora no se ha cambiado nada.
serve-bar-manages-itself = Este miembro tiene una cuenta propia en la biblioteca, o es responsable, y elige la contraseña por sí mismo.
serve-bar-staff = Es una cuenta del personal. Su contraseña no se cambia aquí.
serve-bar-no-name = Esta persona no tiene nombre de usuario ni dirección de correo electrónico con que entrar.
serve-new-sign-in = Nuevo acceso para { $name }
serve-new-sign-in-done = La contraseña nueva ya es válida.
serve-new-sign-in-change = La próxima vez que entre, esta persona tendrá que elegir otra contraseña.
serve-read-password = Leer la contraseña en voz alta
serve-read-name = Leer el nombre de acceso en voz alta
serve-read-name-hint = No importa si las letras son mayúsculas o minúsculas.
serve-read-hint = Todas las letras son minúsculas. Entre las partes hay guiones.
serve-device-done = El dispositivo ya puede entrar.

serve-books = Libros para el estante
serve-words = Título, autor o ISBN
serve-found-first = Se muestran los { $count } primeros. Escriba más palabras para encontrar los demás.
serve-closed = Cerrado para esta persona por ahora. Esta persona lee:
serve-on-shelf = Ya está en el estante
serve-assign = Poner { $name } en el estante
serve-order = Pedir una copia de { $name }
serve-email = Enviar un correo electrónico a esta persona cuando la copia esté lista
serve-shelf = Lo último que se puso en el estante
serve-shelf-empty = Todavía no se ha puesto nada en el estante.
serve-assigned = El libro está en el estante de esta persona.
serve-ordered = La copia se está preparando. Esta persona la encuentra en el estante, en «Mis descargas».
serve-ordered-ready = La copia está lista. Esta persona la encuentra en el estante, en «Mis descargas».
serve-ordered-email = La copia se está preparando. Esta persona recibe un correo electrónico cuando esté lista y la encuentra en el estante, en «Mis descargas».
serve-order-refused = La copia no se ha pedido. Esta persona lee: { $name }

serve-reading = Formato y braille
serve-reading-save = Guardar formato y braille
serve-preferences-saved = El formato y el braille están guardados.
serve-devices-own = Esta persona gestiona sus dispositivos por sí misma.
serve-devices-manage = Ver los dispositivos y los navegadores
serve-device-revoke-hint = La contraseña de un dispositivo revocado deja de funcionar de inmediato y no se puede recuperar. Los libros descargados permanecen en el dispositivo.

serve-notes = Notas sobre llamadas
serve-note = Nota sobre esta llamada
serve-note-hint = Hasta { $count } caracteres. Las notas se guardan dos años, y esta persona puede pedirlas.
serve-note-missing = Escriba algo sobre la llamada
serve-note-long = La nota es demasiado larga: { $count } caracteres como máximo
serve-note-save = Guardar la nota
serve-noted = La nota está guardada.

# El alfabeto para deletrear: una palabra por cada letra de la a a la z.
spelling-words = Antonio Burgos Carmen Dolores Enrique Francia Gerona Historia Inés José Kilo Lorenzo Madrid Navarra Oviedo París Queso Ramón Sábado Tarragona Ulises Valencia Washington Xilófono Yolanda Zaragoza
spelling-letter = { $letter } de { $name }
spelling-dot = punto
spelling-hyphen = guion
spelling-underscore = guion bajo
spelling-at = arroba
spelling-plus = signo más
spelling-apostrophe = apóstrofo

# En el registro.
audit-act-changePreferences = Preferencias cambiadas para la persona
audit-act-orderCopy = Copia pedida para la persona
audit-act-noteCall = Llamada anotada
audit-act-createDevice = Dispositivo creado para la persona
audit-act-revokeDevice = Dispositivo de la persona revocado
