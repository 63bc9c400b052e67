# Groupes de membres : classes des fichiers, et groupes créés par les responsables.
groups-heading = Groupes et classes
groups-hint = Les classes de vos fichiers, et les groupes que vous créez, pour trouver des membres et les modifier ensemble.
groups-intro = Les classes viennent des fichiers de votre école. Vous pouvez créer d’autres groupes vous-même ; les fichiers ne les modifient jamais. Pour mettre des membres dans un groupe, choisissez-les dans la liste des membres.
groups-count = { $count ->
    [0] Il n’y a pas encore de groupe.
    [one] Un groupe
   *[other] { $count } groupes
}
groups-by-hand = Créé par un responsable
groups-from-file = Classe d’un fichier
groups-new = Créer un groupe
groups-name = Nom du groupe
groups-name-taken = Un autre groupe porte ce nom. Saisissez-en un autre.
groups-too-many = Votre organisation ne peut pas avoir plus de groupes. Supprimez-en un d’abord.
groups-rename = Renommer le groupe
groups-rename-one = Renommer « { $name } »
groups-remove = Supprimer le groupe
groups-remove-one = Supprimer « { $name } »
groups-remove-text = Le groupe « { $name } » est supprimé. Une classe revient avec le prochain fichier qui la nomme.
groups-remove-members = { $count ->
    [0] Personne n’en fait partie.
    [one] Un membre en fait partie, et reste membre.
   *[other] { $count } membres en font partie, et restent membres.
}
groups-keep = Garder le groupe
groups-said-made = Le groupe est créé. Choisissez des membres dans la liste des membres pour les y mettre.
groups-said-renamed = Le groupe est renommé.
groups-said-removed = Le groupe est supprimé.

# La liste des membres, et les actions sur plusieurs d’entre eux.
school-filter-group = groupe : { $name }
school-filter-group-unknown = un groupe
school-members-group = Groupe
school-acts-group = Groupe
school-act-add-to-group = Mettre dans un groupe
school-act-take-from-group = Retirer d’un groupe
school-bulk-group = Mettre dans un groupe : { $name }
school-bulk-from-group = Retirer d’un groupe : { $name }
school-bulk-same-group = { $count ->
    [one] Un membre est déjà dans le groupe.
   *[other] { $count } sont déjà dans le groupe.
}
school-bulk-same-off-group = { $count ->
    [one] Un membre n’est pas dans le groupe.
   *[other] { $count } ne sont pas dans le groupe.
}
school-bulk-too-many-groups = { $count ->
    [one] Un membre est déjà dans le nombre maximal de groupes.
   *[other] { $count } sont déjà dans le nombre maximal de groupes.
}
school-bulk-choose-group = Choisissez un groupe
school-bulk-make-group = Groupes et classes

# Importations et modifications.
import-column-classes = classes
import-count-groups = { $count ->
    [one] Un nouveau groupe
   *[other] { $count } nouveaux groupes
}
import-count-joining = { $count ->
    [one] Un membre entre dans un groupe
   *[other] { $count } membres entrent dans des groupes
}
import-count-leaving = { $count ->
    [one] Un membre quitte un groupe
   *[other] { $count } membres quittent des groupes
}
import-count-classes-left-out = { $count ->
    [one] Une classe est laissée de côté, car votre organisation a trop de groupes
   *[other] { $count } classes sont laissées de côté, car votre organisation a trop de groupes
}
import-joins = entre dans { $name }
import-leaves = quitte { $name }
runs-kind-group = Groupes
runs-field-groups = Groupes
