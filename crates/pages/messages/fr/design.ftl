# La page du bac à sable qui montre tous les éléments.
design-heading = Les éléments des pages
design-text = Tout ce dont les pages sont faites, tel qu’il apparaît avec vos réglages du texte et des couleurs. Seul le bac à sable a cette page.
design-notice = Un avis
design-form = Un formulaire avec une erreur
design-reset = Réinitialiser
design-link = Un lien
design-books = Une liste de livres
design-table = Un tableau, une liste sur un téléphone
design-links = Liens et cartes
design-waiting = Un travail en cours
design-title = Un titre
design-chapter = Un chapitre
