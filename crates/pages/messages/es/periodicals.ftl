# Periódicos y revistas.
periodicals-words = Palabras del título de un periódico o una revista
periodicals-count = { $count ->
    [0] No se ha encontrado ninguna publicación
    [one] Una publicación
   *[other] { $count } publicaciones
}
periodical-editions = { $count ->
    [0] Ningún número en este momento
    [one] Un número
   *[other] { $count } números
}
periodical-latest = Último número:
periodical-editions-heading = Números
fact-issn = ISSN
edition-published = Publicado el { $name }.
edition-expires = En la biblioteca hasta el { $name }.
edition-closed = Por qué no puede obtener este número ahora
edition-formats = Obtener este número
edition-no-formats = Todavía no hay ningún formato listo de este número.
periodicals-all = Todos los periódicos y revistas
periodicals-followed = Periódicos y revistas que sigo
periodicals-followed-nothing = Todavía no sigue ningún periódico ni revista. Puede hacerlo con un botón de su página; entonces su último número aparecerá aquí.
periodical-follow = Seguir
periodical-unfollow = Dejar de seguir
periodical-followed = Sigue esta publicación. Su último número está en su estante.
periodical-unfollowed = Ya no sigue esta publicación.
