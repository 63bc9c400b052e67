# Die Suche.
search-heading = Ein Buch finden
search-heading-words = Bücher zu „{ $name }“
search-words = Wörter eines Titels, ein Name oder eine ISBN
search-button = Suchen
search-more = Nach Format, Sprache und mehr suchen
search-filters = Weitere Suchmöglichkeiten
search-apply = Diese Bücher anzeigen
search-active = Ihre Filter
search-remove = Filter entfernen:
search-results = Ergebnisse
search-found = { $count ->
    [0] Keine Bücher gefunden
    [one] Ein Buch gefunden
   *[other] { $count } Bücher gefunden
}
search-nothing = Nichts passt zu Ihrer Suche. Prüfen Sie die Schreibweise oder versuchen Sie eine dieser Möglichkeiten:
search-unknown = Diese Werte wurden weggelassen, weil sie nicht bekannt sind:
search-help-fewer = Mit weniger Wörtern suchen
search-help-without = Ohne diesen Filter suchen: { $name }
search-help-all = Alle Bücher anzeigen
any = Beliebig
field-title = Wörter des Titels
field-author = Autorin oder Autor
field-narrator = Gelesen von
field-isbn = ISBN
field-age = Alter der lesenden Person in Jahren
field-language = Sprache
field-category = Sachgebiet
field-voice = Stimme
field-format = Formate
field-sort = Reihenfolge
order-relevance = Beste Treffer
order-title = Nach Titel
order-author = Nach Autorin oder Autor
order-new = Neueste in der Bibliothek
order-year = Zuletzt erschienen
filter-words = Wörter: { $name }
filter-title = Titel: { $name }
filter-author = Autorin oder Autor: { $name }
filter-narrator = Gelesen von: { $name }
filter-isbn = ISBN: { $name }
filter-format = Format: { $name }
filter-language = Sprache: { $name }
filter-category = Sachgebiet: { $name }
filter-age = Für das Alter { $name }
filter-voice = Stimme: { $name }
language-english = Englisch
language-french = Französisch
language-spanish = Spanisch
language-german = Deutsch
