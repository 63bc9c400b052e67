# Mots de passe oubliés.
forgot-heading = Mot de passe oublié ?
forgot-text = Nous envoyons un courriel avec un lien à l’adresse de votre compte. Ce lien vous permet de choisir un nouveau mot de passe.
forgot-send = Envoyer le courriel
forgot-back = Revenir à la connexion
forgot-wait = Trop de courriels ont été demandés. Attendez { $time }, puis réessayez
forgot-sent-heading = Consultez vos courriels
forgot-sent-text = S’il existe un compte avec cet identifiant ou cette adresse, un courriel avec un lien est en route vers son adresse électronique. Le lien est valable une heure.
forgot-sent-help = Toujours rien après quelques minutes ? Regardez dans vos courriels indésirables, ou adressez-vous au personnel de la bibliothèque : un compte peut ne pas avoir d’adresse électronique, ou en avoir une autre que vous ne pensez.
forgot-by-staff-heading = Demandez un nouveau mot de passe au personnel
forgot-by-staff-text = Cette bibliothèque n’envoie pas de courriels. Veuillez demander un nouveau mot de passe à son personnel.

# Le nouveau mot de passe.
link-used-heading = Ce lien n’est plus valable
choose-used = Le lien du courriel a déjà servi, ou a expiré. Demandez un autre courriel : choisissez « Mot de passe oublié ? » au moment de vous connecter.
choose-heading = Choisissez un nouveau mot de passe
choose-text = Pour le compte { $name }.
choose-password = Nouveau mot de passe
choose-repeated = Le même mot de passe encore une fois
choose-differs = Saisissez de nouveau le même mot de passe
choose-set = Enregistrer le mot de passe
choose-done-heading = Votre mot de passe est changé
choose-done-text = Connectez-vous avec le nouveau mot de passe, ici ou dans votre application. Les navigateurs et applications qui étaient connectés ont été déconnectés.
choose-done-link = Se connecter

undo-used = La modification a déjà été annulée, ou date de plus d’une semaine.
undo-heading = Annuler la modification de votre compte
undo-text = L’adresse électronique ou le mot de passe de votre compte a été modifié. Annulez cela si ce n’était pas vous. Le compte aura de nouveau l’adresse { $name } et le mot de passe d’avant.
undo-effect = Tous les navigateurs, applications et appareils connectés seront déconnectés.
undo-send = Annuler la modification
undo-done-heading = La modification est annulée
undo-done-text = Votre compte est comme avant. Si quelqu’un d’autre connaît votre mot de passe, choisissez-en un nouveau maintenant.
undo-done-link = Choisir un nouveau mot de passe
