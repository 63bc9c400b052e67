# Le cadre de toutes les pages.
feed-title = Le catalogue pour les applications de lecture
skip-to-main = Aller au contenu principal
nav-label = Navigation principale
nav-menu = Menu
nav-home = Accueil
nav-search = Recherche
nav-account = Mon compte
nav-sign-in = Se connecter
nav-sign-out = Se déconnecter
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

# La page d’accueil.
home-title = Accueil
home-heading = Bienvenue à { $name }
home-intro = Cette bibliothèque s’adresse aux personnes qui lisent mal les textes imprimés, par exemple en raison d’une cécité, d’une basse vision, d’une dyslexie ou d’un handicap moteur. Tout le monde peut y chercher. Les membres reçoivent les livres dans le format qu’ils lisent le mieux.
home-join = S’inscrire à la bibliothèque
home-share = Vous en avez lu { $count } pour cent.
home-begun = Vous l’avez commencé.
home-categories = Parcourir par catégorie

# Les livres de la personne.
because-readers = Lu par des personnes qui ont lu « { $name } »
because-series = Dans la même série que « { $name } »
because-contributor = Avec une personne qui a aussi contribué à « { $name } »
because-category = Sur le même sujet que « { $name } »
because-popular = Apprécié par d’autres lecteurs et lectrices
shelf-copy = { $name } : jusqu’au { $until }
shelf-copy-making = { $name } : en préparation
shelf-read = Dans le navigateur : jusqu’au { $name }
shelf-read-ended = Dans le navigateur : la copie n’est plus conservée
shelf-read-on = Reprendre la lecture
shelf-read-again = Ouvrir à nouveau
shelf-lists-nothing = Vous n’avez pas encore de liste de lecture.
shelf-all = { $count ->
    [one] L’afficher
   *[other] Afficher les { $count }
}

# Texte et couleurs.
display-heading = Texte et couleurs
display-text = Choisissez l’aspect de toutes les pages de cette bibliothèque. Si vous êtes connecté, votre choix suit votre compte dans tous les navigateurs. Sinon, seul ce navigateur le garde.
display-example = Le bac part à six heures du matin. Personne n’est pressé.
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
busy-sign-in = Se connecter et continuer
busy-again = Réessayer
