# Das Dokument zur Anmeldung.
sign-in-library = Bibliothek
sign-in-text = Melden Sie sich mit dem Namen und dem Passwort eines Geräts an, das Sie auf der Seite Ihrer Geräte anlegen, oder über die Anmeldeseite der Bibliothek.
sign-in-name = Gerätename oder Benutzername
sign-in-password = Gerätepasswort
