# Tables of members that a sponsor uploads.
import-heading = Importer des membres depuis un fichier
import-text = Envoyez une liste des membres de { $name }. Les personnes de la liste qui manquent ici sont ajoutées, les autres sont modifiées.
import-text-preview = Rien n’est écrit avant que vous ayez vu et confirmé ce qui va changer.
import-text-proof = Les handicaps et les justificatifs ne viennent jamais d’un fichier. Vous les indiquez vous-même pour chaque membre.
import-text-undo = Vous pouvez annuler une importation pendant 30 jours.
import-file = Fichier
import-file-hint = CSV, Excel (.xlsx) ou OneRoster (.zip), { $size } Mo et { $rows } lignes au plus. Il faut le prénom, le nom de famille, la date de naissance et le niveau scolaire.
import-send = Envoyer et vérifier
import-missing = Choisissez un fichier
import-too-large = Le fichier est trop grand : { $count } Mo au plus
import-unreadable = Le fichier ne peut pas être lu comme une liste de membres
import-back = Retour à votre école
import-preview-heading = Vérifier l’importation
import-changed-meanwhile = Les membres ont changé depuis que vous avez vu cette page. Vérifiez à nouveau ; rien n’a été écrit.
import-kind = Type de fichier
import-kind-csv = Tableau (CSV)
import-kind-xlsx = Excel
import-school = École du fichier
import-effects = Ce qui va se passer
import-count-new = { $count ->
    [one] Un nouveau membre
   *[other] { $count } nouveaux membres
}
import-count-changed = { $count ->
    [one] Un membre est modifié
   *[other] { $count } membres sont modifiés
}
import-count-unchanged = { $count ->
    [one] Un membre est déjà comme dans le fichier
   *[other] { $count } membres sont déjà comme dans le fichier
}
import-count-doubtful = { $count ->
    [one] Une personne est peut-être déjà membre
   *[other] { $count } personnes sont peut-être déjà membres
}
import-count-refused = { $count ->
    [one] Une ligne ne peut pas être importée et est laissée de côté
   *[other] { $count } lignes ne peuvent pas être importées et sont laissées de côté
}
import-count-missing = { $count ->
    [one] Un membre de l’école n’est pas dans le fichier
   *[other] { $count } membres de l’école ne sont pas dans le fichier
}
import-doubtful = { $count ->
    [one] Une personne est peut-être déjà membre
   *[other] { $count } personnes sont peut-être déjà membres
}
import-doubtful-skip = Les laisser de côté
import-doubtful-add = Les ajouter comme nouveaux membres
import-missing-members = Membres de { $name } qui ne sont pas dans le fichier
import-missing-keep = Les garder
import-missing-remove = Les retirer. Vous pouvez annuler pendant 30 jours.
import-confirm = { $count ->
    [0] Importer
    [one] Importer un membre
   *[other] Importer { $count } membres
}
import-no-effect = Il n’y a rien à importer.
import-discard = Abandonner ce fichier
import-discarded = Le fichier est abandonné. Rien n’a changé.
import-done = Les membres sont importés.
import-nothing = Il n’y avait rien à changer.
import-rows-new = Nouveaux membres
import-rows-changed = Membres modifiés
import-rows-refused = Lignes laissées de côté
import-rows-doubtful = Personnes qui sont peut-être déjà membres
import-rows-missing = Membres qui ne sont pas dans le fichier
import-alike = Peut-être : { $name }
import-line = ligne { $count }
import-unlisted = { $count ->
    [one] Une autre entrée n’est pas affichée ici.
   *[other] { $count } autres entrées ne sont pas affichées ici.
}
import-columns = Colonnes du fichier
import-column-unused = non utilisée
import-column-first-name = prénom
import-column-last-name = nom de famille
import-column-birth-date = date de naissance
import-column-grade = niveau scolaire
import-column-username = nom d’utilisateur
import-column-password = mot de passe
import-column-sourced-id = identifiant dans votre propre système
import-column-school = école
import-column-district = district
import-column-status = statut dans votre propre système
import-column-settings = réglages du membre
import-remarks = Remarques
import-other = Envoyer un autre fichier
import-held-heading = Fichiers qui vous attendent
import-held-text = Ces fichiers viennent du système de votre école et ont été retenus. Vérifiez ce qu’ils changeraient, puis importez-les ou rejetez-les. Après 30 jours, ils sont rejetés.
import-held-removals = Il aurait retiré { $count } membres sur { $members }.
import-held-refusals = { $count } lignes sur { $rows } ne peuvent pas être importées.
import-held-nothing-written = Rien n’a été modifié.
import-folder-heading = Fichiers du système de votre école
import-folder-name = Le système de votre école peut déposer des fichiers dans le dossier { $name } du serveur de la bibliothèque. Ils sont importés tous les quarts d’heure, sans que personne les confirme.
import-folder-removes = Les membres d’une école qui ne sont pas dans son fichier sont retirés.
import-folder-keeps = Les membres qui ne sont pas dans un fichier sont conservés.
import-folder-pause = Aucun fichier n’est importé du { $from } au { $until }.
import-folder-paused = Aucun fichier n’est importé en ce moment : pause du { $from } au { $until }.
import-folder-change = Changer ce que deviennent ces fichiers
import-folder-pause-heading = Pause
import-folder-pause-text = Pendant une pause, par exemple les vacances, les fichiers restent dans le dossier. Laissez les deux jours vides s’il n’y a pas de pause.
import-folder-from = Premier jour
import-folder-until = Dernier jour
import-folder-day-hint = Année, mois et jour, par exemple 2026-12-24
import-folder-day-wrong = Écrivez l’année, le mois et le jour, par exemple 2026-12-24
import-folder-day-missing = Une pause a besoin d’un premier et d’un dernier jour
import-folder-until-early = Le dernier jour ne doit pas précéder le premier
import-folder-missing = Membres qui ne sont pas dans un fichier de leur école
import-folder-save = Enregistrer
import-folder-changed = C’est enregistré.
import-folder-back = Retour aux importations
