# What was repaired or left out of books, for collection staff.
conversion-reports-heading = Umwandlungsberichte
conversion-reports-intro = Bücher, in denen etwas fehlt: in der Vorlage oder in einem Format, das daraus entstanden ist. Der Bericht sagt, was fehlt und wo.
conversion-reports-count = { $count ->
    [0] Es gibt keine offenen Berichte.
    [one] Ein Bericht ist offen.
   *[other] { $count } Berichte sind offen, die ältesten zuerst.
}
conversion-reports-all = Alle offenen Berichte
conversion-report-heading = Umwandlungsbericht
conversion-report-made = Was entstanden ist
conversion-report-read = Vorlage, für den Katalog gelesen
conversion-report-words-label = Wörter
conversion-report-words = { $lost } von { $source } Wörtern fehlen ({ $percent } %).
conversion-report-findings = Befunde
conversion-report-count-left-out = { $count ->
    [0] Nichts ausgelassen.
    [one] Ein Teil ausgelassen.
   *[other] { $count } Teile ausgelassen.
}
conversion-report-count-repaired = { $count ->
    [0] Nichts repariert.
    [one] Eine Reparatur.
   *[other] { $count } Reparaturen.
}
conversion-report-repaired = Repariert, es fehlt nichts
conversion-report-left-out = Teile des Buches fehlen
conversion-report-words-lost = Mehr als 2 % der Wörter fehlen
conversion-report-repairs = Reparaturen
conversion-report-file = Datei
conversion-report-line = Zeile
conversion-report-unlisted = { $count ->
    [one] Ein weiterer Befund ist nicht aufgeführt.
   *[other] { $count } weitere Befunde sind nicht aufgeführt.
}
conversion-report-acknowledge-heading = Bestätigen
conversion-report-acknowledge-hint = Wenn Sie wissen, was fehlt, und das Buch so ausgeliehen werden darf, bestätigen Sie den Bericht. Er verschwindet dann aus der Liste.
conversion-report-publish-hint = Der Titel wartet, weil so viele Wörter fehlen. Wenn das Buch so ausgeliehen werden darf, bestätigen Sie den Bericht. Der Titel wird dann veröffentlicht.
conversion-report-acknowledge = Bericht bestätigen
conversion-report-acknowledged = Der Bericht ist bestätigt.
