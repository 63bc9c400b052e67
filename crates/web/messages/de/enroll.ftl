# Ein Browser, der mit dem Code einer gedruckten Karte angemeldet wird.
enroll-heading = Mit einem Code anmelden
enroll-text = Ihre Schule hat Ihnen eine Karte mit einem Code gegeben. Der Code meldet diesen Browser einmal an.
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
