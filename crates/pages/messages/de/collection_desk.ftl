# Die Bestandsverwaltung.
collection-words = Titel, Autorin oder Autor, ISBN oder Reihe
collection-words-hint = Gefunden werden Titel in jedem Status. Ohne Wörter stehen die zuletzt geänderten vorn.
collection-count = { $count ->
    [0] Keine Titel gefunden.
    [one] Ein Titel gefunden.
   *[other] { $count } Titel gefunden.
}
collection-waiting = Was wartet
collection-need = Was der Titel braucht
collection-need-book = Ein Buch: Es gibt nur einen Datensatz
collection-need-retry = Einen neuen Versuch: Die letzte Änderung ist gescheitert
collection-need-conversion-report = Einen Blick in den Umwandlungsbericht
collection-need-problem-report = Eine Antwort auf ein gemeldetes Problem
collection-without-book = Titel ohne Buch
collection-without-book-count = { $count ->
    [0] Jeder Titel hat sein Buch.
    [one] Ein Titel ist bisher nur ein Datensatz.
   *[other] { $count } Titel sind bisher nur Datensätze.
}
collection-retry = Gescheiterte Umwandlungen und Änderungen
collection-retry-count = { $count ->
    [0] Bei keinem Titel ist die letzte Änderung gescheitert.
    [one] Bei einem Titel ist die letzte Änderung gescheitert.
   *[other] Bei { $count } Titeln ist die letzte Änderung gescheitert.
}
collection-add = Bücher oder Datensätze hinzufügen
collection-runs = Was bisher hinzugefügt wurde
collection-back = Zurück zur Bestandsverwaltung
collection-back-to-title = Zurück zu diesem Titel
collection-manage = Diesen Titel verwalten

# Was über einen Titel bekannt ist.
collection-status = Status
collection-number = Nummer
collection-site = Standort
collection-kind = Art
collection-kind-text = Text
collection-kind-music-score = Noten
collection-book = Buch
collection-has-book = Das Buch ist vorhanden.
collection-record-only = Nur ein Datensatz, ohne Buch
collection-created = Hinzugefügt
collection-updated = Zuletzt geändert
collection-published = Veröffentlicht
collection-withdrawn = Zurückgezogen
collection-suppliers = Datensätze von Lieferanten
collection-replacement = Titel, der an seine Stelle tritt
collection-reader-view = Was Leserinnen und Leser sehen
collection-source = Quelldatei herunterladen
collection-pending = { $count ->
    [one] Eine Änderung wird ausgeführt. Laden Sie die Seite neu, um das Ergebnis zu sehen.
   *[other] { $count } Änderungen werden ausgeführt. Laden Sie die Seite neu, um das Ergebnis zu sehen.
}
collection-converting = Die Formate werden hergestellt; das kann Minuten dauern. Laden Sie die Seite neu, um das Ergebnis zu sehen.
collection-failure = Die letzte Änderung konnte nicht ausgeführt werden:
collection-problems-all = Alle offenen Meldungen von Problemen
collection-history = Verlauf
collection-more-events = { $count ->
    [one] Ein früheres Ereignis ist nicht aufgeführt.
   *[other] { $count } frühere Ereignisse sind nicht aufgeführt.
}
collection-action-submitted = Eingereicht
collection-action-metadata-update-requested = Änderung der Beschreibung verlangt
collection-action-metadata-updated = Beschreibung geändert
collection-action-artifact-updated = Beschreibung eines Formats geändert
collection-action-artifact-created = Format hergestellt
collection-action-status-changed = Status geändert
collection-action-withdraw-requested = Zurückziehen verlangt
collection-action-withdrawn = Zurückgezogen
collection-action-published = Veröffentlicht

# Status, und der Wechsel von einem zum anderen.
collection-status-live = Im Bestand
collection-status-withdrawn = Zurückgezogen
collection-status-new = Neu
collection-status-being-edited = In Bearbeitung
collection-status-proofread-valid = Korrektur gelesen, angenommen
collection-status-proofread-rejected = Korrektur gelesen, abgelehnt
collection-status-converted = Umgewandelt, bereit zur Veröffentlichung
collection-status-reprocess = Wird neu hergestellt
collection-status-validated = Geprüft
collection-status-user-submitted = Von einer Person eingereicht
collection-status-publisher-submitted = Vom Verlag eingereicht
collection-status-removed = Entfernt
collection-meaning-live = Leserinnen und Leser finden es und leihen es aus
collection-meaning-withdrawn = für Leserinnen und Leser geschlossen; kann zurückkommen
collection-meaning-reprocess = für Leserinnen und Leser geschlossen, bis es wieder veröffentlicht wird
collection-meaning-removed = endgültig weg
collection-meaning-other = nur das Personal sieht es
collection-move = Status ändern
collection-move-choice = Neuer Status
collection-move-button = Status ändern
collection-comment = Bemerkung für den Verlauf
collection-moved = Die Änderung des Status ist angenommen.
collection-status-missing = Wählen Sie den neuen Status
collection-status-changed = Dieser Status ist nicht mehr möglich: Jemand anderes hat den Titel geändert. Wählen Sie noch einmal.
collection-status-report = Mehr als 2 % der Wörter fehlen: Bestätigen Sie zuerst den Umwandlungsbericht.
collection-move-to = Neuer Status: { $name }
collection-move-now = Status ändern in: { $name }
collection-effects = Das bedeutet für Leserinnen und Leser:
collection-withdraw-closed = Niemand kann das Buch mehr herunterladen oder im Browser lesen, auch nicht Personen, denen es zugewiesen wurde.
collection-withdraw-copies = Gespeicherte Exemplare bleiben bei den Leserinnen und Lesern.
collection-withdraw-lists = Es bleibt in Regalen und auf Leselisten. Seine Seite sagt, dass das Buch nicht verfügbar ist, und führt zum Titel, der an seine Stelle tritt.
collection-withdraw-back = Sie können es jederzeit mit allen Formaten zurückholen.
collection-reprocess-closed = Niemand kann das Buch herunterladen oder im Browser lesen, bis es wieder veröffentlicht ist.
collection-reprocess-copies = Seine Formate entstehen neu. Gespeicherte Exemplare bleiben den Leserinnen und Lesern.
collection-reprocess-lists = Es bleibt in Regalen und auf Leselisten.
collection-use = Leserinnen und Leser zurzeit
collection-use-none = Zurzeit niemand.
collection-use-assigned = { $count ->
    [one] Einer Person zugewiesen.
   *[other] { $count } Personen zugewiesen.
}
collection-use-lists = { $count ->
    [one] Auf einer Leseliste.
   *[other] Auf { $count } Leselisten.
}
collection-use-fetched = { $count ->
    [one] Eine Person hat in den letzten 30 Tagen ein Exemplar abgeholt.
   *[other] { $count } Personen haben in den letzten 30 Tagen ein Exemplar abgeholt.
}
collection-use-reading = { $count ->
    [one] Eine Person hat in den letzten 30 Tagen gelesen.
   *[other] { $count } Personen haben in den letzten 30 Tagen gelesen.
}
collection-use-preparing = { $count ->
    [one] Ein Exemplar wird gerade vorbereitet.
   *[other] { $count } Exemplare werden gerade vorbereitet.
}
collection-moves-pick = Diesen Titel auswählen
collection-moves-heading = Den Status mehrerer Titel ändern
collection-moves-scope = Welche Titel
collection-moves-chosen = Die ausgewählten Titel
collection-moves-keep = Sie können höchstens { $count } Titel auswählen, auch auf mehreren Seiten dieser Suche: Die Schaltflächen, die die Auswahl behalten, führen von Seite zu Seite. Mit Links zu anderen Seiten und mit einer neuen Suche beginnt eine neue Auswahl.
collection-moves-keep-first = Erste Seite, Auswahl behalten
collection-moves-keep-next = Nächste Seite, Auswahl behalten
collection-moves-others = { $count ->
    [one] Ein ausgewählter Titel steht auf einer anderen Seite.
   *[other] { $count } ausgewählte Titel stehen auf anderen Seiten.
}
collection-moves-cut = Höchstens { $count } Titel können einzeln ausgewählt werden; die letzten sind weggelassen. Um mehr zu ändern, grenzen Sie die Suche ein und nehmen Sie alle Titel, die sie findet.
collection-moves-clear = Auswahl aufheben
collection-moves-change = Auswahl ändern
collection-moves-chosen-count = { $count ->
    [one] Der eine ausgewählte Titel
   *[other] Die { $count } ausgewählten Titel
}
collection-moves-all = { $count ->
    [one] Der eine gefundene Titel
   *[other] Alle { $count } gefundenen Titel
}
collection-moves-choose = Bitte wählen
collection-moves-none-chosen = Wählen Sie mindestens einen Titel aus, oder alle gefundenen
collection-moves-hint = Zuerst sehen Sie, was mit wie vielen Titeln geschehen würde. Vor Ihrer Bestätigung ändert sich nichts.
collection-moves-preview = Zeigen, was geschehen würde
collection-moves-moving = { $count ->
    [0] Kein Titel bekommt den neuen Status.
    [one] Ein Titel bekommt den neuen Status.
   *[other] { $count } Titel bekommen den neuen Status.
}
collection-moves-accepted = { $count ->
    [one] Ein Titel erhält jetzt den neuen Status.
   *[other] { $count } Titel erhalten jetzt den neuen Status.
}
collection-moves-same = { $count ->
    [one] Ein Titel hat den Status „{ $name }“ schon und behält ihn.
   *[other] { $count } Titel haben den Status „{ $name }“ schon und behalten ihn.
}
collection-moves-no-such-move = { $count ->
    [one] Ein Titel kann ihn nicht bekommen: Vom Status „{ $name }“ führt nichts dorthin.
   *[other] { $count } Titel können ihn nicht bekommen: Vom Status „{ $name }“ führt nichts dorthin.
}
collection-moves-report = { $count ->
    [one] Ein Titel kann ihn nicht bekommen: Mehr als 2 % der Wörter fehlen, und niemand hat den Umwandlungsbericht zur Kenntnis genommen.
   *[other] { $count } Titel können ihn nicht bekommen: Mehr als 2 % ihrer Wörter fehlen, und niemand hat die Umwandlungsberichte zur Kenntnis genommen.
}
collection-moves-gone = { $count ->
    [one] Ein Titel existiert nicht mehr oder gehört nicht zu Ihrem Bestand.
   *[other] { $count } Titel existieren nicht mehr oder gehören nicht zu Ihrem Bestand.
}
collection-moves-titles = Die Titel, die ihn bekommen
collection-moves-first = Die ersten { $count } Titel, die ihn bekommen
collection-moves-limit = Das sind zu viele: Höchstens { $count } Titel lassen sich zusammen ändern. Grenzen Sie die Suche ein.
collection-moves-outdated = Inzwischen hat sich etwas geändert, deshalb ist nichts geschehen. Das würde jetzt geschehen:
collection-moves-effects = Was es für die Leserinnen und Leser jedes Titels bedeutet
collection-moves-use = Bei allen diesen Titeln zusammen:
collection-moves-converting = Die Formate entstehen im Hintergrund, was je Titel mehrere Minuten dauern kann.
collection-moves-later = Die Titel ändern sich innerhalb von Sekunden. Was sich nicht ändern ließ, steht dort:
collection-remove-found = Niemand findet den Titel oder seine Seite mehr.
collection-remove-copies = Gespeicherte Exemplare bleiben bei den Leserinnen und Lesern.
collection-remove-final = Das lässt sich nicht rückgängig machen.
collection-replacement-hint = Seine Nummer, wenn es einen solchen Titel gibt. Leserinnen und Leser werden dorthin geführt.
collection-replacement-wrong = Geben Sie die Nummer eines anderen Titels ein, der im Bestand ist und den Leserinnen und Leser des Standorts finden

# Formate.
collection-no-formats = Der Titel hat keine Formate.
collection-version = Version
collection-format-available = Kann heruntergeladen werden
collection-format-unavailable = Kann nicht hergestellt werden
collection-format-pending = Noch nicht veröffentlicht
collection-format-heading = Beschreibung des Formats { $name }
collection-producers = Hergestellt von
collection-supplier = Lieferant
collection-funding = Finanziert durch
collection-duration = Dauer
collection-braille-type = Wie die Brailleschrift entstand
collection-braille-automated = Durch ein Programm
collection-braille-transcribed = Von Hand übertragen
collection-score-layout = Anordnung der Braillenoten
collection-layout-bar-over-bar = Takt über Takt
collection-layout-bar-by-bar = Takt für Takt
collection-volumes = Anzahl der Braillebände
collection-external-code = Kennung in einem fremden Katalog
collection-common-identifier = Kennung im gemeinsamen Katalog der Partner

# Das Formular mit den Metadaten eines Titels.
collection-metadata = Metadaten
collection-metadata-hint = Nur die Felder, die Sie ändern, werden gespeichert. Was andere inzwischen ändern, bleibt.
collection-save = Änderungen speichern
collection-saved = Die Änderungen sind angenommen.
collection-nothing-changed = Sie haben nichts geändert.
collection-wrong = { $name }: Dieser Wert stimmt nicht. { $rule }
collection-yes = Ja
collection-no = Nein
collection-not-known = Nicht bekannt
collection-group-book = Das Buch
collection-group-people = Weitere Personen
collection-group-subjects = Themen und Leserschaft
collection-group-edition = Ausgabe
collection-group-rights = Rechte
collection-group-music = Musik
collection-title = Titel
collection-subtitle = Untertitel
collection-synopsis = Inhaltsangabe
collection-series-number = Nummer in der Reihe
collection-copyright-year = Jahr des Urheberrechts
collection-usage = Urheberrecht
collection-usage-copyright = Geschützt, für berechtigte Leserinnen und Leser
collection-usage-public-domain = Gemeinfrei, für alle
collection-usage-creative-commons = Creative Commons, für alle
collection-bisac = BISAC-Kategorien
collection-thema = Thema-Kategorien
collection-external-category = Kennung eines anderen Schemas
collection-grades = Schulstufen
collection-age-from = Jüngste Leserinnen und Leser, in Jahren
collection-age-to = Älteste Leserinnen und Leser, in Jahren
collection-lexile-code = Lexile-Kürzel
collection-lexile-number = Lexile-Wert
collection-warnings = Inhaltswarnungen
collection-warning-content-warning = Warnung ohne nähere Angabe
collection-warning-sex = Sexualität
collection-warning-violence = Gewalt
collection-warning-drugs = Drogen
collection-warning-language = Derbe Sprache
collection-warning-intolerance = Intoleranz
collection-warning-adult = Für Erwachsene
collection-warning-unrated = Nicht eingestuft
collection-adult-content = Für Erwachsene, Minderjährigen verschlossen
collection-allow-recommend = Darf empfohlen werden
collection-series-subtitle = Untertitel der Reihe
collection-edition = Angabe der Auflage
collection-copyright-holder = Inhaber der Rechte
collection-origin-country = Land der ersten Veröffentlichung
collection-related-isbns = Weitere ISBN
collection-product-identifier = Produktnummer der Bibliothek
collection-quality = Qualität des Scans
collection-quality-publisher = Aus Dateien des Verlags
collection-quality-excellent = Ausgezeichnet
collection-quality-good = Gut
collection-quality-fair = Mäßig
collection-image-descriptions = Bilder haben Beschreibungen
collection-worldwide = Darf überall verbreitet werden
collection-countries = Länder, in denen es verbreitet werden darf
collection-states = Regionen, in denen es verbreitet werden darf
collection-marrakesh = Offen für Länder des Vertrags von Marrakesch
collection-marrakesh-proof = Kein Nachweis einer Behinderung nötig
collection-demo = Offen für Probeabonnements
collection-nimac = Aus der nationalen Quelle für Schulen (NIMAC)
collection-score-type = Art der Noten
collection-score-full-score = Partitur
collection-score-open-score = Einzelne Stimmen untereinander
collection-score-single-line = Eine Stimme
collection-chord-symbols = Akkordsymbole sind gedruckt
collection-instruments = Instrumente
collection-vocal-parts = Singstimmen
collection-key = Tonart
collection-movement-number = Nummer des Satzes
collection-movement-title = Titel des Satzes
collection-opus = Opus

# Welche Werte richtig sind.
collection-rule-line = Eine Zeile mit höchstens 255 Zeichen.
collection-rule-lines = Einer je Zeile.
collection-rule-choice = Wählen Sie einen der Werte.
collection-rule-title = Eine Zeile mit höchstens 1.000 Zeichen; nie leer.
collection-rule-subtitle = Eine Zeile mit höchstens 1.000 Zeichen.
collection-rule-synopsis = Höchstens 20.000 Zeichen.
collection-rule-notes = Für Leserinnen und Leser; höchstens 8.000 Zeichen.
collection-rule-comment = Höchstens 2.000 Zeichen; kann leer bleiben.
collection-rule-names = Ein Name je Zeile, zum Beispiel Jane Austen oder Austen, Jane.
collection-rule-languages = Ein Kürzel aus drei Buchstaben je Zeile (ISO 639-2), zum Beispiel eng; mindestens eines.
collection-rule-isbn = Eine ISBN mit 10 oder 13 Ziffern.
collection-rule-isbns = Eine ISBN mit 10 oder 13 Ziffern je Zeile.
collection-rule-year = Ein Jahr mit vier Ziffern.
collection-rule-categories = Eine je Zeile. Neue werden angelegt.
collection-rule-bisac = Ein Code oder eine Rubrik je Zeile, zum Beispiel FIC047000.
collection-rule-thema = Ein Code je Zeile, zum Beispiel FFC.
collection-rule-grades = Ein Code je Zeile (ONIX-Codeliste 77 oder BIC).
collection-rule-age-from = 0 bis 120, nicht über den ältesten.
collection-rule-age-to = 0 bis 120.
collection-rule-count = Eine ganze Zahl.
collection-rule-country = Ein Kürzel aus zwei Buchstaben (ISO 3166-1), zum Beispiel US.
collection-rule-countries = Ein Kürzel aus zwei Buchstaben je Zeile (ISO 3166-1), zum Beispiel US; mindestens eines, wenn es nicht überall verbreitet werden darf.
collection-rule-states = Ein Kürzel je Zeile (ISO 3166-2), zum Beispiel US-CA. Leer für ganze Länder.
collection-rule-product-identifier = Höchstens 255 Zeichen; kein anderer Titel des Standorts hat sie.
collection-rule-vocal-parts = Buchstaben für Sopran, Alt, Tenor und Bass: S, A, T, B.
collection-rule-duration = Eine Dauer nach ISO 8601, zum Beispiel PT2H30M.

# Den Katalog exportieren.
export-heading = Den Katalog exportieren
export-text = Laden Sie die Titel aus dem Bestand Ihrer Bibliothek als Datei mit Datensätzen herunter: für Partner und Suchdienste, für eine Tabelle oder für eine andere Bibliothek.
export-format = Format
export-format-onix = ONIX for Books 3.1
export-format-marcxml = MARC 21 in XML
export-format-csv = Tabelle (CSV)
export-since = Geändert an diesem Tag oder später
export-supplier = Titel aus Datensätzen von
export-every-supplier = Allen Lieferanten
export-titles = Titel
export-published = Nur Titel, die Leserinnen und Leser finden, und zurückgezogene, die sie finden konnten
export-start = Export starten
export-started = Der Export ist angenommen. Er dauert Sekunden, bei einem großen Katalog Minuten.
export-unfinished = Ein Export Ihrer Bibliothek wartet oder läuft schon, deshalb wurde kein weiterer gestartet.
export-latest = Exporte der letzten 7 Tage
export-none = Es gibt keine Exporte.
export-reload = Laden Sie diese Seite neu, um zu sehen, ob ein Export fertig ist.
export-download = Die Datei herunterladen
