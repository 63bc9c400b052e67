# Formularios.
errors-heading = Revise lo que ha escrito, por favor
errors-title = Error:
error-required = { $name }: este dato es necesario
error-text = { $name }: el texto es demasiado largo o tiene más de una línea
error-longest = { $name }: { $count } caracteres como máximo
field-optional = (opcional)
password-hint = De 8 a 32 caracteres, con al menos una letra y un número
password-rule = Elija una contraseña de 8 a 32 caracteres, con una letra y un número

# At the top of every page.
nav-display = Texto y colores
nav-contact = Preguntar a la biblioteca: { $name }
site-notice-heading = Aviso de la biblioteca
