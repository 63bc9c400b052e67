# Servir une personne par téléphone.
serve-link = Aider par téléphone
serve-link-hint = Un nouvel accès à lire à voix haute, des livres, le format et le braille, un appareil et une note, sur une seule page.
serve-heading = Aider { $name } par téléphone
serve-acts = Ce que vous pouvez faire
serve-back-to-members = Retour aux membres
serve-manages-itself = Ce membre gère lui-même son accès et ses appareils.
serve-not-allowed = Les comptes du personnel ne se modifient pas ici.

serve-sign-in = Nouvel accès
serve-sign-in-hint = La page suivante montre une seule fois un mot de passe fait de mots faciles, et comment l’épeler. Cette personne est déconnectée partout sauf sur ses appareils, et devra choisir un autre mot de passe à la prochaine connexion.
serve-sign-in-make = Créer un nouveau mot de passe
serve-sign-in-outdated = Le mot de passe a été changé depuis l’ouverture de cette page. Rien n’a été changé maintenant.
serve-bar-manages-itself = Ce membre a son propre compte à la bibliothèque, ou est responsable, et choisit seul son mot de passe.
serve-bar-staff = C’est un compte du personnel. Son mot de passe ne se change pas ici.
serve-bar-no-name = Cette personne n’a ni nom d’utilisateur ni adresse électronique pour se connecter.
serve-new-sign-in = Nouvel accès pour { $name }
serve-new-sign-in-done = Le nouveau mot de passe est valable dès maintenant.
serve-new-sign-in-change = À la prochaine connexion, cette personne devra choisir un autre mot de passe.
serve-read-password = Lire le mot de passe à voix haute
serve-read-name = Lire le nom de connexion à voix haute
serve-read-name-hint = Les majuscules et les minuscules n’y sont pas distinguées.
serve-read-hint = Toutes les lettres sont minuscules. Les parties sont séparées par des traits d’union.
serve-device-done = L’appareil peut se connecter dès maintenant.

serve-books = Livres à mettre dans « Mes livres »
serve-words = Titre, auteur ou ISBN
serve-found-first = Les { $count } premiers sont affichés. Ajoutez des mots pour trouver les autres.
serve-closed = Fermé à cette personne pour le moment. Cette personne lit :
serve-on-shelf = Déjà dans « Mes livres »
serve-assign = Mettre { $name } dans « Mes livres »
serve-order = Commander une copie de { $name }
serve-email = Envoyer un courriel à cette personne quand la copie est prête
serve-shelf = Ajoutés en dernier à « Mes livres »
serve-shelf-empty = Rien n’a encore été ajouté à « Mes livres ».
serve-assigned = Le livre est dans « Mes livres » de cette personne.
serve-ordered = La copie est en préparation. Cette personne la trouve dans « Mes livres », à « Mes téléchargements ».
serve-ordered-ready = La copie est prête. Cette personne la trouve dans « Mes livres », à « Mes téléchargements ».
serve-ordered-email = La copie est en préparation. Cette personne reçoit un courriel quand elle est prête, et la trouve dans « Mes livres », à « Mes téléchargements ».
serve-order-refused = La copie n’a pas été commandée. Cette personne lit : { $name }

serve-reading = Format et braille
serve-reading-save = Enregistrer le format et le braille
serve-preferences-saved = Le format et le braille sont enregistrés.
serve-devices-own = Cette personne gère elle-même ses appareils.
serve-devices-manage = Voir les appareils et les navigateurs
serve-device-revoke-hint = Le mot de passe d’un appareil révoqué cesse immédiatement de fonctionner et ne peut pas être rétabli. Les livres téléchargés restent sur l’appareil.

serve-notes = Notes sur les appels
serve-note = Note sur cet appel
serve-note-hint = Jusqu’à { $count } caractères. Les notes sont gardées deux ans, et cette personne peut les demander.
serve-note-missing = Écrivez quelque chose sur l’appel
serve-note-long = La note est trop longue : { $count } caractères au plus
serve-note-save = Enregistrer la note
serve-noted = La note est enregistrée.

# L’alphabet d’épellation : un mot pour chaque lettre de a à z.
spelling-words = Anatole Berthe Célestin Désiré Eugène François Gaston Henri Irma Joseph Kléber Louis Marcel Nicolas Oscar Pierre Quintal Raoul Suzanne Thérèse Ursule Victor William Xavier Yvonne Zoé
spelling-letter = { $letter } comme { $name }
spelling-dot = point
spelling-hyphen = trait d’union
spelling-underscore = tiret bas
spelling-at = arobase
spelling-plus = signe plus
spelling-apostrophe = apostrophe

# Dans le journal.
audit-act-changePreferences = Préférences modifiées pour la personne
audit-act-orderCopy = Copie commandée pour la personne
audit-act-noteCall = Appel noté
audit-act-createDevice = Appareil créé pour la personne
audit-act-revokeDevice = Appareil de la personne révoqué
