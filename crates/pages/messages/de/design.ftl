# Die Seite der Sandbox mit allen Bausteinen.
design-heading = Die Bausteine der Seiten
design-text = Alles, woraus die Seiten bestehen, wie es mit Ihren Einstellungen für Text und Farben aussieht. Nur die Sandbox hat diese Seite.
design-notice = Ein Hinweis
design-form = Ein Formular mit einem Fehler
design-reset = Zurücksetzen
design-link = Ein Link
design-books = Eine Bücherliste
design-table = Eine Tabelle, auf dem Telefon eine Liste
design-links = Links und Karten
design-waiting = Laufende Arbeit
design-title = Ein Titel
design-chapter = Ein Kapitel
