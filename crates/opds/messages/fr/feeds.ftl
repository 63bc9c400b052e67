# Les accès à la collection.
feed-all = Tous les titres
feed-all-about = Tous les titres que vous pouvez trouver ici.
feed-categories-about = Les titres classés par sujet.
feed-languages-about = Les titres classés par langue.
feed-formats-about = Les titres classés par format : texte, audio, braille.
feed-popular-about = Ce que lisent les autres.
feed-periodicals-about = Journaux et magazines.
feed-lists-about = Vos listes, et celles que d’autres partagent avec vous.
feed-members = Mes membres
feed-members-about = Des copies pour les membres de votre organisme.
feed-back = Retour au début
feed-titles = { $count ->
    [one] { $count } titre
   *[other] { $count } titres
}

# Les flux.
feed-search = Recherche : { $name }
feed-similar = Semblables à { $name }
feed-everything = Tout

# Les flux vides.
feed-nothing-found = Aucun titre ne correspond. Essayez avec moins de mots, ou une autre orthographe.
feed-no-titles = Il n’y a pas encore de titres.
feed-no-periodicals = Il n’y a pas encore de périodiques.
feed-no-lists = Vous n’avez pas encore de listes de lecture.
feed-no-members = L’organisme n’a pas encore de membres.
feed-nothing = Il n’y a encore rien ici.

# Les publications.
feed-by-author = Livres de { $name }
feed-of-series = La série { $name }
feed-stream = Lire sans télécharger
feed-closed = Pourquoi ce titre n’est pas accessible
feed-pages = { $count ->
    [one] { $count } page
   *[other] { $count } pages
}

# La recherche. Le nom a 16 caractères au plus.
feed-search-name = Bibliothèque
feed-search-about = Recherche dans les titres de la bibliothèque.
feed-search-shelf-about = Recherche parmi vos livres.
