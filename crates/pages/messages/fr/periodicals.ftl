# Journaux et magazines.
periodicals-words = Mots du titre d’un journal ou d’un magazine
periodicals-count = { $count ->
    [0] Aucun périodique trouvé
    [one] Un périodique
   *[other] { $count } périodiques
}
periodical-editions = { $count ->
    [0] Aucun numéro pour le moment
    [one] Un numéro
   *[other] { $count } numéros
}
periodical-latest = Dernier numéro :
periodical-editions-heading = Numéros
fact-issn = ISSN
edition-published = Paru le { $name }.
edition-expires = Disponible dans la bibliothèque jusqu’au { $name }.
edition-closed = Pourquoi vous ne pouvez pas obtenir ce numéro maintenant
edition-formats = Obtenir ce numéro
edition-no-formats = Aucun format de ce numéro n’est encore prêt.
periodicals-all = Tous les journaux et magazines
periodicals-followed = Les journaux et magazines que je suis
periodicals-followed-nothing = Vous ne suivez encore aucun journal ni magazine. Un bouton sur sa page le permet ; son dernier numéro apparaît alors ici.
periodical-follow = Suivre
periodical-unfollow = Ne plus suivre
periodical-followed = Vous suivez ce périodique. Son dernier numéro est dans « Mes livres ».
periodical-unfollowed = Vous ne suivez plus ce périodique.
