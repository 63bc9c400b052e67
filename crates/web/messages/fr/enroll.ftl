# Un navigateur connecté par le code d’une carte imprimée.
enroll-heading = Se connecter avec un code
enroll-text = Votre école vous a donné une carte avec un code. Le code connecte ce navigateur ou un appareil, une seule fois.
enroll-code = Code
enroll-code-hint = Trois groupes de quatre lettres, par exemple bcdf-ghjk-mnpq. Les majuscules et les traits d’union ne comptent pas.
enroll-code-missing = Saisissez le code de votre carte
enroll-wrong = Ce code ne fonctionne pas. Vérifiez chaque lettre. Un code ne fonctionne qu’une fois et pendant deux semaines ; demandez-en un autre à votre école
enroll-check = Continuer
enroll-sign-in = Se connecter avec un nom d’utilisateur et un mot de passe
enroll-confirm-heading = Êtes-vous { $name } ?
enroll-confirm-text = Ce navigateur sera connecté pour { $name }. Ensuite, le code ne pourra plus être utilisé.
enroll-confirm-stay = Vous restez connecté ici. N’utilisez pas le code dans un navigateur que d’autres personnes utilisent aussi.
enroll-confirm = Oui, connecter ce navigateur
enroll-again = Non, saisir un autre code

# Un appareil qui reçoit sa propre connexion avec le code.
enroll-device-choice = Pour une application ou une liseuse
enroll-device-choice-text = Une application de lecture ou une liseuse reçoit à la place un nom et un mot de passe qui lui sont propres. Ensuite, le code ne pourra plus être utilisé non plus.
enroll-device-confirm = Connecter plutôt un appareil
enroll-device-name = Appareil avec un code
enroll-device-heading = Saisissez ceci dans l’application
enroll-device-text = L’appareil se connecte avec un nom et un mot de passe qui lui sont propres.
enroll-device-once = Ils ne sont affichés que maintenant.
enroll-device-lost = S’ils sont perdus, demandez un autre code à votre école.
enroll-device-address = Adresse du catalogue
enroll-device-sign-in = Nom de connexion
enroll-device-password = Mot de passe
enroll-device-limit = Vous avez déjà trop d’appareils. Demandez à votre école d’en révoquer un
