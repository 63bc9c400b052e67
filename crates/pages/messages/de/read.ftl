# Reading in the browser.
read-title = Lesen: { $name }
read-waiting-heading = Ihr Buch wird vorbereitet
read-waiting = Diese Seite lädt sich alle paar Sekunden neu und öffnet das Buch, sobald es fertig ist.
read-waiting-long = Ihr Buch wird noch vorbereitet. Sie können diese Seite verlassen und wiederkommen; das Buch öffnet sich, sobald es fertig ist.
read-start = Von Anfang an lesen
read-resume = Weiterlesen bei „{ $name }“
read-resume-other = Sie haben dieses Buch zuletzt als { $name } gelesen. Sie können etwa an derselben Stelle weiterlesen.
read-resume-browser = Sie haben dieses Buch zuletzt in einem anderen Browser gelesen.
read-resume-app = Sie haben dieses Buch zuletzt in einer App gelesen.
read-places = Andere Stellen
read-place-here = In diesem Browser, { $name }
read-place-browser = In einem anderen Browser, { $name }
read-place-app = In einer App, { $name }
read-place-earlier = Früher, { $name }
read-about = Über dieses Buch
read-about-copy = Über dieses Exemplar
read-notice = Dieses Exemplar wurde am { $date } für { $name } angefertigt. Es ist nur für den persönlichen Gebrauch dieser Person bestimmt.
read-contents = Inhalt
read-find = Stelle finden
read-search-words = Wörter in diesem Buch
read-search-title = Suchen in „{ $name }“
read-found = { $count ->
    [0] Keine Stelle gefunden
    [one] Eine Stelle gefunden
   *[other] { $count } Stellen gefunden
}
read-more = Es gibt weitere Stellen. Suchen Sie nach mehr Wörtern, um weniger zu finden.
read-go-page = Seite der gedruckten Ausgabe
read-go = Zur Seite gehen
read-no-page = Dieses Buch hat keine Seite „{ $name }“.
read-pages = { $count ->
    [one] Die Seite
   *[other] Alle { $count } Seiten
}
read-bookmarks = Lesezeichen
read-bookmark-number = Lesezeichen { $count }:
read-highlight-number = Markierung { $count }:
read-no-bookmarks = Sie haben in diesem Buch keine Lesezeichen.
read-remove-bookmark = Lesezeichen entfernen
read-removed-bookmark = Das Lesezeichen ist entfernt.
read-highlights = Markierungen und Notizen
read-remove-highlight = Markierung entfernen
read-removed-highlight = Die Markierung ist entfernt.
read-steps = Kapitel
read-steps-end = Kapitel, nach dem Text
read-previous = Voriges Kapitel
read-next = Nächstes Kapitel
read-share = Dieses Kapitel beginnt bei { $count } Prozent des Buches.
read-marked = Das Lesezeichen ist gesetzt.
read-bookmark-heading = Diese Stelle merken
read-bookmark-text = Ihre Worte dazu, wenn Sie mögen
read-bookmark-set = Lesezeichen setzen
read-description = Beschreibung des Bildes
# The label of the note follows.
read-back = Zurück zum Text, Anmerkung
read-undescribed = Bild ohne Beschreibung
read-page = Seite
read-picture = Bild der Seite
# For a table without a caption. A number may follow.
read-table = Tabelle
read-player = Vorlesen
read-play = Vorlesen
read-pause = Pause
read-sentence-back = Einen Satz zurück
read-sentence-forward = Einen Satz weiter
read-settings = Tempo, Stimme, Schlafuhr und Tasten
read-rate = Tempo, von 0,5 bis 3,5
read-sleep = Aufhören nach
read-sleep-never = Nicht aufhören
read-skip = Nicht vorlesen
read-skip-notes = Anmerkungen
read-skip-pages = Seitenzahlen
read-skip-descriptions = Bildbeschreibungen
read-keys = Tasten
read-key-play = Vorlesen oder Pause
read-key-faster = Schneller
read-key-slower = Langsamer
read-highlight = Auswahl markieren
read-note = Notiz
read-select-first = Markieren Sie zuerst Wörter im Text. Während des Vorlesens wird der Satz markiert.
read-highlighted = Die Markierung ist gespeichert.
read-playing = Es wird vorgelesen.
read-paused = Angehalten.
read-ended = Das Kapitel endet hier.
read-asleep = Die Schlafuhr hat das Vorlesen beendet.
read-voiceless = Ihr Browser hat keine Stimme, und dieses Kapitel hat keine Aufnahme.
read-voice = Stimme
read-voice-recorded = Aufgenommene Lesung
read-voice-library = Die Stimme der Bibliothek
read-voice-browser = Die Stimme dieses Browsers
read-voice-offer = Die Bibliothek kann dieses Buch mit eigener Stimme vorlesen. Das Erstellen dauert einige Minuten; bis dahin liest die Stimme dieses Browsers.
read-voice-make = Stimme der Bibliothek erstellen
read-voice-making = Die Stimme der Bibliothek wird erstellt. Sie können weiterlesen; sie wird verwendet, sobald sie fertig ist.
read-voice-ready = Die Stimme der Bibliothek ist fertig.
read-voice-failed = Die Stimme der Bibliothek konnte nicht erstellt werden. Sie können es erneut versuchen.
read-listen = Dieses Buch als Hörbuch holen
read-failed = Das konnte nicht gespeichert werden.
read-offline = Es besteht keine Verbindung. Es wird aufbewahrt und später gespeichert.
read-signed-out = Sie sind abgemeldet. Es wird aufbewahrt und gespeichert, sobald Sie wieder angemeldet sind.
read-highlight-page = Einen Absatz markieren
read-highlight-title = Markieren in „{ $name }“
read-back-to-chapter = Zurück zum Kapitel
read-highlight-paragraph = Absatz
read-highlight-words = Wörter
read-highlight-words-hint = Nur diese Wörter, so wie sie im Absatz stehen. Ist das Feld leer, wird der ganze Absatz markiert.
read-highlight-missing = Der Absatz enthält diese Wörter nicht.
read-highlight-save = Markierung speichern
