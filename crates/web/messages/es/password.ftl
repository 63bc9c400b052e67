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
choose-used = El enlace del correo ya se ha usado, o ha caducado. Pida otro correo: elija «¿Ha olvidado su contraseña?» al iniciar sesión.
choose-heading = Elija una contraseña nueva
choose-text = Para la cuenta { $name }.
choose-password = Contraseña nueva
choose-repeated = La misma contraseña otra vez
choose-differs = Escriba otra vez la misma contraseña
choose-set = Guardar la contraseña
choose-done-heading = Su contraseña se ha cambiado
choose-done-text = Inicie sesión con la contraseña nueva, aquí o en su aplicación. La sesión se ha cerrado en los navegadores y aplicaciones donde estaba iniciada.
choose-done-link = Iniciar sesión

undo-used = El cambio ya se ha deshecho, o tiene más de una semana.
undo-heading = Deshacer el cambio de su cuenta
undo-text = Se ha cambiado la dirección de correo o la contraseña de su cuenta. Deshágalo si no ha sido usted. La cuenta volverá a tener la dirección { $name } y la contraseña de antes.
undo-effect = Se cerrará la sesión en todos los navegadores, aplicaciones y dispositivos.
undo-send = Deshacer el cambio
undo-done-heading = El cambio se ha deshecho
undo-done-text = Su cuenta está como antes. Si otra persona conoce su contraseña, elija ahora una nueva.
undo-done-link = Elegir una contraseña nueva
