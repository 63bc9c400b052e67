# Acreditación de la discapacidad y suscripción.
proof-ask = Pedir una confirmación
proof-ask-again = Pedirla a otra persona
proof-text = Indique una persona que conozca su discapacidad por su profesión: un médico, un óptico, un profesor, un bibliotecario. La biblioteca le envía un correo con un enlace válido durante 60 días. Contiene su nombre y dice que usted pide acceso a libros accesibles.
proof-email = Correo electrónico de esta persona
proof-email-hint = No su propia dirección
proof-email-wrong = No es una dirección de correo electrónico
proof-email-own = Es su propia dirección. Otra persona debe confirmar su discapacidad.
proof-name = Nombre de esta persona
proof-message = Su mensaje a esta persona
proof-message-hint = Forma parte del correo. { $count } caracteres como máximo; puede dejarlo vacío.
proof-message-long = Es demasiado largo: { $count } caracteres como máximo
proof-send = Enviar la petición
proof-asked = La petición está en camino. No tiene que hacer nada más: cuando la persona haya confirmado su discapacidad, recibirá un correo.
proof-otherwise = Si es miembro de otra biblioteca para personas con discapacidad, el personal de la biblioteca puede aceptarlo como acreditación. Póngase en contacto con él.
subscription-text = Elija una suscripción. Empieza enseguida.
subscription-nothing = La biblioteca no ofrece aquí ninguna suscripción. Póngase en contacto con su personal.
subscription-type = Suscripción
subscription-type-missing = Elija una suscripción
subscription-endless = Sin fin
subscription-free = Gratuita
subscription-price = Precio: { $name }
subscription-code = Código promocional
subscription-code-hint = Si tiene uno
subscription-code-wrong = Este código promocional no es válido
subscription-take = Suscribirse
subscription-taken = Su suscripción ha empezado.
subscription-due = Por pagar: { $name }. El personal de la biblioteca le dirá cómo.
subscription-months = { $count ->
    [one] Un mes
   *[other] { $count } meses
}
