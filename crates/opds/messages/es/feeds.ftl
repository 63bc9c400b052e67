# Los accesos a la colección.
feed-all = Todos los títulos
feed-all-about = Todos los títulos que puede encontrar aquí.
feed-categories-about = Los títulos por tema.
feed-languages-about = Los títulos por idioma.
feed-formats-about = Los títulos por formato: texto, audio, braille.
feed-popular-about = Lo que leen los demás.
feed-periodicals-about = Periódicos y revistas.
feed-lists-about = Sus listas y las que otras personas comparten con usted.
feed-members = Mis miembros
feed-members-about = Copias para los miembros de su organización.
feed-back = Volver al inicio
feed-titles = { $count ->
    [one] { $count } título
   *[other] { $count } títulos
}

# Las listas de publicaciones.
feed-search = Búsqueda: { $name }
feed-similar = Parecidos a { $name }
feed-everything = Todos

# Las que están vacías.
feed-nothing-found = Ningún título coincide. Pruebe con menos palabras o con otra ortografía.
feed-no-titles = Todavía no hay títulos.
feed-no-periodicals = Todavía no hay publicaciones periódicas.
feed-no-lists = Todavía no tiene listas de lectura.
feed-no-members = La organización todavía no tiene miembros.
feed-nothing = Todavía no hay nada aquí.

# Las publicaciones.
feed-by-author = Libros de { $name }
feed-of-series = La serie { $name }
feed-stream = Leer sin descargar
feed-closed = Por qué este título no está disponible
feed-pages = { $count ->
    [one] { $count } página
   *[other] { $count } páginas
}

# La búsqueda. El nombre tiene 16 caracteres como máximo.
feed-search-name = Biblioteca
feed-search-about = Busca en los títulos de la biblioteca.
feed-search-shelf-about = Busca en su estante.
