# Appareils.
devices-heading = Vos appareils
devices-heading-member = Appareils de { $name }
devices-text = Un appareil est une application ou une liseuse qui se connecte elle-même, avec son propre nom et son propre mot de passe. En cas de perte, révoquez-le ici ; rien d’autre ne doit changer.
devices-nothing = Il n’y a pas encore d’appareil.
devices-revoked = L’appareil est révoqué.
devices-limit = Un compte a { $count } appareils au plus ; révoquez-en un qui ne sert pas
devices-of-members = Appareils des membres
devices-own = Vos propres appareils
devices-browsers = Navigateurs connectés par un code
devices-code-open = Le code d’une carte peut être utilisé une fois, jusqu’au { $date }.
devices-code-used = Le code d’une carte a été utilisé le { $date }.
devices-code-expired = Le code d’une carte n’a pas été utilisé et a expiré le { $date }.
device-sign-in = Se connecte sous le nom
device-created = Créé le
device-used = Dernière utilisation
device-used-by = { $date } par { $name }
device-never-used = jamais
device-revoke = Révoquer { $name }
device-add-heading = Ajouter un appareil
device-add = Ajouter l’appareil
device-name = Nom de l’appareil
device-name-hint = Pour le reconnaître, par exemple : Kobo, mon téléphone
device-name-missing = Saisissez un nom pour l’appareil

# Un nouvel appareil.
device-ready = { $name } est prêt
device-ready-text = Saisissez ceci dans l’application.
device-ready-once = Le mot de passe n’est affiché que maintenant.
device-ready-lost = S’il est perdu, révoquez l’appareil et ajoutez-en un autre.
device-sign-in-name = Nom de connexion
device-password = Mot de passe
device-ready-own = Votre identifiant convient aussi à la place du nom de connexion.
devices-back = Revenir aux appareils
devices-catalog = Adresse du catalogue
devices-code = Code QR de l’adresse { $name }
devices-places = Positions de lecture

# Révoquer un appareil.
device-revoke-heading = Révoquer { $name } ?
device-revoke-used = Cet appareil se connecte sous le nom { $name }. Il a été créé le { $created } et utilisé pour la dernière fois le { $used }.
device-revoke-unused = Cet appareil se connecte sous le nom { $name }. Il a été créé le { $created } et n’a jamais été utilisé.
device-revoke-text = Son mot de passe cesse immédiatement de fonctionner et ne peut pas être rétabli. Les livres téléchargés restent sur l’appareil.
device-revoke-now = Révoquer l’appareil
device-revoke-not = Le garder
device-missing = Cet appareil n’existe pas. Il a peut-être déjà été révoqué.

# Membres d’une organisation.
members-heading = Membres de { $name }
members-text = Choisissez un membre pour ajouter, voir ou révoquer des appareils. Les membres qui ont leur propre compte à la bibliothèque gèrent eux-mêmes leurs appareils.
members-who = Identifiant ou numéro du membre
members-show = Afficher les appareils
members-count = { $count ->
    [one] { $count } membre
   *[other] { $count } membres
}
members-independent = (gère ses propres appareils)
member-missing = Votre organisation n’a pas de membre de ce nom.
member-independent = Ce membre a son propre compte à la bibliothèque et gère lui-même ses appareils.
