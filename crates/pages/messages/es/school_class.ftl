# Un título para una clase: quién puede tenerlo.
class-link = Quién puede tenerlo
class-title = Para sus miembros: { $name }
class-counts-open = { $count ->
    [0] Ninguno de estos miembros puede tenerlo ahora.
    [one] Uno de estos miembros puede tenerlo ahora.
   *[other] { $count } de estos miembros pueden tenerlo ahora.
}
class-counts-closed = { $count ->
    [one] Uno no puede.
   *[other] { $count } no pueden.
}
class-counts-told = Por qué, con las palabras que lee un miembro, y qué lo cambiaría:
class-counts-reason = { $count ->
    [one] un miembro
   *[other] { $count } miembros
}
class-uncounted = Para ver cuántos de estos miembros pueden tenerlo, use los filtros hasta que encuentren como máximo { $count } miembros.
class-column = Puede tenerlo
class-open = Sí
class-closed = No.
class-assigned = Asignado
class-downloaded = Ya lo ha tenido
class-assign = { $count ->
    [one] Asignarlo al único miembro que puede tenerlo
   *[other] Asignarlo a los { $count } miembros que pueden tenerlo
}

# Una lista de lectura para una clase: cuántos pueden tener sus libros.
class-list-link = Dar esta lista a miembros
class-list-open = Ver la lista
class-list-give = { $count ->
    [one] Dar la lista al único miembro
   *[other] Dar la lista a los { $count } miembros
}
class-list-kept = Solo quienes pueden cambiar esta lista pueden darla a miembros. Usted puede asignar sus libros uno por uno.
class-list-caption = Cuántos de estos miembros pueden tener cada libro ahora
class-list-title = Libro
class-list-may = Pueden tenerlo
class-list-may-not = No pueden tenerlo
class-list-uncounted = Para ver cuántos de estos miembros pueden tener cada libro, use los filtros hasta que encuentren como máximo { $count } miembros.

# Lo que eliminaría un motivo, para un responsable.
class-change-formats = La biblioteca prepara los formatos; vuelva a mirar más tarde.
class-change-country = Decide la dirección de su organización. Si es incorrecta, el personal de la biblioteca puede corregirla.
class-change-locked = El personal de la biblioteca puede desbloquear la cuenta.
class-change-agreement = El contacto principal de su organización firma el acuerdo con la biblioteca.
class-change-subscription = El contacto principal de su organización pide una suscripción a la biblioteca.
class-change-suspended = El contacto principal de su organización pregunta el motivo a la biblioteca.
class-change-proof-submitted = La biblioteca la revisa. Si su escuela conoce la discapacidad, puede confirmarla.
class-change-proof = Si su escuela conoce la discapacidad, indíquela en la lista de miembros. Si no, el miembro acude a una autoridad.
class-change-adult = Usted decide si el miembro puede leer estos libros; el personal de la biblioteca puede activarlo.
class-change-plan = Si el miembro tiene un programa de educación individualizado, indíquelo.
class-change-assign = Asígneselo al miembro.
class-change-limit = Tiempo, o una suscripción con más libros.
class-change-library = El personal de la biblioteca puede ayudar.

# El pedido de copias.
class-order-heading = Pedir copias
class-order-text = Cada miembro recibe su propia copia, marcada con su nombre. No se la dé a nadie más.
class-order = Pedir las copias
class-orders = Copias que ha pedido
class-choose-members = Elija los miembros
class-choose-fewer = Elija como máximo { $count } miembros
class-choose-format = Elija un formato

# El estado de las copias pedidas.
copies-title = Copias para miembros: { $name }
copies-ordered = Se han pedido las copias.
copies-waiting = Las copias se están preparando. Esta página lo comprueba por sí misma.
copies-waiting-long = Las copias todavía se están preparando. Puede dejar esta página y volver en un plazo de dos días.
copies-progress = { $ready } de { $count }
copies-ready = { $count ->
    [0] Ninguna copia está lista.
    [one] Una copia está lista.
   *[other] { $count } copias están listas.
}
copies-keep = Las copias se guardan un día. Cada una está marcada con el nombre de su lector: no se la dé a nadie más.
copies-archive = { $count ->
    [one] Descargar la copia en un archivo zip
   *[other] Descargar las { $count } copias en un archivo zip
}
copies-missing = Sin copia
copies-single = Una por una
copies-one = Descargar
copies-unfinished = En preparación
copies-more = Pedir más copias
copies-failed = No se pudo preparar la copia.
copies-gone = La copia ya no se guarda.
copies-no-format = Este libro no está disponible en este formato.
copies-too-many = Se están preparando demasiadas otras copias para usted.
copies-change-again = Pídala de nuevo.
copies-change-later = Pídala cuando estén listas.
