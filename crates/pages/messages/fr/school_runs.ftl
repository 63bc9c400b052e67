# Importations, retraits et autres modifications de plusieurs membres, et leur annulation.
runs-heading = Importations et retraits
runs-intro = Modifications de plusieurs membres à la fois. Vous pouvez annuler chacune d’elles pendant 30 jours. Ce que quelqu’un a modifié depuis reste tel quel.
runs-count = { $count ->
    [0] Il n’y en a pas encore.
    [one] Une modification
   *[other] { $count } modifications, les plus récentes d’abord
}
runs-all = Toutes les importations et tous les retraits
runs-kind-import = Importation
runs-kind-removal = Retrait
runs-kind-grade = Changement de niveau
runs-kind-disability = Changement de handicaps indiqués
runs-kind-roster-tag = Changement d’école
runs-kind-school-year = Nouvelle année scolaire
runs-changes = Modifications
runs-count-added = { $count ->
    [one] Un membre ajouté.
   *[other] { $count } membres ajoutés.
}
runs-count-changed = { $count ->
    [one] Un membre modifié.
   *[other] { $count } membres modifiés.
}
runs-count-removed = { $count ->
    [one] Un membre retiré.
   *[other] { $count } membres retirés.
}
runs-made-by = Effectué par
runs-by-library = Le personnel de la bibliothèque
runs-file = Fichier
runs-days-left = { $count ->
    [one] Annulable pendant encore un jour.
   *[other] Annulable pendant encore { $count } jours.
}
runs-too-old = Plus de 30 jours se sont écoulés : l’annulation n’est plus possible.
runs-undone-by = Annulé par { $name } le { $date }.
runs-undo-heading = Annulation
runs-undo-effects = Si vous l’annulez maintenant :
runs-undo = Annuler maintenant
runs-preview-changed = { $count ->
    [one] Un membre retrouve ses données antérieures.
   *[other] { $count } membres retrouvent leurs données antérieures.
}
runs-preview-restored = { $count ->
    [one] Un membre retiré revient, avec ses listes et les livres qui lui étaient attribués.
   *[other] { $count } membres retirés reviennent, avec leurs listes et les livres qui leur étaient attribués.
}
runs-preview-removed = { $count ->
    [one] Un membre ajouté est de nouveau retiré.
   *[other] { $count } membres ajoutés sont de nouveau retirés.
}
runs-preview-kept = { $count ->
    [one] Pour un membre, quelque chose reste tel quel. La liste des personnes dit pourquoi.
   *[other] Pour { $count } membres, quelque chose reste tel quel. La liste des personnes dit pourquoi.
}
runs-preview-nothing = Rien ne change.
runs-said-undone = Tout est annulé.
runs-said-undone-in-part = C’est annulé. Ce qui reste tel quel, et pourquoi, est indiqué plus bas pour chaque personne.
runs-people = Personnes
runs-people-shown = Voici les { $shown } premières personnes sur { $total }.
runs-people-forgotten = Le détail des personnes n’est conservé que 30 jours.
runs-person-added = Membre ajouté
runs-person-removed = Membre retiré
runs-before = avant :
runs-yes = oui
runs-no = non
runs-no-value = aucune indication
runs-field-first-name = Prénom
runs-field-last-name = Nom de famille
runs-field-date-of-birth = Date de naissance
runs-field-grade = Niveau scolaire
runs-field-plans = Plan d’accompagnement
runs-field-safe-search = Les livres pour adultes sont masqués
runs-field-allow-search-downloads = Peut télécharger des livres qui ne lui sont pas attribués
runs-field-roster-tag = École
runs-field-username = Nom d’utilisateur
runs-field-sourced-id = Identifiant dans le système de l’école
runs-field-disabilities = Handicaps confirmés par l’école
runs-disability-visual = cécité ou malvoyance
runs-disability-learning = trouble de l’apprentissage
runs-disability-physical = handicap physique
runs-disability-nonspecific = un autre handicap
runs-kept-edited = Reste tel quel, car modifié depuis : { $fields }.
runs-kept-active = Reste membre, car cette personne a depuis lu, téléchargé ou noté quelque chose, ou a donné une adresse e-mail.
runs-kept-other-role = Reste membre, car cette personne est désormais plus qu’un membre.
runs-kept-left = N’est plus membre : rien à modifier.
runs-kept-member-again = Déjà de nouveau membre, ici ou ailleurs : rien à modifier.
runs-kept-closed = Le compte est fermé et ne peut pas revenir.
runs-kept-username-taken = Quelqu’un d’autre a désormais le nom d’utilisateur ou l’adresse e-mail : il en faut un autre à cette personne pour se connecter.
runs-kept-sourced-id-taken = Un autre membre a désormais l’identifiant du système de l’école : cette personne n’en a pas.
runs-removed-heading = Personnes retirées
runs-removed-intro = Les personnes retirées au cours des 30 derniers jours. Pour les faire revenir, annulez la modification qui les a retirées : elles retrouvent leurs listes, les livres qui leur étaient attribués et, s’il est encore libre, leur nom d’utilisateur.
runs-removed-count = { $count ->
    [0] Personne n’a été retiré.
    [one] Une personne
   *[other] { $count } personnes, les dernières retirées d’abord
}
runs-removed-on = Retrait le
runs-removed-open = La modification qui a retiré { $name }
