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

# Ausgaben von Zeitschriften.
editions-heading = Ausgaben von Zeitungen und Zeitschriften
editions-text = Wählen Sie eine Zeitung oder Zeitschrift, um alle ihre Ausgaben zu sehen, auch abgelaufene und zurückgezogene, um Ausgaben zurückzuziehen oder zurückzuholen und um neue hinzuzufügen.
editions-manage = Ausgaben verwalten
editions-add = Ausgaben hinzufügen
editions-file-text = Laden Sie Bücher im Format EPUB oder DAISY hoch, oder ZIP-Dateien davon. Jedes wird eine Ausgabe, in allen Formaten für Zeitschriften. Ausgaben, die es schon gibt, werden übersprungen.
editions-name = Name der Ausgabe
editions-name-hint = Nur für eine einzelne Ausgabe. Ohne Angabe gilt der Titel aus der Datei, ohne den der Zeitschrift.
editions-published = Erscheinungsdatum
editions-published-hint = Nur für eine einzelne Ausgabe, zum Beispiel 2026-11-20. Ohne Angabe gilt das Datum aus der Datei oder der heutige Tag.
editions-published-wrong = Erscheinungsdatum: Geben Sie einen Tag wie 2026-11-20 ein
editions-expires = Letzter Tag
editions-expires-hint = Der letzte Tag, an dem Leserinnen und Leser die Ausgaben finden, zum Beispiel 2026-12-31. Ohne Angabe bleiben sie.
editions-expires-wrong = Letzter Tag: Geben Sie einen Tag wie 2026-12-31 ein
editions-expires-early = Der letzte Tag darf nicht vor dem Erscheinungsdatum liegen
editions-one-only = Name und Erscheinungsdatum gelten für eine einzelne Ausgabe: Lassen Sie sie leer, oder wählen Sie eine Datei
editions-periodical = Zeitung oder Zeitschrift
editions-count = { $count ->
    [0] Es gibt noch keine Ausgaben.
    [one] Eine Ausgabe
   *[other] { $count } Ausgaben, die neueste zuerst
}
editions-state-current = Für Leserinnen und Leser zu finden.
editions-state-until = Für Leserinnen und Leser zu finden bis { $name }.
editions-state-expired = Abgelaufen: zu finden bis { $name }.
editions-state-withdrawn = Zurückgezogen am { $name }.
intake-count-editions-added = { $count ->
    [one] Eine Ausgabe hinzugefügt.
   *[other] { $count } Ausgaben hinzugefügt.
}
intake-count-editions-present = { $count ->
    [one] Eine Ausgabe gab es schon.
   *[other] { $count } Ausgaben gab es schon.
}

# Eine andere Datei für das Buch eines Titels.
replace-heading = Das Buch ersetzen
replace-heading-first = Das Buch hochladen
replace-text = Zuerst wird die Datei gelesen. Ist sie unlesbar, oder gehört sie schon zu einem anderen Titel, ändert sich nichts.
replace-formats = Die Formate entstehen aus der neuen Datei, jedes beim nächsten Abruf. Formate mit eigener Datei bleiben; was die neue Datei nicht hergibt, lässt sich nicht mehr erzeugen.
replace-copies = Gespeicherte Exemplare bleiben bei den Leserinnen und Lesern. Wer jetzt ein Exemplar abruft, bekommt das neue Buch.
replace-positions = Lesepositionen, Lesezeichen und Markierungen bleiben. Wo sich der Text geändert hat, führen sie vielleicht an eine andere Stelle oder an keine.
replace-reports = Die Umwandlungsberichte der Formate werden entfernt; die neue Datei und ihre Formate bekommen eigene.
replace-description = Die Beschreibung des Titels, seine Rechte, seine Nummer und sein Platz auf Listen bleiben.
replace-file = Datei
replace-file-hint = Eine einzige Datei, höchstens { $size } GB.
replace-one-only = Wählen Sie eine einzige Datei
intake-count-book-replaced = { $count ->
    [one] Das Buch wurde ersetzt.
   *[other] { $count } Bücher wurden ersetzt.
}
intake-count-book-same = { $count ->
    [one] Der Titel hat diese Datei schon.
   *[other] Der Titel hat diese { $count } Dateien schon.
}

# Datensätze von Zeitungen und Zeitschriften.
series-new = Zeitung oder Zeitschrift anlegen
series-create = Zeitung oder Zeitschrift anlegen
series-created = Die Zeitung oder Zeitschrift ist angelegt. Fügen Sie jetzt ihre ersten Ausgaben hinzu.
series-edit = Datensatz der Zeitung oder Zeitschrift ändern
series-kind = Art
series-description = Beschreibung
collection-series-newspaper = Zeitung
collection-series-magazine = Zeitschrift
collection-series-journal = Fachzeitschrift
series-rule-title = Eine Zeile mit höchstens 255 Zeichen; nie leer.
series-rule-issn = 8 Ziffern, die letzte kann X sein, zum Beispiel 0378-5955.
series-rule-countries = Ein Code aus zwei Buchstaben je Zeile (ISO 3166-1), zum Beispiel US. Leer heißt überall.

# Eine Ausgabe.
editions-manage-one = Ausgabe verwalten
editions-withdraw = Diese Ausgabe zurückziehen
editions-restore = Diese Ausgabe zurückholen
editions-withdrawn = Die Ausgabe wird zurückgezogen.
editions-restored = Die Ausgabe wird zurückgeholt.
editions-edit = Name und Daten ändern
editions-rule-published = Ein Tag wie 2026-11-20, nicht nach dem letzten Tag; nie leer.
editions-rule-expires = Der letzte Tag, an dem Leserinnen und Leser die Ausgabe finden, zum Beispiel 2026-12-31, nicht vor dem Erscheinungsdatum. Leer, wenn sie bleibt.
editions-act-late = Jemand anderes hat das inzwischen schon getan, deshalb hat sich nichts geändert. So ist die Ausgabe jetzt.
editions-withdraw-closed = Niemand findet die Ausgabe mehr oder kann sie herunterladen, auch nicht, wer sie schon einmal abgeholt hat.
editions-withdraw-followers = Wer der Zeitung oder Zeitschrift folgt, sieht im Regal die neueste ihrer anderen Ausgaben.
editions-withdraw-back = Sie können sie jederzeit mit allen Formaten zurückholen.
editions-restore-open = Leserinnen und Leser finden die Ausgabe wieder und können sie in allen Formaten herunterladen.
editions-restore-followers = Ist sie die neueste Ausgabe, steht sie im Regal aller, die der Zeitung oder Zeitschrift folgen.
editions-restore-expired = Leserinnen und Leser finden die Ausgabe nicht wieder, weil ihr letzter Tag vorbei ist. Sie gilt dann als abgelaufen, nicht als zurückgezogen.
