# Lese-Apps.
apps-text = Eine Lese-App auf Telefon, Tablet, Computer oder E-Reader kann die Bücher der Bibliothek selbst finden, holen und lesen. In drei Schritten ist sie verbunden.
apps-device = Geben Sie der App ein eigenes Passwort
apps-device-text = Fügen Sie die App als eines Ihrer Geräte hinzu. Die Seite zeigt einmal einen Namen und ein Passwort dafür. Wenn das Gerät verloren geht, widerrufen Sie dort dieses Passwort, und sonst ändert sich nichts.
apps-catalog = Sagen Sie der App, wo die Bibliothek ist
apps-catalog-text = Apps, die OPDS-Kataloge lesen, finden die Bibliothek unter dieser Adresse. Geben Sie Namen und Passwort des Geräts ein, wenn die App danach fragt.
apps-thorium = Öffnen Sie die Kataloge und fügen Sie einen OPDS-Feed hinzu.
apps-koreader = Öffnen Sie in der Dateiansicht das Menü mit der Lupe, dann „OPDS-Katalog“, und fügen Sie einen Katalog hinzu. Name und Passwort sind Felder neben der Adresse.
apps-readest = Öffnen Sie in der Bibliothek das Menü, dann die OPDS-Kataloge, und fügen Sie einen Katalog hinzu. Name und Passwort sind Felder neben der Adresse.
apps-cantook = Öffnen Sie die Kataloge und fügen Sie einen mit seiner Adresse hinzu.
apps-fbreader = Öffnen Sie die Netzwerkbibliothek und fügen Sie einen Katalog mit seiner Adresse hinzu.
apps-foliate = Öffnen Sie die Kataloge in der Bibliothek und fügen Sie einen hinzu. Schreiben Sie /v1.2/sign-in hinter die Adresse: Foliate fragt dann nach Name und Passwort.
apps-places = Lesen Sie weiter, wo ein anderes Gerät aufgehört hat
apps-places-text = KOReader und Readest können an Ihrer Stelle im Buch fortfahren. Ihr Synchronisierungsserver hat diese Adresse; Name und Passwort sind die des Geräts.
