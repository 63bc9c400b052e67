# La recherche.
search-heading = Trouver un livre
search-heading-words = Livres pour « { $name } »
search-words = Mots d’un titre, nom d’une personne ou ISBN
search-button = Rechercher
search-more = Rechercher par format, langue et autres critères
search-filters = Autres critères de recherche
search-apply = Afficher ces livres
search-active = Vos filtres
search-remove = Retirer le filtre :
search-results = Résultats
search-found = { $count ->
    [0] Aucun livre trouvé
    [one] Un livre trouvé
   *[other] { $count } livres trouvés
}
search-nothing = Aucun livre ne correspond. Vérifiez l’orthographe, ou essayez l’une de ces possibilités :
search-unknown = Ces valeurs ont été ignorées, car elles sont inconnues :
search-help-fewer = Rechercher avec moins de mots
search-help-without = Rechercher sans ce filtre : { $name }
search-help-all = Afficher tous les livres
any = Indifférent
field-title = Mots du titre
field-author = Auteur ou autrice
field-narrator = Lu par
field-isbn = ISBN
field-age = Âge de la personne qui lit, en années
field-language = Langue
field-category = Catégorie
field-voice = Voix
field-format = Formats
field-sort = Ordre
order-relevance = Pertinence
order-title = Par titre
order-author = Par nom d’auteur
order-new = Derniers arrivés dans la bibliothèque
order-year = Publications les plus récentes
filter-words = Mots : { $name }
filter-title = Titre : { $name }
filter-author = Auteur ou autrice : { $name }
filter-narrator = Lu par : { $name }
filter-isbn = ISBN : { $name }
filter-format = Format : { $name }
filter-language = Langue : { $name }
filter-category = Catégorie : { $name }
filter-age = Âge : { $name } ans
filter-voice = Voix : { $name }
language-english = anglais
language-french = français
language-spanish = espagnol
language-german = allemand
