# Nichts da.
problem-not-found = Nicht gefunden
problem-not-found-text = Unter dieser Adresse gibt es nichts.
problem-no-title = Diesen Titel gibt es nicht.
problem-no-periodical = Diese Zeitung oder Zeitschrift gibt es nicht.
problem-no-edition = Diese Ausgabe gibt es nicht.
problem-no-file = Diese Datei gibt es nicht.
problem-no-list = Diese Leseliste gibt es nicht.
problem-no-user = Diese Person hat hier kein Konto.
problem-no-format = Den Titel gibt es nicht in diesem Format.
problem-link-expired = Die Adresse ist beschädigt oder abgelaufen. Rufen Sie eine neue ab.

# Nicht verstanden.
problem-method = Nicht möglich
problem-method-text = Diese Adresse unterstützt diese Methode nicht.
problem-not-understood = Anfrage nicht verstanden
problem-refused-text = Die Bibliothek konnte diese Anfrage nicht annehmen.
problem-address = Die Adresse ist nicht lesbar. Ein Parameter darf nur einmal darin stehen.
problem-page = Die Adresse dieser Seite ist nicht lesbar. Gehen Sie zurück zur ersten Seite.
problem-two-pages = after, before: nur eines davon kann verwendet werden.
problem-value = { $field }: muss einer dieser Werte sein: { $values }.
problem-field = { $field }: hat einen Wert, der nicht möglich ist.
problem-field-missing = { $field }: fehlt.
problem-field-date = { $field }: muss ein Datum sein.
problem-format = format: dieses Format gibt es nicht.
problem-language = language: diese Sprache gibt es nicht.
problem-isbn = isbn: das ist keine ISBN.
problem-too-large = Zu groß
problem-too-large-text = Die Anfrage ist zu groß.

# Nicht jetzt.
problem-too-many-text = Von hier sind zu viele Anfragen gekommen.
problem-too-many-failures = Zu viele Anmeldungen sind fehlgeschlagen.
problem-too-many-downloads = Zu viele Ihrer Bücher werden gerade hergestellt. Versuchen Sie es wieder, wenn eines fertig ist.
problem-not-ready = Noch nicht fertig
problem-not-ready-text = Das Buch wird noch hergestellt. Versuchen Sie es gleich noch einmal.
problem-failed = Das Buch konnte nicht hergestellt werden
problem-failed-text = Beim Herstellen dieses Exemplars ist etwas schiefgegangen. Versuchen Sie es noch einmal.

# Nicht für diese Person.
problem-closed = Für Sie nicht verfügbar
problem-not-allowed = Nicht erlaubt
problem-not-allowed-text = Sie dürfen das nicht.
problem-sponsors = Das dürfen nur Betreuende einer Einrichtung.

# Stellen in einem Buch.
problem-newer-place = Es gibt eine neuere Stelle
problem-newer-place-text = Die Bibliothek kennt eine Stelle, an der diese Person später war.
place-not-kept = Diese Stelle kann nicht gespeichert werden.
place-modified = modified muss Datum und Uhrzeit mit Zeitverschiebung sein.
place-device = device muss id und name haben.
place-progression = progression muss eine Zahl sein.
place-href = locator.href muss ein Text sein.
place-total = locator.locations.totalProgression muss eine Zahl sein.
place-body = Der Inhalt konnte nicht gelesen werden.
place-json = Der Inhalt ist kein JSON.
place-limits = Ein Text ist zu lang, oder eine Zahl liegt nicht zwischen 0 und 1.
