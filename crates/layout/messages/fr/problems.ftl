# Ce qui ne va pas.
not-found-heading = Cette page n’existe pas
not-found-text = L’adresse contient peut-être une faute de frappe, ou la page a été supprimée. Si vous avez suivi un lien vers un livre, ce livre a peut-être été retiré.
closed-heading = Vous n’avez pas accès à ce contenu
forbidden-text = Votre compte ne donne pas accès à cette page. Si vous avez un autre compte, déconnectez-vous et connectez-vous avec celui-là. Si vous avez besoin de cette page, adressez-vous au personnel de la bibliothèque, ou à l’enseignant ou à la personne de contact de votre organisation.
stale-heading = Ce formulaire n’est plus valable
stale-text = Il est resté ouvert trop longtemps, ou vous vous êtes connecté ou déconnecté entre-temps. Rien n’a été modifié. Revenez en arrière, rechargez la page et envoyez de nouveau le formulaire.
refused-heading = Cette opération n’a pas pu être effectuée
refused-text = La bibliothèque n’a pas pu accepter votre envoi. Rien n’a été modifié.
unreadable-text = Votre envoi est illisible ou trop long. Rien n’a été modifié.
long-address-heading = Cette adresse est trop longue
long-address-text = Elle demande plus que ce qu’une page peut montrer. Rien n’a été modifié. Commencez une nouvelle recherche avec moins de critères.
wait-heading = Veuillez patienter un instant
wait-text = { $count ->
    [one] Vous pourrez réessayer dans { $count } seconde.
   *[other] Vous pourrez réessayer dans { $count } secondes.
}
filling-heading = Le catalogue est en cours de préparation
filling-text = La bibliothèque vient de démarrer et lit encore ses livres. Tout va bien.
busy-heading = La bibliothèque est très sollicitée
busy-text = Beaucoup de visiteurs qui ne sont pas connectés demandent des pages en ce moment. Connectez-vous, ou réessayez dans quelques secondes. Les lecteurs connectés n’attendent pas.
unavailable-heading = La bibliothèque n’est pas disponible pour le moment
unavailable-text = Le problème vient de chez nous. Veuillez réessayer dans quelques minutes.
trouble-heading = Une erreur s’est produite
trouble-text = Le problème vient de chez nous et a été enregistré. Veuillez réessayer plus tard.
