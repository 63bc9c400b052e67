# Le document d’authentification.
sign-in-library = Bibliothèque
sign-in-text = Connectez-vous avec le nom et le mot de passe d’un appareil, que vous créez sur la page de vos appareils, ou par la page de connexion de la bibliothèque.
sign-in-name = Nom de l’appareil ou identifiant
sign-in-password = Mot de passe de l’appareil
