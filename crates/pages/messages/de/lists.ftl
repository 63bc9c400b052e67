# Leselisten.
lists-shared = Listen, die andere teilen
lists-words = Wörter aus dem Namen oder der Beschreibung einer Liste
lists-count = { $count ->
    [0] Hier gibt es noch keine Listen.
    [one] Eine Liste
   *[other] { $count } Listen
}
list-titles = { $count ->
    [0] Keine Bücher
    [one] Ein Buch
   *[other] { $count } Bücher
}
list-by = Von { $name }
list-assigned = Ihnen zugewiesen
list-subscribed = Sie folgen dieser Liste
list-access = Wer diese Liste sieht
list-access-private = Nur wem sie gehört und wem sie zugewiesen ist
list-access-shared = Alle Leserinnen und Leser dieser Bibliothek
list-access-org = Die eigene Einrichtung
list-access-missing = Wählen Sie, wer diese Liste sieht
list-name = Name der Liste
list-description = Beschreibung
list-new = Neue Liste
list-make = Diese Liste anlegen
list-books = Bücher auf dieser Liste
list-empty = Auf dieser Liste stehen noch keine Bücher. Öffnen Sie die Seite eines Buches, um es hinzuzufügen.
list-order-added = Zuletzt hinzugefügt
list-take-off = Von der Liste nehmen
list-change = Diese Liste ändern
list-save = Speichern
list-remove = Diese Liste löschen
list-remove-text = Die Liste „{ $name }“ wird für alle gelöscht, die sie sehen. Ihre Bücher bleiben in der Bibliothek.
list-keep = Liste behalten
list-subscribe = Dieser Liste folgen
list-unsubscribe = Dieser Liste nicht mehr folgen
list-said-made = Die Liste ist angelegt. Öffnen Sie die Seite eines Buches, um es auf die Liste zu setzen.
list-said-saved = Die Liste ist gespeichert.
list-said-removed = Die Liste ist gelöscht.
list-said-followed = Sie folgen dieser Liste.
list-said-unfollowed = Sie folgen dieser Liste nicht mehr.
list-said-added = Das Buch steht auf dieser Liste.
list-said-taken-off = Das Buch steht nicht mehr auf dieser Liste.
title-lists = Auf eine Liste setzen
title-list = Liste
title-list-add = Dieses Buch auf die Liste setzen
title-no-list = Sie haben noch keine Liste.
title-list-make = Liste anlegen
