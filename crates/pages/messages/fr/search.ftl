# La recherche.
search-heading = Trouver un livre
search-heading-words = Livres pour « { $name } »
search-words = Rechercher un livre
search-words-hint = Un titre, un auteur, un sujet ou un ISBN
search-button = Rechercher
search-more = Rechercher par format, langue et autres critères
search-filters = Autres critères de recherche
search-apply = Afficher ces livres
search-active = Vos filtres
search-remove = Retirer le filtre :
search-found = { $count ->
    [0] Aucun livre trouvé
    [one] Un livre trouvé
   *[other] { $count } livres trouvés
}
search-nothing = Aucun livre ne correspond. Vérifiez l’orthographe, ou essayez l’une de ces possibilités :
search-unknown = Ces valeurs ont été ignorées, car elles sont inconnues :
search-help-less = Sans le mot « { $name } »
search-help-only = Seulement le mot « { $name } »
search-help-format = Dans un autre format : { $name }
search-suggestion = Vouliez-vous dire « { $name } » ?
search-suggestion-alone = Vouliez-vous dire « { $name } » ? Rechercher sans filtre
search-similar = Aucun livre ne contient ces mots tels qu’ils sont écrits. Voici des livres avec des mots semblables.
search-ask = Le livre manque ?
search-ask-library = Demandez par courriel à la bibliothèque si elle peut se le procurer :
search-ask-staff = Demandez si la bibliothèque peut se le procurer : à l’équipe de la bibliothèque, ou à l’enseignant ou à la personne de contact de votre organisation.
search-my-formats = Disponible maintenant dans tous mes formats : { $name }
search-my-format = Dans mon format : { $name }
search-help-without = Rechercher sans ce filtre : { $name }
search-help-alone = Rechercher « { $name } » sans filtre
search-help-all = Afficher tous les livres
any = Indifférent
field-title = Mots du titre
field-author = Auteur ou autrice
field-narrator = Lu par
field-isbn = ISBN
field-age = Âge de la personne qui lit, en années
field-voice = Voix
field-added = Entré dans la bibliothèque
field-published-from = Publié à partir de l’année
field-published-to = Publié jusqu’à l’année
filter-published-from = Publié à partir de { $name }
filter-published-to = Publié jusqu’en { $name }
filter-added = Entré : { $name }
added-days = dans les { $count } derniers jours
search-feed = Cette recherche comme flux pour les applications de lecture
filter-words = Mots : { $name }
filter-title = Titre : { $name }
filter-author = Auteur ou autrice : { $name }
filter-narrator = Lu par : { $name }
filter-isbn = ISBN : { $name }
filter-series = Série : { $name }
filter-format = Format : { $name }
filter-language = Langue : { $name }
filter-category = Catégorie : { $name }
filter-age = Âge : { $name } ans
filter-voice = Voix : { $name }
filter-my-formats = Disponible maintenant dans tous mes formats
filter-my-format = Dans mon format

# By accessibility.
access-heading = Accessibilité
filter-access = { $label } : { $name }
