# Le compte.
account-name = Nom
account-sign-in-name = Identifiant de connexion
account-organization = Organisme
account-ways = Gérer mon compte
account-work = Mon travail
account-school = Mon organisation
account-school-hint = Les membres, leurs niveaux, leurs écoles et leurs livres, pour les responsables.
account-history = Historique des téléchargements
account-history-hint = Ce que vous avez téléchargé, et la durée de conservation de chaque copie.
account-preferences = Préférences de lecture
account-preferences-hint = Format préféré, braille et langue de ces pages.
account-display = Texte et couleurs
account-display-hint = Taille du texte, espacement, caractères et couleurs de ces pages.
account-devices = Appareils et applications
account-devices-hint = Mots de passe pour les liseuses et les applications de lecture.
account-sessions = Navigateurs connectés
account-sessions-hint = Où votre compte est ouvert, et comment le fermer ailleurs.
account-password = Changer mon mot de passe
account-password-hint = Votre mot de passe actuel est nécessaire.
account-intake = Ajouter des livres et des notices
account-intake-hint = Envoyer des livres et des notices de fournisseurs, pour le personnel des collections.
account-collection = Bureau des collections
account-collection-hint = Trouver des titres dans tous les états, les modifier et changer leur état, pour le personnel des collections.
account-problems = Problèmes signalés
account-problems-hint = Ce que des lecteurs ont signalé au sujet des livres, pour le personnel des collections.
account-conversion-reports = Rapports de conversion
account-conversion-reports-hint = Ce qui a été réparé ou omis dans les livres, pour le personnel des collections.
account-desk = Guichet des adhésions
account-desk-hint = Trouver des personnes et voir pourquoi un livre leur est fermé, pour le personnel des adhésions.
account-system = Système
account-system-hint = Voir si tout va bien, et gérer les tâches en arrière-plan, les applications, le personnel et les sites, pour l’administration.
account-data = Mes données
account-data-hint = Tout ce que la bibliothèque conserve à votre sujet, dans un seul fichier.

# Le chemin vers les livres.
steps-heading = Ce qu’il vous faut pour emprunter des livres
steps-complete = Tout est en ordre. Vous pouvez emprunter des livres.
steps-missing = Il manque encore quelque chose pour que vous puissiez emprunter tous les livres. Les livres libres pour tout le monde vous sont ouverts dans tous les cas.
steps-provisional = Vous pouvez emprunter des livres jusqu’au { $name }, le temps de vérifier votre justificatif.
step-state-done = Fait
step-state-waiting = En cours de vérification
step-state-missing = Manquant
step-agreement = Convention d’adhésion
step-agreement-done = La convention est signée.
step-agreement-missing = Vous signez la convention ici. Cela prend une minute.
step-agreement-by-organization = C’est votre organisme qui signe la convention avec la bibliothèque. Cela prend une minute. Adressez-vous à votre enseignant ou enseignante, ou à votre personne de contact.
step-agreement-for-organization = Vous signez ici la convention pour votre organisme. Cela prend une minute.
step-proof = Justificatif de handicap
step-proof-done = La bibliothèque a votre justificatif.
step-proof-submitted = Votre justificatif a été envoyé. L’équipe de la bibliothèque le vérifie, en général en quelques jours ouvrés ; vous n’avez rien à faire.
step-proof-provisional = Votre justificatif est en cours de vérification, en général en quelques jours ouvrés ; vous n’avez rien à faire. En attendant, vous pouvez emprunter des livres jusqu’au { $name }.
step-proof-missing = La bibliothèque a besoin d’une confirmation de votre handicap, par exemple par un médecin, un enseignant ou une autre bibliothèque. La page suivante dit qui peut l’attester, et le lui demande. Cela prend en général quelques jours.
step-proof-by-organization = C’est votre organisme qui atteste votre handicap. Cela prend une minute. Adressez-vous à votre enseignant ou enseignante, ou à votre personne de contact.
step-subscription = Abonnement
step-subscription-done = Votre abonnement est en cours.
step-subscription-missing = Vous n’avez pas encore d’abonnement. Vous en choisissez un ici. Cela prend une minute.
step-subscription-expired = Votre abonnement a expiré. Vous en choisissez un nouveau ici. Cela prend une minute.
step-subscription-by-organization = Votre organisme n’a pas d’abonnement en cours. Sa personne de contact en demande un à l’équipe de la bibliothèque, qui l’ouvre, en général en quelques jours ouvrés.
step-suspended = Téléchargements de votre organisme
step-suspended-text = La bibliothèque a suspendu les téléchargements de votre organisme. Votre enseignant, votre enseignante ou votre personne de contact peut régler cela avec la bibliothèque, en général en quelques jours ouvrés.
step-suspended-sponsor = La bibliothèque ne prête pas de livres à votre organisme pour le moment. S’il vient de s’inscrire, l’équipe de la bibliothèque l’admet, en général en quelques jours ouvrés, et écrit à sa personne de contact. Sinon, adressez-vous à elle.

# Ce qui est utilisé et ce qui reste.
quota-heading = Livres de cette période
quota-used = { $count ->
    [0] Vous n’avez utilisé aucun livre.
    [one] Vous avez utilisé un livre.
   *[other] Vous avez utilisé { $count } livres.
}
quota-left = { $count ->
    [0] Il ne reste aucun livre.
    [one] Il reste un livre.
   *[other] Il reste { $count } livres.
}
quota-unlimited = Il n’y a pas de limite.
quota-end = L’abonnement se termine le { $name }.

# La convention.
agreement-heading = Signer la convention d’adhésion
agreement-text = Par votre signature, vous acceptez les conditions d’utilisation de la bibliothèque : les livres sont destinés à votre propre lecture, et vous n’en donnez pas de copie à d’autres personnes.
agreement-name = Votre nom, comme vous signez
agreement-guardian = J’exerce l’autorité parentale ou la tutelle pour cette personne, et je signe pour elle
agreement-guardian-missing = Pour une personne de moins de 18 ans, la signature d’un représentant légal est nécessaire
agreement-sign = Signer
agreement-signed = La convention est signée.

# Les navigateurs connectés.
sessions-text = Cette liste contient tous les navigateurs dans lesquels votre compte est ouvert. Les applications de lecture se trouvent sous « Appareils et applications ». Si vous ne reconnaissez pas l’un d’eux, déconnectez-le et changez votre mot de passe.
session-this = Ce navigateur
session-other = Autre navigateur { $count }
session-browser-on = { $name } sur { $system }
session-browser = { $name } sur un système qu’il n’a pas indiqué
session-system = Un navigateur qui n’a pas donné son nom, sur { $name }
session-unknown = Un navigateur qui n’a donné ni son nom ni son système.
session-started = Connexion
session-used = Dernière utilisation
session-latest-end = Connecté au plus tard jusqu’au
session-enrolled = Navigateur enregistré
session-enrolled-until = Connecté avec le code d’une carte, jusqu’au { $name } au plus tard
session-end = Déconnecter
session-end-others = Déconnecter partout ailleurs
session-ended = La déconnexion est faite.

# Le mot de passe.
password-text = Un nouveau mot de passe vous déconnecte dans tous les autres navigateurs et applications. Les appareils gardent leurs propres mots de passe.
password-of-others = Une autre personne a créé votre mot de passe actuel. Choisissez-en un que personne d’autre ne connaît.
password-kept = Ce que vous avez saisi est conservé pendant une heure. Choisissez ici un nouveau mot de passe, et vous le retrouverez dans son formulaire.
password-present = Mot de passe actuel
password-new = Nouveau mot de passe
password-repeated = Le même nouveau mot de passe
password-wrong = Le mot de passe actuel est incorrect
password-differs = Saisissez deux fois le même nouveau mot de passe
password-saved = Votre mot de passe est changé. Les autres navigateurs et applications sont déconnectés.

# L’historique.
history-count = { $count ->
    [0] Vous n’avez encore rien téléchargé.
    [one] Un téléchargement.
   *[other] { $count } téléchargements, du plus récent au plus ancien.
}
history-gone = N’est plus dans la bibliothèque
history-format = Format
history-requested = Demandé
history-state = Copie
history-recipient = Pour
history-pending = En préparation
history-failed = N’a pas pu être produite
history-expired = N’est plus conservée. Demandez de nouveau le livre pour obtenir une nouvelle copie.
history-ready = Prête
history-until = Disponible jusqu’au { $name }

# Les données.
data-text = Vous pouvez obtenir tout ce que la bibliothèque conserve à votre sujet : votre compte, vos justificatifs et conventions, vos téléchargements, listes, signets et surlignages, vos emplacements dans les livres et les documents que vous avez envoyés. Le fichier est une archive zip avec une page qui en explique les parties.
data-wait = Le fichier est produit lorsque vous appuyez sur le bouton. Cela peut prendre un moment.
data-download = Télécharger mes données

# Préférences.
preferences-saved = Vos préférences sont enregistrées.
preferences-save = Enregistrer
preferences-reading = Livres
preferences-format = Format préféré
preferences-format-none = Aucune préférence
preferences-formats = Autres formats que je lis
preferences-formats-hint = La recherche trouve les livres que vous pouvez télécharger dans tous ces formats et dans le format préféré.
preferences-adult = Afficher les livres au contenu pour adultes
preferences-recommendations = Afficher des recommandations
preferences-all = Afficher aussi les livres auxquels je n’ai pas accès
preferences-language = Langue de ces pages
preferences-language-browser = Comme dans mon navigateur
preferences-braille = Braille
preferences-grade = Degré
preferences-code = Code pour les livres en anglais
preferences-code-ueb = Braille anglais unifié (UEB)
preferences-code-ebae = Braille anglais, édition américaine (EBAE)
preferences-lines = Pour quelles lignes
preferences-lines-refreshable = { $count ->
    [one] Afficheur braille, { $count } cellule
   *[other] Afficheur braille, { $count } cellules
}
preferences-lines-embossable = { $count ->
    [one] Sur papier, { $count } cellule
   *[other] Sur papier, { $count } cellules
}
preferences-example = Exemple en anglais :
preferences-display = Toutes les pages et les livres dans le navigateur se présentent ainsi :
