# Wege in den Bestand.
feed-all = Alle Titel
feed-all-about = Alle Titel, die Sie hier finden können.
feed-categories-about = Titel nach ihrem Thema.
feed-languages-about = Titel nach Sprache.
feed-formats-about = Titel nach Format: Text, Audio, Braille.
feed-popular-about = Was andere lesen.
feed-periodicals-about = Tageszeitungen, Wochenblätter und Magazine.
feed-lists-about = Ihre Listen und die, die andere mit Ihnen teilen.
feed-members = Meine Mitglieder
feed-members-about = Exemplare für die Mitglieder Ihrer Einrichtung.
feed-back = Zurück zum Anfang
feed-titles = { $count ->
    [one] 1 Titel
   *[other] { $count } Titel
}

# Verzeichnisse.
feed-search = Suche: { $name }
feed-similar = Ähnlich wie { $name }
feed-everything = Alle

# Verzeichnisse, in denen nichts ist.
feed-nothing-found = Kein Titel passt. Versuchen Sie es mit weniger Wörtern oder einer anderen Schreibweise.
feed-no-titles = Es gibt noch keine Titel.
feed-no-periodicals = Es gibt noch keine Zeitungen und Zeitschriften.
feed-no-lists = Sie haben noch keine Leselisten.
feed-no-members = Die Einrichtung hat noch keine Mitglieder.
feed-nothing = Hier ist noch nichts.

# Veröffentlichungen.
feed-by-author = Bücher von { $name }
feed-of-series = Die Reihe { $name }
feed-stream = Lesen ohne Herunterladen
feed-closed = Warum dieser Titel nicht verfügbar ist
feed-pages = { $count ->
    [one] 1 Seite
   *[other] { $count } Seiten
}

# Die Suche. Der Name hat höchstens 16 Zeichen.
feed-search-name = Bibliothek
feed-search-about = Durchsucht die Titel der Bibliothek.
feed-search-shelf-about = Durchsucht Ihr Regal.
