# Le travail du service des adhésions.
work-all = Toutes les tâches
work-kinds = Ce qui attend
work-items = Par ordre d’échéance
work-items-text = Prenez un dossier avant de le traiter : pendant deux heures, personne d’autre ne peut en décider.
work-nothing = Rien n’attend.
work-waiting = { $count ->
    [one] un dossier attend, depuis le { $date }
   *[other] { $count } attendent, le plus ancien depuis le { $date }
}
work-due = Échéance
work-late = (en retard)
work-since = Attend depuis le
work-take = Je m’en charge
work-give-back = Rendre ce dossier
work-taken = Vous avez pris ce dossier pour deux heures.
work-taken-before = Quelqu’un d’autre a pris ce dossier avant vous.
work-given-back = D’autres peuvent de nouveau prendre ce dossier.
work-taken-by = { $name } a pris ce dossier, jusqu’au { $time }.
work-taken-by-you = Vous avez pris ce dossier.
work-back = Retour aux tâches
work-back-to-case = Retour à ce dossier

work-kind-new-reader = Nouveau lecteur
work-kind-proof = Justificatif à vérifier
work-kind-reader-agreement = Accord d’un lecteur
work-kind-organization-agreement = Accord d’une organisation
work-kind-admission = Organisation à admettre
work-kind-reader-subscription = Abonnement d’un lecteur qui prend fin
work-kind-organization-subscription = Abonnement d’une organisation qui prend fin
work-kind-authority = Autorité qui n’a pas répondu

work-claimed-heading = Quelqu’un d’autre a pris ce dossier
work-decided-heading = Ce dossier a déjà été décidé
work-decided-text = Quelqu’un d’autre a décidé de ce dossier depuis que vous avez ouvert la page.
work-undecided = Votre décision n’a pas été enregistrée.

work-proofs-link = Vérifier les justificatifs
work-proofs-of = Justificatifs : { $name }
work-proofs-recorded = Cette page montre des types de handicaps. Votre consultation est enregistrée.
work-proof-open = Ceci attend une décision.
work-proof-closed = Rien de ceci n’attend de décision.
work-proofs-active = Justificatifs dont dispose la bibliothèque
work-membership = numéro d’adhérent { $name }
work-decide = Décider
work-outcome = Décision
work-outcome-accepted = Le justificatif est accepté
work-outcome-more = Il en faut davantage
work-outcome-declined = Le justificatif est refusé
work-outcome-missing = Choisissez une décision
work-accepted-kinds = En cas d’acceptation : handicaps justifiés
work-kinds-missing = Choisissez au moins un handicap
work-accepted-source = En cas d’acceptation : source
work-source-missing = Choisissez une source
work-declined-reason = En cas de refus : raison
work-reason-missing = Choisissez une raison
work-remark = Remarque pour la personne
work-remark-hint = { $count } caractères au plus. S’il en faut davantage, dites ici quoi.
work-remark-missing = Dites ce qu’il faut
work-remark-long = La remarque est trop longue
work-decide-button = Enregistrer la décision
work-decisions = Décisions précédentes
work-proof-decided = La décision est enregistrée.

work-date-hint = Année, mois et jour, par exemple 2027-08-31
work-agreement-of = Accord : { $name }
work-agreement-organization = Cette personne signe pour { $name }.
work-agreement-signed = Il y a un accord en vigueur.
work-agreement-text = Enregistrez un accord qui a été signé sur papier.
work-agreement-date = Date de la signature
work-agreement-date-wrong = Ce n’est pas une date de signature : saisissez l’année, le mois et le jour, pas dans l’avenir
work-agreement-name = Nom imprimé à côté de la signature
work-agreement-guardian = Un représentant légal a signé
work-agreement-guardian-missing = Pour les personnes qui avaient alors moins de 18 ans, un représentant légal signe
work-agreement-record = Enregistrer l’accord
work-agreement-recorded = L’accord est enregistré.
work-agreement-link = Enregistrer un accord

work-subscription-of = Abonnement : { $name }
work-subscription-none = Il n’y a pas d’abonnement qui prenne fin.
work-subscription-choose = Abonnement
work-subscription-span = { $kind }, du { $from } au { $to }
work-subscription-extend = Prolonger l’abonnement
work-subscription-extended = L’abonnement est prolongé.
work-subscription-link = Prolonger un abonnement
work-end-date = Nouvelle fin
work-end-date-wrong = Saisissez une date postérieure à aujourd’hui et à la fin actuelle

work-organization-kind = Type
work-organization-address = Adresse
work-organization-phone = Téléphone
work-organization-website = Site web
work-organization-state = État
work-organization-active = Les téléchargements de l’organisation sont ouverts.
work-organization-contact = Contact principal
work-admission = Admission
work-organization-joined = Elle a demandé son admission le { $date }.
work-organization-admitted-by = { $name } l’a admise le { $date }.
work-organization-declined-by = { $name } l’a refusée le { $date }. Elle reste suspendue.
work-organization-admitted = L’organisation est admise.
work-organization-declined = L’organisation est refusée et reste suspendue.
work-staff-remark = Remarque pour le personnel
work-staff-remark-hint = { $count } caractères au plus. Seul le personnel lit ce texte.
work-admit = Admettre l’organisation
work-decline = Refuser l’organisation

proof-answer = Votre justificatif
proof-answer-declined = Nous avons vérifié votre justificatif le { $date } et n’avons pas pu l’accepter :
proof-answer-more = Nous avons vérifié votre justificatif le { $date } et avons besoin de plus :
proof-declined-unreadable = Il n’était pas lisible, ou pas complet.
proof-declined-not-competent = La personne qui l’a confirmé n’en a pas le droit.
proof-declined-no-disability = Il ne dit pas que vous ne pouvez pas lire l’imprimé ordinaire.
proof-declined-other-person = Il concernait une autre personne.
proof-declined-unknown = L’organisation qu’il nomme n’a pas pu le confirmer.
