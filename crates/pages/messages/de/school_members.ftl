# Die Startseite einer Schule.
school-start-heading = Ihre Organisation: { $name }
school-start-members = { $count ->
    [0] Es gibt noch keine Mitglieder.
    [one] Ein Mitglied
   *[other] { $count } Mitglieder
}
school-start-quick-list = { $count ->
    [0] Auf Ihrer Schnellliste steht niemand.
    [one] Eines davon steht auf Ihrer Schnellliste.
   *[other] { $count } davon stehen auf Ihrer Schnellliste.
}
school-start-without-proof = { $count ->
    [0] Von allen liegt der Bibliothek ein Nachweis der Behinderung vor.
    [one] Von einem fehlt der Nachweis der Behinderung: Diesem Mitglied stehen nur Bücher offen, die für alle frei sind.
   *[other] Von { $count } fehlt der Nachweis der Behinderung: Diesen Mitgliedern stehen nur Bücher offen, die für alle frei sind.
}
school-start-ways = Was Sie tun können
school-start-list = Mitglieder
school-start-list-hint = Mitglieder finden, mehrere auswählen und gemeinsam ändern.
school-start-runs = Importe und Entfernungen
school-start-runs-hint = Was für viele Mitglieder gemeinsam geändert wurde, und wie es rückgängig zu machen ist.
school-start-lists = Leselisten
school-start-lists-hint = Listen von Büchern, für Sie selbst und für Mitglieder.
school-start-devices = Geräte von Mitgliedern
school-start-devices-hint = Passwörter für E-Reader und Lese-Apps von Mitgliedern.
school-start-back = Ihre Organisation

# Klassenstufen.
school-grade-preschool = Vorschule
school-grade-kindergarten = Kindergarten
school-grade-year = { $count }. Klasse
school-grade-college = College, { $count }. Jahr
school-grade-graduate = Aufbaustudium

# Der Filter der Mitgliederliste, in Worten.
school-filter-school = Schule: { $name }
school-filter-school-unknown = eine Schule
school-filter-district = Bezirk: { $name }
school-filter-district-unknown = ein Bezirk
school-filter-quick-list = auf Ihrer Schnellliste
school-filter-words = mit dem Namen „{ $name }“

# Die Liste der Mitglieder.
school-members-words = Name oder Benutzername
school-members-words-hint = Die ersten Buchstaben eines Namens genügen. Auch ein Geburtsdatum wie 2014-09-03 oder die ganze Kennung findet ein Mitglied.
school-members-grade = Klasse
school-members-school = Schule
school-members-district = Bezirk
school-members-quick-list = Nur Mitglieder auf meiner Schnellliste
school-members-show-all = Alle Mitglieder zeigen
school-members-found = { $count ->
    [0] Kein Mitglied gefunden: { $filter }
    [one] Ein Mitglied gefunden: { $filter }
   *[other] { $count } Mitglieder gefunden: { $filter }
}
school-members-cut = Mehr als { $count } Mitglieder haben solche Namen. Nur die ersten { $count } sind aufgeführt; mit mehr Wörtern finden Sie die übrigen.
school-members-caption = Mitglieder, { $name }
school-sort-last-name = nach Familiennamen
school-sort-first-name = nach Vornamen
school-sort-district = nach Bezirk
school-sort-school = nach Schule
school-sort-grade = nach Klasse
school-sort-birth-date = nach Geburtsdatum
school-column-choose = Wahl
school-column-name = Name
school-column-plan = Plan
school-column-format = Format
school-column-last-read = Zuletzt gelesen
school-cell-none = keine Angabe
school-cell-never = nie
school-plan-iep = IEP
school-plan-section504 = 504-Plan
school-member-without-sign-in = Kann sich nicht anmelden
school-member-linked = Hat ein eigenes Bibliothekskonto
school-member-quick-list = Auf Ihrer Schnellliste

# Die Auswahl von Mitgliedern.
school-chosen-others = { $count ->
    [one] Ein ausgewähltes Mitglied ist auf einer anderen Seite.
   *[other] { $count } ausgewählte Mitglieder sind auf anderen Seiten.
}
school-chosen-cut = Höchstens { $count } Mitglieder können einzeln ausgewählt werden; die letzten sind weggelassen. Um mehr zu ändern, nehmen Sie die Filter und alle Mitglieder, die sie finden.
school-chosen-clear = Niemanden auswählen

# Das Formular, das mehrere Mitglieder ändert.
school-acts-heading = Mehrere Mitglieder ändern
school-acts-scope = Für wen
school-acts-chosen = Die ausgewählten Mitglieder
school-acts-all = { $count ->
    [one] Das eine gefundene Mitglied: { $filter }
   *[other] Alle { $count } gefundenen Mitglieder: { $filter }
}
school-acts-everybody = { $count ->
    [one] Das eine Mitglied der Organisation
   *[other] Alle { $count } Mitglieder der Organisation
}
school-acts-act = Was zu tun ist
school-acts-choose = Bitte wählen
school-acts-values = Was dafür nötig ist
school-acts-values-hint = Nur was Sie tun, braucht einen Wert; die anderen Felder können leer bleiben.
school-acts-grade = Neue Klasse
school-acts-tag = Neue Schule
school-acts-no-tag = Keine Schule
school-acts-title = Nummer des Buches
school-acts-title-hint = Die Nummer oder die ganze Adresse der Seite des Buches
school-acts-list = Leseliste
school-acts-preview = Zeigen, was sich ändert
school-acts-preview-hint = Noch wird nichts geändert: Die nächste Seite sagt, was sich ändern wird, und fragt nach.
school-act-grade = Klasse setzen
school-act-tag = Schule setzen
school-act-quick-list-add = Auf meine Schnellliste setzen
school-act-quick-list-remove = Von meiner Schnellliste nehmen
school-act-assign-title = Ein Buch zuweisen
school-act-add-to-list = Auf eine Leseliste setzen
school-act-reset-sign-in = Die Anmeldung zurücksetzen
school-act-give-sign-in = Einen Benutzernamen und ein Passwort geben
school-act-make-codes = Einen Code für einen Browser oder ein Gerät erstellen
school-act-remove = Aus der Organisation entfernen

# Änderungen mehrerer Mitglieder: was sie bewirken würden, und was sie bewirkt haben.
school-bulk-grade = Klasse setzen: { $name }
school-bulk-tag = Schule setzen: { $name }
school-bulk-no-tag = Aus der Schule nehmen
school-bulk-title = Ein Buch zuweisen: { $name }
school-bulk-list = Auf eine Leseliste setzen: { $name }
school-bulk-chosen = { $count ->
    [one] Für ein ausgewähltes Mitglied
   *[other] Für { $count } ausgewählte Mitglieder
}
school-bulk-everybody = { $count ->
    [one] Für das eine Mitglied der Organisation
   *[other] Für alle { $count } Mitglieder der Organisation
}
school-bulk-all = { $count ->
    [one] Für das eine gefundene Mitglied: { $filter }
   *[other] Für alle { $count } gefundenen Mitglieder: { $filter }
}
school-bulk-changing = { $count ->
    [0] Es würde sich nichts ändern.
    [one] Ein Mitglied wird geändert.
   *[other] { $count } Mitglieder werden geändert.
}
school-bulk-changed = { $count ->
    [0] Es wurde nichts geändert.
    [one] Ein Mitglied wurde geändert.
   *[other] { $count } Mitglieder wurden geändert.
}
school-bulk-same-grade = { $count ->
    [one] Eines ist schon in dieser Klasse.
   *[other] { $count } sind schon in dieser Klasse.
}
school-bulk-same-tag = { $count ->
    [one] Bei einem ist es schon so.
   *[other] Bei { $count } ist es schon so.
}
school-bulk-same-quick-list = { $count ->
    [one] Eines ist schon auf Ihrer Schnellliste.
   *[other] { $count } sind schon auf Ihrer Schnellliste.
}
school-bulk-same-off-quick-list = { $count ->
    [one] Eines ist nicht auf Ihrer Schnellliste.
   *[other] { $count } sind nicht auf Ihrer Schnellliste.
}
school-bulk-same-title = { $count ->
    [one] Eines hat das Buch schon.
   *[other] { $count } haben das Buch schon.
}
school-bulk-same-list = { $count ->
    [one] Eines ist schon auf der Liste.
   *[other] { $count } sind schon auf der Liste.
}
school-bulk-same-sign-in = { $count ->
    [one] Ein Mitglied kann sich schon anmelden.
   *[other] { $count } können sich schon anmelden.
}
school-bulk-independent = { $count ->
    [one] Eines hat ein eigenes Konto bei der Bibliothek oder betreut andere und wählt das Passwort selbst.
   *[other] { $count } haben eigene Konten bei der Bibliothek oder betreuen andere und wählen ihre Passwörter selbst.
}
school-bulk-nameless = { $count ->
    [one] Eines hat keinen Benutzernamen und kann sich nicht anmelden.
   *[other] { $count } haben keinen Benutzernamen und können sich nicht anmelden.
}
school-bulk-title-elsewhere = { $count ->
    [one] Eines gehört zu einer Bibliothek, die das Buch nicht hat.
   *[other] { $count } gehören zu einer Bibliothek, die das Buch nicht hat.
}
school-bulk-gone = { $count ->
    [one] Eine ausgewählte Person ist nicht mehr Mitglied der Organisation.
   *[other] { $count } ausgewählte Personen sind nicht mehr Mitglieder der Organisation.
}
school-bulk-limit = Höchstens { $count } Mitglieder können auf einmal ein neues Passwort bekommen. Wählen Sie weniger aus.
school-bulk-code-limit = Höchstens { $count } Mitglieder können auf einmal einen Code bekommen. Wählen Sie weniger aus.
school-bulk-names = Die Namen der Mitglieder, die geändert werden
school-bulk-first-names = Die ersten { $count } Namen der Mitglieder, die geändert werden
school-bulk-undo = Sie können das 30 Tage lang rückgängig machen.
school-bulk-reset-warning = Sie werden überall abgemeldet. Die neuen Passwörter werden einmal ausgegeben, in der Form, die Sie hier wählen; alle müssen bei der ersten Anmeldung ein anderes Passwort wählen.
school-bulk-give-warning = Wer sich noch nicht anmelden kann, bekommt einen Benutzernamen aus dem eigenen Namen und ein Passwort. Beide werden einmal ausgegeben, in der Form, die Sie hier wählen; alle müssen bei der ersten Anmeldung ein anderes Passwort wählen.
school-bulk-codes-warning = Jedes Mitglied bekommt einen Code, der einen Browser einmal anmeldet, innerhalb von zwei Wochen. Der Browser bleibt angemeldet. Frühere Codes dieser Mitglieder gelten nicht mehr. Die Codes werden einmal ausgegeben, in der Form, die Sie hier wählen.
school-bulk-remove-warning = Sie verlassen die Organisation, ihre Leselisten und was ihnen zugewiesen wurde, und können sich nicht mehr als Mitglieder anmelden. Sie können das 30 Tage lang rückgängig machen.
school-bulk-outdated = Seit der letzten Anzeige hat sich etwas geändert, deshalb wurde nichts getan. Bitte prüfen Sie es noch einmal.
school-bulk-cancel = Ohne Änderung zurück zu den Mitgliedern
school-bulk-repair = Mehrere Mitglieder ändern
school-bulk-choose-scope = Wählen Sie zuerst Mitglieder in der Liste aus
school-bulk-choose-act = Wählen Sie, was getan werden soll
school-bulk-choose-grade = Wählen Sie die neue Klasse
school-bulk-choose-tag = Wählen Sie die neue Schule
school-bulk-choose-title = Geben Sie die Nummer eines Buches ein, das Sie in der Bibliothek finden
school-bulk-choose-list = Wählen Sie eine Leseliste
school-bulk-make-list = Eine Liste anlegen
school-bulk-done = Erledigt:
school-cards-form = Form der Karten
school-cards-form-hint = Die Passwörter oder Codes werden nicht aufbewahrt: Eine verlorene Datei kann nicht noch einmal erstellt werden.
school-cards-print = Eine Seite in Großdruck
school-cards-brf = Eine Braille-Datei (BRF), eine Seite für jedes Mitglied
school-cards-csv = Eine Tabelle (CSV) für eine Tabellenkalkulation
school-cards-no-braille = Braille kann gerade nicht erstellt werden. Dies sind die Karten zum Drucken.
school-cards-heading = Karten für die Mitglieder
school-cards-passwords-text = Drucken Sie diese Seite und geben Sie jedem Mitglied seine Karte. Das Passwort muss bei der ersten Anmeldung geändert werden.
school-cards-codes-text = Drucken Sie diese Seite und geben Sie jedem Mitglied seine Karte. Der Code meldet einen Browser oder ein Gerät einmal an, innerhalb von zwei Wochen.
school-cards-once = Die Karten werden nur jetzt angezeigt.
school-card-name = Mitglied
school-card-address = Adresse
school-card-code = Code
school-card-spelled = Buchstabe für Buchstabe
school-card-name-spelled = Anmeldename, Buchstabe für Buchstabe
school-card-password-spelled = Passwort, Buchstabe für Buchstabe
school-bulk-runs = Importe und Entfernungen
school-bulk-back = Zu den Mitgliedern

# One new member.
members-new = Mitglied hinzufügen
members-new-text = Für viele Mitglieder importieren Sie eine Datei. Das neue Mitglied kann sich noch nicht anmelden: Wählen Sie es in der Liste aus und vergeben Sie Benutzername und Passwort oder einen Code.
members-said-added = Das Mitglied ist hinzugefügt.
members-no-addition = Die Bibliothek lässt Ihre Organisation zurzeit keine Mitglieder hinzufügen. Fragen Sie das Personal.
members-change = Name, Geburtsdatum oder Klasse ändern
members-said-changed = Das Mitglied ist geändert.
members-form-back = Zurück ohne Änderung

# Vermerkte Behinderungen.
school-acts-disability = Behinderung
school-act-mark-disability = Eine Behinderung vermerken, die die Schule geprüft hat
school-act-unmark-disability = Einen solchen Vermerk zurücknehmen
school-bulk-mark-disability = Behinderung vermerken: { $name }
school-bulk-unmark-disability = Vermerk zurücknehmen: { $name }
school-bulk-same-disability = { $count ->
    [one] Ein Mitglied hat schon einen Nachweis darüber.
   *[other] { $count } haben schon einen Nachweis darüber.
}
school-bulk-same-no-disability = { $count ->
    [one] Bei einem Mitglied hat die Schule das nicht vermerkt.
   *[other] Bei { $count } hat die Schule das nicht vermerkt.
}
school-bulk-proves-alone = { $count ->
    [one] Ein Mitglied hat ein eigenes Konto bei der Bibliothek und weist eine Behinderung dort nach.
   *[other] { $count } haben eigene Konten bei der Bibliothek und weisen Behinderungen dort nach.
}
school-bulk-mark-warning = Die Schule erklärt, dass sie die Behinderung bei allen diesen Mitgliedern geprüft hat. Das ist ein Nachweis, der Bücher nur für Menschen mit Behinderung öffnet. Die Bibliothek hält fest, wer das bei wem vermerkt hat. Sie können das 30 Tage lang rückgängig machen.
school-bulk-unmark-warning = Der Nachweis der Schule wird zurückgezogen, Nachweise anderer bleiben. Ohne Nachweis sind Bücher nur für Menschen mit Behinderung geschlossen. Sie können das 30 Tage lang rückgängig machen.
school-bulk-choose-disability = Wählen Sie die Behinderung

# What the audit calls these acts.
audit-act-giveSignIn = Benutzername und Passwort vergeben
audit-act-makeEnrollmentCode = Code für einen Browser erstellt
audit-act-useEnrollmentCode = Browser mit einem Code angemeldet
audit-act-signOutBrowser = hat einen Browser eines Mitglieds abgemeldet
audit-act-changeDisabilities = Behinderung von der Schule vermerkt, oder Vermerk zurückgenommen
