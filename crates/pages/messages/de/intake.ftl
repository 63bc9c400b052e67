# Bücher und Datensätze von Lieferanten, die die Bestandsverwaltung hochlädt.
intake-heading = Bücher und Datensätze hinzufügen
intake-text = Laden Sie Bücher (EPUB, DAISY, DTBook, MusicXML), ZIP-Dateien damit und Titellisten (ONIX, MARC, CSV, Excel) hoch. Sobald ein Buch eingelesen ist, können Leserinnen und Leser es in jedem Format ausleihen.
intake-text-again = Bücher und Datensätze, die die Bibliothek schon hat, werden übersprungen. Sie können dieselben Dateien also noch einmal hochladen.
intake-file = Dateien
intake-file-hint = Bis zu { $count } Dateien, zusammen höchstens { $size } GB. Größere Bestände werden auf dem Server mit einem Befehl hinzugefügt.
intake-rights = Rechte
intake-rights-copyright = Urheberrechtlich geschützt: nur für Berechtigte
intake-rights-publicDomain = Gemeinfrei: frei für alle
intake-rights-creativeCommons = Creative Commons: frei für alle unter einer Lizenz
intake-supplier = Lieferant der Datensätze
intake-supplier-hint = Die Kennungen von Datensätzen sind je Lieferant eindeutig. Für Bücher ohne Datensätze spielt er keine Rolle.
intake-listed = Titel, die einen Datensatz und noch kein Buch haben, als nicht verfügbar zeigen
intake-send = Hochladen und hinzufügen
intake-missing = Wählen Sie mindestens eine Datei
intake-too-many = Das sind zu viele Dateien: höchstens { $count } sind möglich
intake-too-large = Die Dateien sind zu groß: zusammen sind höchstens { $count } GB möglich
intake-runs-heading = Uploads
intake-runs-text = Was in den letzten 90 Tagen hochgeladen wurde, und was daraus geworden ist.
intake-runs-count = { $count ->
    [0] Es gibt noch keine Uploads.
    [one] Ein Upload
   *[other] { $count } Uploads, der neueste zuerst
}
intake-run-name = Upload { $number }
intake-nobody = ein geschlossenes Konto
intake-state-waiting = Der Upload wartet, bis er an der Reihe ist.
intake-state-waiting-long = Der Upload wartet noch, bis er an der Reihe ist. Sie können diese Seite verlassen; es geht ohne Sie weiter.
intake-state-running = Die Dateien werden hinzugefügt.
intake-state-running-long = Die Dateien werden noch hinzugefügt. Sie können diese Seite verlassen; es geht ohne Sie weiter.
intake-state-stopping = Der Upload endet, sobald die begonnenen Bücher und Datensätze fertig sind.
intake-state-stopping-long = Im Upload sind noch Bücher oder Datensätze in Arbeit; danach endet er.
intake-state-done = Der Upload ist fertig.
intake-state-stopped = Der Upload wurde abgebrochen. Was bis dahin hinzugefügt wurde, bleibt.
intake-state-failed = Der Upload ist an einem Fehler der Bibliothek gescheitert. Was bis dahin hinzugefügt wurde, bleibt; Sie können die Dateien noch einmal hochladen.
intake-step-unpacking = ZIP-Dateien werden entpackt: { $count } %.
intake-step-records = Datensätze werden gelesen: { $count } %.
intake-step-books = Bücher werden gelesen: { $count } %.
intake-stop = Upload abbrechen
intake-stop-hint = Was schon hinzugefügt ist, bleibt.
intake-result = Ergebnis
intake-count-books-added = { $count ->
    [one] Ein Buch hinzugefügt.
   *[other] { $count } Bücher hinzugefügt.
}
intake-count-books-present = { $count ->
    [one] Ein Buch war schon in der Bibliothek.
   *[other] { $count } Bücher waren schon in der Bibliothek.
}
intake-count-books-refused = { $count ->
    [one] Eine Datei abgelehnt.
   *[other] { $count } Dateien abgelehnt.
}
intake-count-records-added = { $count ->
    [one] Ein Titel aus einem Datensatz hinzugefügt.
   *[other] { $count } Titel aus Datensätzen hinzugefügt.
}
intake-count-records-updated = { $count ->
    [one] Ein Titel aus einem Datensatz geändert.
   *[other] { $count } Titel aus Datensätzen geändert.
}
intake-count-records-withdrawn = { $count ->
    [one] Ein Titel durch einen Datensatz zurückgezogen.
   *[other] { $count } Titel durch Datensätze zurückgezogen.
}
intake-count-records-unchanged = { $count ->
    [one] Ein Datensatz ist unverändert.
   *[other] { $count } Datensätze sind unverändert.
}
intake-count-records-refused = { $count ->
    [one] Ein Datensatz abgelehnt.
   *[other] { $count } Datensätze abgelehnt.
}
intake-count-nothing = Bisher nichts.
intake-report = Bericht herunterladen (CSV)
intake-lines-heading = Abgelehnte Dateien und Datensätze sowie ausgelassene Werte
intake-column-file = Datei
intake-column-record = Datensatz
intake-column-reference = Kennung
intake-column-effect = Ergebnis
intake-column-reason = Grund
intake-effect-refused = Abgelehnt
intake-effect-ignored = Ohne einen Wert hinzugefügt
intake-unlisted = { $count ->
    [one] Eine weitere Zeile steht im Bericht.
   *[other] { $count } weitere Zeilen stehen im Bericht.
}
intake-repaired-heading = Reparierte Bücher
intake-repaired-text = In diesen Büchern wurde etwas repariert oder ausgelassen. Der Bericht sagt, was.
intake-findings = { $count ->
    [one] Eine Reparatur oder Auslassung
   *[other] { $count } Reparaturen und Auslassungen
}
intake-about = Über diesen Upload
intake-files = Dateien
intake-started = Hochgeladen
intake-made-by = Hochgeladen von
intake-yes = ja
intake-no = nein
