# Listes de lecture.
lists-shared = Listes partagées par des lecteurs et lectrices
lists-words = Mots du nom ou de la description d’une liste
lists-count = { $count ->
    [0] Il n’y a pas encore de liste ici.
    [one] Une liste
   *[other] { $count } listes
}
list-titles = { $count ->
    [0] Aucun livre
    [one] Un livre
   *[other] { $count } livres
}
list-by = De { $name }
list-assigned = Attribuée à vous
list-subscribed = Vous suivez cette liste
list-access = Qui voit cette liste
list-access-private = Son ou sa propriétaire et les personnes à qui elle est attribuée
list-access-shared = Tous les usagers de cette bibliothèque
list-access-org = L’organisme de son ou sa propriétaire
list-access-missing = Choisissez qui voit cette liste
list-name = Nom de la liste
list-description = Description
list-new = Nouvelle liste
list-make = Créer cette liste
list-books = Livres de cette liste
list-empty = Il n’y a pas encore de livre dans cette liste. Ouvrez la page d’un livre pour l’ajouter ici.
list-order-added = Derniers ajouts
list-take-off = Retirer de la liste
list-change = Modifier cette liste
list-save = Enregistrer
list-remove = Supprimer cette liste
list-remove-text = La liste « { $name } » sera supprimée pour toutes les personnes qui la voient. Ses livres restent dans la bibliothèque.
list-keep = Garder la liste
list-subscribe = Suivre cette liste
list-unsubscribe = Ne plus suivre cette liste
list-said-made = La liste est créée. Ouvrez la page d’un livre pour l’ajouter à la liste.
list-said-saved = La liste est enregistrée.
list-said-removed = La liste est supprimée.
list-said-followed = Vous suivez cette liste.
list-said-unfollowed = Vous ne suivez plus cette liste.
list-said-added = Le livre est dans cette liste.
list-said-taken-off = Le livre n’est plus dans cette liste.
title-lists = Ajouter à une liste
title-list = Liste
title-list-add = Ajouter ce livre à la liste
title-no-list = Vous n’avez pas encore de liste.
title-list-make = Créer une liste
