# No hay nada.
problem-not-found = No encontrado
problem-not-found-text = No hay nada en esta dirección.
problem-no-title = Este título no existe.
problem-no-periodical = Esta publicación periódica no existe.
problem-no-edition = Este número no existe.
problem-no-file = Este archivo no existe.
problem-no-list = Esta lista de lectura no existe.
problem-no-user = Esta persona no tiene cuenta aquí.
problem-no-format = El título no está disponible en este formato.
problem-link-expired = La dirección está dañada o ha caducado. Pida una nueva.

# No se entiende.
problem-method = No es posible
problem-method-text = Esta dirección no admite este método.
problem-not-understood = Solicitud no comprendida
problem-refused-text = La biblioteca no ha podido aceptar esta solicitud.
problem-address = La dirección no se puede leer. Un parámetro solo puede aparecer una vez.
problem-page = La dirección de esta página no se puede leer. Vuelva a la primera página.
problem-two-pages = after, before: solo se puede usar uno de los dos.
problem-value = { $field }: debe ser uno de estos valores: { $values }.
problem-field = { $field }: tiene un valor que no es posible.
problem-field-missing = { $field }: falta.
problem-field-date = { $field }: debe ser una fecha.
problem-format = format: este formato no existe.
problem-language = language: este idioma no existe.
problem-isbn = isbn: esto no es un ISBN.
problem-too-large = Demasiado grande
problem-too-large-text = La solicitud es demasiado grande.

# Ahora no.
problem-too-many-text = Han llegado demasiadas solicitudes desde aquí.
problem-too-many-failures = Han fallado demasiados inicios de sesión.
problem-too-many-downloads = Se están preparando demasiados libros suyos. Inténtelo de nuevo cuando uno esté listo.
problem-not-ready = Todavía no está listo
problem-not-ready-text = El libro todavía se está preparando. Inténtelo de nuevo dentro de un momento.
problem-failed = No se ha podido preparar el libro
problem-failed-text = Se ha producido un error al preparar esta copia. Inténtelo de nuevo.

# No para esta persona.
problem-closed = No disponible para usted
problem-not-allowed = No permitido
problem-not-allowed-text = Usted no puede hacer esto.
problem-sponsors = Solo los responsables de una organización pueden hacer esto.

# Las posiciones en un libro.
problem-newer-place = Hay una posición más reciente
problem-newer-place-text = La biblioteca conoce una posición a la que esta persona llegó más tarde.
place-not-kept = Esta posición no se puede guardar.
place-modified = modified debe ser una fecha y hora con su desfase.
place-device = device debe tener id y name.
place-progression = progression debe ser un número.
place-href = locator.href debe ser un texto.
place-total = locator.locations.totalProgression debe ser un número.
place-body = El contenido no se ha podido leer.
place-json = El contenido no es JSON.
place-limits = Un texto es demasiado largo, o un número no está entre 0 y 1.
