# Reading in the browser.
read-title = Lire : { $name }
read-waiting-heading = Votre livre est en préparation
read-waiting = Cette page se recharge toutes les quelques secondes et ouvre le livre dès qu’il est prêt.
read-waiting-long = Votre livre est toujours en préparation. Vous pouvez quitter cette page et revenir ; le livre s’ouvre dès qu’il est prêt.
read-start = Lire depuis le début
read-resume = Reprendre à « { $name } »
read-resume-other = Vous lisiez ce livre en dernier au format { $name }. Vous pouvez reprendre à peu près au même endroit.
read-resume-browser = Vous lisiez ce livre en dernier dans un autre navigateur.
read-resume-app = Vous lisiez ce livre en dernier dans une application.
read-places = Autres endroits
read-place-here = Dans ce navigateur, { $name }
read-place-browser = Dans un autre navigateur, { $name }
read-place-app = Dans une application, { $name }
read-place-earlier = Auparavant, { $name }
read-about = À propos de ce livre
read-about-copy = À propos de cette copie
read-notice = Cette copie a été faite pour { $name } le { $date }. Elle est réservée à l’usage personnel de cette personne.
read-contents = Table des matières
read-find = Trouver un passage
read-search-words = Mots dans ce livre
read-search-title = Rechercher dans « { $name } »
read-found = { $count ->
    [0] Aucun passage trouvé
    [one] Un passage trouvé
   *[other] { $count } passages trouvés
}
read-more = Il y a d’autres passages. Ajoutez des mots pour en trouver moins.
read-go-page = Page de l’édition imprimée
read-go = Aller à la page
read-no-page = Ce livre n’a pas de page « { $name } ».
read-pages = { $count ->
    [one] La page
   *[other] Les { $count } pages
}
read-bookmarks = Signets
read-bookmark-number = Signet { $count } :
read-highlight-number = Surlignage { $count } :
read-no-bookmarks = Vous n’avez pas de signet dans ce livre.
read-remove-bookmark = Supprimer le signet
read-removed-bookmark = Le signet est supprimé.
read-highlights = Passages surlignés et notes
read-remove-highlight = Supprimer le surlignage
read-removed-highlight = Le surlignage est supprimé.
read-steps = Chapitres
read-steps-end = Chapitres, après le texte
read-previous = Chapitre précédent
read-next = Chapitre suivant
read-share = Ce chapitre commence à { $count } pour cent du livre.
read-marked = Le signet est posé.
read-bookmark-heading = Garder cet endroit
read-bookmark-text = Vos mots à ce sujet, si vous le souhaitez
read-bookmark-set = Poser un signet
read-description = Description de l’image
# The label of the note follows.
read-back = Retour au texte, note
read-undescribed = Image sans description
read-page = Page
read-picture = Image de la page
# For a table without a caption. A number may follow.
read-table = Tableau
read-player = Lecture à voix haute
read-play = Lire à voix haute
read-pause = Pause
read-sentence-back = Phrase précédente
read-sentence-forward = Phrase suivante
read-settings = Vitesse, voix, minuterie et touches
read-rate = Vitesse, de 0,5 à 3,5
read-sleep = Arrêter après
read-sleep-never = Ne pas arrêter
read-skip = Ne pas lire à voix haute
read-skip-notes = Notes
read-skip-pages = Numéros de page
read-skip-descriptions = Descriptions d’images
read-keys = Touches
read-key-play = Lire à voix haute ou mettre en pause
read-key-faster = Plus vite
read-key-slower = Plus lentement
read-highlight = Surligner la sélection
read-note = Note
read-select-first = Sélectionnez d’abord des mots du texte. Pendant la lecture à voix haute, c’est la phrase qui est surlignée.
read-highlighted = Le surlignage est enregistré.
read-playing = Lecture en cours.
read-paused = En pause.
read-ended = Le chapitre se termine ici.
read-asleep = La minuterie a arrêté la lecture.
read-voiceless = Votre navigateur n’a pas de voix, et ce chapitre n’a pas d’enregistrement.
read-voice = Voix
read-voice-recorded = Narration enregistrée
read-voice-library = La voix de la bibliothèque
read-voice-browser = La voix de ce navigateur
read-voice-offer = La bibliothèque peut lire ce livre à voix haute avec sa propre voix. L’enregistrement prend quelques minutes ; d’ici là, la voix de ce navigateur lit.
read-voice-make = Créer la voix de la bibliothèque
read-voice-making = La voix de la bibliothèque est en cours de création. Vous pouvez continuer à lire ; elle servira dès qu’elle sera prête.
read-voice-ready = La voix de la bibliothèque est prête.
read-voice-failed = La voix de la bibliothèque n’a pas pu être créée. Vous pouvez réessayer.
read-listen = Obtenir ce livre en version audio
read-failed = Cela n’a pas pu être enregistré.
read-offline = Il n’y a pas de connexion. C’est conservé et sera enregistré plus tard.
read-signed-out = Vous êtes déconnecté. C’est conservé et sera enregistré quand vous vous serez reconnecté.
read-highlight-page = Surligner un paragraphe
read-highlight-title = Surligner dans « { $name } »
read-back-to-chapter = Retour au chapitre
read-highlight-paragraph = Paragraphe
read-highlight-words = Mots
read-highlight-words-hint = Seulement ces mots, tels qu’ils sont écrits dans le paragraphe. Si ce champ est vide, tout le paragraphe est surligné.
read-highlight-missing = Le paragraphe ne contient pas ces mots.
read-highlight-save = Enregistrer le surlignage
