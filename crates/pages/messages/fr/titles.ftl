# Un livre dans une liste.
book-closed = Vous ne pouvez pas obtenir ce livre pour le moment. Sa page explique pourquoi.
book-had = Vous avez déjà eu ce livre.
book-formats = En { $count } formats
book-not-in-format = Pas dans votre format : { $name }

# Les formats.
format-daisy-hint = Pour les lecteurs DAISY et les applications de lecture : le texte avec titres, pages et notes, lu par une voix de synthèse ou sur un afficheur braille.
format-daisy-audio-hint = Pour les lecteurs DAISY et les applications de lecture : à écouter, avec titres et pages.
format-daisy-2-audio-hint = À écouter sur d’anciens lecteurs DAISY.
format-brf-hint = Pour les afficheurs et les embosseuses braille, avec le degré d’abrégé et la longueur de ligne indiqués dans vos préférences.
format-epub3-hint = Pour les applications de lecture sur téléphone, tablette et ordinateur : vous choisissez la taille du texte, les couleurs et la voix.
format-pdf-hint = Des pages en grands caractères, balisées pour les lecteurs d’écran.
format-docx-hint = Pour les logiciels de traitement de texte, avec titres et descriptions d’images.
format-pending = Ce format est encore en préparation.
format-slow = L’audio est produit pour vous au moment où vous le demandez. Cela prend quelques minutes.
voice-human = Une personne
voice-synthetic = Une voix de synthèse
narrated-by = Lu par { $name }
braille-automated = Transcrit par un programme
braille-transcribed = Transcrit par une personne
braille-contracted = Abrégé
braille-uncontracted = Intégral
file-size-kb = { $count } ko
file-size-tenths = { $whole },{ $tenth } Mo
file-size-mb = { $count } Mo
volumes = { $count ->
    [one] Un volume
   *[other] { $count } volumes
}
minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
hours-minutes = { $hours } h { $minutes } min

# La page d’un livre.
title-read = Lire dans le navigateur
title-closed = Pourquoi vous ne pouvez pas obtenir ce livre maintenant
title-provisional = Vous pouvez télécharger ce livre jusqu’au { $name }, le temps de vérifier votre justificatif de handicap.
title-notes = Bon à savoir
title-formats = Obtenir ce livre
title-formats-closed = Formats de ce livre
title-other-formats = Autres formats
title-no-formats = Aucun format de ce livre n’est encore prêt.
title-download = Télécharger au format { $name }
title-copy-ready = Votre copie est prête jusqu’au { $name }.
title-copy-making = Votre copie est en préparation.
title-copy-see = Voir où en est la copie au format { $name }
title-cover = Couverture
title-about = De quoi parle ce livre
title-about-more = En savoir plus
title-remarks = Remarques
title-facts = Détails
fact-series = Série
fact-publisher = Maison d’édition
fact-narrator = Lu par
fact-year = Année
fact-pages = Pages imprimées
fact-age = Âge
fact-isbn = ISBN
series-number = numéro { $name }
age-range = De { $from } à { $to } ans
age-from = { $count ->
    [one] À partir de { $count } an
   *[other] À partir de { $count } ans
}
age-to = { $count ->
    [one] Jusqu’à { $count } an
   *[other] Jusqu’à { $count } ans
}
role-author = Auteur ou autrice
role-co-writer = Avec
role-translator = Traduction
role-editor = Direction d’ouvrage
role-illustrator = Illustrations
role-epilogue-by = Épilogue
role-forward-by = Avant-propos
role-introduction-by = Introduction
role-composer = Musique
role-arranger = Arrangement
role-lyricist = Paroles
role-transcriber = Transcription
role-abridger = Version abrégée par
role-adapter = Adaptation

# Une copie.
download-title = Votre copie au format { $name }
download-ready = Votre copie est prête.
download-save = Enregistrer le fichier
download-waiting = Votre copie est en préparation. Cette page s’actualise toutes les quelques secondes ; vous pouvez la quitter et y revenir.
download-waiting-long = Votre copie est toujours en préparation. Les livres longs et l’audio demandent de nombreuses minutes. Vous pouvez quitter cette page et revenir ; la copie sera alors dans votre historique.
download-progress = Déjà fait :
download-look = Actualiser maintenant
waiting-stop = Ne plus vérifier automatiquement
waiting-resume = Vérifier automatiquement
download-failed = Votre copie n’a pas pu être produite. L’équipe de la bibliothèque peut voir ce qui s’est passé. Vous pouvez essayer encore une fois.
download-again = Réessayer
download-absent = Vous n’avez pas de copie pour le moment.
download-ask = Préparer ma copie
download-email = M’envoyer un message quand elle est prête, si cela prend plus d’une minute
download-email-noted = Vous recevrez un message quand la copie sera prête, si cela prend plus d’une minute.

# Ce qui aide quand un livre n’est pas accessible.
way-account = Voir ce qui manque
way-ask = Écrire à la bibliothèque : { $name }
way-ask-staff = Demandez au personnel de la bibliothèque, ou à l’enseignant ou à la personne de contact de votre organisation.
way-editions = Chercher une autre édition
way-edition = À propos de ce numéro
way-preferences = Modifier mes préférences
way-shelf = Mes livres
way-newer = Édition plus récente : { $name }

# Un parrain ou une marraine demande des livres pour les membres.
member-label = Pour quel membre de votre organisme voulez-vous ce livre ?
member-nobody = Personne n’est choisi
member-choose = Choisir

# Accessibility.
title-accessibility = Déclarations d’accessibilité
title-accessibility-full = La même chose en phrases complètes

# Problèmes avec un livre.
report-heading = Signaler un problème avec ce livre
report-text = Quelque chose ne va pas dans le texte, l’enregistrement, le braille ou le catalogue ? Dites-le à l’équipe de la bibliothèque. Vous ne recevrez pas de réponse, mais votre message sera lu.
report-kind = Ce qui ne va pas
report-words = Avec vos mots (facultatif)
report-words-hint = Par exemple : à quel endroit du livre, et ce que vous attendiez. { $count } caractères au plus.
report-send = Envoyer le signalement
report-kind-missing = Choisissez ce qui ne va pas
report-words-long = C’est trop long : { $count } caractères au plus
report-sent = Merci. L’équipe de la bibliothèque a reçu votre signalement.
report-back = Retour au livre
report-kind-text = Du texte manque, est illisible ou en désordre
report-kind-sound = L’enregistrement manque, est inaudible ou erroné
report-kind-images = Une image n’a pas de description, ou une description fausse
report-kind-structure = Des titres, pages, tableaux ou notes sont erronés
report-kind-braille = Le braille est erroné
report-kind-file = Le fichier ne peut pas être téléchargé ou ouvert
report-kind-catalog = Ce que le catalogue dit du livre est faux
report-kind-other = Autre chose
