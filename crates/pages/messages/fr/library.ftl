# Le cadre de toutes les pages.
feed-title = Le catalogue pour les applications de lecture
skip-to-main = Aller au contenu principal
nav-label = Navigation principale
nav-home = Accueil
nav-search = Recherche
nav-periodicals = Périodiques
nav-shelf = Mes livres
nav-lists = Mes listes
nav-account = Mon compte
nav-sign-in = Se connecter
nav-sign-out = Se déconnecter
nav-display = Texte et couleurs
nav-apps = Applications de lecture
nav-docs = Pour les développeurs
signed-in-as = Vous utilisez le compte de { $name }.
by = De
pages-label = Autres pages
pages-first = Première page
pages-previous = Page précédente
pages-next = Page suivante
pages-last = Dernière page
what-next = Ce que vous pouvez faire

# Ce qui ne va pas.
not-found-heading = Cette page n’existe pas
not-found-text = L’adresse contient peut-être une faute de frappe, ou la page a été supprimée. Si vous avez suivi un lien vers un livre, ce livre a peut-être été retiré.
closed-heading = Vous n’avez pas accès à ce contenu
forbidden-text = Votre compte ne donne pas accès à cette page.
stale-heading = Ce formulaire n’est plus valable
stale-text = Il est resté ouvert trop longtemps, ou vous vous êtes connecté ou déconnecté entre-temps. Rien n’a été modifié. Revenez en arrière, rechargez la page et envoyez de nouveau le formulaire.
refused-heading = Cette opération n’a pas pu être effectuée
refused-text = La bibliothèque n’a pas pu accepter votre envoi. Rien n’a été modifié.
unreadable-text = Votre envoi est illisible ou trop long. Rien n’a été modifié.
wait-heading = Veuillez patienter un instant
wait-text = { $count ->
    [one] Vous pourrez réessayer dans { $count } seconde.
   *[other] Vous pourrez réessayer dans { $count } secondes.
}
unavailable-heading = La bibliothèque n’est pas disponible pour le moment
unavailable-text = Le problème vient de chez nous. Veuillez réessayer dans quelques minutes.
trouble-heading = Une erreur s’est produite
trouble-text = Le problème vient de chez nous et a été enregistré. Veuillez réessayer plus tard.

# La page d’accueil.
home-title = Accueil
home-heading = Bienvenue à { $name }
home-categories = Parcourir par catégorie
home-popular = Livres les plus demandés
popular-year = Les plus demandés depuis un an
popular-month = Les plus demandés depuis un mois
popular-category = Les plus demandés dans la catégorie { $name }
popular-nothing = Il n’y a pas encore de classement.

# Les livres de la personne.
shelf-reading = Reprendre la lecture
shelf-reading-nothing = Vous n’avez pas encore commencé de livre.
shelf-assigned = Attribués à moi
shelf-assigned-nothing = Aucun livre ne vous est attribué.
shelf-downloaded = Mes téléchargements
shelf-downloaded-nothing = Vous n’avez pas encore téléchargé de livre.
shelf-recommended = Recommandés pour moi
shelf-recommended-nothing = Il n’y a pas encore de recommandations. Elles apparaîtront lorsque vous aurez lu quelques livres.
shelf-new = Nouveautés de la bibliothèque
shelf-all = { $count ->
    [one] L’afficher
   *[other] Afficher les { $count }
}

# Texte et couleurs.
display-heading = Texte et couleurs
display-text = Choisissez l’aspect de toutes les pages de cette bibliothèque. Votre navigateur garde votre choix, et votre compte aussi si vous l’utilisez.
display-saved = Votre choix est enregistré.
display-save = Enregistrer
display-size = Taille du texte
display-size-100 = Comme dans mon navigateur
display-size-125 = Plus grand
display-size-150 = Grand
display-size-200 = Double
display-size-300 = Triple
display-spacing = Espacement
display-spacing-usual = Normal
display-spacing-wide = Large
display-spacing-widest = Très large
display-letters = Caractères
display-letters-usual = Normaux
display-letters-serif = Avec empattements
display-letters-mono = Tous de même largeur
display-letters-rounded = Arrondis
display-width = Longueur des lignes
display-width-usual = Normale
display-width-narrow = Courte
display-width-full = Toute la fenêtre
display-colors = Couleurs
display-colors-usual = Comme dans mon système
display-colors-light = Texte foncé sur page claire
display-colors-dark = Texte clair sur page foncée
display-colors-cream = Noir sur crème
display-colors-yellow = Jaune sur noir
display-colors-black = Noir sur blanc
