# L’inscription.
join-heading = S’inscrire à la bibliothèque
join-text = La bibliothèque s’adresse aux personnes qui ne peuvent pas lire les imprimés ordinaires en raison d’un handicap, ainsi qu’aux écoles et autres organisations qui les accompagnent.
join-reader-choice = Pour vous ou votre enfant
join-reader-text = Cela prend quelques minutes, plus une démarche d’un professionnel qui vous connaît :
join-step-email = Vous indiquez votre nom et votre adresse électronique, puis choisissez un mot de passe grâce au lien reçu par courriel. Cela prend quelques minutes.
join-step-agreement = Vous signez la convention sur la page de votre compte. Cela prend une minute. Pour un lecteur de moins de 18 ans, un représentant légal signe.
join-step-proof = Un médecin, un enseignant, un bibliothécaire ou un autre professionnel atteste le handicap, par courriel ou par un document. Cela prend en général quelques jours.
join-step-proof-elsewhere = Vous indiquez votre numéro de membre d’une organisation qui connaît le handicap. L’équipe de la bibliothèque le vérifie, en général en quelques jours ouvrés.
join-step-certifiers = Cette bibliothèque accepte les attestations des professions suivantes : { $name }.
join-step-provisional = { $count ->
    [one] Vous pouvez emprunter des livres pendant un jour, le temps de la vérification.
   *[other] Vous pouvez emprunter des livres pendant { $count } jours, le temps de la vérification.
}
join-step-subscription = Vous choisissez un abonnement, si la bibliothèque en propose. Cela prend une minute. La page de votre compte indique toujours ce qui manque encore.
join-reader-heading = S’inscrire comme lecteur
join-organization-choice = Pour une école ou une autre organisation
join-organization-text = Votre organisation gère elle-même ses lecteurs : elle les ajoute, atteste leur handicap et leur donne des livres.
join-organization-step-find = Vous trouvez votre organisation dans la liste, ou vous la saisissez. Cela prend une minute.
join-organization-step-form = Vous dites qui vous êtes et acceptez les conditions d’utilisation pour l’organisation. Cela prend quelques minutes.
join-organization-step-email = Vous ouvrez le lien du courriel, qui arrive en quelques minutes, et choisissez un mot de passe.
join-organization-step-review = L’équipe de la bibliothèque admet l’organisation, en général en quelques jours ouvrés.
join-organization-step-members = Vous ajoutez les membres et obtenez des livres pour eux.
join-organization-heading = Inscrire une organisation
join-sign-in = Vous avez un compte ? Connectez-vous
join-back = Retour au choix
join-closed-heading = L’inscription n’est pas possible ici
join-closed-text = Le personnel de cette bibliothèque crée les comptes. Adressez-vous à lui.
join-reader-form = Dites-nous qui va lire. Tout reste confidentiel et ne sert qu’à vous servir.
join-organization-form = Présentez-nous l’organisation et la personne qui la représente.
join-organization = L’organisation
join-contact = Vous, son contact
join-first-name = Prénom
join-last-name = Nom de famille
join-born = Date de naissance
join-born-hint = Année, mois et jour, par exemple 1984-03-27
join-born-wrong = Saisissez une date de naissance avec l’année, le mois et le jour, par exemple 1984-03-27
join-country = Pays
join-email = Adresse électronique
join-email-hint = Nous y envoyons un lien. C’est aussi le nom avec lequel vous vous connecterez.
join-email-wrong = Saisissez une adresse électronique, par exemple nom@example.org
join-guardian = Représentant légal, pour les lecteurs de moins de 18 ans
join-guardian-first-name = Prénom du représentant légal
join-guardian-last-name = Nom du représentant légal
join-guardian-hint = Laissez les deux champs vides si le lecteur a 18 ans ou plus.
join-guardian-missing = Pour un lecteur de moins de 18 ans, saisissez le prénom et le nom du représentant légal
join-organization-name = Nom de l’organisation
join-organization-type = Sa nature
join-address = Rue et numéro
join-city = Ville
join-postal-code = Code postal
join-phone = Téléphone
join-contact-title = Votre fonction
join-contact-title-hint = Par exemple : bibliothécaire, enseignant spécialisé
join-agreement = Je peux représenter l’organisation et j’accepte pour elle les conditions d’utilisation : les livres vont uniquement aux membres handicapés, et personne ne transmet de copies.
join-agreement-missing = Acceptez les conditions d’utilisation pour l’organisation
join-choose = Choisissez
join-trap = Laissez ce champ vide
join-send = M’envoyer le lien
join-sent-heading = Consultez vos courriels
join-sent-text = Un courriel avec un lien est en route vers l’adresse que vous avez saisie. Ouvrez le lien dans les trois jours et choisissez-y votre mot de passe.
join-sent-help = Rien après quelques minutes ? Vérifiez le dossier des indésirables et l’adresse saisie ; vous pouvez remplir le formulaire de nouveau.

# Le lien du courriel.
join-used = Le lien du courriel a déjà servi ou date de plus de trois jours. Si vous avez choisi votre mot de passe, connectez-vous ; sinon, remplissez le formulaire de nouveau.
join-confirm-heading = Choisissez votre mot de passe
join-confirm-text = Pour { $name }.
join-confirm-username = Vous vous connecterez avec { $name }.
join-confirm-send = Créer le compte
join-done-heading = Bienvenue
join-done-reader = Vous avez un compte. Connectez-vous : la page de votre compte indique ce qu’il reste à faire, et par qui.
join-done-organization = Votre organisation est inscrite. Connectez-vous pour ajouter ses membres et obtenir des livres pour eux.
join-done-review = Votre organisation est inscrite. Le personnel de la bibliothèque va l’examiner, en général en quelques jours ouvrés ; ensuite vous pourrez ajouter des membres et obtenir des livres pour eux. Vous pouvez déjà vous connecter.
join-done-link = Se connecter
join-exists-heading = L’organisation est déjà inscrite
join-exists-text = Une autre personne l’a inscrite avec le même nom et la même adresse. Demandez à vos collègues, ou au personnel de la bibliothèque, qui est son contact.

# La liste des organisations.
join-find-heading = Trouver votre organisation
join-find-text = Il n’est pas nécessaire de saisir les écoles et autres organisations que la bibliothèque connaît. Saisissez le nom, la ville ou les deux.
join-find-city-hint = Le nom complet de la ville
join-find-search = Rechercher
join-find-results = Organisations trouvées
join-find-count = { $count ->
    [0] Rien n’a été trouvé. Essayez avec moins de mots, ou avec la ville seule.
    [one] Une organisation a été trouvée. Choisissez-la pour continuer.
   *[other] { $count } organisations ont été trouvées. Choisissez la vôtre pour continuer.
}
join-find-more = Plus de { $count } organisations ont été trouvées ; voici les premières. Saisissez plus de mots, ou la ville.
join-find-absent = Elle n’est pas dans la liste
join-find-enter = Saisir l’organisation
join-find-busy = Beaucoup de personnes font des recherches en ce moment. Réessayez dans quelques secondes.
join-find-again = Trouver une autre organisation
join-organization-chosen = Le nom et l’adresse viennent de la liste. Corrigez ce qui n’est plus à jour.
join-exists-chosen = { $name } est déjà inscrite à cette bibliothèque.
join-exists-ask = Demandez à vos collègues qui est son contact : cette personne peut vous ajouter. Si personne ne le sait, demandez au personnel de la bibliothèque.
