# Die Suche.
search-heading = Ein Buch finden
search-heading-words = Bücher zu „{ $name }“
search-words = Ein Buch suchen
search-words-hint = Ein Titel, eine Autorin oder ein Autor, ein Thema oder eine ISBN
search-button = Suchen
search-more = Nach Format, Sprache und mehr suchen
search-filters = Weitere Suchmöglichkeiten
search-apply = Diese Bücher anzeigen
search-active = Ihre Filter
search-remove = Filter entfernen:
search-found = { $count ->
    [0] Keine Bücher gefunden
    [one] Ein Buch gefunden
   *[other] { $count } Bücher gefunden
}
search-nothing = Nichts passt zu Ihrer Suche. Prüfen Sie die Schreibweise oder versuchen Sie eine dieser Möglichkeiten:
search-unknown = Diese Werte wurden weggelassen, weil sie nicht bekannt sind:
search-help-less = Ohne das Wort „{ $name }“
search-help-only = Nur das Wort „{ $name }“
search-help-format = In einem anderen Format: { $name }
search-suggestion = Meinten Sie „{ $name }“?
search-suggestion-alone = Meinten Sie „{ $name }“? Ohne Filter suchen
search-similar = Kein Buch enthält diese Wörter so, wie sie geschrieben sind. Gezeigt werden Bücher mit ähnlichen Wörtern.
search-ask = Fehlt das Buch?
search-ask-library = Fragen Sie die Bibliothek per E-Mail, ob sie es beschaffen kann:
search-ask-staff = Fragen Sie, ob die Bibliothek es beschaffen kann: das Bibliotheksteam oder die Lehrkraft oder Kontaktperson Ihrer Organisation.
search-my-formats = Jetzt in allen meinen Formaten: { $name }
search-my-format = In meinem Format: { $name }
search-help-without = Ohne diesen Filter suchen: { $name }
search-help-alone = Ohne Filter nach „{ $name }“ suchen
search-help-all = Alle Bücher anzeigen
any = Beliebig
field-title = Wörter des Titels
field-author = Autorin oder Autor
field-narrator = Gelesen von
field-isbn = ISBN
field-age = Alter der lesenden Person in Jahren
field-voice = Stimme
field-added = In die Bibliothek aufgenommen
field-published-from = Erschienen ab Jahr
field-published-to = Erschienen bis Jahr
filter-published-from = Erschienen ab { $name }
filter-published-to = Erschienen bis { $name }
filter-added = Aufgenommen: { $name }
added-days = in den letzten { $count } Tagen
search-feed = Diese Suche als Feed für Lese-Apps
filter-words = Wörter: { $name }
filter-title = Titel: { $name }
filter-author = Autorin oder Autor: { $name }
filter-narrator = Gelesen von: { $name }
filter-isbn = ISBN: { $name }
filter-series = Reihe: { $name }
filter-format = Format: { $name }
filter-language = Sprache: { $name }
filter-category = Sachgebiet: { $name }
filter-age = Für das Alter { $name }
filter-voice = Stimme: { $name }
filter-my-formats = Jetzt in allen meinen Formaten
filter-my-format = In meinem Format

# By accessibility.
access-heading = Barrierefreiheit
filter-access = { $label }: { $name }
