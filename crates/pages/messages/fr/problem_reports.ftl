# Problèmes que des lecteurs ont signalés, pour le personnel des collections.
problems-heading = Problèmes signalés
problems-count = { $count ->
    [0] Aucun signalement n’est ouvert.
    [one] Un signalement est ouvert.
   *[other] { $count } signalements sont ouverts, le plus ancien en premier.
}
problems-number = Numéro
problems-who = Signalé par
problems-when = Date
problems-nobody = un compte fermé
problems-close = Clore le signalement { $count }
problems-closed = Le signalement est clos.
