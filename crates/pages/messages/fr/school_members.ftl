# La page d’accueil d’une école.
school-start-heading = Votre organisation : { $name }
school-start-members = { $count ->
    [0] Il n’y a pas encore de membres.
    [one] Un membre
   *[other] { $count } membres
}
school-start-quick-list = { $count ->
    [0] Personne n’est sur votre liste rapide.
    [one] L’un d’eux est sur votre liste rapide.
   *[other] { $count } d’entre eux sont sur votre liste rapide.
}
school-start-without-proof = { $count ->
    [0] La bibliothèque a une preuve du handicap de chacun d’eux.
    [one] Pour l’un d’eux, la preuve du handicap manque : seuls les livres libres pour tous sont ouverts à ce membre.
   *[other] Pour { $count } d’entre eux, la preuve du handicap manque : seuls les livres libres pour tous sont ouverts à ces membres.
}
school-start-ways = Ce que vous pouvez faire
school-start-list = Membres
school-start-list-hint = Trouver des membres, en choisir plusieurs et les modifier ensemble.
school-start-runs = Importations et retraits
school-start-runs-hint = Ce qui a été modifié pour beaucoup de membres à la fois, et comment l’annuler.
school-start-lists = Listes de lecture
school-start-lists-hint = Des listes de livres, pour vous et pour des membres.
school-start-devices = Appareils des membres
school-start-devices-hint = Mots de passe pour les liseuses et les applications de lecture des membres.
school-start-back = Votre organisation

# Les niveaux scolaires.
school-grade-preschool = Préscolaire
school-grade-kindergarten = Maternelle
school-grade-year = { $count ->
    [one] { $count }re année
   *[other] { $count }e année
}
school-grade-college = Université, année { $count }
school-grade-graduate = Études supérieures

# Le filtre de la liste des membres, en toutes lettres.
school-filter-school = école : { $name }
school-filter-school-unknown = une école
school-filter-district = district : { $name }
school-filter-district-unknown = un district
school-filter-quick-list = sur votre liste rapide
school-filter-words = du nom « { $name } »

# La liste des membres.
school-members-words = Nom ou identifiant
school-members-words-hint = Les premières lettres d’un nom suffisent. Une date de naissance comme 2014-09-03 ou l’identifiant du compte en entier permettent aussi de trouver un membre.
school-members-grade = Niveau
school-members-school = École
school-members-district = District
school-members-quick-list = Seulement les membres sur ma liste rapide
school-members-show-all = Afficher tous les membres
school-members-found = { $count ->
    [0] Aucun membre trouvé : { $filter }
    [one] Un membre trouvé : { $filter }
   *[other] { $count } membres trouvés : { $filter }
}
school-members-cut = Plus de { $count } membres ont de tels noms. Seuls les { $count } premiers sont affichés ; indiquez plus de mots pour trouver les autres.
school-members-caption = Membres, { $name }
school-sort-last-name = par nom de famille
school-sort-first-name = par prénom
school-sort-district = par district
school-sort-school = par école
school-sort-grade = par niveau
school-sort-birth-date = par date de naissance
school-column-choose = Choix
school-column-name = Nom
school-column-plan = Plan
school-column-format = Format
school-column-last-read = Dernière lecture
school-cell-none = sans indication
school-cell-never = jamais
school-plan-iep = IEP
school-plan-section504 = plan 504
school-member-without-sign-in = Ne peut pas se connecter
school-member-linked = A son propre compte à la bibliothèque
school-member-quick-list = Sur votre liste rapide

# Le choix des membres.
school-chosen-others = { $count ->
    [one] Un membre choisi est sur une autre page.
   *[other] { $count } membres choisis sont sur d’autres pages.
}
school-chosen-cut = On peut choisir au plus { $count } membres un à un ; les derniers sont laissés de côté. Pour en modifier plus, utilisez les filtres et tous les membres qu’ils trouvent.
school-chosen-clear = Ne choisir personne

# Le formulaire qui modifie plusieurs membres.
school-acts-heading = Modifier plusieurs membres
school-acts-scope = Pour qui
school-acts-chosen = Les membres choisis
school-acts-all = { $count ->
    [one] Le seul membre trouvé : { $filter }
   *[other] Les { $count } membres trouvés : { $filter }
}
school-acts-everybody = { $count ->
    [one] Le seul membre de l’organisation
   *[other] Les { $count } membres de l’organisation
}
school-acts-act = Que faire
school-acts-choose = Veuillez choisir
school-acts-values = Ce qu’il faut pour cela
school-acts-values-hint = Seule votre action demande une valeur ; les autres champs peuvent rester vides.
school-acts-grade = Nouveau niveau
school-acts-tag = Nouvelle école
school-acts-no-tag = Aucune école
school-acts-title = Numéro du livre
school-acts-title-hint = Le numéro, ou l’adresse entière de la page du livre
school-acts-list = Liste de lecture
school-acts-preview = Afficher ce qui change
school-acts-preview-hint = Rien n’est encore modifié : la page suivante dit ce qui changera, et demande confirmation.
school-act-grade = Fixer le niveau
school-act-tag = Fixer l’école
school-act-quick-list-add = Mettre sur ma liste rapide
school-act-quick-list-remove = Retirer de ma liste rapide
school-act-assign-title = Attribuer un livre
school-act-add-to-list = Mettre sur une liste de lecture
school-act-reset-sign-in = Réinitialiser la connexion
school-act-give-sign-in = Donner un nom d’utilisateur et un mot de passe
school-act-make-codes = Créer un code pour un navigateur ou un appareil
school-act-remove = Retirer de l’organisation

# Changements de plusieurs membres : ce qu’ils feraient, et ce qu’ils ont fait.
school-bulk-grade = Fixer le niveau : { $name }
school-bulk-tag = Fixer l’école : { $name }
school-bulk-no-tag = Retirer de l’école
school-bulk-title = Attribuer un livre : { $name }
school-bulk-list = Mettre sur une liste de lecture : { $name }
school-bulk-chosen = { $count ->
    [one] Pour un membre choisi
   *[other] Pour { $count } membres choisis
}
school-bulk-everybody = { $count ->
    [one] Pour le seul membre de l’organisation
   *[other] Pour les { $count } membres de l’organisation
}
school-bulk-all = { $count ->
    [one] Pour le seul membre trouvé : { $filter }
   *[other] Pour les { $count } membres trouvés : { $filter }
}
school-bulk-changing = { $count ->
    [0] Rien ne changerait.
    [one] Un membre change.
   *[other] { $count } membres changent.
}
school-bulk-changed = { $count ->
    [0] Rien n’a été changé.
    [one] Un membre a été changé.
   *[other] { $count } membres ont été changés.
}
school-bulk-same-grade = { $count ->
    [one] Un membre est déjà à ce niveau.
   *[other] { $count } membres sont déjà à ce niveau.
}
school-bulk-same-tag = { $count ->
    [one] Pour un membre, c’est déjà le cas.
   *[other] Pour { $count } membres, c’est déjà le cas.
}
school-bulk-same-quick-list = { $count ->
    [one] Un membre est déjà sur votre liste rapide.
   *[other] { $count } membres sont déjà sur votre liste rapide.
}
school-bulk-same-off-quick-list = { $count ->
    [one] Un membre n’est pas sur votre liste rapide.
   *[other] { $count } membres ne sont pas sur votre liste rapide.
}
school-bulk-same-title = { $count ->
    [one] Un membre a déjà le livre.
   *[other] { $count } membres ont déjà le livre.
}
school-bulk-same-list = { $count ->
    [one] Un membre est déjà sur la liste.
   *[other] { $count } membres sont déjà sur la liste.
}
school-bulk-same-sign-in = { $count ->
    [one] Un membre peut déjà se connecter.
   *[other] { $count } peuvent déjà se connecter.
}
school-bulk-independent = { $count ->
    [one] Un membre a son propre compte à la bibliothèque, ou est responsable, et choisit seul son mot de passe.
   *[other] { $count } membres ont leur propre compte à la bibliothèque, ou sont responsables, et choisissent seuls leur mot de passe.
}
school-bulk-nameless = { $count ->
    [one] Un membre n’a pas de nom d’utilisateur et ne peut pas se connecter.
   *[other] { $count } membres n’ont pas de nom d’utilisateur et ne peuvent pas se connecter.
}
school-bulk-title-elsewhere = { $count ->
    [one] Un membre appartient à une bibliothèque qui n’a pas le livre.
   *[other] { $count } membres appartiennent à une bibliothèque qui n’a pas le livre.
}
school-bulk-gone = { $count ->
    [one] Une personne choisie n’est plus membre de l’organisation.
   *[other] { $count } personnes choisies ne sont plus membres de l’organisation.
}
school-bulk-limit = Au plus { $count } membres peuvent recevoir un nouveau mot de passe à la fois. Choisissez-en moins.
school-bulk-code-limit = Au plus { $count } membres peuvent recevoir un code à la fois. Choisissez-en moins.
school-bulk-names = Les noms de ceux qui changent
school-bulk-first-names = Les { $count } premiers noms de ceux qui changent
school-bulk-undo = Vous pouvez annuler cela pendant 30 jours.
school-bulk-reset-warning = Ils sont déconnectés partout. Les nouveaux mots de passe sont remis une seule fois, sous la forme que vous choisissez ici ; chacun doit en choisir un autre à la première connexion.
school-bulk-give-warning = Ceux qui ne peuvent pas encore se connecter reçoivent un nom d’utilisateur, formé de leur nom, et un mot de passe. Les deux sont remis une seule fois, sous la forme que vous choisissez ici ; chacun doit choisir un autre mot de passe à la première connexion.
school-bulk-codes-warning = Chaque membre reçoit un code qui connecte un navigateur, une seule fois, dans les deux semaines. Le navigateur reste connecté. Les codes précédents de ces membres ne fonctionnent plus. Les codes sont remis une seule fois, sous la forme que vous choisissez ici.
school-bulk-remove-warning = Ils quittent l’organisation, ses listes de lecture et ce qui leur était attribué, et ne peuvent plus se connecter comme membres. Vous pouvez annuler cela pendant 30 jours.
school-bulk-outdated = Quelque chose a changé depuis l’affichage, donc rien n’a été fait. Veuillez vérifier de nouveau.
school-bulk-cancel = Revenir aux membres sans rien changer
school-bulk-repair = Changer plusieurs membres
school-bulk-choose-scope = Choisissez d’abord des membres dans la liste
school-bulk-choose-act = Choisissez ce qu’il faut faire
school-bulk-choose-grade = Choisissez le nouveau niveau
school-bulk-choose-tag = Choisissez la nouvelle école
school-bulk-choose-title = Indiquez le numéro d’un livre que vous trouvez dans la bibliothèque
school-bulk-choose-list = Choisissez une liste de lecture
school-bulk-make-list = Créer une liste
school-bulk-done = Fait :
school-cards-form = Forme des cartes
school-cards-form-hint = Les mots de passe ou les codes ne sont pas conservés : un fichier perdu ne peut pas être refait.
school-cards-print = Une page en gros caractères
school-cards-brf = Un fichier braille (BRF), une page par membre
school-cards-csv = Un tableau (CSV) pour un tableur
school-cards-no-braille = Le braille n’est pas disponible en ce moment. Voici les cartes à imprimer.
school-cards-heading = Cartes des membres
school-cards-passwords-text = Imprimez cette page et donnez sa carte à chaque membre. Le mot de passe doit être changé à la première connexion.
school-cards-codes-text = Imprimez cette page et donnez sa carte à chaque membre. Le code connecte un navigateur ou un appareil, une seule fois, dans les deux semaines.
school-cards-once = Les cartes ne sont montrées que maintenant.
school-card-name = Membre
school-card-address = Adresse
school-card-code = Code
school-card-spelled = Lettre par lettre
school-card-name-spelled = Nom de connexion, lettre par lettre
school-card-password-spelled = Mot de passe, lettre par lettre
school-bulk-runs = Importations et retraits
school-bulk-back = Aux membres

# One new member.
members-new = Ajouter un membre
members-new-text = Pour de nombreux membres, importez un fichier. Le nouveau membre ne peut pas encore se connecter : choisissez-le dans la liste et donnez-lui un nom d’utilisateur et un mot de passe, ou un code.
members-said-added = Le membre est ajouté.
members-no-addition = La bibliothèque ne permet pas actuellement à votre organisation d’ajouter des membres. Adressez-vous à son personnel.
members-change = Modifier le nom, la date de naissance ou le niveau
members-said-changed = Le membre est modifié.
members-form-back = Retour sans modification

# Handicaps indiqués par l’école.
school-acts-disability = Handicap
school-act-mark-disability = Indiquer un handicap que l’école a vérifié
school-act-unmark-disability = Retirer une telle indication
school-bulk-mark-disability = Indiquer un handicap : { $name }
school-bulk-unmark-disability = Retirer une indication : { $name }
school-bulk-same-disability = { $count ->
    [one] Un membre en a déjà un justificatif.
   *[other] { $count } en ont déjà un justificatif.
}
school-bulk-same-no-disability = { $count ->
    [one] Pour un membre, l’école n’a pas donné cette indication.
   *[other] Pour { $count }, l’école n’a pas donné cette indication.
}
school-bulk-proves-alone = { $count ->
    [one] Un membre a son propre compte à la bibliothèque et y justifie lui-même d’un handicap.
   *[other] { $count } ont leur propre compte à la bibliothèque et y justifient eux-mêmes d’un handicap.
}
school-bulk-mark-warning = L’école déclare avoir vérifié le handicap de chacun de ces membres. C’est un justificatif, qui ouvre les livres réservés aux personnes handicapées. La bibliothèque enregistre qui l’a indiqué pour qui. Vous pouvez annuler cela pendant 30 jours.
school-bulk-unmark-warning = Le justificatif de l’école est retiré ; ceux des autres restent. Sans justificatif, les livres réservés aux personnes handicapées sont fermés. Vous pouvez annuler cela pendant 30 jours.
school-bulk-choose-disability = Choisissez le handicap

# What the audit calls these acts.
audit-act-giveSignIn = Nom d’utilisateur et mot de passe attribués
audit-act-makeEnrollmentCode = Code pour un navigateur créé
audit-act-useEnrollmentCode = Navigateur connecté avec un code
audit-act-signOutBrowser = a déconnecté un navigateur d’un membre
audit-act-changeDisabilities = Handicap indiqué par l’école, ou indication retirée
