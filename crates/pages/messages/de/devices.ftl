# Geräte.
devices-heading = Ihre Geräte
devices-heading-member = Geräte von { $name }
devices-text = Ein Gerät ist eine App oder ein E-Reader, der sich selbst anmeldet, mit eigenem Namen und eigenem Passwort. Wenn es verloren geht, widerrufen Sie es hier; sonst muss sich nichts ändern.
devices-nothing = Es gibt noch keine Geräte.
devices-revoked = Das Gerät ist widerrufen.
devices-limit = Ein Konto hat höchstens { $count } Geräte; widerrufen Sie eines, das nicht benutzt wird
devices-of-members = Geräte von Mitgliedern
devices-own = Ihre eigenen Geräte
devices-browsers = Browser mit einem Code
devices-code-open = Der Code einer Karte kann einmal verwendet werden, bis zum { $date }.
devices-code-used = Der Code einer Karte wurde am { $date } verwendet.
devices-code-expired = Der Code einer Karte wurde nicht verwendet und ist am { $date } abgelaufen.
device-sign-in = Anmeldename
device-created = Angelegt
device-used = Zuletzt benutzt
device-used-by = { $date } mit { $name }
device-never-used = nie
device-revoke = { $name } widerrufen
device-add-heading = Gerät hinzufügen
device-add = Dieses Gerät hinzufügen
device-name = Name des Geräts
device-name-hint = Zum Wiedererkennen, zum Beispiel: Kobo, mein Telefon
device-name-missing = Geben Sie einen Namen für das Gerät ein

# Ein neues Gerät.
device-ready = { $name } ist bereit
device-ready-text = Geben Sie diese Angaben in der App ein.
device-ready-once = Das Passwort wird nur jetzt angezeigt.
device-ready-lost = Wenn es verloren geht, widerrufen Sie das Gerät und fügen Sie ein neues hinzu.
device-sign-in-name = Anmeldename
device-password = Passwort
device-ready-own = Statt des Anmeldenamens können Sie auch Ihren Benutzernamen eingeben.
devices-back = Zurück zu den Geräten
devices-catalog = Adresse des Katalogs
devices-code = QR-Code der Adresse { $name }
devices-places = Lesestellen

# Ein Gerät widerrufen.
device-revoke-heading = { $name } widerrufen?
device-revoke-used = Es meldet sich als { $name } an, wurde am { $created } angelegt und zuletzt am { $used } benutzt.
device-revoke-unused = Es meldet sich als { $name } an, wurde am { $created } angelegt und noch nie benutzt.
device-revoke-text = Sein Passwort gilt ab sofort nicht mehr und lässt sich nicht wiederherstellen. Heruntergeladene Bücher bleiben auf dem Gerät.
device-revoke-now = Gerät widerrufen
device-revoke-not = Behalten
device-missing = Dieses Gerät gibt es nicht. Vielleicht wurde es schon widerrufen.

# Mitglieder einer Einrichtung.
members-heading = Mitglieder von { $name }
members-text = Wählen Sie ein Mitglied, um Geräte hinzuzufügen, anzusehen oder zu widerrufen. Mitglieder mit eigenem Bibliothekskonto verwalten ihre Geräte selbst.
members-who = Benutzername oder Nummer des Mitglieds
members-show = Geräte anzeigen
members-count = { $count ->
    [one] { $count } Mitglied
   *[other] { $count } Mitglieder
}
members-independent = (verwaltet die eigenen Geräte selbst)
member-missing = Ihre Einrichtung hat kein Mitglied mit diesem Namen.
member-independent = Dieses Mitglied hat ein eigenes Bibliothekskonto und verwaltet seine Geräte selbst.
