# Jemanden am Telefon bedienen.
serve-link = Am Telefon helfen
serve-link-hint = Ein neuer Zugang zum Vorlesen, Bücher, Format und Braille, ein Gerät und eine Notiz, alles auf einer Seite.
serve-heading = { $name } am Telefon helfen
serve-acts = Was Sie tun können
serve-back-to-members = Zurück zu den Mitgliedern
serve-manages-itself = Dieses Mitglied verwaltet Zugang und Geräte allein.
serve-not-allowed = Konten des Personals werden hier nicht geändert.

serve-sign-in = Neuer Zugang
serve-sign-in-hint = Die nächste Seite zeigt einmal ein Passwort aus einfachen Wörtern, und wie man es buchstabiert. Diese Person wird überall abgemeldet, außer auf Geräten, und muss beim nächsten Anmelden ein anderes Passwort wählen.
serve-sign-in-make = Neues Passwort machen
serve-sign-in-outdated = Das Passwort wurde geändert, seit diese Seite geöffnet wurde. Jetzt wurde nichts geändert.
serve-bar-manages-itself = Dieses Mitglied hat ein eigenes Bibliothekskonto oder betreut selbst Mitglieder und wählt das Passwort allein.
serve-bar-staff = Dies ist ein Konto des Personals. Sein Passwort wird hier nicht geändert.
serve-bar-no-name = Diese Person hat keinen Benutzernamen und keine E-Mail-Adresse zum Anmelden.
serve-new-sign-in = Neuer Zugang für { $name }
serve-new-sign-in-done = Das neue Passwort gilt jetzt.
serve-new-sign-in-change = Beim nächsten Anmelden muss diese Person ein anderes Passwort wählen.
serve-read-password = Das Passwort vorlesen
serve-read-name = Den Anmeldenamen vorlesen
serve-read-name-hint = Große und kleine Buchstaben werden darin nicht unterschieden.
serve-read-hint = Alle Buchstaben sind klein. Zwischen den Teilen stehen Bindestriche.
serve-device-done = Das Gerät kann sich jetzt anmelden.

serve-books = Bücher für das Regal
serve-words = Titel, Autor oder ISBN
serve-found-first = Gezeigt werden die ersten { $count }. Mit mehr Wörtern finden Sie die anderen.
serve-closed = Für diese Person zurzeit geschlossen. Diese Person liest:
serve-on-shelf = Steht schon im Regal
serve-assign = { $name } ins Regal stellen
serve-order = Eine Kopie von { $name } bestellen
serve-email = Dieser Person eine E-Mail schicken, wenn die Kopie fertig ist
serve-shelf = Zuletzt ins Regal gestellt
serve-shelf-empty = Noch nichts wurde ins Regal gestellt.
serve-assigned = Das Buch steht im Regal dieser Person.
serve-ordered = Die Kopie wird gemacht. Diese Person findet sie im Regal unter „Meine Downloads“.
serve-ordered-ready = Die Kopie ist fertig. Diese Person findet sie im Regal unter „Meine Downloads“.
serve-ordered-email = Die Kopie wird gemacht. Diese Person bekommt eine E-Mail, wenn sie fertig ist, und findet sie im Regal unter „Meine Downloads“.
serve-order-refused = Die Kopie wurde nicht bestellt. Diese Person liest: { $name }

serve-reading = Format und Braille
serve-reading-save = Format und Braille speichern
serve-preferences-saved = Format und Braille sind gespeichert.
serve-devices-own = Diese Person verwaltet die Geräte allein.
serve-devices-manage = Geräte und Browser ansehen
serve-device-revoke-hint = Das Passwort eines widerrufenen Geräts gilt ab sofort nicht mehr und lässt sich nicht wiederherstellen. Heruntergeladene Bücher bleiben auf dem Gerät.

serve-notes = Notizen zu Anrufen
serve-note = Notiz zu diesem Anruf
serve-note-hint = Bis zu { $count } Zeichen. Notizen werden zwei Jahre aufbewahrt, und diese Person kann sie anfordern.
serve-note-missing = Schreiben Sie etwas zu dem Anruf
serve-note-long = Die Notiz ist zu lang: höchstens { $count } Zeichen
serve-note-save = Notiz speichern
serve-noted = Die Notiz ist gespeichert.

# Das Buchstabieralphabet: ein Wort für jeden Buchstaben von a bis z.
spelling-words = Aachen Berlin Chemnitz Düsseldorf Essen Frankfurt Goslar Hamburg Ingelheim Jena Köln Leipzig München Nürnberg Offenbach Potsdam Quickborn Rostock Salzwedel Tübingen Unna Völklingen Wuppertal Xanten Ypsilon Zwickau
spelling-letter = { $letter } wie { $name }
spelling-dot = Punkt
spelling-hyphen = Bindestrich
spelling-underscore = Unterstrich
spelling-at = At-Zeichen
spelling-plus = Pluszeichen
spelling-apostrophe = Apostroph

# Im Protokoll.
audit-act-changePreferences = Einstellungen für die Person geändert
audit-act-orderCopy = Kopie für die Person bestellt
audit-act-noteCall = Anruf notiert
audit-act-createDevice = Gerät für die Person angelegt
audit-act-revokeDevice = Gerät der Person widerrufen
