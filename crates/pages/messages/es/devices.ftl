# Dispositivos.
devices-heading = Sus dispositivos
devices-heading-member = Dispositivos de { $name }
devices-text = Un dispositivo es una aplicación o un lector electrónico que inicia sesión por sí mismo, con su propio nombre y su propia contraseña. Si se pierde, revóquelo aquí; no hay que cambiar nada más.
devices-nothing = Todavía no hay dispositivos.
devices-revoked = El dispositivo se ha revocado.
devices-limit = Una cuenta tiene como máximo { $count } dispositivos; revoque uno que no se use
devices-of-members = Dispositivos de los miembros
devices-own = Sus propios dispositivos
devices-browsers = Navegadores con un código
devices-code-open = El código de una tarjeta se puede usar una vez, hasta el { $date }.
devices-code-used = El código de una tarjeta se usó el { $date }.
devices-code-expired = El código de una tarjeta no se usó y caducó el { $date }.
device-sign-in = Inicia sesión como
device-created = Creado
device-used = Último uso
device-used-by = { $date }, con { $name }
device-never-used = nunca
device-revoke = Revocar { $name }
device-add-heading = Añadir un dispositivo
device-add = Añadir el dispositivo
device-name = Nombre del dispositivo
device-name-hint = Para reconocerlo, por ejemplo: Kobo, mi teléfono
device-name-missing = Escriba un nombre para el dispositivo

# Un dispositivo nuevo.
device-ready = { $name } está listo
device-ready-text = Escriba estos datos en la aplicación.
device-ready-once = La contraseña solo se muestra ahora.
device-ready-lost = Si la pierde, revoque el dispositivo y añada otro.
device-sign-in-name = Nombre de inicio de sesión
device-password = Contraseña
device-ready-own = También sirve su nombre de usuario en lugar del nombre de inicio de sesión.
devices-back = Volver a los dispositivos
devices-catalog = Dirección del catálogo
devices-code = Código QR de la dirección { $name }
devices-places = Posiciones de lectura

# Revocar uno.
device-revoke-heading = ¿Revocar { $name }?
device-revoke-used = Inicia sesión como { $name }, se creó el { $created } y se usó por última vez el { $used }.
device-revoke-unused = Inicia sesión como { $name }, se creó el { $created } y no se ha usado nunca.
device-revoke-text = Su contraseña deja de funcionar de inmediato y no se puede recuperar. Los libros descargados permanecen en el dispositivo.
device-revoke-now = Revocar el dispositivo
device-revoke-not = Conservarlo
device-missing = Este dispositivo no existe. Puede que ya se haya revocado.

# Miembros de una organización.
members-heading = Miembros de { $name }
members-text = Elija un miembro para añadir, ver o revocar dispositivos. Los miembros con cuenta propia en la biblioteca gestionan ellos mismos sus dispositivos.
members-who = Nombre de usuario o número del miembro
members-show = Mostrar los dispositivos
members-count = { $count ->
    [one] { $count } miembro
   *[other] { $count } miembros
}
members-independent = (gestiona sus propios dispositivos)
member-missing = Su organización no tiene ningún miembro con ese nombre.
member-independent = Este miembro tiene cuenta propia en la biblioteca y gestiona sus dispositivos por su cuenta.
