# Anmelden.
sign-in-heading = Anmelden
sign-in-text = Melden Sie sich mit Ihrem Bibliothekskonto an.
sign-in-unsaved = Sie sind nicht angemeldet, deshalb wurde nichts gespeichert. Melden Sie sich an, und tun Sie es noch einmal.
sign-in-kept = Ihre Anmeldung war abgelaufen, deshalb wurde nichts gespeichert. Was Sie eingegeben haben, ist auf dieser Seite eine Stunde lang aufgehoben: Melden Sie sich mit demselben Konto an, dann steht es wieder im Formular. Wenn Sie zuerst eine andere Seite brauchen, etwa für ein neues Passwort, öffnen Sie sie in einem neuen Fenster.
sign-in-for-app = { $name } möchte diese Bibliothek für Sie benutzen. Melden Sie sich mit Ihrem Bibliothekskonto an; die App sieht Ihr Passwort nicht.
sign-in-name = Benutzername oder E-Mail-Adresse
sign-in-name-missing = Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein
sign-in-password = Passwort
sign-in-password-missing = Geben Sie Ihr Passwort ein
sign-in-wrong = Dieser Name und dieses Passwort passen nicht zusammen. Prüfen Sie beides und versuchen Sie es noch einmal
sign-in-wait = Zu viele Versuche. Warten Sie { $time }, und versuchen Sie es dann noch einmal
sign-in-forgot = Passwort vergessen?
sign-in-code = Mit dem Code auf einer Karte anmelden
sign-in-join = Noch kein Konto? Mitglied werden
sign-in-cancel = Abbrechen und zurück zur App
wait-seconds = { $count ->
    [one] eine Sekunde
   *[other] { $count } Sekunden
}
wait-minutes = { $count ->
    [one] eine Minute
   *[other] { $count } Minuten
}

# Was eine App darf.
consent-title = { $name } zulassen?
consent-heading = Darf { $name } die Bibliothek für Sie benutzen?
consent-person = Sie sind als { $name } angemeldet.
consent-list = Wenn Sie zustimmen, kann { $name }:
consent-books = Bücher, Zeitungen und Zeitschriften für Sie finden und herunterladen
consent-lists = Ihre Leselisten, Lesezeichen und Markierungen sehen und ändern
consent-account = Ihr Konto und Ihre Leseeinstellungen sehen und ändern
consent-after = Ihr Passwort sieht die App nicht. Sie gelangen danach zurück zu { $name } und sind auf dieser Seite abgemeldet.
consent-approve = Zustimmen
consent-deny = Ablehnen
consent-switch = Mit einem anderen Konto anmelden

# Abmelden.
signed-out-heading = Sie sind abgemeldet
signed-out-text = Apps und Geräte, die Sie angemeldet haben, bleiben angemeldet.
signed-out-again = Wieder anmelden

# Was schiefgehen kann.
expired-heading = Diese Seite ist nicht mehr gültig
expired-text = Sie war zu lange geöffnet, wurde schon benutzt, oder Ihr Browser speichert keine Cookies. Öffnen Sie die Seite neu und beginnen Sie noch einmal. Es wurde nichts geändert.
expired-home = Zur Startseite
expired-text-app = Sie war zu lange geöffnet, wurde schon benutzt, oder Ihr Browser speichert keine Cookies. Gehen Sie zurück zu Ihrer App und beginnen Sie dort noch einmal. Es wurde nichts geändert.
app-refused-heading = Diese App kann Sie hier nicht anmelden
app-refused-text = Die App hat etwas gesendet, das diese Bibliothek nicht annimmt. Sie haben nichts falsch gemacht; bitte melden Sie es dem Hersteller der App.
app-trouble-text = Das Problem liegt bei uns. Warten Sie ein wenig, und beginnen Sie dann noch einmal in Ihrer App.
app-developer = Für die Entwicklung der App
