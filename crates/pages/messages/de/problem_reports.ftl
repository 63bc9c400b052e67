# Probleme, die Leserinnen und Leser gemeldet haben, für die Bestandsverwaltung.
problems-heading = Gemeldete Probleme
problems-count = { $count ->
    [0] Es gibt keine offenen Meldungen.
    [one] Eine Meldung ist offen.
   *[other] { $count } Meldungen sind offen, die älteste zuerst.
}
problems-number = Nummer
problems-who = Gemeldet von
problems-when = Zeitpunkt
problems-nobody = einem geschlossenen Konto
problems-close = Meldung { $count } schließen
problems-closed = Die Meldung ist geschlossen.
