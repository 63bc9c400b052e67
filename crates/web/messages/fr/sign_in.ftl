# Connexion.
sign-in-heading = Se connecter
sign-in-text = Connectez-vous avec votre compte de la bibliothèque.
sign-in-unsaved = Vous n’êtes pas connecté : rien n’a été enregistré. Connectez-vous, puis recommencez.
sign-in-kept = Votre session avait pris fin : rien n’a été enregistré. Ce que vous avez saisi est conservé sur cette page pendant une heure : connectez-vous avec le même compte, et vous le retrouverez dans son formulaire. Si vous avez d’abord besoin d’une autre page, par exemple pour un nouveau mot de passe, ouvrez-la dans une nouvelle fenêtre.
sign-in-for-app = { $name } souhaite utiliser cette bibliothèque pour vous. Connectez-vous avec votre compte de la bibliothèque ; l’application ne voit pas votre mot de passe.
sign-in-name = Identifiant ou adresse électronique
sign-in-name-missing = Saisissez votre identifiant ou votre adresse électronique
sign-in-password = Mot de passe
sign-in-password-missing = Saisissez votre mot de passe
sign-in-wrong = Cet identifiant et ce mot de passe ne correspondent pas. Vérifiez les deux et réessayez
sign-in-wait = Trop de tentatives. Attendez { $time }, puis réessayez
sign-in-forgot = Mot de passe oublié ?
sign-in-code = Se connecter avec le code d’une carte
sign-in-join = Pas encore de compte ? Inscrivez-vous
sign-in-cancel = Annuler et revenir à l’application
wait-seconds = { $count ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
wait-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}

# Ce qu’une application peut faire.
consent-title = Autoriser { $name } ?
consent-heading = Autoriser { $name } à utiliser la bibliothèque pour vous ?
consent-person = Vous utilisez le compte de { $name }.
consent-list = Si vous acceptez, { $name } pourra :
consent-books = chercher et télécharger pour vous des livres et des périodiques
consent-lists = voir et modifier vos listes de lecture, vos signets et vos surlignages
consent-account = voir et modifier votre compte et vos préférences de lecture
consent-after = Votre mot de passe ne lui est pas communiqué. Vous reviendrez ensuite à { $name }, et la connexion à cette page prendra fin.
consent-approve = Accepter
consent-deny = Refuser
consent-switch = Se connecter avec un autre compte

# Déconnexion.
signed-out-heading = Déconnexion effectuée
signed-out-text = Les applications et les appareils que vous avez connectés restent connectés.
signed-out-again = Se reconnecter

# Ce qui ne va pas.
expired-heading = Cette page n’est plus valable
expired-text = Elle est restée ouverte trop longtemps, elle a déjà servi, ou votre navigateur ne garde pas les cookies. Ouvrez de nouveau la page et recommencez. Rien n’a été modifié.
expired-home = Aller à la page d’accueil
expired-text-app = Elle est restée ouverte trop longtemps, elle a déjà servi, ou votre navigateur ne garde pas les cookies. Retournez dans votre application et recommencez à partir de là. Rien n’a été modifié.
app-refused-heading = Cette application ne peut pas vous connecter ici
app-refused-text = L’application a envoyé quelque chose que cette bibliothèque n’accepte pas. Vous n’y êtes pour rien ; veuillez le signaler à l’éditeur de l’application.
app-trouble-text = Le problème vient de chez nous. Attendez un peu, puis recommencez à partir de votre application.
app-developer = Pour le développeur de l’application
