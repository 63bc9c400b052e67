# Ein Browser, der mit dem Code einer gedruckten Karte angemeldet wird.
enroll-heading = Mit einem Code anmelden
enroll-text = Ihre Schule hat Ihnen eine Karte mit einem Code gegeben. Der Code meldet diesen Browser oder ein Gerät einmal an.
enroll-code = Code
enroll-code-hint = Drei Gruppen von vier Buchstaben, zum Beispiel bcdf-ghjk-mnpq. Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.
enroll-code-missing = Geben Sie den Code von Ihrer Karte ein
enroll-wrong = Dieser Code funktioniert nicht. Prüfen Sie jeden Buchstaben. Ein Code funktioniert nur einmal und zwei Wochen lang; bitten Sie Ihre Schule um einen anderen
enroll-check = Weiter
enroll-sign-in = Mit Benutzername und Passwort anmelden
enroll-confirm-heading = Sind Sie { $name }?
enroll-confirm-text = Dieser Browser wird für { $name } angemeldet. Danach kann der Code nicht mehr verwendet werden.
enroll-confirm-stay = Sie bleiben hier angemeldet. Verwenden Sie den Code nicht in einem Browser, den auch andere benutzen.
enroll-confirm = Ja, diesen Browser anmelden
enroll-again = Nein, einen anderen Code eingeben

# Ein Gerät, das mit dem Code eine eigene Anmeldung bekommt.
enroll-device-choice = Für eine App oder ein Lesegerät
enroll-device-choice-text = Eine Lese-App oder ein E-Reader bekommt stattdessen einen eigenen Namen und ein eigenes Passwort. Auch danach kann der Code nicht mehr verwendet werden.
enroll-device-confirm = Stattdessen ein Gerät anmelden
enroll-device-name = Gerät mit einem Code
enroll-device-heading = Geben Sie dies in der App ein
enroll-device-text = Das Gerät meldet sich mit einem eigenen Namen und einem eigenen Passwort an.
enroll-device-once = Sie werden nur jetzt gezeigt.
enroll-device-lost = Wenn sie verloren gehen, bitten Sie Ihre Schule um einen anderen Code.
enroll-device-address = Adresse des Katalogs
enroll-device-sign-in = Anmeldename
enroll-device-password = Passwort
enroll-device-limit = Sie haben schon zu viele Geräte. Bitten Sie Ihre Schule, eines zu widerrufen
