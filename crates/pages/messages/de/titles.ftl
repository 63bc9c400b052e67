# Ein Buch in einer Liste.
book-closed = Dieses Buch ist derzeit für Sie nicht verfügbar. Auf seiner Seite steht, warum.
book-had = Sie hatten dieses Buch schon einmal.
book-formats = In { $count } Formaten
book-not-in-format = Nicht in Ihrem Format: { $name }

# Formate.
format-daisy-hint = Für DAISY-Player und Lese-Apps: Text mit Überschriften, Seiten und Anmerkungen, vorgelesen von einer synthetischen Stimme oder auf einer Braillezeile.
format-daisy-audio-hint = Für DAISY-Player und Lese-Apps: zum Hören, mit Überschriften und Seiten.
format-daisy-2-audio-hint = Zum Hören auf älteren DAISY-Playern.
format-brf-hint = Für Braillezeilen und Brailledrucker, in der Kurzschriftstufe und Zeilenlänge aus Ihren Einstellungen.
format-epub3-hint = Für Lese-Apps auf Telefonen, Tablets und Computern: Textgröße, Farben und Stimme wählen Sie selbst.
format-pdf-hint = Seiten in Großdruck, ausgezeichnet für Screenreader.
format-docx-hint = Für Textverarbeitungen, mit Überschriften und Bildbeschreibungen.
format-pending = Dieses Format wird noch hergestellt.
format-slow = Die Tonaufnahme wird für Sie hergestellt, wenn Sie sie anfordern. Das dauert einige Minuten.
voice-human = Ein Mensch
voice-synthetic = Eine synthetische Stimme
narrated-by = Gelesen von { $name }
braille-automated = Von einem Programm übertragen
braille-transcribed = Von Hand übertragen
braille-contracted = Kurzschrift
braille-uncontracted = Vollschrift
file-size-kb = { $count } KB
file-size-tenths = { $whole },{ $tenth } MB
file-size-mb = { $count } MB
volumes = { $count ->
    [one] Ein Band
   *[other] { $count } Bände
}
minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
hours-minutes = { $hours } Std. { $minutes } Min.

# Die Seite eines Buches.
title-read = Im Browser lesen
title-closed = Warum Sie dieses Buch jetzt nicht bekommen können
title-provisional = Während Ihr Nachweis der Behinderung geprüft wird, können Sie dieses Buch bis zum { $name } herunterladen.
title-notes = Gut zu wissen
title-formats = Dieses Buch herunterladen
title-formats-closed = Formate dieses Buches
title-other-formats = Andere Formate
title-no-formats = Von diesem Buch ist noch kein Format fertig.
title-download = Als { $name } herunterladen
title-copy-ready = Ihr Exemplar ist fertig und bleibt bis { $name }.
title-copy-making = Ihr Exemplar wird hergestellt.
title-copy-see = Nachsehen, wie weit das Exemplar als { $name } ist
title-cover = Umschlag
title-about = Worum es geht
title-about-more = Mehr darüber
title-remarks = Bemerkungen
title-facts = Einzelheiten
fact-series = Reihe
fact-publisher = Verlag
fact-narrator = Gelesen von
fact-year = Jahr
fact-pages = Gedruckte Seiten
fact-age = Alter
fact-isbn = ISBN
series-number = Nummer { $name }
age-range = { $from } bis { $to } Jahre
age-from = { $count ->
    [one] Ab { $count } Jahr
   *[other] Ab { $count } Jahren
}
age-to = { $count ->
    [one] Bis { $count } Jahr
   *[other] Bis { $count } Jahre
}
role-author = Autorin oder Autor
role-co-writer = Mitverfasst von
role-translator = Übersetzung
role-editor = Herausgegeben von
role-illustrator = Illustrationen
role-epilogue-by = Nachwort
role-forward-by = Geleitwort
role-introduction-by = Einleitung
role-composer = Komposition
role-arranger = Arrangement
role-lyricist = Liedtexte
role-transcriber = Übertragung
role-abridger = Gekürzt von
role-adapter = Bearbeitung

# Ein Exemplar.
download-title = Ihr Exemplar als { $name }
download-ready = Ihr Exemplar ist fertig.
download-save = Datei speichern
download-waiting = Ihr Exemplar wird hergestellt. Diese Seite lädt sich alle paar Sekunden neu; Sie können sie verlassen und später wiederkommen.
download-waiting-long = Ihr Exemplar wird noch hergestellt. Lange Bücher und Tonaufnahmen dauern viele Minuten. Sie können diese Seite verlassen und wiederkommen; das Exemplar steht dann in Ihrem Verlauf.
download-progress = Bisher erledigt:
download-look = Jetzt nachsehen
waiting-stop = Nicht mehr von selbst nachsehen
waiting-resume = Von selbst nachsehen
download-failed = Ihr Exemplar konnte nicht hergestellt werden. Das Bibliotheksteam kann sehen, was geschehen ist. Sie können es noch einmal versuchen.
download-again = Noch einmal versuchen
download-absent = Sie haben derzeit kein Exemplar.
download-ask = Mein Exemplar herstellen
download-email = Eine E-Mail schicken, wenn sie fertig ist, falls es länger als eine Minute dauert
download-email-noted = Sie bekommen eine E-Mail, wenn die Kopie fertig ist, falls es länger als eine Minute dauert.

# Was hilft, wenn ein Buch nicht verfügbar ist.
way-account = Was noch fehlt
way-ask = Der Bibliothek schreiben: { $name }
way-ask-staff = Fragen Sie das Bibliotheksteam oder die Lehrkraft oder Kontaktperson Ihrer Organisation.
way-editions = Eine andere Ausgabe suchen
way-edition = Über diese Ausgabe
way-preferences = Meine Einstellungen ändern
way-shelf = Mein Regal
way-newer = Neuere Ausgabe: { $name }

# Betreuende holen Bücher für Mitglieder.
member-label = Für welches Mitglied Ihrer Einrichtung ist dieses Buch?
member-nobody = Niemand ausgewählt
member-choose = Auswählen

# Accessibility.
title-accessibility = Angaben zur Barrierefreiheit
title-accessibility-full = Dasselbe in ganzen Sätzen

# Probleme mit einem Buch.
report-heading = Ein Problem mit diesem Buch melden
report-text = Stimmt etwas mit dem Text, der Aufnahme, der Brailleschrift oder dem Katalog nicht? Sagen Sie es der Bibliothek. Sie bekommen keine Antwort, aber Ihre Meldung wird gelesen.
report-kind = Was nicht stimmt
report-words = Mit Ihren Worten (kann leer bleiben)
report-words-hint = Zum Beispiel: wo im Buch es ist, und was Sie erwartet haben. Höchstens { $count } Zeichen.
report-send = Meldung senden
report-kind-missing = Wählen Sie, was nicht stimmt
report-words-long = Das ist zu lang: höchstens { $count } Zeichen
report-sent = Danke. Die Bibliothek hat Ihre Meldung bekommen.
report-back = Zurück zum Buch
report-kind-text = Text fehlt, ist verstümmelt oder in falscher Reihenfolge
report-kind-sound = Die Aufnahme fehlt, ist undeutlich oder falsch
report-kind-images = Ein Bild hat keine oder eine falsche Beschreibung
report-kind-structure = Überschriften, Seiten, Tabellen oder Anmerkungen sind falsch
report-kind-braille = Die Brailleschrift ist falsch
report-kind-file = Die Datei lässt sich nicht laden oder öffnen
report-kind-catalog = Was der Katalog über das Buch sagt, ist falsch
report-kind-other = Etwas anderes
