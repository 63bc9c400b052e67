# Das Konto.
account-name = Name
account-sign-in-name = Anmeldename
account-organization = Einrichtung
account-ways = Mehr zu meinem Konto
account-work = Meine Arbeit
account-school = Meine Organisation
account-school-hint = Mitglieder, ihre Klassen, Schulen und Bücher, für Betreuende.
account-history = Bisherige Downloads
account-history-hint = Was Sie heruntergeladen haben und wie lange jedes Exemplar aufbewahrt wird.
account-preferences = Leseeinstellungen
account-preferences-hint = Bevorzugtes Format, Braille und die Sprache dieser Seiten.
account-display = Text und Farben
account-display-hint = Textgröße, Abstände, Schrift und Farben dieser Seiten.
account-devices = Geräte und Apps
account-devices-hint = Passwörter für E-Reader und Lese-Apps.
account-sessions = Angemeldete Browser
account-sessions-hint = Wo Sie angemeldet sind und wie Sie sich anderswo abmelden.
account-password = Mein Passwort ändern
account-password-hint = Dafür brauchen Sie Ihr jetziges Passwort.
account-intake = Bücher und Datensätze hinzufügen
account-intake-hint = Bücher und Datensätze von Lieferanten hochladen, für die Bestandsverwaltung.
account-collection = Bestandsverwaltung
account-collection-hint = Titel in jedem Status finden, bearbeiten und ihren Status ändern, für die Bestandsverwaltung.
account-problems = Gemeldete Probleme
account-problems-hint = Was Leserinnen und Leser zu Büchern gemeldet haben, für die Bestandsverwaltung.
account-conversion-reports = Umwandlungsberichte
account-conversion-reports-hint = Was in Büchern repariert oder ausgelassen wurde, für die Bestandsverwaltung.
account-desk = Mitgliederverwaltung
account-desk-hint = Personen finden und sehen, warum ihnen ein Buch verschlossen ist, für die Mitgliederbetreuung.
account-system = System
account-system-hint = Sehen, ob alles in Ordnung ist, und Aufträge im Hintergrund, Apps, Mitarbeitende und Standorte verwalten, für die Administration.
account-data = Meine Daten
account-data-hint = Alles, was die Bibliothek über Sie gespeichert hat, als eine Datei.

# Der Weg zu den Büchern.
steps-heading = Was Sie zum Ausleihen brauchen
steps-complete = Alles ist in Ordnung. Sie können Bücher ausleihen.
steps-missing = Es fehlt noch etwas, bevor Sie alle Bücher ausleihen können. Bücher, die für alle frei sind, stehen Ihnen auf jeden Fall offen.
steps-provisional = Während Ihr Nachweis geprüft wird, können Sie bis zum { $name } Bücher ausleihen.
step-state-done = Erledigt
step-state-waiting = Wird geprüft
step-state-missing = Fehlt
step-agreement = Nutzungsvereinbarung
step-agreement-done = Die Vereinbarung ist unterschrieben.
step-agreement-missing = Sie unterschreiben die Vereinbarung hier. Das dauert eine Minute.
step-agreement-by-organization = Ihre Einrichtung schließt die Vereinbarung mit der Bibliothek. Das dauert eine Minute. Bitte wenden Sie sich an Ihre Lehrkraft oder Ansprechperson.
step-agreement-for-organization = Sie unterschreiben die Vereinbarung für Ihre Einrichtung hier. Das dauert eine Minute.
step-proof = Nachweis der Behinderung
step-proof-done = Ihr Nachweis liegt der Bibliothek vor.
step-proof-submitted = Ihr Nachweis ist eingegangen. Das Bibliotheksteam prüft ihn, meist innerhalb weniger Arbeitstage; Sie müssen nichts tun.
step-proof-provisional = Ihr Nachweis wird geprüft, meist innerhalb weniger Arbeitstage; Sie müssen nichts tun. Bis dahin können Sie Bücher ausleihen, längstens bis zum { $name }.
step-proof-missing = Die Bibliothek braucht eine Bestätigung Ihrer Behinderung, zum Beispiel von einer Ärztin, einer Lehrkraft oder einer anderen Bibliothek. Die nächste Seite sagt, wer sie bestätigen kann, und fragt dort an. Das dauert meist ein paar Tage.
step-proof-by-organization = Ihre Einrichtung bestätigt Ihre Behinderung. Das dauert eine Minute. Bitte wenden Sie sich an Ihre Lehrkraft oder Ansprechperson.
step-subscription = Abonnement
step-subscription-done = Ihr Abonnement ist gültig.
step-subscription-missing = Sie haben noch kein Abonnement. Hier wählen Sie eines. Das dauert eine Minute.
step-subscription-expired = Ihr Abonnement ist abgelaufen. Hier wählen Sie ein neues. Das dauert eine Minute.
step-subscription-by-organization = Ihre Einrichtung hat kein gültiges Abonnement. Ihre Ansprechperson bittet das Bibliotheksteam darum; es richtet eines ein, meist innerhalb weniger Arbeitstage.
step-suspended = Downloads Ihrer Einrichtung
step-suspended-text = Die Bibliothek hat die Downloads Ihrer Einrichtung ausgesetzt. Ihre Lehrkraft oder Ansprechperson kann das mit der Bibliothek klären, meist innerhalb weniger Arbeitstage.
step-suspended-sponsor = Die Bibliothek verleiht zurzeit keine Bücher an Ihre Einrichtung. Ist sie gerade beigetreten, nimmt das Bibliotheksteam sie auf, meist innerhalb weniger Arbeitstage, und schreibt der Ansprechperson. Sonst fragen Sie bitte das Team.

# Was verbraucht ist und was bleibt.
quota-heading = Bücher in diesem Zeitraum
quota-used = { $count ->
    [0] Sie haben kein Buch verbraucht.
    [one] Sie haben ein Buch verbraucht.
   *[other] Sie haben { $count } Bücher verbraucht.
}
quota-left = { $count ->
    [0] Es bleiben keine Bücher übrig.
    [one] Ein Buch bleibt übrig.
   *[other] { $count } Bücher bleiben übrig.
}
quota-unlimited = Die Zahl ist nicht begrenzt.
quota-end = Das Abonnement endet am { $name }.

# Die Vereinbarung.
agreement-heading = Nutzungsvereinbarung unterschreiben
agreement-text = Mit Ihrer Unterschrift stimmen Sie den Nutzungsbedingungen der Bibliothek zu: Die Bücher sind für Ihre eigene Lektüre, und Sie geben keine Kopien weiter.
agreement-name = Ihr Name, wie Sie unterschreiben
agreement-guardian = Ich bin für diese Person sorgeberechtigt und unterschreibe für sie
agreement-guardian-missing = Für Personen unter 18 Jahren muss eine sorgeberechtigte Person unterschreiben
agreement-sign = Unterschreiben
agreement-signed = Die Vereinbarung ist unterschrieben.

# Angemeldete Browser.
sessions-text = Hier steht jeder Browser, in dem Sie auf diesen Seiten angemeldet sind. Lese-Apps finden Sie unter „Geräte und Apps“. Wenn Sie einen Browser nicht kennen, melden Sie ihn ab und ändern Sie Ihr Passwort.
session-this = Dieser Browser
session-other = Anderer Browser { $count }
session-browser-on = { $name } auf { $system }
session-browser = { $name } auf einem System, das er nicht genannt hat
session-system = Ein Browser, der seinen Namen nicht genannt hat, auf { $name }
session-unknown = Ein Browser, der weder seinen Namen noch sein System genannt hat.
session-started = Angemeldet
session-used = Zuletzt benutzt
session-latest-end = Angemeldet höchstens bis
session-enrolled = Dauerhaft angemeldeter Browser
session-enrolled-until = Mit dem Code einer Karte angemeldet, höchstens bis zum { $name }
session-end = Abmelden
session-end-others = Überall sonst abmelden
session-ended = Die Abmeldung ist erfolgt.

# Das Passwort.
password-text = Ein neues Passwort meldet Sie in allen anderen Browsern und Apps ab. Geräte behalten ihre eigenen Passwörter.
password-of-others = Ihr jetziges Passwort hat jemand anderes erstellt. Bitte wählen Sie eines, das nur Sie kennen.
password-kept = Was Sie eingegeben haben, ist eine Stunde lang aufgehoben. Wählen Sie hier ein neues Passwort, dann steht es wieder in seinem Formular.
password-present = Jetziges Passwort
password-new = Neues Passwort
password-repeated = Das neue Passwort noch einmal
password-wrong = Das jetzige Passwort ist falsch
password-differs = Geben Sie zweimal dasselbe neue Passwort ein
password-saved = Ihr Passwort ist geändert. Andere Browser und Apps sind abgemeldet.

# Bisherige Downloads.
history-count = { $count ->
    [0] Sie haben noch nichts heruntergeladen.
    [one] Ein Download.
   *[other] { $count } Downloads, die neuesten zuerst.
}
history-gone = Nicht mehr in der Bibliothek
history-format = Format
history-requested = Angefordert
history-state = Exemplar
history-recipient = Für
history-pending = Wird hergestellt
history-failed = Konnte nicht hergestellt werden
history-expired = Nicht mehr aufbewahrt. Fordern Sie das Buch noch einmal an, um ein neues Exemplar zu bekommen.
history-ready = Fertig
history-until = Bereit bis { $name }

# Die Daten.
data-text = Sie können alles bekommen, was die Bibliothek über Sie gespeichert hat: Ihr Konto, Nachweise und Vereinbarungen, Downloads, Listen, Lesezeichen, Markierungen, Lesestellen und Dokumente, die Sie eingesandt haben. Die Datei ist ein ZIP-Archiv mit einer Seite, die ihre Teile erklärt.
data-wait = Die Datei wird hergestellt, wenn Sie die Schaltfläche betätigen. Das kann einen Moment dauern.
data-download = Meine Daten herunterladen

# Einstellungen.
preferences-saved = Ihre Einstellungen sind gespeichert.
preferences-save = Speichern
preferences-reading = Bücher
preferences-format = Bevorzugtes Format
preferences-format-none = Kein bestimmtes
preferences-formats = Weitere Formate, die ich lese
preferences-formats-hint = Die Suche findet Bücher, die Sie in allen diesen Formaten und im bevorzugten herunterladen können.
preferences-adult = Bücher mit Inhalten für Erwachsene anzeigen
preferences-recommendations = Empfehlungen anzeigen
preferences-all = Auch Bücher auflisten, die ich nicht bekommen kann
preferences-language = Sprache dieser Seiten
preferences-language-browser = Wie in meinem Browser
preferences-braille = Braille
preferences-grade = Schriftstufe
preferences-code = Schrift für englische Bücher
preferences-code-ueb = Vereinheitlichtes englisches Braille (UEB)
preferences-code-ebae = Englisches Braille, amerikanische Ausgabe (EBAE)
preferences-lines = Für welche Zeilen
preferences-lines-refreshable = { $count ->
    [one] Braillezeile, { $count } Modul
   *[other] Braillezeile, { $count } Module
}
preferences-lines-embossable = { $count ->
    [one] Auf Papier, { $count } Zeichen
   *[other] Auf Papier, { $count } Zeichen
}
preferences-example = Beispiel auf Englisch:
preferences-display = So sehen alle Seiten und die Bücher im Browser aus:
