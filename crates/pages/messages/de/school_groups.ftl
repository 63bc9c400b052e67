# Gruppen von Mitgliedern: Klassen aus Dateien, und Gruppen, die Betreuende anlegen.
groups-heading = Gruppen und Klassenverbände
groups-hint = Klassen aus Ihren Dateien und eigene Gruppen, um Mitglieder zu finden und gemeinsam zu ändern.
groups-intro = Klassen kommen aus den Dateien Ihrer Schule. Andere Gruppen können Sie selbst anlegen; Dateien ändern sie nie. Um Mitglieder in eine Gruppe aufzunehmen, wählen Sie sie in der Liste der Mitglieder.
groups-count = { $count ->
    [0] Es gibt noch keine Gruppen.
    [one] Eine Gruppe
   *[other] { $count } Gruppen
}
groups-by-hand = Von Hand angelegt
groups-from-file = Klasse aus einer Datei
groups-new = Eine Gruppe anlegen
groups-name = Name der Gruppe
groups-name-taken = Eine andere Gruppe heißt so. Geben Sie einen anderen Namen ein.
groups-too-many = Ihre Organisation kann nicht mehr Gruppen haben. Entfernen Sie zuerst eine.
groups-rename = Die Gruppe umbenennen
groups-rename-one = „{ $name }“ umbenennen
groups-remove = Die Gruppe entfernen
groups-remove-one = „{ $name }“ entfernen
groups-remove-text = Die Gruppe „{ $name }“ wird entfernt. Eine Klasse kommt mit der nächsten Datei wieder, die sie nennt.
groups-remove-members = { $count ->
    [0] Niemand ist darin.
    [one] Ein Mitglied ist darin und bleibt Mitglied.
   *[other] { $count } Mitglieder sind darin und bleiben Mitglieder.
}
groups-keep = Die Gruppe behalten
groups-said-made = Die Gruppe ist angelegt. Wählen Sie Mitglieder in der Liste der Mitglieder, um sie aufzunehmen.
groups-said-renamed = Die Gruppe ist umbenannt.
groups-said-removed = Die Gruppe ist entfernt.

# Die Liste der Mitglieder, und Änderungen mehrerer Mitglieder.
school-filter-group = Gruppe: { $name }
school-filter-group-unknown = eine Gruppe
school-members-group = Gruppe
school-acts-group = Gruppe
school-act-add-to-group = In eine Gruppe aufnehmen
school-act-take-from-group = Aus einer Gruppe nehmen
school-bulk-group = In eine Gruppe aufnehmen: { $name }
school-bulk-from-group = Aus einer Gruppe nehmen: { $name }
school-bulk-same-group = { $count ->
    [one] Ein Mitglied ist schon in der Gruppe.
   *[other] { $count } sind schon in der Gruppe.
}
school-bulk-same-off-group = { $count ->
    [one] Ein Mitglied ist nicht in der Gruppe.
   *[other] { $count } sind nicht in der Gruppe.
}
school-bulk-too-many-groups = { $count ->
    [one] Ein Mitglied ist schon in der größten möglichen Zahl von Gruppen.
   *[other] { $count } sind schon in der größten möglichen Zahl von Gruppen.
}
school-bulk-choose-group = Wählen Sie eine Gruppe
school-bulk-make-group = Gruppen und Klassenverbände

# Importe und Änderungen.
import-column-classes = Klassenverbände
import-count-groups = { $count ->
    [one] Eine neue Gruppe
   *[other] { $count } neue Gruppen
}
import-count-joining = { $count ->
    [one] Ein Mitglied kommt in eine Gruppe
   *[other] { $count } Mitglieder kommen in Gruppen
}
import-count-leaving = { $count ->
    [one] Ein Mitglied verlässt eine Gruppe
   *[other] { $count } Mitglieder verlassen Gruppen
}
import-count-classes-left-out = { $count ->
    [one] Eine Klasse wird ausgelassen, weil Ihre Organisation zu viele Gruppen hat
   *[other] { $count } Klassen werden ausgelassen, weil Ihre Organisation zu viele Gruppen hat
}
import-joins = kommt in { $name }
import-leaves = verlässt { $name }
runs-kind-group = Gruppen
runs-field-groups = Gruppen
