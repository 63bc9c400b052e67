# Formulare, die während einer Anmeldung aufgehoben wurden.
kept-form-heading = Was Sie eingegeben hatten
kept-form-restored = Sie sind wieder angemeldet. Was Sie eingegeben hatten, steht wieder im Formular auf dieser Seite. Noch wurde nichts abgeschickt: Prüfen Sie es, und drücken Sie den Knopf des Formulars.
kept-form-files = Dateien werden nicht aufgehoben: Wählen Sie sie noch einmal aus.
kept-form-link = Zum Formular
kept-form-shown = Sie sind wieder angemeldet. Die Seite mit dem Formular ist inzwischen anders, deshalb steht hier, was Sie eingegeben hatten. Noch wurde nichts abgeschickt.
kept-form-text = Text
kept-form-details = Alles, was abgeschickt wird
kept-form-target = Der Knopf schickt all das an die Adresse { $name }.
kept-form-send = Jetzt abschicken
kept-form-page = Die Seite mit dem Formular öffnen
