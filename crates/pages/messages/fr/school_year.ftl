# Une nouvelle année scolaire.
school-year-heading = Nouvelle année scolaire
school-year-hint = Faire passer tous les membres au niveau suivant, et laisser partir les plus âgés.
school-year-text = Tous les membres de { $name } passent au niveau suivant : du préscolaire à la maternelle, puis en 1re année, et ainsi de suite jusqu’à la 12e année.
school-year-text-preview = Rien n’est modifié avant que vous l’ayez vu et confirmé.
school-year-text-undo = Vous pouvez l’annuler pendant 30 jours.
school-year-last-grade = Dernier niveau de votre école
school-year-last-grade-hint = Les membres de ce niveau partent. Ceux qui sont au-dessus passent aussi au niveau suivant ; ceux de 12e année partent toujours.
school-year-choose-last-grade = Choisissez le dernier niveau de votre école
school-year-leavers = Membres qui ont terminé le dernier niveau
school-year-leavers-keep = Restent membres, à leur niveau
school-year-leavers-remove = Sont retirés. Vous pouvez annuler cela pendant 30 jours.
school-year-others = Membres à un niveau sans suite, comme l’université et les niveaux britanniques
school-year-others-stay = Restent tels quels
school-year-others-leave = Sont traités comme ceux qui ont terminé le dernier niveau
school-year-show = Afficher ce qui change
school-year-too-many = C’est possible pour { $count } membres au plus à la fois. Dans la liste des membres, fixez le niveau à l’aide du filtre de chaque niveau, en commençant par le dernier.
school-year-preview = Nouvelle année scolaire : vérifier les changements
school-year-outdated = Les membres ont changé depuis l’affichage, donc rien n’a été fait. Veuillez vérifier de nouveau.
school-year-previous = { $name } a commencé la dernière nouvelle année scolaire le { $date }. Maintenant, les membres passeraient encore une fois au niveau suivant.
school-year-steps = Un niveau de plus
school-year-step = { $count ->
    [one] { $from }, puis { $to } : un membre
   *[other] { $from }, puis { $to } : { $count } membres
}
school-year-no-steps = Personne ne change de niveau.
school-year-leaving = Fin de la scolarité
school-year-removed = { $count ->
    [0] Personne ne part.
    [one] Un membre a terminé le dernier niveau et est retiré.
   *[other] { $count } membres ont terminé le dernier niveau et sont retirés.
}
school-year-kept = { $count ->
    [0] Personne n’a terminé le dernier niveau.
    [one] Un membre a terminé le dernier niveau et y reste.
   *[other] { $count } membres ont terminé le dernier niveau et y restent.
}
school-year-names = Leurs noms
school-year-first-names = Les { $count } premiers noms
school-year-unchanged = Sans changement
school-year-group = { $count ->
    [one] { $grade } : un membre
   *[other] { $grade } : { $count } membres
}
school-year-no-grade = Sans niveau
school-year-begin = Commencer la nouvelle année scolaire
school-year-no-effect = Il n’y a rien à modifier.
school-year-back = Modifier les choix
school-year-done = La nouvelle année scolaire a commencé.
