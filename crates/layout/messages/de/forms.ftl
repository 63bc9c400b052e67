# Formulare.
errors-heading = Bitte prüfen Sie Ihre Eingaben
errors-title = Fehler:
error-required = { $name }: Diese Angabe wird benötigt
error-text = { $name }: Dieser Text ist zu lang oder mehr als eine Zeile
error-longest = { $name }: höchstens { $count } Zeichen
field-optional = (freiwillige Angabe)
password-hint = 8 bis 32 Zeichen, mit mindestens einem Buchstaben und einer Ziffer
password-rule = Wählen Sie ein Passwort aus 8 bis 32 Zeichen mit einem Buchstaben und einer Ziffer

# At the top of every page.
nav-display = Text und Farben
nav-contact = Fragen an die Bibliothek: { $name }
site-notice-heading = Hinweis der Bibliothek
