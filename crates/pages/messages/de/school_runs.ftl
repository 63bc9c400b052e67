# Importe, Entfernungen und andere Änderungen vieler Mitglieder, und wie sie rückgängig gemacht werden.
runs-heading = Importe und Entfernungen
runs-intro = Änderungen mehrerer Mitglieder auf einmal. Sie können jede davon 30 Tage lang rückgängig machen. Was seither jemand geändert hat, bleibt, wie es ist.
runs-count = { $count ->
    [0] Es gibt noch keine.
    [one] Eine Änderung
   *[other] { $count } Änderungen, die neuesten zuerst
}
runs-all = Alle Importe und Entfernungen
runs-kind-import = Import
runs-kind-removal = Entfernung
runs-kind-grade = Änderung der Klassenstufe
runs-kind-disability = Änderung vermerkter Behinderungen
runs-kind-roster-tag = Änderung der Schule
runs-kind-school-year = Neues Schuljahr
runs-changes = Änderungen
runs-count-added = { $count ->
    [one] Ein Mitglied hinzugefügt.
   *[other] { $count } Mitglieder hinzugefügt.
}
runs-count-changed = { $count ->
    [one] Ein Mitglied geändert.
   *[other] { $count } Mitglieder geändert.
}
runs-count-removed = { $count ->
    [one] Ein Mitglied entfernt.
   *[other] { $count } Mitglieder entfernt.
}
runs-made-by = Vorgenommen von
runs-by-library = Personal der Bibliothek
runs-file = Datei
runs-days-left = { $count ->
    [one] Noch einen Tag lang rückgängig zu machen.
   *[other] Noch { $count } Tage lang rückgängig zu machen.
}
runs-too-old = Älter als 30 Tage und nicht mehr rückgängig zu machen.
runs-undone-by = Rückgängig gemacht von { $name } am { $date }.
runs-undo-heading = Rückgängig machen
runs-undo-effects = Wenn Sie es jetzt rückgängig machen:
runs-undo = Jetzt rückgängig machen
runs-preview-changed = { $count ->
    [one] Ein Mitglied erhält die früheren Angaben zurück.
   *[other] { $count } Mitglieder erhalten ihre früheren Angaben zurück.
}
runs-preview-restored = { $count ->
    [one] Ein entferntes Mitglied kehrt zurück, mit Listen und zugewiesenen Büchern.
   *[other] { $count } entfernte Mitglieder kehren zurück, mit ihren Listen und zugewiesenen Büchern.
}
runs-preview-removed = { $count ->
    [one] Ein hinzugefügtes Mitglied wird wieder entfernt.
   *[other] { $count } hinzugefügte Mitglieder werden wieder entfernt.
}
runs-preview-kept = { $count ->
    [one] Bei einem Mitglied bleibt etwas, wie es ist. Die Liste der Personen sagt, warum.
   *[other] Bei { $count } Mitgliedern bleibt etwas, wie es ist. Die Liste der Personen sagt, warum.
}
runs-preview-nothing = Es ändert sich nichts.
runs-said-undone = Alles ist rückgängig gemacht.
runs-said-undone-in-part = Es ist rückgängig gemacht. Was bleibt, wie es ist, und warum, steht unten bei jeder Person.
runs-people = Personen
runs-people-shown = Das sind die ersten { $shown } von { $total } Personen.
runs-people-forgotten = Wer geändert wurde, wird nur 30 Tage lang aufbewahrt.
runs-person-added = Hinzugefügt
runs-person-removed = Entfernt
runs-before = vorher:
runs-yes = ja
runs-no = nein
runs-no-value = keine Angabe
runs-field-first-name = Vorname
runs-field-last-name = Nachname
runs-field-date-of-birth = Geburtsdatum
runs-field-grade = Klassenstufe
runs-field-plans = Förderplan
runs-field-safe-search = Bücher für Erwachsene sind ausgeblendet
runs-field-allow-search-downloads = Darf Bücher herunterladen, die nicht zugewiesen sind
runs-field-roster-tag = Schule
runs-field-username = Benutzername
runs-field-sourced-id = Kennung im System der Schule
runs-field-disabilities = Behinderungen, die die Schule bestätigt
runs-disability-visual = Blindheit oder Sehbehinderung
runs-disability-learning = Lernbehinderung
runs-disability-physical = körperliche Behinderung
runs-disability-nonspecific = eine andere Behinderung
runs-kept-edited = Bleibt, wie es ist, weil es seither geändert wurde: { $fields }.
runs-kept-active = Bleibt Mitglied, weil diese Person seither etwas gelesen, heruntergeladen oder notiert oder eine E-Mail-Adresse angegeben hat.
runs-kept-other-role = Bleibt Mitglied, weil diese Person inzwischen mehr als ein Mitglied ist.
runs-kept-left = Kein Mitglied mehr: Es gibt nichts zu ändern.
runs-kept-member-again = Bereits wieder Mitglied, hier oder anderswo: Es gibt nichts zu ändern.
runs-kept-closed = Das Konto ist geschlossen und kann nicht zurückkehren.
runs-kept-username-taken = Den Benutzernamen oder die E-Mail-Adresse hat inzwischen jemand anderes: Diese Person braucht einen anderen, um sich anzumelden.
runs-kept-sourced-id-taken = Die Kennung im System der Schule hat inzwischen ein anderes Mitglied: Diese Person hat keine.
runs-removed-heading = Entfernte Personen
runs-removed-intro = Personen, die in den letzten 30 Tagen entfernt wurden. Um sie zurückzuholen, machen Sie die Änderung rückgängig, die sie entfernt hat: Sie erhalten ihre Listen, ihre zugewiesenen Bücher und, wenn er noch frei ist, ihren Benutzernamen zurück.
runs-removed-count = { $count ->
    [0] Es wurde niemand entfernt.
    [one] Eine Person
   *[other] { $count } Personen, die zuletzt entfernten zuerst
}
runs-removed-on = Entfernt am
runs-removed-open = Die Änderung, die { $name } entfernt hat
