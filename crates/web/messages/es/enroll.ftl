# Un navegador en el que se inicia sesión con el código de una tarjeta impresa.
enroll-heading = Iniciar sesión con un código
enroll-text = Su escuela le dio una tarjeta con un código. El código inicia sesión en este navegador o en un dispositivo, una sola vez.
enroll-code = Código
enroll-code-hint = Tres grupos de cuatro letras, por ejemplo bcdf-ghjk-mnpq. Las mayúsculas y los guiones no importan.
enroll-code-missing = Escriba el código de su tarjeta
enroll-wrong = Este código no funciona. Compruebe cada letra. Un código funciona una sola vez y durante dos semanas; pida otro a su escuela
enroll-check = Continuar
enroll-sign-in = Iniciar sesión con un nombre de usuario y una contraseña
enroll-confirm-heading = ¿Es usted { $name }?
enroll-confirm-text = En este navegador se iniciará la sesión de { $name }. Después, el código no se podrá usar más.
enroll-confirm-stay = La sesión queda iniciada aquí. No use el código en un navegador que también usen otras personas.
enroll-confirm = Sí, iniciar sesión en este navegador
enroll-again = No, escribir otro código

# Un dispositivo que recibe su propio inicio de sesión con el código.
enroll-device-choice = Para una aplicación o un lector
enroll-device-choice-text = Una aplicación de lectura o un lector electrónico recibe en cambio un nombre y una contraseña propios. Después, el código tampoco se podrá usar más.
enroll-device-confirm = Iniciar sesión en un dispositivo
enroll-device-name = Dispositivo con un código
enroll-device-heading = Escriba esto en la aplicación
enroll-device-text = El dispositivo inicia sesión con un nombre y una contraseña propios.
enroll-device-once = Solo se muestran ahora.
enroll-device-lost = Si se pierden, pida otro código a su escuela.
enroll-device-address = Dirección del catálogo
enroll-device-sign-in = Nombre de inicio de sesión
enroll-device-password = Contraseña
enroll-device-limit = Ya tiene demasiados dispositivos. Pida a su escuela que revoque uno
