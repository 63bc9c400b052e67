# La búsqueda.
search-heading = Buscar un libro
search-heading-words = Libros para «{ $name }»
search-words = Buscar un libro
search-words-hint = Un título, un autor, un tema o un ISBN
search-button = Buscar
search-more = Buscar por formato, idioma y más
search-filters = Más criterios de búsqueda
search-apply = Mostrar estos libros
search-active = Sus filtros
search-remove = Quitar el filtro:
search-found = { $count ->
    [0] No se ha encontrado ningún libro
    [one] Se ha encontrado un libro
   *[other] Se han encontrado { $count } libros
}
search-nothing = No hay coincidencias. Revise la ortografía o pruebe una de estas opciones:
search-unknown = Estos valores se han omitido porque no se conocen:
search-help-less = Sin la palabra «{ $name }»
search-help-only = Solo la palabra «{ $name }»
search-help-format = En otro formato: { $name }
search-suggestion = ¿Quiso decir «{ $name }»?
search-suggestion-alone = ¿Quiso decir «{ $name }»? Buscar sin filtros
search-similar = Ningún libro tiene estas palabras tal como están escritas. Se muestran libros con palabras parecidas.
search-ask = ¿Falta el libro?
search-ask-library = Pregunte por correo a la biblioteca si puede conseguirlo:
search-ask-staff = Pregunte si la biblioteca puede conseguirlo: a su personal, o al docente o la persona de contacto de su organización.
search-my-formats = Disponible ahora en todos mis formatos: { $name }
search-my-format = En mi formato: { $name }
search-help-without = Buscar sin este filtro: { $name }
search-help-alone = Buscar «{ $name }» sin filtros
search-help-all = Mostrar todos los libros
any = Cualquiera
field-title = Palabras del título
field-author = Autor o autora
field-narrator = Narrado por
field-isbn = ISBN
field-age = Edad de quien lee, en años
field-voice = Voz
field-added = Incorporado a la biblioteca
field-published-from = Publicado desde el año
field-published-to = Publicado hasta el año
filter-published-from = Publicado desde { $name }
filter-published-to = Publicado hasta { $name }
filter-added = Incorporado: { $name }
added-days = en los últimos { $count } días
search-feed = Esta búsqueda como canal para aplicaciones de lectura
filter-words = Palabras: { $name }
filter-title = Título: { $name }
filter-author = Autor o autora: { $name }
filter-narrator = Narrado por: { $name }
filter-isbn = ISBN: { $name }
filter-series = Serie: { $name }
filter-format = Formato: { $name }
filter-language = Idioma: { $name }
filter-category = Categoría: { $name }
filter-age = Para la edad de { $name }
filter-voice = Voz: { $name }
filter-my-formats = Disponible ahora en todos mis formatos
filter-my-format = En mi formato

# By accessibility.
access-heading = Accesibilidad
filter-access = { $label }: { $name }
