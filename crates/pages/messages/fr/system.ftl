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
system-finding-no-rehearsal = Aucune sauvegarde n’a jamais été restaurée à l’essai. Lancez « openshelf restore --rehearse » avec une sauvegarde récente.
system-finding-old-rehearsal = Une restauration a été répétée pour la dernière fois le { $date }. Lancez « openshelf restore --rehearse » avec une sauvegarde récente.
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
system-kind-count-readership = Décompte des titres populaires

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
system-app-redirect-wrong = { $name } ne peut pas être enregistrée : une adresse est complète, sans fragment, et soit en http(s) avec un hôte, soit dans un schéma propre à l’application
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

# Sites.
system-sites-heading = Sites
system-sites-text = Les sites de cette bibliothèque, chacun avec ses règles. « openshelf admin sites create » ajoute un site.
system-sites-back = Retour aux sites
system-site-id = Identifiant
system-site-country = Pays
system-site-private = Fonds à part
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
