# La inscripción.
join-heading = Inscribirse en la biblioteca
join-text = La biblioteca es para personas que no pueden leer textos impresos corrientes a causa de una discapacidad, y para escuelas y otras organizaciones que las atienden.
join-reader-choice = Para usted o su hijo
join-reader-text = Se tarda unos minutos ahora, y hace falta algo de un profesional que le conozca:
join-step-email = Usted indica su nombre y su dirección de correo, y elige una contraseña con un enlace que recibe por correo. Lleva unos minutos.
join-step-agreement = Firma el acuerdo en la página de su cuenta. Lleva un minuto. Por los lectores menores de 18 años firma un tutor.
join-step-proof = Un médico, un docente, un bibliotecario u otro profesional confirma la discapacidad, por correo o con un documento. Suele tardar unos días.
join-step-proof-elsewhere = Indica su número de socio en una organización que conoce la discapacidad. El personal de la biblioteca lo comprueba, normalmente en unos días laborables.
join-step-certifiers = Esta biblioteca acepta confirmaciones de estas profesiones: { $name }.
join-step-provisional = { $count ->
    [one] Puede tomar libros en préstamo durante un día mientras se revisa su acreditación.
   *[other] Puede tomar libros en préstamo durante { $count } días mientras se revisa su acreditación.
}
join-step-subscription = Elige una suscripción, si la biblioteca tiene alguna. Lleva un minuto. La página de su cuenta dice siempre qué falta todavía.
join-reader-heading = Inscribirse como lector
join-organization-choice = Para una escuela u otra organización
join-organization-text = Su organización se ocupa ella misma de sus lectores: los añade, confirma su discapacidad y les da libros.
join-organization-step-find = Busca su organización en la lista, o la escribe. Lleva un minuto.
join-organization-step-form = Dice quién es usted y acepta las condiciones de uso por la organización. Lleva unos minutos.
join-organization-step-email = Abre el enlace del correo, que llega en unos minutos, y elige una contraseña.
join-organization-step-review = El personal de la biblioteca admite la organización, normalmente en unos días laborables.
join-organization-step-members = Añade a los miembros y obtiene libros para ellos.
join-organization-heading = Registrar una organización
join-sign-in = ¿Tiene una cuenta? Inicie sesión
join-back = Volver a la elección
join-closed-heading = Aquí no es posible inscribirse
join-closed-text = El personal de esta biblioteca crea las cuentas. Diríjase a él.
join-reader-form = Díganos quién va a leer. Todo es confidencial y solo se usa para atenderle.
join-organization-form = Háblenos de la organización y de quién la representa.
join-organization = La organización
join-contact = Usted, su contacto
join-first-name = Nombre
join-last-name = Apellido
join-born = Fecha de nacimiento
join-born-hint = Año, mes y día, por ejemplo 1984-03-27
join-born-wrong = Escriba una fecha de nacimiento con año, mes y día, por ejemplo 1984-03-27
join-country = País
join-email = Dirección de correo
join-email-hint = Enviamos allí un enlace. También es el nombre con el que iniciará sesión.
join-email-wrong = Escriba una dirección de correo, por ejemplo nombre@example.org
join-guardian = Tutor, para lectores menores de 18 años
join-guardian-first-name = Nombre del tutor
join-guardian-last-name = Apellido del tutor
join-guardian-hint = Deje ambos campos vacíos si el lector tiene 18 años o más.
join-guardian-missing = Para un lector menor de 18 años, escriba el nombre y el apellido del tutor
join-organization-name = Nombre de la organización
join-organization-type = Qué es
join-address = Calle y número
join-city = Ciudad
join-postal-code = Código postal
join-phone = Teléfono
join-contact-title = Su cargo
join-contact-title-hint = Por ejemplo: bibliotecario, docente de educación especial
join-agreement = Puedo representar a la organización y acepto por ella las condiciones de uso: los libros son solo para miembros con una discapacidad, y nadie pasa copias a otros.
join-agreement-missing = Acepte las condiciones de uso por la organización
join-choose = Elija
join-trap = Deje esto vacío
join-send = Enviarme el enlace
join-sent-heading = Consulte su correo
join-sent-text = Un correo con un enlace está en camino a la dirección que ha escrito. Abra el enlace en un plazo de tres días y elija allí su contraseña.
join-sent-help = ¿No llega nada en unos minutos? Mire en la carpeta de correo no deseado y compruebe la dirección; puede rellenar el formulario otra vez.

# El enlace del correo.
join-used = El enlace del correo ya se ha usado o tiene más de tres días. Si ha elegido su contraseña, inicie sesión; si no, rellene el formulario otra vez.
join-confirm-heading = Elija su contraseña
join-confirm-text = Para { $name }.
join-confirm-username = Iniciará sesión como { $name }.
join-confirm-send = Crear la cuenta
join-done-heading = Le damos la bienvenida
join-done-reader = Tiene una cuenta. Inicie sesión ahora: la página de su cuenta dice qué queda por hacer y quién lo hace.
join-done-organization = Su organización está registrada. Inicie sesión ahora para añadir a sus miembros y conseguir libros para ellos.
join-done-review = Su organización está registrada. El personal de la biblioteca la revisará, normalmente en unos días laborables; después podrá añadir miembros y conseguir libros para ellos. Ya puede iniciar sesión.
join-done-link = Iniciar sesión
join-exists-heading = La organización ya está registrada
join-exists-text = Otra persona la ha registrado con el mismo nombre y la misma dirección. Pregunte a sus colegas, o al personal de la biblioteca, quién es su contacto.

# La lista de organizaciones.
join-find-heading = Buscar su organización
join-find-text = No hace falta escribir las escuelas y otras organizaciones que la biblioteca conoce. Escriba el nombre, la ciudad o ambos.
join-find-city-hint = El nombre completo de la ciudad
join-find-search = Buscar
join-find-results = Organizaciones encontradas
join-find-count = { $count ->
    [0] No se ha encontrado nada. Pruebe con menos palabras, o solo con la ciudad.
    [one] Se ha encontrado una organización. Elíjala para continuar.
   *[other] Se han encontrado { $count } organizaciones. Elija la suya para continuar.
}
join-find-more = Se han encontrado más de { $count } organizaciones; estas son las primeras. Escriba más palabras, o la ciudad.
join-find-absent = No está en la lista
join-find-enter = Escribir la organización
join-find-busy = Muchas personas están buscando en este momento. Vuelva a intentarlo dentro de unos segundos.
join-find-again = Buscar otra organización
join-organization-chosen = El nombre y la dirección son de la lista. Corrija lo que no esté al día.
join-exists-chosen = { $name } ya está registrada en esta biblioteca.
join-exists-ask = Pregunte a sus colegas quién es su contacto: esa persona puede añadirle. Si nadie lo sabe, pregunte al personal de la biblioteca.
