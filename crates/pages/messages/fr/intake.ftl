# Livres et notices de fournisseurs que le personnel des collections envoie.
intake-heading = Ajouter des livres et des notices
intake-text = Envoyez des livres (EPUB, DAISY, DTBook, MusicXML), des fichiers ZIP qui en contiennent et des listes de titres (ONIX, MARC, CSV, Excel). Dès qu’un livre est traité, il est disponible dans tous les formats.
intake-text-again = Les livres et les notices que la bibliothèque possède déjà sont ignorés : vous pouvez donc renvoyer les mêmes fichiers.
intake-file = Fichiers
intake-file-hint = Jusqu’à { $count } fichiers, { $size } Go au plus en tout. Les collections plus grandes s’ajoutent sur le serveur avec une commande.
intake-rights = Droits
intake-rights-copyright = Protégé par le droit d’auteur : réservé aux personnes autorisées
intake-rights-publicDomain = Domaine public : libre pour tous
intake-rights-creativeCommons = Creative Commons : libre pour tous sous licence
intake-supplier = Fournisseur des notices
intake-supplier-hint = Les références des notices sont uniques pour chaque fournisseur. Pour les livres sans notice, il n’a pas d’importance.
intake-listed = Montrer comme indisponibles les titres qui ont une notice et pas encore de livre
intake-send = Envoyer et ajouter
intake-missing = Choisissez au moins un fichier
intake-too-many = Il y a trop de fichiers : { $count } au plus sont possibles
intake-too-large = Les fichiers sont trop volumineux : { $count } Go au plus en tout sont possibles
intake-runs-heading = Envois
intake-runs-text = Ce qui a été envoyé au cours des 90 derniers jours, et ce qui en a résulté.
intake-runs-count = { $count ->
    [0] Il n’y a pas encore d’envoi.
    [one] Un envoi
   *[other] { $count } envois, le plus récent d’abord
}
intake-run-name = Envoi { $number }
intake-nobody = un compte fermé
intake-state-waiting = L’envoi attend son tour.
intake-state-waiting-long = L’envoi attend toujours son tour. Vous pouvez quitter cette page ; tout continue sans vous.
intake-state-running = Les fichiers sont en cours d’ajout.
intake-state-running-long = Les fichiers sont toujours en cours d’ajout. Vous pouvez quitter cette page ; tout continue sans vous.
intake-state-stopping = L’envoi s’arrête dès que les éléments en cours sont terminés.
intake-state-stopping-long = L’envoi a encore des éléments en cours et s’arrête ensuite.
intake-state-done = L’envoi est terminé.
intake-state-stopped = L’envoi a été arrêté. Ce qui a été ajouté jusque-là reste.
intake-state-failed = L’envoi a échoué à cause d’une erreur de la bibliothèque. Ce qui a été ajouté jusque-là reste ; vous pouvez renvoyer les fichiers.
intake-step-unpacking = Décompression des fichiers ZIP : { $count } %.
intake-step-records = Lecture des notices : { $count } %.
intake-step-books = Lecture des livres : { $count } %.
intake-stop = Arrêter l’envoi
intake-stop-hint = Ce qui est déjà ajouté reste.
intake-result = Résultat
intake-count-books-added = { $count ->
    [one] Un livre ajouté.
   *[other] { $count } livres ajoutés.
}
intake-count-books-present = { $count ->
    [one] Un livre était déjà dans la bibliothèque.
   *[other] { $count } livres étaient déjà dans la bibliothèque.
}
intake-count-books-refused = { $count ->
    [one] Un fichier refusé.
   *[other] { $count } fichiers refusés.
}
intake-count-records-added = { $count ->
    [one] Un titre ajouté à partir d’une notice.
   *[other] { $count } titres ajoutés à partir de notices.
}
intake-count-records-updated = { $count ->
    [one] Un titre modifié à partir d’une notice.
   *[other] { $count } titres modifiés à partir de notices.
}
intake-count-records-withdrawn = { $count ->
    [one] Un titre retiré par une notice.
   *[other] { $count } titres retirés par des notices.
}
intake-count-records-unchanged = { $count ->
    [one] Une notice n’a pas changé.
   *[other] { $count } notices n’ont pas changé.
}
intake-count-records-refused = { $count ->
    [one] Une notice refusée.
   *[other] { $count } notices refusées.
}
intake-count-nothing = Rien pour l’instant.
intake-report = Télécharger le rapport (CSV)
intake-lines-heading = Fichiers et notices refusés, et valeurs ignorées
intake-column-file = Fichier
intake-column-record = Notice
intake-column-reference = Référence
intake-column-effect = Résultat
intake-column-reason = Raison
intake-effect-refused = Refusé
intake-effect-ignored = Ajouté sans une valeur
intake-unlisted = { $count ->
    [one] Une autre ligne figure dans le rapport.
   *[other] { $count } autres lignes figurent dans le rapport.
}
intake-repaired-heading = Livres réparés
intake-repaired-text = Quelque chose a été réparé ou omis dans ces livres. Le rapport dit quoi.
intake-findings = { $count ->
    [one] Une réparation ou omission
   *[other] { $count } réparations et omissions
}
intake-about = À propos de cet envoi
intake-files = Fichiers
intake-started = Envoyé le
intake-made-by = Envoyé par
intake-yes = oui
intake-no = non

# Numéros de périodiques.
editions-heading = Numéros de périodiques
editions-text = Choisissez un périodique pour voir tous ses numéros, même expirés ou retirés, pour les retirer ou les remettre en ligne, et pour en ajouter.
editions-manage = Gérer les numéros
editions-add = Ajouter des numéros
editions-file-text = Envoyez des livres EPUB ou DAISY, ou des archives ZIP qui en contiennent. Chacun devient un numéro, dans tous les formats des périodiques. Les numéros déjà présents sont ignorés.
editions-name = Nom du numéro
editions-name-hint = Pour un seul numéro. S’il est vide, le titre du fichier compte, sans celui du périodique.
editions-published = Date de parution
editions-published-hint = Pour un seul numéro, par exemple 2026-11-20. Si elle est vide, la date du fichier compte, ou celle d’aujourd’hui.
editions-published-wrong = Date de parution : saisissez un jour comme 2026-11-20
editions-expires = Dernier jour
editions-expires-hint = Le dernier jour où les numéros sont proposés, par exemple 2026-12-31. S’il est vide, ils restent.
editions-expires-wrong = Dernier jour : saisissez un jour comme 2026-12-31
editions-expires-early = Le dernier jour ne doit pas précéder la date de parution
editions-one-only = Un nom et une date de parution valent pour un seul numéro : laissez-les vides, ou choisissez un seul fichier
editions-periodical = Périodique
editions-count = { $count ->
    [0] Il n’y a pas encore de numéro.
    [one] Un numéro
   *[other] { $count } numéros, le plus récent d’abord
}
editions-state-current = Proposé aux lecteurs.
editions-state-until = Proposé aux lecteurs jusqu’au { $name }.
editions-state-expired = Expiré : il était proposé jusqu’au { $name }.
editions-state-withdrawn = Retiré le { $name }.
intake-count-editions-added = { $count ->
    [one] Un numéro ajouté.
   *[other] { $count } numéros ajoutés.
}
intake-count-editions-present = { $count ->
    [one] Un numéro était déjà présent.
   *[other] { $count } numéros étaient déjà présents.
}

# Un autre fichier pour le livre d’un titre.
replace-heading = Remplacer le livre
replace-heading-first = Envoyer le livre
replace-text = Le fichier est d’abord lu. S’il est illisible, ou si un autre titre l’a déjà, rien ne change.
replace-formats = Les formats sont produits à nouveau à partir du nouveau fichier, chacun à sa prochaine demande. Les formats qui ont leur propre fichier restent ; ceux que le nouveau fichier ne permet pas ne peuvent plus être produits.
replace-copies = Les copies déjà enregistrées restent aux lecteurs. Toute copie demandée désormais est celle du nouveau livre.
replace-positions = Les positions de lecture, les signets et les surlignages restent. Là où le texte a changé, ils peuvent mener à un autre endroit, ou nulle part.
replace-reports = Les rapports de conversion des formats sont supprimés ; le nouveau fichier et ses formats auront les leurs.
replace-description = La description du titre, ses droits, son numéro et sa place dans les listes restent.
replace-file = Fichier
replace-file-hint = Un seul fichier, { $size } Go au plus.
replace-one-only = Choisissez un seul fichier
intake-count-book-replaced = { $count ->
    [one] Le livre a été remplacé.
   *[other] { $count } livres ont été remplacés.
}
intake-count-book-same = { $count ->
    [one] Le titre a déjà ce fichier.
   *[other] Le titre a déjà ces { $count } fichiers.
}

# Notices de périodiques.
series-new = Créer un périodique
series-create = Créer le périodique
series-created = Le périodique est créé. Ajoutez maintenant ses premiers numéros.
series-edit = Modifier la notice du périodique
series-kind = Type
series-description = Description
collection-series-newspaper = Journal
collection-series-magazine = Magazine
collection-series-journal = Revue scientifique
series-rule-title = Une ligne de 255 caractères au plus ; jamais vide.
series-rule-issn = 8 chiffres, le dernier pouvant être X, par exemple 0378-5955.
series-rule-countries = Un code de deux lettres par ligne (ISO 3166-1), par exemple US. Vide signifie partout.

# Un numéro.
editions-manage-one = Gérer un numéro
editions-withdraw = Retirer ce numéro
editions-restore = Remettre ce numéro en ligne
editions-withdrawn = Le retrait du numéro est accepté.
editions-restored = La remise en ligne du numéro est acceptée.
editions-edit = Changer le nom et les dates
editions-rule-published = Un jour comme 2026-11-20, pas après le dernier jour ; jamais vide.
editions-rule-expires = Le dernier jour où les lecteurs trouvent le numéro, par exemple 2026-12-31, pas avant la date de parution. Vide s’il reste.
editions-act-late = Quelqu’un d’autre l’a fait entre-temps, donc rien n’a changé. Voici l’état actuel du numéro.
editions-withdraw-closed = Plus personne ne peut trouver ni télécharger le numéro, même ceux qui l’ont déjà récupéré.
editions-withdraw-followers = Les personnes qui suivent le périodique voient sur leur étagère le plus récent de ses autres numéros.
editions-withdraw-back = Vous pouvez le remettre en ligne à tout moment, avec tous ses formats.
editions-restore-open = Les lecteurs trouvent de nouveau le numéro et peuvent le télécharger dans tous ses formats.
editions-restore-followers = S’il est le plus récent, les personnes qui suivent le périodique le voient sur leur étagère.
editions-restore-expired = Les lecteurs ne trouvent pas de nouveau le numéro, car son dernier jour est passé. Il est alors expiré, et non plus retiré.
