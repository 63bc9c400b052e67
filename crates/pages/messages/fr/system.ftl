# Pages pour l’administration.
system-back = Retour au système
system-findings = Ce qui demande votre attention
system-well = Tout va bien.
system-manage = Gérer
system-facts = Cette installation
system-work = Travail en arrière-plan
system-version = Version de ce serveur
system-version-unknown = une version antérieure
system-backup = Dernière sauvegarde
system-backup-start = Lancer une sauvegarde
system-backup-hint = La bibliothèque reste utilisable. La page de la tâche montre la progression et permet d’arrêter la sauvegarde.
system-backup-started = La sauvegarde est acceptée.
system-backup-unfinished = Une sauvegarde attend ou est déjà en cours : voyez les tâches.
system-backup-no-folder = Aucun processus en marche n’a de dossier pour les sauvegardes, donc rien n’a été lancé.
system-rehearsal = Dernière répétition d’une restauration
system-never = jamais
system-index = Index de recherche
system-index-titles = { $count ->
    [one] un titre
   *[other] { $count } titres
}
system-disk = Disque du dossier des données
system-disk-space = { $free } Go libres sur { $total }
system-lanes = Tâches par file
system-waiting = En attente
system-running = En cours
system-failed = Échouées
system-oldest = La plus ancienne attend depuis
system-planned = aucune : toutes sont prévues pour plus tard
system-processes = Processus qui travaillent en arrière-plan
system-processes-none = Il n’y en a aucun.
system-process-running = version { $version }, dernier signe de vie le { $date }
system-process-silent = version { $version }, sans signe de vie depuis le { $date }
system-yes = oui
system-no = non

# Ce qui demande de l’attention, et ce qu’il faut faire.
system-finding-no-workers = Aucun processus ne travaille en arrière-plan : les copies, les courriels et les modifications de titres attendent. Démarrez « openshelf serve » avec des workers, ou « openshelf worker ».
system-finding-several-versions = Les processus ont des versions différentes du programme. Mettez à jour les machines en retard.
system-finding-lane-waits = Des tâches de la file « { $name } » attendent depuis le { $date }. Démarrez un processus qui sert cette file, ou donnez-lui plus de places.
system-finding-jobs-failed = { $count ->
    [one] Une tâche a échoué. Lisez pourquoi, et relancez-la une fois la cause supprimée.
   *[other] { $count } tâches ont échoué. Lisez pourquoi, et relancez-les une fois la cause supprimée.
}
system-finding-emails-failed = { $count ->
    [one] Un courriel n’a pas pu être envoyé. Lisez pourquoi, et relancez-le une fois la cause supprimée.
   *[other] { $count } courriels n’ont pas pu être envoyés. Lisez pourquoi, et relancez-les une fois la cause supprimée.
}
system-finding-later-jobs = { $count ->
    [one] Une tâche attend une version ultérieure du programme. Mettez à jour les machines qui exécutent des workers.
   *[other] { $count } tâches attendent une version ultérieure du programme. Mettez à jour les machines qui exécutent des workers.
}
system-finding-no-backup = Aucune sauvegarde de cette bibliothèque n’est connue. Lancez « openshelf backup » chaque jour.
system-finding-old-backup = La dernière sauvegarde date du { $date }. Cherchez pourquoi il n’y en a pas de plus récente.
system-finding-no-rehearsal = Aucune sauvegarde n’a jamais été restaurée à l’essai. Répétez une restauration, ici ou avec « openshelf restore --rehearse ».
system-finding-old-rehearsal = Une restauration a été répétée pour la dernière fois le { $date }. Répétez une restauration, ici ou avec « openshelf restore --rehearse ».
system-finding-index-filling = L’index de recherche se remplit pour la première fois : on ne trouve encore rien. Attendez quelques minutes.
system-finding-migrations = { $count ->
    [one] Il manque une migration à la base de données. Lancez « openshelf migrate ».
   *[other] Il manque { $count } migrations à la base de données. Lancez « openshelf migrate ».
}
system-finding-exposed-keys = Tout le monde peut utiliser les droits de { $name }, car les navigateurs montrent les clés qui ont des adresses de redirection. Donnez ces droits à une clé à part, sans adresse de redirection.
system-finding-no-speech = Les livres ne peuvent pas être lus à voix haute : l’audio n’est proposé que pour les livres enregistrés. Installez une synthèse vocale et ffmpeg si votre public en a besoin.
system-finding-no-braille = Le braille n’est pas proposé. Installez les tables de liblouis si votre public en a besoin.
system-finding-low-space = Le disque du dossier des données est presque plein. Faites de la place, ou limitez l’espace des livres convertis.
system-machine-root = Le serveur fonctionne en tant que root. Faites-le fonctionner avec un utilisateur à lui.
system-machine-openFolder = D’autres utilisateurs de cette machine ont accès au dossier des données. Fermez-leur cet accès.
system-machine-networkDisk = La base de données est un fichier sur un système de fichiers en réseau, où elle peut être endommagée. Déplacez-la sur un disque local, ou utilisez PostgreSQL.
system-machine-unconfined = Le noyau de cette machine n’isole pas les processus qui lisent les livres. Un noyau plus récent le fait.
system-machine-exposedData = Les processus qui lisent les livres peuvent lire des dossiers de données ou de configuration. Conservez ceux-ci ailleurs, par exemple dans /var/lib.
system-machine-noTls = L’adresse publique n’est pas protégée par TLS : les mots de passe peuvent être interceptés. Définissez une adresse https.
system-machine-noMail = Les courriels ne peuvent pas être envoyés : personne ne peut recevoir de lien pour un nouveau mot de passe. Configurez un serveur de messagerie.
system-jobs-failed = Tâches échouées
system-emails-failed = Courriels échoués
system-jobs-waiting = Tâches en attente

# Tâches en arrière-plan.
system-jobs-heading = Tâches en arrière-plan
system-jobs-text = Les tâches terminées en dernier viennent d’abord. Celles qui sont faites ou arrêtées sont supprimées après quelques jours ; celles qui ont échoué restent jusqu’à ce qu’on les relance.
system-jobs-back = Retour aux tâches
system-jobs-count = { $count ->
    [0] Il n’y a pas de telles tâches
    [one] Une tâche
   *[other] { $count } tâches
}
system-jobs-retry-kind = { $count ->
    [one] Relancer la tâche qui a échoué : { $name }
   *[other] Relancer les { $count } tâches qui ont échoué : { $name }
}
system-jobs-retry-question = { $count ->
    [one] Relancer une tâche qui a échoué ?
   *[other] Relancer { $count } tâches qui ont échoué ?
}
system-jobs-retry-text = Supprimez d’abord la cause. Chaque tâche retrouve tous ses essais. Parmi les tâches qui font la même chose, seule la plus récente est relancée.
system-jobs-retry-now = Relancer les tâches
system-jobs-retried = Les tâches qui ont échoué sont relancées.
system-jobs-retried-some = Des tâches qui ont échoué sont relancées. D’autres restent, car une autre tâche fait déjà la même chose ou parce qu’il y en avait trop à la fois. Dans ce cas, relancez le reste.
system-jobs-not-retried = Aucune tâche n’a été relancée, car aucune de celles-ci n’est plus en échec, ou d’autres font déjà la même chose.
system-job-name = { $name }, numéro { $number }
system-job-state = État
system-job-kind = Type
system-job-lane = File
system-job-attempts = Essais
system-job-attempts-of = { $count } sur { $total }
system-job-created = Ajoutée
system-job-next = Pas avant
system-job-finished = Terminée
system-job-error = Dernière erreur
system-job-progress = Avancement
system-job-progress-of = { $count } sur { $total }
system-job-waits-for-backup = Un autre processus écrit une sauvegarde dans le même dossier. Celle-ci commence quand l’autre est terminée.
system-job-person = Demandée par
system-job-title = Titre
system-job-retry = Relancer
system-job-retry-hint = La tâche retrouve tous ses essais.
system-job-cancel = Arrêter
system-job-cancel-hint = Une tâche en attente est arrêtée immédiatement, une tâche en cours à sa prochaine étape.
system-job-stopping = La tâche s’arrête à sa prochaine étape.
system-job-retried = La tâche est relancée.
system-job-not-retried = La tâche n’a pas été relancée, car elle attend, est en cours ou est faite.
system-job-replaced = La tâche n’a pas été relancée, car une autre fait déjà la même chose.
system-job-of-command = La tâche n’a pas été relancée, car une commande a fait ce travail. Lancez de nouveau la même commande.
system-job-stopped = La tâche est arrêtée, ou s’arrête à sa prochaine étape.
system-job-not-stopped = La tâche était déjà terminée.
system-job-promised = Cette tâche ne peut pas être arrêtée : elle supprime des données que la bibliothèque a promis de supprimer. Si elle échoue, relancez-la.
system-state-all = Tous
system-state-ready = En attente
system-state-running = En cours
system-state-done = Faite
system-state-dead = Échouée
system-state-cancelled = Arrêtée
system-lane-catalog = Catalogue
system-lane-text = Texte
system-lane-documents = Documents personnels
system-lane-speech = Synthèse vocale
system-lane-letters = Courriels
system-lane-housekeeping = Entretien
system-lane-scans = Passages sur l’ensemble
system-kind-all = Tous
system-kind-package = Copie d’un livre
system-kind-package-audio = Copie d’un livre avec synthèse vocale
system-kind-apply-title-update = Modification d’un titre
system-kind-convert-title = Conversion d’un titre
system-kind-apply-periodical-update = Modification d’un périodique
system-kind-convert-document = Conversion d’un document personnel
system-kind-remove-document = Suppression d’un document personnel
system-kind-remove-documents = Suppression des documents d’une personne
system-kind-erase-organization = Effacement d’une organisation
system-kind-rewrite-database = Réécriture du fichier SQLite après un effacement
system-kind-letter = Courriel
system-kind-expire-packages = Suppression des copies expirées
system-kind-purge = Suppression de ce qui n’est plus utile
system-kind-sweep = Suppression des fichiers qui n’appartiennent à rien
system-kind-trim-artifacts = Suppression des livres convertis qui prennent trop de place
system-kind-add-formats = Nouveaux formats pour les titres existants
system-kind-ingest = Chargement par une commande
system-kind-ingest-uploads = Chargement de livres et de notices envoyés
system-kind-take-rosters = Importation de listes de membres depuis des dossiers
system-kind-take-backup = Sauvegarde
system-kind-rehearse-restore = Répétition d’une restauration
system-kind-export-catalog = Exportation du catalogue
system-kind-count-readership = Décompte des titres populaires

# Courriels.
system-emails-heading = Courriels
system-emails-reasons = Pourquoi des courriels ne partent pas
system-emails-none = Aucun courriel n’a échoué.
system-emails-not-sent = { $count ->
    [one] Un courriel n’a pas pu être envoyé :
   *[other] { $count } courriels n’ont pas pu être envoyés :
}
system-emails-tried-again = { $count ->
    [one] Un nouvel essai est prévu pour un courriel :
   *[other] Un nouvel essai est prévu pour { $count } courriels :
}
system-emails-retry = Renvoyer tous les courriels qui ont échoué
system-emails-retry-hint = Supprimez d’abord la cause. Les courriels dépassés ne sont pas envoyés.
system-emails-retried = Les courriels qui ont échoué sont renvoyés.
system-emails-test = Courriel d’essai
system-emails-test-hint = Un courriel est envoyé à { $name }. La page suivante indique si le serveur de courrier l’a accepté.
system-emails-test-now = Envoyer un courriel d’essai
system-emails-test-sent = Le courriel d’essai est en route. Rechargez cette page pour voir si le serveur de courrier l’a accepté.
system-emails-no-address = Votre compte n’a pas d’adresse e-mail : aucun courriel d’essai ne peut vous être envoyé.

# Applications.
system-apps-heading = Applications et clés
system-apps-text = Les applications qui peuvent utiliser l’interface de la bibliothèque, chacune avec sa clé. Une clé désactivée est traitée comme inconnue en quelques secondes.
system-apps-back = Retour aux applications
system-app-new = Enregistrer une application
system-app-create = Enregistrer l’application
system-app-key = Clé
system-app-secret = Secret
system-app-state = État
system-app-enabled = activée
system-app-disabled = désactivée
system-app-site = Site
system-app-privileges = Droits
system-app-privileges-hint = La plupart des applications n’en ont pas besoin. Une clé qui a des droits a sa place sur un serveur : ne lui donnez pas d’adresse de redirection, car les navigateurs montrent les clés qui en ont une.
system-app-redirects = Adresses de redirection
system-app-redirects-hint = Une par ligne, exactement comme l’application les envoie. Laissez vide si personne ne se connecte avec l’application.
system-app-redirect-wrong = { $name } ne peut pas être enregistrée : une adresse est complète, sans fragment, ni caractère générique, ni nom d’utilisateur, et soit en http(s) avec un hôte, soit dans un schéma propre à l’application
system-app-redirects-many = Une application a au plus { $count } adresses de redirection
system-app-has-secret = A un secret
system-app-with-secret = Elle reçoit un secret, car elle fonctionne sur un serveur qui peut en garder un
system-app-exposed = Tout le monde peut utiliser les droits de cette clé, car les navigateurs montrent les clés qui ont des adresses de redirection.
system-app-name = Nom de l’application
system-app-name-hint = On le voit en se connectant avec l’application.
system-app-disable = Désactiver
system-app-enable = Activer
system-app-disabled-now = La clé est désactivée. Cela prend effet partout en quelques secondes.
system-app-enabled-now = La clé est de nouveau activée. Cela prend effet partout en quelques secondes.
system-app-ready = { $name } est enregistrée
system-app-ready-text = Saisissez ceci dans l’application.
system-app-ready-once = Le secret n’est montré que maintenant.
system-app-secret-replace = Remplacer le secret
system-app-secret-question = Remplacer le secret de { $name } ?
system-app-secret-text = Le secret actuel cesse immédiatement de fonctionner. L’application ne reçoit plus de jetons tant qu’elle n’a pas le nouveau.
system-app-secret-now = Remplacer le secret maintenant
system-app-secret-ready = Le nouveau secret
system-app-secret-kept = Rien n’a été remplacé, car le secret a changé entre-temps.
system-privilege-membership = Gérer les adhésions
system-privilege-signup = Inscrire des personnes
system-privilege-orgSignup = Inscrire des organisations
system-privilege-marketing = Enregistrer des campagnes
system-privilege-partnerDrive = Utiliser le disque du partenaire
system-privilege-competentAuthority = Confirmer des handicaps pour les autorités compétentes
system-privilege-sponsorAdmin = Gérer les responsables et les membres
system-privilege-passwordGrant = Se connecter avec nom et mot de passe

# Personnel.
system-staff-heading = Personnel
system-staff-text = Toutes les personnes qui travaillent pour la bibliothèque, sur tous les sites, avec leurs rôles.
system-staff-back = Retour au personnel
system-staff-change = Modifier les rôles de { $name }
system-staff-find = Attribuer un rôle à une autre personne
system-staff-person = Adresse e-mail ou nom d’utilisateur
system-staff-person-hint = La personne doit avoir un compte.
system-staff-find-now = Chercher la personne
system-staff-unknown = Aucun compte n’a cette adresse e-mail ou ce nom d’utilisateur. Vérifiez l’orthographe.
system-staff-account = Compte
system-staff-last-sign-in = Dernière connexion
system-staff-no-sign-in = inconnue
system-staff-roles = Rôles de { $name }
system-staff-own = Ce sont vos propres rôles. Un autre administrateur peut vous les retirer.
system-staff-desk = Tout sur cette personne
system-staff-give = Attribuer le rôle « { $name } »
system-staff-take = Retirer le rôle « { $name } »
system-staff-give-question = Attribuer à { $name } le rôle « { $role } » ?
system-staff-give-now = Attribuer le rôle
system-staff-take-question = Retirer à { $name } le rôle « { $role } » ?
system-staff-take-now = Retirer le rôle
system-staff-take-text = Cela prend effet immédiatement. Une personne qui ne fait plus partie du personnel est déconnectée de tous les navigateurs et de toutes les applications, et les dossiers qu’elle a pris sont de nouveau libres. Les autres rôles restent. Une personne qui n’a plus aucun rôle devient membre individuel.
system-staff-keep = Ne rien modifier
system-staff-about-collectionAssistant = Les assistants des collections ajoutent des titres sur leur site, les modifient, les publient et les retirent.
system-staff-about-membershipAssistant = Les assistants des adhésions voient toutes les personnes de leur site avec leurs justificatifs de handicap, décident des justificatifs, des accords et des abonnements, et modifient les comptes.
system-staff-about-administrator = Les administrateurs font tout cela sur chaque site. Ils enregistrent aussi des applications, modifient les règles des sites, et attribuent et retirent ces rôles. Peu de personnes ont besoin de ce rôle.
system-staff-given = Le rôle a été attribué.
system-staff-taken = Le rôle a été retiré.
system-staff-unchanged = Rien n’a été modifié, car c’était déjà fait.
system-staff-refused-sign-in = Le rôle n’a pas été attribué, car le compte est verrouillé ou n’a pas de nom de connexion.
system-staff-refused-own = Personne ne se retire un rôle à soi-même. Un autre administrateur peut le faire.
system-staff-refused-last = Le rôle n’a pas été retiré, car aucun autre administrateur ne pourrait se connecter. Attribuez-le d’abord à une autre personne.

# Sites.
system-sites-heading = Sites
system-sites-text = Les sites de cette bibliothèque, chacun avec ses règles.
system-sites-back = Retour aux sites
system-site-id = Identifiant
system-site-name = Nom
system-site-country = Pays
system-site-private = Fonds à part
system-site-new = Nouveau site
system-site-identifier-hint = Jusqu’à 40 minuscules, chiffres et traits d’union. Il figure dans des adresses et ne peut plus être changé.
system-site-identifier-wrong = Un identifiant se compose de 40 minuscules sans accents, chiffres et traits d’union au plus
system-site-exists = Il existe déjà un site avec cet identifiant
system-site-country-hint = Les visiteurs non connectés voient les titres de ce pays.
system-site-private-label = Fonds à part : les recommandations laissent de côté ce que tous les sites partagent
system-site-create = Créer le site
system-site-created = Le site est créé. Vérifiez ses règles.
system-site-details = Nom, pays et nature
system-site-save-details = Enregistrer le site
system-site-changed = Le site est enregistré.
system-site-rules = Règles de { $name }
system-site-saved = Les règles sont enregistrées.
system-site-reviews = Confirmations de handicaps que le personnel vérifie avant qu’elles comptent
system-site-save-reviews = Enregistrer ce qui est vérifié
system-review-always = Toutes
system-review-unproven = Les douteuses, et celles d’applications qui ne prouvent aucun secret
system-review-doubtful = Les douteuses : d’autorités qui utilisent une messagerie gratuite, ou qui ont confirmé beaucoup de membres
system-review-never = Aucune
system-site-joining = Qui peut adhérer sur les pages, sans le personnel
system-site-readers = Les lecteurs peuvent créer un compte
system-organizations-no = Les organisations ne peuvent pas s’inscrire
system-organizations-reviewed = Les organisations peuvent s’inscrire, et sont servies une fois admises par le personnel
system-organizations-yes = Les organisations peuvent s’inscrire, et sont servies immédiatement
system-site-save-joining = Enregistrer qui peut adhérer
system-site-sources = Justificatifs déposés qui suffisent
system-site-sources-missing = Choisissez au moins une source de justificatifs
system-site-certifiers = Professions dont la confirmation suffit
system-site-certifiers-missing = Choisissez au moins une profession
system-site-days = Jours d’accès pendant que le premier justificatif est vérifié
system-site-days-hint = De 0 (aucun) à { $count }
system-site-days-wrong = Saisissez un nombre de 0 à { $count }
system-site-save-admission = Enregistrer les règles des justificatifs

# Types d’organisations, et la liste des organisations.
system-types-heading = Types d’organisations
system-types-text = Une organisation choisit l’un de ces types en s’inscrivant. Les organisations d’un type supprimé le gardent.
system-types-back = Retour aux types
system-type-set = Ajouter un type ou changer une description
system-type-name = Nom pour les applications
system-type-name-hint = Jusqu’à 40 lettres et chiffres sans espaces, par exemple groupHome. Avec le nom d’un type existant, c’est sa description qui change.
system-type-name-wrong = Un nom se compose de 40 lettres sans accents et chiffres au plus
system-type-description = Description pour les personnes
system-type-save = Enregistrer le type
system-type-saved = Le type est enregistré.
system-type-change = Changer la description de { $name }
system-type-remove-question = Supprimer le type { $name } ?
system-type-remove-text = Aucune organisation ne peut plus le choisir. Les organisations de ce type le gardent.
system-type-removed = Le type est supprimé.
system-remove = Supprimer { $name }
system-remove-now = Supprimer
system-references-heading = Liste des organisations
system-references-text = Écoles et autres organisations qui existent. Elles se choisissent dans cette liste en s’inscrivant, et les lecteurs y choisissent leur école.
system-references-back = Retour à la liste
system-references-count = { $count ->
    [0] Il n’y a pas de telles organisations
    [one] Une organisation
   *[other] { $count } organisations
}
system-references-import = Importer un fichier d’organisations
system-references-import-text = Les lignes avec un nouvel identifiant sont ajoutées, et l’entrée qui a l’identifiant d’une ligne est remplacée. Aucune entrée n’est supprimée. Vous voyez ce qui changerait avant que rien ne soit écrit.
system-references-import-hint = Un fichier CSV en UTF-8 avec des virgules entre les colonnes, de { $size } Mo et { $rows } lignes au plus ; envoyez une liste plus longue en plusieurs fichiers. La première ligne nomme les colonnes : referenceOrgId, name, state et country, et si la liste les a, parentName, organizationType, address1, address2, city et postalCode. Dans organizationType, indiquez le nom d’un type pour les applications, par exemple school.
system-references-import-kind = Type des lignes sans type
system-references-import-no-kind = Aucun : chaque ligne nomme son type
system-references-import-unreadable = Le fichier ne peut pas être lu comme une liste d’organisations
system-references-import-new = { $count ->
    [one] Une nouvelle organisation
   *[other] { $count } nouvelles organisations
}
system-references-import-changed = { $count ->
    [one] Une organisation est remplacée
   *[other] { $count } organisations sont remplacées
}
system-references-import-unchanged = { $count ->
    [one] Une organisation est déjà comme dans le fichier
   *[other] { $count } organisations sont déjà comme dans le fichier
}
system-references-import-confirm = { $count ->
    [one] Importer une organisation
   *[other] Importer { $count } organisations
}
system-references-import-gone = Ce fichier a déjà été importé, ou il a été envoyé il y a trop longtemps. S’il manque quelque chose dans la liste, envoyez le fichier à nouveau.
system-references-imported = Le fichier a été importé.
system-references-imported-some = Le fichier a été importé, sauf les lignes avec des erreurs.
system-reference-new = Ajouter une organisation
system-reference-change = Modifier une organisation de la liste
system-reference-add = Ajouter
system-reference-save = Enregistrer
system-reference-added = L’organisation est ajoutée.
system-reference-changed = L’organisation est enregistrée.
system-reference-remove-question = Supprimer { $name } de la liste ?
system-reference-remove-text = Plus personne ne peut la choisir. Une organisation déjà inscrite reste.
system-reference-removed = L’organisation est supprimée de la liste.
system-reference-id = Identifiant
system-reference-id-hint = L’identifiant qu’utilise l’éditeur de la liste. Il ne peut plus être changé.
system-reference-id-wrong = L’identifiant est trop long : saisissez 80 caractères au plus
system-reference-exists = Il y a déjà dans la liste une organisation avec cet identifiant
system-reference-name = Nom
system-reference-parent = Fait partie de
system-reference-type = Type
system-reference-address = Adresse postale
system-reference-location = Emplacement, s’il est ailleurs
system-reference-line1 = Rue et numéro
system-reference-line2 = Adresse, deuxième ligne
system-reference-city = Ville
system-reference-city-hint = Le nom complet de la ville
system-reference-state = État ou région
system-reference-state-hint = Le code ISO 3166-2, avec ou sans le pays, par exemple FR-BRE ou BRE
system-reference-state-wrong = Saisissez le code ISO 3166-2 d’un État ou d’une région de ce pays
system-reference-location-state-wrong = Emplacement : saisissez le code ISO 3166-2 d’un État ou d’une région de son pays
system-reference-postal-code = Code postal
system-reference-same-country = Le même

# Retrouver l’origine d’une copie.
system-trace-heading = Retrouver l’origine d’une copie
system-trace-text = Si une copie d’un livre apparaît là où elle ne devrait pas être, envoyez-la. Son empreinte cachée nomme le téléchargement pour lequel la copie a été faite. Le fichier n’est pas conservé.
system-trace-hint = { $count } Mo au plus. Pour une copie plus grande, un seul fichier de texte suffit souvent.
system-trace-now = Envoyer et chercher
system-trace-unreadable = Le fichier ne peut pas être lu
system-trace-nothing = Ce fichier n’a pas d’empreinte de cette bibliothèque.
system-trace-no-record = L’empreinte est de cette bibliothèque, mais l’enregistrement du téléchargement { $name } n’existe plus.
system-trace-found = La copie a été faite pour ce téléchargement.
system-trace-download = Téléchargement
system-trace-item = Titre ou numéro
system-trace-requested = Demandé
system-trace-caller = Demandé par
system-trace-recipient = Copie faite pour
system-trace-guest = une personne invitée
system-trace-places = Endroits avec l’empreinte

# Répétition d’une restauration.
system-rehearsal-heading = Répéter une restauration
system-rehearsal-text = Une sauvegarde qui n’a jamais été restaurée n’a pas fait ses preuves. Une répétition restaure la sauvegarde complète la plus récente du dossier des sauvegardes dans une bibliothèque d’essai. Elle compare tous les fichiers et toutes les lignes, construit l’index de recherche, ouvre jusqu’à dix livres en trois formats chacun et connecte une personne d’essai. Ensuite, elle supprime la bibliothèque d’essai. Votre propre bibliothèque n’est pas modifiée et reste utilisable.
system-rehearsal-needs = Ce qu’il lui faut
system-rehearsal-needs-space = De la place dans le dossier des sauvegardes : deux fois la taille de la base de données. Les livres sont liés et ne prennent pas de place ; sur un système de fichiers sans liens, ils en prennent autant que dans la sauvegarde. S’il n’y a pas assez de place, la répétition ne commence pas.
system-rehearsal-needs-time = Du temps : chaque fichier est lu. Cela prend des minutes, et des heures dans une grande bibliothèque. Les autres tâches n’attendent pas.
system-rehearsal-needs-database = Aucun autre droit : la bibliothèque d’essai est un fichier SQLite, même si votre bibliothèque utilise PostgreSQL. Elle n’envoie pas de courriels.
system-rehearsal-start = Lancer une répétition
system-rehearsal-started = La répétition est acceptée.
system-rehearsal-unfinished = Une répétition attend ou est déjà en cours.
system-rehearsal-no-folder = Aucun processus en marche n’a de dossier pour les sauvegardes, donc aucune répétition ne peut être lancée ici. Lancez « openshelf restore --rehearse » avec une sauvegarde récente.
system-rehearsal-latest = Dernière répétition lancée ici
system-rehearsal-none = Il n’y en a pas eu ces derniers jours.
system-rehearsal-reload = Rechargez cette page pour voir la progression, puis le résultat.
system-rehearsal-job = La tâche de cette répétition, pour l’arrêter ou la relancer
system-rehearsal-taken = Date de la sauvegarde
system-rehearsal-duration = Durée
system-rehearsal-files = Fichiers comparés
system-rehearsal-files-size = { $count } ({ $size })
system-rehearsal-rows = Lignes comparées de la base de données
system-rehearsal-titles = Titres dans l’index de recherche
system-rehearsal-books = Livres ouverts
system-rehearsal-books-copies = { $count } (exemplaires : { $copies })
system-rehearsal-reader = Une personne d’essai a pu se connecter
system-rehearsal-report = Rapport dans le dossier de données
system-rehearsal-faults = Ce qui a échoué
system-rehearsal-advice = Si des fichiers de la sauvegarde sont endommagés, supprimez-les dans son dossier. Lancez ensuite une sauvegarde, qui copie de nouveau les fichiers manquants, et répétez sa restauration. Si un titre est nommé, un livre n’a pas pu en être fait : lisez la page du titre. Dans tous les autres cas, supprimez la cause indiquée et lancez une nouvelle répétition.
