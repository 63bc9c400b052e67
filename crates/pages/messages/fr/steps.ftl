# Justificatif de handicap et abonnement.
proof-ask = Demander une confirmation
proof-ask-again = Demander à une autre personne
proof-text = Indiquez une personne qui connaît votre handicap par sa profession : médecin, opticien, enseignant, bibliothécaire. La bibliothèque lui envoie un courriel avec un lien valable 60 jours. Il contient votre nom et dit que vous demandez l’accès aux livres accessibles.
proof-email = Adresse électronique de cette personne
proof-email-hint = Pas votre propre adresse
proof-email-wrong = Ce n’est pas une adresse électronique
proof-email-own = C’est votre propre adresse. Une autre personne doit confirmer votre handicap.
proof-name = Nom de cette personne
proof-message = Votre message à cette personne
proof-message-hint = Il fait partie du courriel. { $count } caractères au plus ; facultatif.
proof-message-long = C’est trop long : { $count } caractères au plus
proof-send = Envoyer la demande
proof-asked = La demande est en route. Vous n’avez rien d’autre à faire : dès que la personne aura confirmé votre handicap, vous recevrez un courriel.
proof-otherwise = Si vous êtes membre d’une autre bibliothèque pour personnes handicapées, l’équipe de la bibliothèque peut l’accepter comme justificatif. Veuillez la contacter.
subscription-text = Choisissez un abonnement. Il commence tout de suite.
subscription-nothing = La bibliothèque ne propose pas d’abonnement à choisir ici. Veuillez contacter son équipe.
subscription-type = Abonnement
subscription-type-missing = Choisissez un abonnement
subscription-endless = Sans fin
subscription-free = Gratuit
subscription-price = Prix : { $name }
subscription-code = Code promotionnel
subscription-code-hint = Si vous en avez un
subscription-code-wrong = Ce code promotionnel n’est pas valable
subscription-take = Prendre un abonnement
subscription-taken = Votre abonnement a commencé.
subscription-due = À payer : { $name }. L’équipe de la bibliothèque vous dira comment.
subscription-months = { $count ->
    [one] Un mois
   *[other] { $count } mois
}
