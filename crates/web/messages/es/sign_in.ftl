# Inicio de sesión.
sign-in-heading = Iniciar sesión
sign-in-text = Inicie sesión con su cuenta de la biblioteca.
sign-in-unsaved = No ha iniciado sesión, por lo que no se guardó nada. Inicie sesión y hágalo de nuevo.
sign-in-kept = Su sesión había terminado, por lo que no se guardó nada. Lo que escribió se conserva en esta página durante una hora: inicie sesión con la misma cuenta y volverá a estar en su formulario. Si antes necesita otra página, por ejemplo para una contraseña nueva, ábrala en una ventana nueva.
sign-in-for-app = { $name } quiere usar esta biblioteca por usted. Inicie sesión con su cuenta de la biblioteca; la aplicación no ve su contraseña.
sign-in-name = Nombre de usuario o correo electrónico
sign-in-name-missing = Escriba su nombre de usuario o su correo electrónico
sign-in-password = Contraseña
sign-in-password-missing = Escriba su contraseña
sign-in-wrong = Este nombre y esta contraseña no coinciden. Revise los dos e inténtelo de nuevo
sign-in-wait = Demasiados intentos. Espere { $time } e inténtelo de nuevo
sign-in-forgot = ¿Ha olvidado su contraseña?
sign-in-code = Iniciar sesión con el código de una tarjeta
sign-in-join = ¿No tiene cuenta? Inscríbase
sign-in-cancel = Cancelar y volver a la aplicación
wait-seconds = { $count ->
    [one] { $count } segundo
   *[other] { $count } segundos
}
wait-minutes = { $count ->
    [one] { $count } minuto
   *[other] { $count } minutos
}

# Lo que una aplicación puede hacer.
consent-title = ¿Dar acceso a { $name }?
consent-heading = ¿Permitir que { $name } use la biblioteca por usted?
consent-person = Ha iniciado sesión como { $name }.
consent-list = Si lo permite, { $name } podrá:
consent-books = buscar y descargar libros y publicaciones periódicas para usted
consent-lists = ver y cambiar sus listas de lectura, marcadores y subrayados
consent-account = ver y cambiar su cuenta y sus preferencias de lectura
consent-after = No verá su contraseña. Después volverá a { $name }, y su sesión en esta página se cerrará.
consent-approve = Permitir
consent-deny = No permitir
consent-switch = Iniciar sesión con otra cuenta

# Cierre de sesión.
signed-out-heading = Ha cerrado la sesión
signed-out-text = Las aplicaciones y los dispositivos en los que ha iniciado sesión siguen conectados.
signed-out-again = Iniciar sesión de nuevo

# Lo que sale mal.
expired-heading = Esta página ya no es válida
expired-text = Ha estado abierta demasiado tiempo, ya se ha usado, o su navegador no guarda cookies. Abra la página de nuevo y vuelva a empezar. No se ha cambiado nada.
expired-home = Ir a la página de inicio
expired-text-app = Ha estado abierta demasiado tiempo, ya se ha usado, o su navegador no guarda cookies. Vuelva a su aplicación y empiece de nuevo desde allí. No se ha cambiado nada.
app-refused-heading = Esta aplicación no puede iniciar su sesión aquí
app-refused-text = La aplicación ha enviado algo que esta biblioteca no acepta. Usted no ha hecho nada mal; comuníquelo, por favor, a quien desarrolla la aplicación.
app-trouble-text = El problema es nuestro. Espere un poco y empiece de nuevo desde su aplicación.
app-developer = Para quien desarrolla la aplicación
