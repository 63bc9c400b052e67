# El documento de autenticación.
sign-in-library = Biblioteca
sign-in-text = Inicie sesión con el nombre y la contraseña de un dispositivo, que usted crea en la página de sus dispositivos, o en la página de inicio de sesión de la biblioteca.
sign-in-name = Nombre del dispositivo o de usuario
sign-in-password = Contraseña del dispositivo
