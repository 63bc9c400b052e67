# Applications de lecture.
apps-text = Une application de lecture sur un téléphone, une tablette, un ordinateur ou une liseuse peut trouver, récupérer et lire elle-même les livres de la bibliothèque. Trois étapes suffisent.
apps-device = Donnez à l’application son propre mot de passe
apps-device-text = Ajoutez l’application comme l’un de vos appareils. La page affiche, une seule fois, un nom et un mot de passe pour elle. En cas de perte de l’appareil, vous y révoquez ce mot de passe, et rien d’autre ne change.
apps-catalog = Indiquez à l’application où se trouve la bibliothèque
apps-catalog-text = Les applications qui lisent les catalogues OPDS trouvent la bibliothèque à cette adresse. Saisissez le nom et le mot de passe de l’appareil lorsque l’application les demande.
apps-thorium = Ouvrez les catalogues et choisissez l’ajout d’un flux OPDS.
apps-koreader = Dans le gestionnaire de fichiers, ouvrez le menu de la loupe, puis « Catalogue OPDS », et ajoutez un catalogue. Le nom et le mot de passe sont des champs à côté de l’adresse.
apps-readest = Dans la bibliothèque, ouvrez le menu, puis les catalogues OPDS, et ajoutez un catalogue. Le nom et le mot de passe sont des champs à côté de l’adresse.
apps-cantook = Ouvrez les catalogues et ajoutez-en un par son adresse.
apps-fbreader = Ouvrez la bibliothèque en réseau et ajoutez un catalogue par son adresse.
apps-foliate = Ouvrez les catalogues dans la bibliothèque et ajoutez-en un. Écrivez /v1.2/sign-in après l’adresse : Foliate demande alors le nom et le mot de passe.
apps-places = Reprenez là où un autre appareil s’est arrêté
apps-places-text = KOReader et Readest peuvent reprendre à votre emplacement dans un livre. Leur serveur de synchronisation se trouve à cette adresse ; le nom et le mot de passe sont ceux de l’appareil.
