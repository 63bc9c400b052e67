# Seiten für Administratoren.
system-back = Zurück zum System
system-findings = Was Aufmerksamkeit braucht
system-well = Alles ist in Ordnung.
system-manage = Verwalten
system-facts = Diese Installation
system-work = Arbeit im Hintergrund
system-version = Version dieses Servers
system-version-unknown = eine frühere Version
system-backup = Letzte Sicherung
system-backup-start = Sicherung starten
system-backup-hint = Die Bibliothek bleibt benutzbar. Auf der Seite des Auftrags sehen Sie den Fortschritt und können die Sicherung anhalten.
system-backup-started = Die Sicherung ist angenommen.
system-backup-unfinished = Eine Sicherung wartet oder läuft schon: siehe die Aufträge.
system-backup-no-folder = Kein laufender Prozess hat einen Ordner für Sicherungen, deshalb wurde nichts gestartet.
system-rehearsal = Letzte Probe einer Wiederherstellung
system-never = noch nie
system-index = Suchindex
system-index-titles = { $count ->
    [one] ein Titel
   *[other] { $count } Titel
}
system-disk = Datenträger des Datenordners
system-disk-space = { $free } von { $total } GB sind frei
system-lanes = Aufträge nach Spur
system-waiting = Wartend
system-running = In Arbeit
system-failed = Gescheitert
system-oldest = Ältester wartet seit
system-planned = keiner: alle sind für später geplant
system-processes = Prozesse, die im Hintergrund arbeiten
system-processes-none = Es gibt keine.
system-process-running = Version { $version }, letztes Lebenszeichen am { $date }
system-process-silent = Version { $version }, ohne Lebenszeichen seit { $date }
system-yes = ja
system-no = nein

# Was Aufmerksamkeit braucht, und was zu tun ist.
system-finding-no-workers = Kein Prozess arbeitet im Hintergrund: Exemplare, E-Mails und Änderungen von Titeln warten. Starten Sie „openshelf serve“ mit Workern oder „openshelf worker“.
system-finding-several-versions = Die Prozesse haben verschiedene Versionen des Programms. Aktualisieren Sie die Rechner mit der älteren.
system-finding-lane-waits = Aufträge der Spur „{ $name }“ warten seit { $date }. Starten Sie einen Prozess für diese Spur, oder geben Sie ihr mehr Plätze.
system-finding-jobs-failed = { $count ->
    [one] Ein Auftrag ist gescheitert. Lesen Sie den Grund, und wiederholen Sie ihn, wenn die Ursache beseitigt ist.
   *[other] { $count } Aufträge sind gescheitert. Lesen Sie den Grund, und wiederholen Sie sie, wenn die Ursache beseitigt ist.
}
system-finding-emails-failed = { $count ->
    [one] Eine E-Mail konnte nicht gesendet werden. Lesen Sie den Grund, und wiederholen Sie sie, wenn die Ursache beseitigt ist.
   *[other] { $count } E-Mails konnten nicht gesendet werden. Lesen Sie den Grund, und wiederholen Sie sie, wenn die Ursache beseitigt ist.
}
system-finding-later-jobs = { $count ->
    [one] Ein Auftrag wartet auf eine spätere Version des Programms. Aktualisieren Sie die Rechner, auf denen Worker laufen.
   *[other] { $count } Aufträge warten auf eine spätere Version des Programms. Aktualisieren Sie die Rechner, auf denen Worker laufen.
}
system-finding-no-backup = Von dieser Bibliothek ist keine Sicherung bekannt. Lassen Sie „openshelf backup“ jeden Tag laufen.
system-finding-old-backup = Die letzte Sicherung ist vom { $date }. Klären Sie, warum es keine neuere gibt.
system-finding-no-rehearsal = Noch nie wurde eine Sicherung zur Probe wiederhergestellt. Proben Sie eine Wiederherstellung, hier oder mit „openshelf restore --rehearse“.
system-finding-old-rehearsal = Eine Wiederherstellung wurde zuletzt am { $date } geprobt. Proben Sie eine Wiederherstellung, hier oder mit „openshelf restore --rehearse“.
system-finding-index-filling = Der Suchindex wird zum ersten Mal gefüllt, darum ist noch nichts zu finden. Warten Sie einige Minuten.
system-finding-migrations = { $count ->
    [one] Der Datenbank fehlt eine Migration. Führen Sie „openshelf migrate“ aus.
   *[other] Der Datenbank fehlen { $count } Migrationen. Führen Sie „openshelf migrate“ aus.
}
system-finding-exposed-keys = Jeder kann die Rechte von { $name } nutzen, weil Browser Schlüssel mit Weiterleitungsadressen zeigen. Geben Sie die Rechte einem eigenen Schlüssel ohne Weiterleitungsadressen.
system-finding-no-speech = Bücher können nicht vorgelesen werden, darum gibt es Audio nur von aufgenommenen Büchern. Installieren Sie eine Sprachausgabe und ffmpeg, wenn Ihre Leserinnen und Leser das brauchen.
system-finding-no-braille = Braille wird nicht angeboten. Installieren Sie die Tabellen von liblouis, wenn Ihre Leserinnen und Leser das brauchen.
system-finding-low-space = Der Datenträger mit dem Datenordner ist fast voll. Schaffen Sie Platz, oder begrenzen Sie den Platz für umgewandelte Bücher.
system-machine-root = Der Server läuft als root. Lassen Sie ihn unter einem eigenen Benutzer laufen.
system-machine-openFolder = Andere Benutzer dieses Rechners haben Zugriff auf den Datenordner. Sperren Sie ihn für sie.
system-machine-networkDisk = Die Datenbank ist eine Datei auf einem Netzlaufwerk, wo sie beschädigt werden kann. Verschieben Sie sie auf einen lokalen Datenträger, oder nutzen Sie PostgreSQL.
system-machine-unconfined = Der Kernel dieses Rechners schränkt die Prozesse nicht ein, die Bücher lesen. Ein neuerer tut das.
system-machine-exposedData = Prozesse, die Bücher lesen, dürfen Ordner mit Daten oder Einstellungen lesen. Bewahren Sie diese anderswo auf, etwa in /var/lib.
system-machine-noTls = Die öffentliche Adresse ist nicht durch TLS geschützt, Passwörter können also mitgelesen werden. Stellen Sie eine https-Adresse ein.
system-machine-noMail = E-Mails können nicht gesendet werden, darum bekommt niemand einen Link für ein neues Passwort. Stellen Sie einen Mailserver ein.
system-jobs-failed = Gescheiterte Aufträge
system-emails-failed = Gescheiterte E-Mails
system-jobs-waiting = Wartende Aufträge

# Aufträge im Hintergrund.
system-jobs-heading = Aufträge im Hintergrund
system-jobs-text = Zuletzt beendete Aufträge kommen zuerst. Erledigte und abgebrochene werden nach einigen Tagen gelöscht; gescheiterte bleiben, bis jemand sie wiederholt.
system-jobs-back = Zurück zu den Aufträgen
system-jobs-count = { $count ->
    [0] Es gibt keine solchen Aufträge
    [one] Ein Auftrag
   *[other] { $count } Aufträge
}
system-jobs-retry-kind = { $count ->
    [one] Den gescheiterten Auftrag wiederholen: { $name }
   *[other] Alle { $count } gescheiterten Aufträge wiederholen: { $name }
}
system-jobs-retry-question = { $count ->
    [one] Einen gescheiterten Auftrag wiederholen?
   *[other] { $count } gescheiterte Aufträge wiederholen?
}
system-jobs-retry-text = Beheben Sie zuerst die Ursache. Jeder Auftrag bekommt wieder alle seine Versuche. Von Aufträgen, die dasselbe tun, wird nur der neueste wiederholt.
system-jobs-retry-now = Aufträge wiederholen
system-jobs-retried = Die gescheiterten Aufträge werden wiederholt.
system-jobs-retried-some = Gescheiterte Aufträge werden wiederholt. Andere bleiben, denn ein anderer Auftrag tut schon dasselbe, oder es waren zu viele auf einmal. Dann wiederholen Sie den Rest.
system-jobs-not-retried = Kein Auftrag wurde wiederholt, denn keiner von diesen ist noch gescheitert, oder andere tun schon dasselbe.
system-job-name = { $name }, Nummer { $number }
system-job-state = Stand
system-job-kind = Art
system-job-lane = Spur
system-job-attempts = Versuche
system-job-attempts-of = { $count } von { $total }
system-job-created = Eingereiht
system-job-next = Nicht vor
system-job-finished = Beendet
system-job-error = Letzter Fehler
system-job-progress = Fortschritt
system-job-progress-of = { $count } von { $total }
system-job-waits-for-backup = Ein anderer Prozess schreibt gerade eine Sicherung in denselben Ordner. Diese beginnt, wenn jene beendet ist.
system-job-person = Veranlasst durch
system-job-title = Titel
system-job-retry = Wiederholen
system-job-retry-hint = Der Auftrag bekommt wieder alle seine Versuche.
system-job-cancel = Auftrag abbrechen
system-job-cancel-hint = Ein wartender Auftrag wird sofort abgebrochen, ein laufender bei seinem nächsten Schritt.
system-job-stopping = Der Auftrag bricht bei seinem nächsten Schritt ab.
system-job-retried = Der Auftrag wird wiederholt.
system-job-not-retried = Der Auftrag wurde nicht wiederholt, denn er wartet, läuft oder ist erledigt.
system-job-replaced = Der Auftrag wurde nicht wiederholt, denn ein anderer tut schon dasselbe.
system-job-of-command = Der Auftrag wurde nicht wiederholt, denn ein Befehl hat diese Arbeit getan. Führen Sie denselben Befehl noch einmal aus.
system-job-stopped = Der Auftrag ist abgebrochen oder bricht bei seinem nächsten Schritt ab.
system-job-not-stopped = Der Auftrag war schon beendet.
system-job-promised = Dieser Auftrag lässt sich nicht abbrechen: Er löscht Daten, deren Löschung die Bibliothek zugesagt hat. Wenn er fehlschlägt, wiederholen Sie ihn.
system-state-all = Alle
system-state-ready = Wartend
system-state-running = In Arbeit
system-state-done = Erledigt
system-state-dead = Gescheitert
system-state-cancelled = Abgebrochen
system-lane-catalog = Katalog
system-lane-text = Text
system-lane-documents = Eigene Dokumente
system-lane-speech = Sprachausgabe
system-lane-letters = E-Mails
system-lane-housekeeping = Aufräumen
system-lane-scans = Durchgänge über alles
system-kind-all = Alle
system-kind-package = Exemplar eines Buches
system-kind-package-audio = Exemplar eines Buches mit Sprachausgabe
system-kind-apply-title-update = Änderung eines Titels
system-kind-convert-title = Umwandlung eines Titels
system-kind-apply-periodical-update = Änderung einer Zeitschrift
system-kind-convert-document = Umwandlung eines eigenen Dokuments
system-kind-remove-document = Löschung eines eigenen Dokuments
system-kind-remove-documents = Löschung der Dokumente einer Person
system-kind-erase-organization = Löschung einer Organisation
system-kind-rewrite-database = Neuschreiben der SQLite-Datei nach einer Löschung
system-kind-letter = E-Mail
system-kind-expire-packages = Löschung abgelaufener Exemplare
system-kind-purge = Löschung von nicht mehr Benötigtem
system-kind-sweep = Löschung von Dateien, die zu nichts gehören
system-kind-trim-artifacts = Löschung umgewandelter Bücher, die zu viel Platz brauchen
system-kind-add-formats = Neue Formate für vorhandene Titel
system-kind-ingest = Einlesen durch einen Befehl
system-kind-ingest-uploads = Einlesen hochgeladener Bücher und Datensätze
system-kind-take-rosters = Einlesen von Mitgliederlisten aus Ordnern
system-kind-take-backup = Sicherung
system-kind-rehearse-restore = Probe einer Wiederherstellung
system-kind-export-catalog = Export des Katalogs
system-kind-count-readership = Zählung beliebter Titel

# E-Mails.
system-emails-heading = E-Mails
system-emails-reasons = Warum E-Mails nicht gesendet werden
system-emails-none = Keine E-Mail ist fehlgeschlagen.
system-emails-not-sent = { $count ->
    [one] Eine E-Mail konnte nicht gesendet werden:
   *[other] { $count } E-Mails konnten nicht gesendet werden:
}
system-emails-tried-again = { $count ->
    [one] Für eine E-Mail folgt automatisch ein neuer Versuch:
   *[other] Für { $count } E-Mails folgt automatisch ein neuer Versuch:
}
system-emails-retry = Alle fehlgeschlagenen E-Mails noch einmal senden
system-emails-retry-hint = Beheben Sie zuerst die Ursache. Überholte E-Mails werden nicht gesendet.
system-emails-retried = Die fehlgeschlagenen E-Mails werden noch einmal gesendet.
system-emails-test = Test-E-Mail
system-emails-test-hint = Eine E-Mail geht an { $name }. Die nächste Seite zeigt, ob der Mailserver sie angenommen hat.
system-emails-test-now = Test-E-Mail senden
system-emails-test-sent = Die Test-E-Mail ist unterwegs. Laden Sie diese Seite neu, um zu sehen, ob der Mailserver sie angenommen hat.
system-emails-no-address = Ihr Konto hat keine E-Mail-Adresse, deshalb kann Ihnen keine Test-E-Mail gesendet werden.

# Apps.
system-apps-heading = Apps und Schlüssel
system-apps-text = Apps, die die Schnittstelle der Bibliothek nutzen dürfen, jede mit ihrem Schlüssel. Ein gesperrter Schlüssel gilt innerhalb von Sekunden als unbekannt.
system-apps-back = Zurück zu den Apps
system-app-new = Eine App eintragen
system-app-create = Die App eintragen
system-app-key = Schlüssel
system-app-secret = Geheimnis
system-app-state = Stand
system-app-enabled = freigegeben
system-app-disabled = gesperrt
system-app-site = Standort
system-app-privileges = Rechte
system-app-privileges-hint = Die meisten Apps brauchen keine. Ein Schlüssel mit Rechten gehört auf einen Server: Geben Sie ihm keine Weiterleitungsadresse, denn Browser zeigen Schlüssel, die eine haben.
system-app-redirects = Weiterleitungsadressen
system-app-redirects-hint = Eine je Zeile, genau wie die App sie sendet. Leer lassen, wenn sich niemand mit der App anmeldet.
system-app-redirect-wrong = { $name } kann nicht eingetragen werden: Eine Adresse ist vollständig, ohne Fragment, Platzhalter oder Benutzernamen, und entweder http(s) mit einem Host oder ein eigenes Schema der App
system-app-redirects-many = Eine App hat höchstens { $count } Weiterleitungsadressen
system-app-has-secret = Hat ein Geheimnis
system-app-with-secret = Sie bekommt ein Geheimnis, weil sie auf einem Server läuft, der eines bewahren kann
system-app-exposed = Jeder kann die Rechte dieses Schlüssels nutzen, weil Browser Schlüssel mit Weiterleitungsadressen zeigen.
system-app-name = Name der App
system-app-name-hint = Wer sich mit der App anmeldet, sieht ihn.
system-app-disable = Sperren
system-app-enable = Freigeben
system-app-disabled-now = Der Schlüssel ist gesperrt. Das gilt nach wenigen Sekunden überall.
system-app-enabled-now = Der Schlüssel ist wieder freigegeben. Das gilt nach wenigen Sekunden überall.
system-app-ready = { $name } ist eingetragen
system-app-ready-text = Tragen Sie dies in der App ein.
system-app-ready-once = Das Geheimnis wird nur jetzt gezeigt.
system-app-secret-replace = Geheimnis ersetzen
system-app-secret-question = Das Geheimnis von { $name } ersetzen?
system-app-secret-text = Das jetzige Geheimnis gilt sofort nicht mehr. Die App bekommt keine Token mehr, bis sie das neue hat.
system-app-secret-now = Das Geheimnis jetzt ersetzen
system-app-secret-ready = Das neue Geheimnis
system-app-secret-kept = Nichts wurde ersetzt, denn das Geheimnis ist inzwischen ein anderes.
system-privilege-membership = Mitgliedschaften verwalten
system-privilege-signup = Personen anmelden
system-privilege-orgSignup = Organisationen anmelden
system-privilege-marketing = Kampagnen speichern
system-privilege-partnerDrive = Das Laufwerk des Partners nutzen
system-privilege-competentAuthority = Behinderungen für zuständige Stellen bestätigen
system-privilege-sponsorAdmin = Betreuende und Mitglieder verwalten
system-privilege-passwordGrant = Mit Name und Passwort anmelden

# Mitarbeitende.
system-staff-heading = Mitarbeitende
system-staff-text = Alle, die für die Bibliothek arbeiten, an allen Standorten, mit ihren Rollen.
system-staff-back = Zurück zu den Mitarbeitenden
system-staff-change = Rollen von { $name } ändern
system-staff-find = Jemand anderem eine Rolle geben
system-staff-person = E-Mail-Adresse oder Benutzername
system-staff-person-hint = Die Person braucht ein Konto.
system-staff-find-now = Person suchen
system-staff-unknown = Zu dieser E-Mail-Adresse oder diesem Benutzernamen gibt es kein Konto. Prüfen Sie die Schreibweise.
system-staff-account = Konto
system-staff-last-sign-in = Letzte Anmeldung
system-staff-no-sign-in = unbekannt
system-staff-roles = Rollen von { $name }
system-staff-own = Das sind Ihre eigenen Rollen. Andere Administratorinnen und Administratoren können sie Ihnen nehmen.
system-staff-desk = Alles über diese Person
system-staff-give = Die Rolle „{ $name }“ geben
system-staff-take = Die Rolle „{ $name }“ entziehen
system-staff-give-question = { $name } die Rolle „{ $role }“ geben?
system-staff-give-now = Rolle geben
system-staff-take-question = { $name } die Rolle „{ $role }“ entziehen?
system-staff-take-now = Rolle entziehen
system-staff-take-text = Das gilt sofort. Wer gar nicht mehr für die Bibliothek arbeitet, wird in allen Browsern und Apps abgemeldet, und übernommene Fälle werden wieder frei. Andere Rollen bleiben. Wer keine Rolle mehr hat, wird Einzelmitglied.
system-staff-keep = Nichts ändern
system-staff-about-collectionAssistant = Die Bestandsverwaltung nimmt Titel ihres Standorts auf, ändert und veröffentlicht sie und zieht sie zurück.
system-staff-about-membershipAssistant = Die Mitgliederbetreuung sieht alle Personen ihres Standorts mit ihren Nachweisen einer Behinderung, entscheidet über Nachweise, Vereinbarungen und Abonnements und ändert Konten.
system-staff-about-administrator = Die Administration tut all das an jedem Standort. Sie registriert außerdem Apps, ändert die Regeln von Standorten und vergibt und entzieht diese Rollen. Nur wenige brauchen diese Rolle.
system-staff-given = Die Rolle ist vergeben.
system-staff-taken = Die Rolle ist entzogen.
system-staff-unchanged = Nichts wurde geändert, denn das war schon geschehen.
system-staff-refused-sign-in = Die Rolle wurde nicht vergeben, denn das Konto ist gesperrt oder hat keinen Namen zum Anmelden.
system-staff-refused-own = Niemand entzieht sich selbst eine Rolle. Andere Administratorinnen und Administratoren können es tun.
system-staff-refused-last = Die Rolle wurde nicht entzogen, denn sonst könnte sich niemand mehr zur Administration anmelden. Geben Sie sie zuerst jemand anderem.

# Standorte.
system-sites-heading = Standorte
system-sites-text = Die Standorte dieser Bibliothek, jeder mit seinen Regeln.
system-sites-back = Zurück zu den Standorten
system-site-id = Kennung
system-site-name = Name
system-site-country = Land
system-site-private = Eigener Bestand
system-site-new = Neuer Standort
system-site-identifier-hint = Bis zu 40 Kleinbuchstaben, Ziffern und Bindestriche. Sie steht in Adressen und lässt sich später nicht ändern.
system-site-identifier-wrong = Eine Kennung besteht aus bis zu 40 Kleinbuchstaben ohne Umlaute, Ziffern und Bindestrichen
system-site-exists = Es gibt schon einen Standort mit dieser Kennung
system-site-country-hint = Wer nicht angemeldet ist, sieht die Titel dieses Landes.
system-site-private-label = Eigener Bestand: Empfehlungen lassen aus, was allen Standorten gemeinsam ist
system-site-create = Standort anlegen
system-site-created = Der Standort ist angelegt. Prüfen Sie seine Regeln.
system-site-details = Name, Land und Art
system-site-save-details = Standort speichern
system-site-changed = Der Standort ist gespeichert.
system-site-rules = Regeln von { $name }
system-site-saved = Die Regeln sind gespeichert.
system-site-reviews = Bestätigungen von Behinderungen, die das Personal prüft, bevor sie gelten
system-site-save-reviews = Speichern, was geprüft wird
system-review-always = Alle
system-review-unproven = Zweifelhafte, und solche von Apps, die kein Geheimnis nachweisen
system-review-doubtful = Zweifelhafte: von Stellen bei kostenlosen Maildiensten, oder die viele Mitglieder bestätigt haben
system-review-never = Keine
system-site-joining = Wer auf den Seiten beitreten darf, ohne Personal
system-site-readers = Leserinnen und Leser dürfen Konten anlegen
system-organizations-no = Organisationen dürfen sich nicht anmelden
system-organizations-reviewed = Organisationen dürfen sich anmelden und werden bedient, sobald das Personal sie aufgenommen hat
system-organizations-yes = Organisationen dürfen sich anmelden und werden sofort bedient
system-site-save-joining = Speichern, wer beitreten darf
system-site-sources = Eingereichte Nachweise, die genügen
system-site-sources-missing = Wählen Sie mindestens eine Quelle von Nachweisen
system-site-certifiers = Fachleute, deren Bestätigung genügt
system-site-certifiers-missing = Wählen Sie mindestens eine Art von Fachleuten
system-site-days = Tage mit Zugang, während der erste Nachweis geprüft wird
system-site-days-hint = Von 0 (keine) bis { $count }
system-site-days-wrong = Geben Sie eine Zahl von 0 bis { $count } ein
system-site-save-admission = Regeln für Nachweise speichern

# Arten von Organisationen, und das Verzeichnis der Organisationen.
system-types-heading = Arten von Organisationen
system-types-text = Eine Organisation wählt eine dieser Arten, wenn sie sich anmeldet. Organisationen einer entfernten Art behalten sie.
system-types-back = Zurück zu den Arten
system-type-set = Eine Art hinzufügen oder eine Beschreibung ändern
system-type-name = Name für Apps
system-type-name-hint = Bis zu 40 Buchstaben und Ziffern ohne Leerzeichen, zum Beispiel groupHome. Mit dem Namen einer vorhandenen Art wird deren Beschreibung geändert.
system-type-name-wrong = Ein Name besteht aus bis zu 40 Buchstaben ohne Umlaute und Ziffern
system-type-description = Beschreibung für Menschen
system-type-save = Art speichern
system-type-saved = Die Art ist gespeichert.
system-type-change = Beschreibung von { $name } ändern
system-type-remove-question = Die Art { $name } entfernen?
system-type-remove-text = Keine Organisation kann sie mehr wählen. Organisationen dieser Art behalten sie.
system-type-removed = Die Art ist entfernt.
system-remove = { $name } entfernen
system-remove-now = Entfernen
system-references-heading = Verzeichnis der Organisationen
system-references-text = Schulen und andere Organisationen, die es gibt. Sie wählen sich aus diesem Verzeichnis, wenn sie sich anmelden, und Leserinnen und Leser wählen ihre Schule.
system-references-back = Zurück zum Verzeichnis
system-references-count = { $count ->
    [0] Es gibt keine solchen Organisationen
    [one] Eine Organisation
   *[other] { $count } Organisationen
}
system-references-import = Eine Datei mit Organisationen importieren
system-references-import-text = Zeilen mit einer neuen Kennung werden hinzugefügt, und ein Eintrag mit der Kennung einer Zeile wird ersetzt. Kein Eintrag wird entfernt. Sie sehen, was sich ändern würde, bevor etwas geschrieben wird.
system-references-import-hint = Eine CSV-Datei in UTF-8 mit Kommas zwischen den Spalten, höchstens { $size } MB und { $rows } Zeilen; schicken Sie eine längere Liste in mehreren Dateien. Die erste Zeile nennt die Spalten: referenceOrgId, name, state und country, und wenn die Liste sie hat, parentName, organizationType, address1, address2, city und postalCode. In organizationType steht der Name einer Art für Apps, zum Beispiel school.
system-references-import-kind = Art für Zeilen ohne Art
system-references-import-no-kind = Keine: Jede Zeile nennt ihre Art
system-references-import-unreadable = Die Datei kann nicht als Verzeichnis von Organisationen gelesen werden
system-references-import-new = { $count ->
    [one] Eine neue Organisation
   *[other] { $count } neue Organisationen
}
system-references-import-changed = { $count ->
    [one] Eine Organisation wird ersetzt
   *[other] { $count } Organisationen werden ersetzt
}
system-references-import-unchanged = { $count ->
    [one] Eine Organisation ist schon wie in der Datei
   *[other] { $count } Organisationen sind schon wie in der Datei
}
system-references-import-confirm = { $count ->
    [one] Eine Organisation importieren
   *[other] { $count } Organisationen importieren
}
system-references-import-gone = Diese Datei wurde schon importiert, oder sie wurde vor zu langer Zeit hochgeladen. Wenn im Verzeichnis etwas fehlt, laden Sie die Datei noch einmal hoch.
system-references-imported = Die Datei wurde importiert.
system-references-imported-some = Die Datei wurde importiert, außer den Zeilen mit Fehlern.
system-reference-new = Eine Organisation hinzufügen
system-reference-change = Eine Organisation im Verzeichnis ändern
system-reference-add = Hinzufügen
system-reference-save = Speichern
system-reference-added = Die Organisation ist hinzugefügt.
system-reference-changed = Die Organisation ist gespeichert.
system-reference-remove-question = { $name } aus dem Verzeichnis entfernen?
system-reference-remove-text = Niemand kann sie mehr wählen. Eine Organisation, die sich angemeldet hat, bleibt.
system-reference-removed = Die Organisation ist aus dem Verzeichnis entfernt.
system-reference-id = Kennung
system-reference-id-hint = Die Kennung, die der Herausgeber des Verzeichnisses verwendet. Sie lässt sich später nicht ändern.
system-reference-id-wrong = Die Kennung ist zu lang: Geben Sie höchstens 80 Zeichen ein
system-reference-exists = Im Verzeichnis gibt es schon eine Organisation mit dieser Kennung
system-reference-name = Name
system-reference-parent = Teil von
system-reference-type = Art
system-reference-address = Postanschrift
system-reference-location = Standort, falls er woanders ist
system-reference-line1 = Straße und Hausnummer
system-reference-line2 = Anschrift, zweite Zeile
system-reference-city = Ort
system-reference-city-hint = Der ganze Name des Ortes
system-reference-state = Bundesland oder Region
system-reference-state-hint = Der Code nach ISO 3166-2, mit oder ohne Land, zum Beispiel DE-BY oder BY
system-reference-state-wrong = Geben Sie den Code nach ISO 3166-2 eines Landesteils dieses Landes ein
system-reference-location-state-wrong = Standort: Geben Sie den Code nach ISO 3166-2 eines Landesteils seines Landes ein
system-reference-postal-code = Postleitzahl
system-reference-same-country = Dasselbe

# Eine Kopie zurückverfolgen.
system-trace-heading = Eine Kopie zurückverfolgen
system-trace-text = Wenn eine Kopie eines Buches dort auftaucht, wo sie nicht sein sollte, laden Sie sie hoch. Ihr verborgener Fingerabdruck nennt den Download, für den die Kopie hergestellt wurde. Die Datei wird nicht aufbewahrt.
system-trace-hint = Höchstens { $count } MB. Bei einer größeren Kopie reicht oft eine einzelne Datei mit Text.
system-trace-now = Hochladen und zurückverfolgen
system-trace-unreadable = Die Datei kann nicht gelesen werden
system-trace-nothing = Diese Datei hat keinen Fingerabdruck dieser Bibliothek.
system-trace-no-record = Der Fingerabdruck ist von dieser Bibliothek, aber der Eintrag des Downloads { $name } besteht nicht mehr.
system-trace-found = Die Kopie wurde für diesen Download hergestellt.
system-trace-download = Download
system-trace-item = Titel oder Ausgabe
system-trace-requested = Angefordert
system-trace-caller = Angefordert von
system-trace-recipient = Hergestellt für
system-trace-guest = ein Gast
system-trace-places = Stellen mit dem Fingerabdruck

# Probe einer Wiederherstellung.
system-rehearsal-heading = Wiederherstellung proben
system-rehearsal-text = Eine Sicherung, die noch nie wiederhergestellt wurde, ist nicht erprobt. Eine Probe stellt die neueste vollständige Sicherung im Ordner für Sicherungen als Probebibliothek wieder her. Sie vergleicht alle Dateien und Zeilen, baut den Suchindex auf, öffnet bis zu zehn Bücher in je drei Formaten und meldet eine Testperson an. Danach löscht sie die Probebibliothek. Ihre eigene Bibliothek wird nicht verändert und bleibt benutzbar.
system-rehearsal-needs = Was sie braucht
system-rehearsal-needs-space = Platz im Ordner für Sicherungen: das Doppelte der Datenbank. Bücher werden verknüpft und brauchen keinen Platz; auf einem Dateisystem ohne Verknüpfungen brauchen sie so viel wie in der Sicherung. Bei zu wenig Platz beginnt die Probe nicht.
system-rehearsal-needs-time = Zeit: Jede Datei wird gelesen. Das dauert Minuten, in einer großen Bibliothek Stunden. Andere Aufträge warten nicht darauf.
system-rehearsal-needs-database = Keine weiteren Rechte: Die Probebibliothek ist eine SQLite-Datei, auch wenn Ihre Bibliothek PostgreSQL verwendet. Sie verschickt keine E-Mails.
system-rehearsal-start = Probe starten
system-rehearsal-started = Die Probe ist angenommen.
system-rehearsal-unfinished = Eine Probe wartet oder läuft schon.
system-rehearsal-no-folder = Kein laufender Prozess hat einen Ordner für Sicherungen, deshalb lässt sich hier keine Probe starten. Führen Sie „openshelf restore --rehearse“ mit einer aktuellen Sicherung aus.
system-rehearsal-latest = Letzte Probe, die hier gestartet wurde
system-rehearsal-none = In den letzten Tagen gab es keine.
system-rehearsal-reload = Laden Sie diese Seite neu, um den Fortschritt und später das Ergebnis zu sehen.
system-rehearsal-job = Der Auftrag dieser Probe, um sie anzuhalten oder zu wiederholen
system-rehearsal-taken = Zeitpunkt der Sicherung
system-rehearsal-duration = Dauer
system-rehearsal-files = Verglichene Dateien
system-rehearsal-files-size = { $count } ({ $size })
system-rehearsal-rows = Verglichene Zeilen der Datenbank
system-rehearsal-titles = Titel im Suchindex
system-rehearsal-books = Geöffnete Bücher
system-rehearsal-books-copies = { $count } (Exemplare: { $copies })
system-rehearsal-reader = Eine Testperson konnte sich anmelden
system-rehearsal-report = Bericht im Datenordner
system-rehearsal-faults = Was fehlgeschlagen ist
system-rehearsal-advice = Wenn Dateien der Sicherung beschädigt sind, löschen Sie diese in ihrem Ordner. Starten Sie dann eine Sicherung, die fehlende Dateien neu kopiert, und proben Sie diese. Wenn ein Titel genannt ist, konnte ein Buch davon nicht hergestellt werden: Lesen Sie die Seite des Titels. In allen anderen Fällen beseitigen Sie die genannte Ursache und starten eine neue Probe.
