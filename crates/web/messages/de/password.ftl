# Vergessene Passwörter.
forgot-heading = Passwort vergessen?
forgot-text = Wir senden eine E-Mail mit einem Link an die Adresse Ihres Kontos. Mit dem Link können Sie ein neues Passwort wählen.
forgot-send = E-Mail senden
forgot-back = Zurück zur Anmeldung
forgot-wait = Es wurden zu viele E-Mails angefordert. Warten Sie { $time }, und versuchen Sie es dann noch einmal
forgot-sent-heading = Sehen Sie in Ihre E-Mails
forgot-sent-text = Wenn es ein Konto mit diesem Namen oder dieser Adresse gibt, ist eine E-Mail mit einem Link an die E-Mail-Adresse des Kontos unterwegs. Der Link gilt eine Stunde.
forgot-sent-help = Nach einigen Minuten ist noch nichts da? Sehen Sie im Spam-Ordner nach, oder fragen Sie das Personal der Bibliothek: Vielleicht hat das Konto keine E-Mail-Adresse oder eine andere, als Sie denken.
forgot-by-staff-heading = Bitten Sie das Personal um ein neues Passwort
forgot-by-staff-text = Diese Bibliothek versendet keine E-Mails. Bitte fragen Sie ihr Personal nach einem neuen Passwort.

# Das neue Passwort.
link-used-heading = Dieser Link ist nicht mehr gültig
choose-used = Der Link in der E-Mail wurde schon benutzt oder ist abgelaufen. Fordern Sie eine neue E-Mail an: Wählen Sie bei der Anmeldung „Passwort vergessen?“.
choose-heading = Wählen Sie ein neues Passwort
choose-text = Für das Konto { $name }.
choose-password = Neues Passwort
choose-repeated = Dasselbe Passwort noch einmal
choose-differs = Geben Sie dasselbe Passwort noch einmal ein
choose-set = Passwort speichern
choose-done-heading = Ihr Passwort ist geändert
choose-done-text = Melden Sie sich mit dem neuen Passwort an, hier oder in Ihrer App. Browser und Apps, die angemeldet waren, sind abgemeldet.
choose-done-link = Anmelden

undo-used = Die Änderung wurde schon rückgängig gemacht oder ist älter als eine Woche.
undo-heading = Änderung Ihres Kontos rückgängig machen
undo-text = Die E-Mail-Adresse oder das Passwort Ihres Kontos wurde geändert. Machen Sie das rückgängig, wenn Sie es nicht waren. Das Konto hat dann wieder die Adresse { $name } und das Passwort von vorher.
undo-effect = Alle angemeldeten Browser, Apps und Geräte werden abgemeldet.
undo-send = Rückgängig machen
undo-done-heading = Die Änderung ist rückgängig gemacht
undo-done-text = Ihr Konto ist wieder wie vorher. Wenn jemand anders Ihr Passwort kennt, wählen Sie jetzt ein neues.
undo-done-link = Neues Passwort wählen
