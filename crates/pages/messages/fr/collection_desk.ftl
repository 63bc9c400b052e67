# Le bureau des collections.
collection-words = Titre, auteur ou autrice, ISBN ou série
collection-words-hint = Les titres sont trouvés quel que soit leur état. Sans mots, les derniers modifiés viennent en premier.
collection-count = { $count ->
    [0] Aucun titre trouvé.
    [one] Un titre trouvé.
   *[other] { $count } titres trouvés.
}
collection-waiting = Ce qui attend
collection-need = Ce que le titre demande
collection-need-book = Un livre : il n’y a qu’une notice
collection-need-retry = Un nouvel essai : la dernière modification a échoué
collection-need-conversion-report = Une lecture du rapport de conversion
collection-need-problem-report = Une réponse à un problème signalé
collection-without-book = Titres sans livre
collection-without-book-count = { $count ->
    [0] Chaque titre a son livre.
    [one] Un titre n’est encore qu’une notice.
   *[other] { $count } titres ne sont encore que des notices.
}
collection-retry = Conversions et modifications échouées
collection-retry-count = { $count ->
    [0] Il n’y a aucun titre dont la dernière modification a échoué.
    [one] Un titre, dont la dernière modification a échoué.
   *[other] { $count } titres, dont la dernière modification a échoué.
}
collection-add = Ajouter des livres ou des notices
collection-runs = Ce qui a été ajouté jusqu’ici
collection-back = Retour au bureau des collections
collection-back-to-title = Retour à ce titre
collection-manage = Gérer ce titre

# Ce que l’on sait d’un titre.
collection-status = État
collection-number = Numéro
collection-site = Site
collection-kind = Type
collection-kind-text = Texte
collection-kind-music-score = Partition
collection-book = Livre
collection-has-book = La bibliothèque a le livre.
collection-record-only = Une notice seulement, sans livre
collection-created = Ajouté
collection-updated = Dernière modification
collection-published = Publié
collection-withdrawn = Retiré
collection-suppliers = Notices de fournisseurs
collection-replacement = Titre qui le remplace
collection-reader-view = Ce que voient les lecteurs
collection-source = Télécharger le fichier source
collection-pending = { $count ->
    [one] Une modification est en cours. Rechargez cette page pour voir le résultat.
   *[other] { $count } modifications sont en cours. Rechargez cette page pour voir le résultat.
}
collection-converting = Les formats sont en cours de fabrication, ce qui peut prendre quelques minutes. Rechargez cette page pour voir le résultat.
collection-failure = La dernière modification n’a pas pu être appliquée :
collection-problems-all = Tous les signalements de problèmes ouverts
collection-history = Historique
collection-more-events = { $count ->
    [one] Un événement antérieur n’est pas affiché.
   *[other] { $count } événements antérieurs ne sont pas affichés.
}
collection-action-submitted = Soumis
collection-action-metadata-update-requested = Modification de la description demandée
collection-action-metadata-updated = Description modifiée
collection-action-artifact-updated = Description d’un format modifiée
collection-action-artifact-created = Format créé
collection-action-status-changed = État modifié
collection-action-withdraw-requested = Retrait demandé
collection-action-withdrawn = Retiré
collection-action-published = Publié

# Les états, et le passage de l’un à l’autre.
collection-status-live = En ligne
collection-status-withdrawn = Retiré
collection-status-new = Nouveau
collection-status-being-edited = En cours d’édition
collection-status-proofread-valid = Relu, accepté
collection-status-proofread-rejected = Relu, refusé
collection-status-converted = Converti, prêt à publier
collection-status-reprocess = En cours de refabrication
collection-status-validated = Vérifié
collection-status-user-submitted = Soumis par une personne
collection-status-publisher-submitted = Soumis par un éditeur
collection-status-removed = Supprimé
collection-meaning-live = les lecteurs le trouvent et l’empruntent
collection-meaning-withdrawn = fermé aux lecteurs ; peut revenir
collection-meaning-reprocess = fermé aux lecteurs jusqu’à sa nouvelle publication
collection-meaning-removed = disparaît définitivement
collection-meaning-other = seul le personnel le voit
collection-move = Changer l’état
collection-move-choice = Nouvel état
collection-move-button = Changer l’état
collection-comment = Commentaire pour l’historique
collection-moved = Le changement d’état est accepté.
collection-status-missing = Choisissez le nouvel état
collection-status-changed = Cet état n’est plus possible : quelqu’un d’autre a modifié le titre. Choisissez à nouveau.
collection-status-report = Plus de 2 % des mots manquent : prenez d’abord acte du rapport de conversion.
collection-move-to = Nouvel état : { $name }
collection-move-now = Changer l’état en : { $name }
collection-effects = Voici ce que cela signifie pour les lecteurs :
collection-withdraw-closed = Plus personne ne peut télécharger le livre ni le lire dans le navigateur, même ceux à qui il a été attribué.
collection-withdraw-copies = Les copies déjà enregistrées restent aux lecteurs.
collection-withdraw-lists = Il reste sur les étagères et les listes de lecture. Sa page indique que le livre n’est pas disponible et mène au titre qui le remplace.
collection-withdraw-back = Vous pouvez le remettre en ligne à tout moment, avec tous ses formats.
collection-reprocess-closed = Personne ne peut télécharger le livre ni le lire dans le navigateur jusqu’à sa nouvelle publication.
collection-reprocess-copies = Ses formats sont produits à nouveau. Les copies enregistrées restent à leurs lecteurs.
collection-reprocess-lists = Il reste sur les étagères et les listes de lecture.
collection-use = Lectrices et lecteurs en ce moment
collection-use-none = Personne en ce moment.
collection-use-assigned = { $count ->
    [one] Attribué à une personne.
   *[other] Attribué à { $count } personnes.
}
collection-use-lists = { $count ->
    [one] Sur une liste de lecture.
   *[other] Sur { $count } listes de lecture.
}
collection-use-fetched = { $count ->
    [one] Une personne a récupéré une copie ces 30 derniers jours.
   *[other] { $count } personnes ont récupéré une copie ces 30 derniers jours.
}
collection-use-reading = { $count ->
    [one] Une personne a lu ces 30 derniers jours.
   *[other] { $count } personnes ont lu ces 30 derniers jours.
}
collection-use-preparing = { $count ->
    [one] Une copie est en préparation.
   *[other] { $count } copies sont en préparation.
}
collection-moves-pick = Choisir ce titre
collection-moves-heading = Changer l’état de plusieurs titres
collection-moves-scope = Quels titres
collection-moves-chosen = Les titres choisis
collection-moves-keep = Vous pouvez choisir { $count } titres au plus, sur plusieurs pages de cette recherche : les boutons qui gardent le choix mènent d’une page à l’autre. Les liens vers d’autres pages et une nouvelle recherche commencent un nouveau choix.
collection-moves-keep-first = Première page, en gardant le choix
collection-moves-keep-next = Page suivante, en gardant le choix
collection-moves-others = { $count ->
    [one] Un titre choisi est sur une autre page.
   *[other] { $count } titres choisis sont sur d’autres pages.
}
collection-moves-cut = On peut choisir au plus { $count } titres un à un ; les derniers sont laissés de côté. Pour en changer plus, affinez la recherche et prenez tous les titres qu’elle trouve.
collection-moves-clear = Ne rien choisir
collection-moves-change = Changer le choix
collection-moves-chosen-count = { $count ->
    [one] Le seul titre que vous avez choisi
   *[other] Les { $count } titres que vous avez choisis
}
collection-moves-all = { $count ->
    [one] Le seul titre trouvé
   *[other] Les { $count } titres trouvés
}
collection-moves-choose = Choisissez
collection-moves-none-chosen = Choisissez au moins un titre, ou tous les titres trouvés
collection-moves-hint = Vous voyez d’abord ce qui arriverait à combien de titres. Rien ne change avant votre confirmation.
collection-moves-preview = Montrer ce qui arriverait
collection-moves-moving = { $count ->
    [0] Aucun titre ne reçoit le nouvel état.
    [one] Un titre reçoit le nouvel état.
   *[other] { $count } titres reçoivent le nouvel état.
}
collection-moves-accepted = { $count ->
    [one] Un titre reçoit maintenant le nouvel état.
   *[other] { $count } titres reçoivent maintenant le nouvel état.
}
collection-moves-same = { $count ->
    [one] Un titre est déjà dans l’état « { $name } » et y reste.
   *[other] { $count } titres sont déjà dans l’état « { $name } » et y restent.
}
collection-moves-no-such-move = { $count ->
    [one] Un titre ne peut pas le recevoir : rien n’y mène depuis l’état « { $name } ».
   *[other] { $count } titres ne peuvent pas le recevoir : rien n’y mène depuis l’état « { $name } ».
}
collection-moves-report = { $count ->
    [one] Un titre ne peut pas le recevoir : plus de 2 % des mots manquent, et personne n’a pris acte du rapport de conversion.
   *[other] { $count } titres ne peuvent pas le recevoir : plus de 2 % de leurs mots manquent, et personne n’a pris acte des rapports de conversion.
}
collection-moves-gone = { $count ->
    [one] Un titre n’existe plus, ou n’est pas dans votre collection.
   *[other] { $count } titres n’existent plus, ou ne sont pas dans votre collection.
}
collection-moves-titles = Les titres qui le reçoivent
collection-moves-first = Les { $count } premiers titres qui le reçoivent
collection-moves-limit = C’est trop : au plus { $count } titres peuvent être changés ensemble. Affinez la recherche.
collection-moves-outdated = Quelque chose a changé entre-temps, donc rien n’a été fait. Voici ce qui arriverait maintenant :
collection-moves-effects = Ce que cela signifie pour les lecteurs de chaque titre
collection-moves-use = Pour tous ces titres ensemble :
collection-moves-converting = Les formats sont produits en arrière-plan, ce qui peut prendre plusieurs minutes par titre.
collection-moves-later = Les titres changent en quelques secondes. Ceux qui n’ont pas pu être modifiés figurent ici :
collection-remove-found = Plus personne ne trouve le titre ni sa page.
collection-remove-copies = Les copies déjà enregistrées restent aux lecteurs.
collection-remove-final = Cette action est définitive.
collection-replacement-hint = Son numéro, s’il existe. Les lecteurs y sont conduits.
collection-replacement-wrong = Indiquez le numéro d’un autre titre en ligne que les lecteurs du site trouvent

# Formats.
collection-no-formats = Le titre n’a pas de formats.
collection-version = Version
collection-format-available = Peut être téléchargé
collection-format-unavailable = Ne peut pas être créé
collection-format-pending = Pas encore publié
collection-format-heading = Description du format { $name }
collection-producers = Producteurs
collection-supplier = Fournisseur
collection-funding = Source de financement
collection-duration = Durée
collection-braille-type = Origine du braille
collection-braille-automated = Par un programme
collection-braille-transcribed = Par une personne
collection-score-layout = Disposition de la partition en braille
collection-layout-bar-over-bar = Mesure sur mesure
collection-layout-bar-by-bar = Mesure par mesure
collection-volumes = Nombre de volumes en braille
collection-external-code = Code dans un catalogue externe
collection-common-identifier = Identifiant dans le catalogue commun des partenaires

# Le formulaire des métadonnées d’un titre.
collection-metadata = Métadonnées
collection-metadata-hint = Seuls les champs que vous modifiez sont enregistrés. Ce que d’autres modifient entre-temps est conservé.
collection-save = Enregistrer les modifications
collection-saved = Les modifications sont acceptées.
collection-nothing-changed = Vous n’avez rien modifié.
collection-wrong = { $name } : cette valeur n’est pas correcte. { $rule }
collection-yes = Oui
collection-no = Non
collection-not-known = Non connu
collection-group-book = Le livre
collection-group-people = Autres personnes
collection-group-subjects = Sujets et lecteurs
collection-group-edition = Édition
collection-group-rights = Droits
collection-group-music = Musique
collection-title = Titre
collection-subtitle = Sous-titre
collection-synopsis = Résumé
collection-series-number = Numéro dans la série
collection-copyright-year = Année du droit d’auteur
collection-usage = Droit d’auteur
collection-usage-copyright = Protégé, pour les lecteurs qui y ont droit
collection-usage-public-domain = Domaine public, libre pour tous
collection-usage-creative-commons = Creative Commons, libre pour tous
collection-bisac = Catégories BISAC
collection-thema = Catégories Thema
collection-external-category = Code d’un autre système
collection-grades = Niveaux scolaires
collection-age-from = Lecteurs les plus jeunes, en années
collection-age-to = Lecteurs les plus âgés, en années
collection-lexile-code = Préfixe Lexile
collection-lexile-number = Mesure Lexile
collection-warnings = Avertissements sur le contenu
collection-warning-content-warning = Avertissement sans précision
collection-warning-sex = Sexualité
collection-warning-violence = Violence
collection-warning-drugs = Drogues
collection-warning-language = Langage grossier
collection-warning-intolerance = Intolérance
collection-warning-adult = Pour adultes
collection-warning-unrated = Non classé
collection-adult-content = Contenu pour adultes, fermé aux mineurs
collection-allow-recommend = Peut être recommandé
collection-series-subtitle = Sous-titre de la série
collection-edition = Mention d’édition
collection-copyright-holder = Titulaire des droits
collection-origin-country = Pays de première publication
collection-related-isbns = Autres ISBN
collection-product-identifier = Numéro de produit de la bibliothèque
collection-quality = Qualité de la numérisation
collection-quality-publisher = À partir des fichiers de l’éditeur
collection-quality-excellent = Excellente
collection-quality-good = Bonne
collection-quality-fair = Moyenne
collection-image-descriptions = Les images ont des descriptions
collection-worldwide = Peut être diffusé partout
collection-countries = Pays où il peut être diffusé
collection-states = Régions où il peut être diffusé
collection-marrakesh = Ouvert aux pays du traité de Marrakech
collection-marrakesh-proof = Aucun justificatif de handicap n’est nécessaire
collection-demo = Ouvert aux abonnements d’essai
collection-nimac = De la source nationale pour les élèves (NIMAC)
collection-score-type = Type de partition
collection-score-full-score = Partition complète
collection-score-open-score = Partition ouverte
collection-score-single-line = Une seule ligne
collection-chord-symbols = Les symboles d’accords sont imprimés
collection-instruments = Instruments
collection-vocal-parts = Parties vocales
collection-key = Tonalité
collection-movement-number = Numéro du mouvement
collection-movement-title = Titre du mouvement
collection-opus = Opus

# Les valeurs correctes.
collection-rule-line = Une ligne de 255 caractères au plus.
collection-rule-lines = Un par ligne.
collection-rule-choice = Choisissez une des valeurs.
collection-rule-title = Une ligne de 1 000 caractères au plus ; jamais vide.
collection-rule-subtitle = Une ligne de 1 000 caractères au plus.
collection-rule-synopsis = 20 000 caractères au plus.
collection-rule-notes = Pour les lecteurs ; 8 000 caractères au plus.
collection-rule-comment = 2 000 caractères au plus ; peut rester vide.
collection-rule-names = Un nom par ligne, par exemple Jane Austen ou Austen, Jane.
collection-rule-languages = Un code de trois lettres par ligne (ISO 639-2), par exemple eng ; au moins un.
collection-rule-isbn = Un ISBN de 10 ou 13 chiffres.
collection-rule-isbns = Un ISBN de 10 ou 13 chiffres par ligne.
collection-rule-year = Une année en quatre chiffres.
collection-rule-categories = Une par ligne. Les nouvelles sont créées.
collection-rule-bisac = Un code ou une rubrique par ligne, par exemple FIC047000.
collection-rule-thema = Un code par ligne, par exemple FFC.
collection-rule-grades = Un code par ligne (liste ONIX 77 ou BIC).
collection-rule-age-from = De 0 à 120, pas plus que les plus âgés.
collection-rule-age-to = De 0 à 120.
collection-rule-count = Un nombre entier.
collection-rule-country = Un code de deux lettres (ISO 3166-1), par exemple US.
collection-rule-countries = Un code de deux lettres par ligne (ISO 3166-1), par exemple US ; au moins un, sauf s’il peut être diffusé partout.
collection-rule-states = Un code par ligne (ISO 3166-2), par exemple US-CA. Vide pour des pays entiers.
collection-rule-product-identifier = 255 caractères au plus ; aucun autre titre du site ne l’a.
collection-rule-vocal-parts = Des lettres pour soprano, alto, ténor et basse : S, A, T, B.
collection-rule-duration = Une durée ISO 8601, par exemple PT2H30M.

# Exporter le catalogue.
export-heading = Exporter le catalogue
export-text = Téléchargez les titres de la collection de votre bibliothèque dans un fichier de notices : pour des partenaires et des moteurs de recherche, pour un tableur ou pour une autre bibliothèque.
export-format = Format
export-format-onix = ONIX for Books 3.1
export-format-marcxml = MARC 21 en XML
export-format-csv = Tableau (CSV)
export-since = Modifiés ce jour ou plus tard
export-supplier = Titres issus des notices de
export-every-supplier = Tous les fournisseurs
export-titles = Titres
export-published = Seulement les titres que les lecteurs trouvent, et ceux qui ont été retirés après avoir été trouvables
export-start = Lancer l’exportation
export-started = L’exportation est acceptée. Elle prend quelques secondes, ou quelques minutes pour un grand catalogue.
export-unfinished = Une exportation de votre bibliothèque attend ou est déjà en cours, donc aucune autre n’a été lancée.
export-latest = Exportations des 7 derniers jours
export-none = Il n’y a pas d’exportations.
export-reload = Rechargez cette page pour voir si une exportation est terminée.
export-download = Télécharger le fichier
