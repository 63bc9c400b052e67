# Der Rahmen aller Seiten.
feed-title = Der Katalog für Lese-Apps
skip-to-main = Zum Hauptinhalt
nav-label = Hauptnavigation
nav-menu = Menü
nav-home = Startseite
nav-search = Suche
nav-account = Mein Konto
nav-sign-in = Anmelden
nav-sign-out = Abmelden
nav-apps = Lese-Apps
nav-docs = Für die Softwareentwicklung
signed-in-as = Sie sind als { $name } angemeldet.
by = Von
pages-label = Weitere Seiten
pages-first = Erste Seite
pages-previous = Vorherige Seite
pages-next = Nächste Seite
pages-last = Letzte Seite
what-next = Was Sie tun können

# Die Startseite.
home-title = Startseite
home-heading = Willkommen: { $name }
home-intro = Diese Bibliothek ist für Menschen, die Gedrucktes nicht gut lesen können, zum Beispiel wegen Blindheit, Sehbehinderung, Legasthenie oder einer körperlichen Behinderung. Suchen können alle. Mitglieder bekommen Bücher in dem Format, das sie am besten lesen.
home-join = Mitglied der Bibliothek werden
home-share = Sie haben { $count } Prozent gelesen.
home-begun = Sie haben damit angefangen.
home-categories = Nach Sachgebiet stöbern

# Das Regal.
because-readers = Gelesen von Menschen, die „{ $name }“ gelesen haben
because-series = In derselben Reihe wie „{ $name }“
because-contributor = Mit jemandem, der auch an „{ $name }“ mitgewirkt hat
because-category = Zum selben Thema wie „{ $name }“
because-popular = Bei anderen beliebt
shelf-copy = { $name }: bis { $until }
shelf-copy-making = { $name }: wird gemacht
shelf-read = Im Browser: bis { $name }
shelf-read-ended = Im Browser: Das Exemplar wird nicht mehr aufbewahrt
shelf-read-on = Weiterlesen
shelf-read-again = Erneut öffnen
shelf-lists-nothing = Sie haben noch keine Leseliste.
shelf-all = { $count ->
    [one] Anzeigen
   *[other] Alle { $count } anzeigen
}

# Text und Farben.
display-heading = Text und Farben
display-text = Wählen Sie, wie alle Seiten dieser Bibliothek aussehen. Wenn Sie angemeldet sind, gilt Ihre Auswahl für Ihr Konto in jedem Browser. Sonst merkt sie sich nur dieser Browser.
display-example = Die Fähre legt um sechs Uhr morgens ab. Niemand hat es eilig.
display-saved = Ihre Auswahl ist gespeichert.
display-save = Speichern
display-size = Textgröße
display-size-100 = Wie in meinem Browser
display-size-125 = Größer
display-size-150 = Groß
display-size-200 = Doppelt
display-size-300 = Dreifach
display-spacing = Abstände
display-spacing-usual = Normal
display-spacing-wide = Weit
display-spacing-widest = Sehr weit
display-letters = Schrift
display-letters-usual = Normal
display-letters-serif = Mit Serifen
display-letters-mono = Alle Zeichen gleich breit
display-letters-rounded = Rund
display-width = Zeilenlänge
display-width-usual = Normal
display-width-narrow = Kurz
display-width-full = Das ganze Fenster
display-colors = Farben
display-colors-usual = Wie in meinem System
display-colors-light = Dunkler Text auf heller Seite
display-colors-dark = Heller Text auf dunkler Seite
display-colors-cream = Schwarz auf Creme
display-colors-yellow = Gelb auf Schwarz
display-colors-black = Schwarz auf Weiß
busy-sign-in = Anmelden und fortfahren
busy-again = Noch einmal versuchen
