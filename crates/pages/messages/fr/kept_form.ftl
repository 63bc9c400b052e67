# Formulaires conservés pendant une connexion.
kept-form-heading = Ce que vous aviez saisi
kept-form-restored = Vous êtes de nouveau connecté. Ce que vous aviez saisi est de retour dans son formulaire, sur cette page. Rien n’a encore été envoyé : vérifiez-le, puis appuyez sur le bouton du formulaire.
kept-form-files = Les fichiers ne sont pas conservés : choisissez-les de nouveau.
kept-form-link = Aller au formulaire
kept-form-shown = Vous êtes de nouveau connecté. La page du formulaire a changé : ce que vous aviez saisi est affiché ici. Rien n’a encore été envoyé.
kept-form-text = Texte
kept-form-details = Tout ce qui est envoyé
kept-form-target = Le bouton envoie tout cela à l’adresse { $name }.
kept-form-send = Envoyer maintenant
kept-form-page = Ouvrir la page du formulaire
