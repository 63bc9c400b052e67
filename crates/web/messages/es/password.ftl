# Contraseñas olvidadas.
forgot-heading = ¿Ha olvidado su contraseña?
forgot-text = Enviamos un correo con un enlace a la dirección de su cuenta. Con ese enlace puede elegir una contraseña nueva.
forgot-send = Enviar el correo
forgot-back = Volver al inicio de sesión
forgot-wait = Se han pedido demasiados correos. Espere { $time } e inténtelo de nuevo
forgot-sent-heading = Revise su correo
forgot-sent-text = Si existe una cuenta con este nombre o esta dirección, un correo con un enlace va de camino a su dirección electrónica. El enlace es válido durante una hora.
forgot-sent-help = ¿No ha llegado nada después de unos minutos? Mire en la carpeta de correo no deseado, o pregunte al personal de la biblioteca: puede que la cuenta no tenga dirección de correo, o que tenga otra distinta de la que usted cree.
forgot-by-staff-heading = Pida una contraseña nueva al personal
forgot-by-staff-text = Esta biblioteca no envía correos. Pida, por favor, una contraseña nueva a su personal.

# La contraseña nueva.
link-used-heading = Este enlace ya no es válido
choose-used = El enlace del correo ya se ha usado, o tiene más de una hora. Pida otro correo: elija «¿Ha olvidado su contraseña?» al iniciar sesión.
choose-heading = Elija una contraseña nueva
choose-text = Para la cuenta { $name }.
choose-password = Contraseña nueva
choose-repeated = La misma contraseña otra vez
choose-differs = Escriba otra vez la misma contraseña
choose-set = Guardar la contraseña
choose-done-heading = Su contraseña se ha cambiado
choose-done-text = Inicie sesión con la contraseña nueva, aquí o en su aplicación. La sesión se ha cerrado en los navegadores y aplicaciones donde estaba iniciada.
choose-done-link = Iniciar sesión
