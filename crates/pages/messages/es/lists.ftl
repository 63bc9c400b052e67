# Listas de lectura.
lists-shared = Listas compartidas por lectores y lectoras
lists-words = Palabras del nombre o de la descripción de una lista
lists-count = { $count ->
    [0] Todavía no hay listas aquí.
    [one] Una lista
   *[other] { $count } listas
}
list-titles = { $count ->
    [0] Ningún libro
    [one] Un libro
   *[other] { $count } libros
}
list-by = De { $name }
list-assigned = Asignada a usted
list-subscribed = Usted sigue esta lista
list-access = Quién ve esta lista
list-access-private = Solo su titular y las personas a quienes está asignada
list-access-shared = Todas las personas usuarias de esta biblioteca
list-access-org = La organización de su titular
list-access-missing = Elija quién ve esta lista
list-name = Nombre de la lista
list-description = Descripción
list-new = Lista nueva
list-make = Crear esta lista
list-books = Libros de esta lista
list-empty = Todavía no hay libros en esta lista. Abra la página de un libro para añadirlo aquí.
list-order-added = Últimos añadidos
list-take-off = Quitar de la lista
list-change = Cambiar esta lista
list-save = Guardar
list-remove = Eliminar esta lista
list-remove-text = La lista «{ $name }» se eliminará para todas las personas que la ven. Sus libros siguen en la biblioteca.
list-keep = Conservar la lista
list-subscribe = Seguir esta lista
list-unsubscribe = Dejar de seguir esta lista
list-said-made = La lista está creada. Abra la página de un libro para añadirlo a la lista.
list-said-saved = La lista está guardada.
list-said-removed = La lista está eliminada.
list-said-followed = Usted sigue esta lista.
list-said-unfollowed = Ya no sigue esta lista.
list-said-added = El libro está en esta lista.
list-said-taken-off = El libro ya no está en esta lista.
title-lists = Añadir a una lista
title-list = Lista
title-list-add = Añadir este libro a la lista
title-no-list = Todavía no tiene ninguna lista.
title-list-make = Crear una lista
