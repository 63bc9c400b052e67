# Tables of members that a sponsor uploads.
import-heading = Mitglieder aus einer Datei importieren
import-text = Laden Sie eine Liste der Mitglieder von { $name } hoch. Wer in der Liste steht und hier fehlt, wird hinzugefügt, andere werden geändert.
import-text-preview = Nichts wird geschrieben, bevor Sie gesehen haben, was sich ändert, und es bestätigt haben.
import-text-proof = Behinderungen und Nachweise werden nie aus einer Datei übernommen. Sie vermerken sie selbst bei jedem Mitglied.
import-text-undo = Sie können einen Import 30 Tage lang rückgängig machen.
import-file = Datei
import-file-hint = CSV, Excel (.xlsx) oder OneRoster (.zip), höchstens { $size } MB und { $rows } Zeilen. Nötig sind Vorname, Nachname, Geburtsdatum und Klassenstufe.
import-send = Hochladen und prüfen
import-missing = Wählen Sie eine Datei
import-too-large = Die Datei ist zu groß: Höchstens { $count } MB sind möglich
import-unreadable = Die Datei kann nicht als Liste von Mitgliedern gelesen werden
import-back = Zurück zu Ihrer Schule
import-preview-heading = Import prüfen
import-changed-meanwhile = Die Mitglieder haben sich geändert, seit Sie diese Seite gesehen haben. Bitte prüfen Sie noch einmal; es wurde nichts geschrieben.
import-kind = Art der Datei
import-kind-csv = Tabelle (CSV)
import-kind-xlsx = Excel
import-school = Schule der Datei
import-effects = Was geschieht
import-count-new = { $count ->
    [one] Ein neues Mitglied
   *[other] { $count } neue Mitglieder
}
import-count-changed = { $count ->
    [one] Ein Mitglied wird geändert
   *[other] { $count } Mitglieder werden geändert
}
import-count-unchanged = { $count ->
    [one] Ein Mitglied ist schon so wie in der Datei
   *[other] { $count } Mitglieder sind schon so wie in der Datei
}
import-count-doubtful = { $count ->
    [one] Eine Person ist vielleicht schon Mitglied
   *[other] { $count } Personen sind vielleicht schon Mitglieder
}
import-count-refused = { $count ->
    [one] Eine Zeile kann nicht importiert werden und wird ausgelassen
   *[other] { $count } Zeilen können nicht importiert werden und werden ausgelassen
}
import-count-missing = { $count ->
    [one] Ein Mitglied der Schule steht nicht in der Datei
   *[other] { $count } Mitglieder der Schule stehen nicht in der Datei
}
import-doubtful = { $count ->
    [one] Eine Person ist vielleicht schon Mitglied
   *[other] { $count } Personen sind vielleicht schon Mitglieder
}
import-doubtful-skip = Auslassen
import-doubtful-add = Als neue Mitglieder hinzufügen
import-missing-members = Mitglieder von { $name }, die nicht in der Datei stehen
import-missing-keep = Behalten
import-missing-remove = Entfernen. Sie können das 30 Tage lang rückgängig machen.
import-confirm = { $count ->
    [0] Importieren
    [one] Ein Mitglied importieren
   *[other] { $count } Mitglieder importieren
}
import-no-effect = Es gibt nichts zu importieren.
import-discard = Diese Datei verwerfen
import-discarded = Die Datei ist verworfen. Es wurde nichts geändert.
import-done = Die Mitglieder sind importiert.
import-nothing = Es musste nichts geändert werden.
import-rows-new = Neue Mitglieder
import-rows-changed = Geänderte Mitglieder
import-rows-refused = Ausgelassene Zeilen
import-rows-doubtful = Personen, die vielleicht schon Mitglieder sind
import-rows-missing = Mitglieder, die nicht in der Datei stehen
import-alike = Vielleicht: { $name }
import-line = Zeile { $count }
import-unlisted = { $count ->
    [one] Ein weiterer Eintrag ist hier nicht aufgeführt.
   *[other] { $count } weitere Einträge sind hier nicht aufgeführt.
}
import-columns = Spalten der Datei
import-column-unused = nicht verwendet
import-column-first-name = Vorname
import-column-last-name = Nachname
import-column-birth-date = Geburtsdatum
import-column-grade = Klassenstufe
import-column-username = Benutzername
import-column-password = Passwort
import-column-sourced-id = Kennung in Ihrem eigenen System
import-column-school = Schule
import-column-district = Schulbezirk
import-column-status = Status in Ihrem eigenen System
import-column-settings = Einstellungen des Mitglieds
import-remarks = Anmerkungen
import-other = Eine andere Datei hochladen
import-held-heading = Dateien, die auf Sie warten
import-held-text = Diese Dateien kamen aus dem System Ihrer Schule und wurden angehalten. Sehen Sie nach, was sie bewirken würden, und importieren oder verwerfen Sie sie. Nach 30 Tagen werden sie verworfen.
import-held-removals = Sie hätte { $count } von { $members } Mitgliedern entfernt.
import-held-refusals = { $count } von { $rows } Zeilen können nicht importiert werden.
import-held-nothing-written = Es wurde nichts geändert.
import-folder-heading = Dateien aus dem System Ihrer Schule
import-folder-name = Das System Ihrer Schule kann Dateien in den Ordner { $name } auf dem Server der Bibliothek legen. Sie werden jede Viertelstunde importiert, ohne dass jemand sie bestätigt.
import-folder-removes = Mitglieder einer Schule, die nicht in ihrer Datei stehen, werden entfernt.
import-folder-keeps = Mitglieder, die nicht in einer Datei stehen, bleiben.
import-folder-pause = Von { $from } bis { $until } werden keine Dateien importiert.
import-folder-paused = Zurzeit werden keine Dateien importiert: Von { $from } bis { $until } ist Pause.
import-folder-change = Ändern, was mit diesen Dateien geschieht
import-folder-pause-heading = Pause
import-folder-pause-text = In einer Pause, zum Beispiel in den Ferien, bleiben Dateien im Ordner. Lassen Sie beide Tage leer, wenn es keine Pause gibt.
import-folder-from = Erster Tag
import-folder-until = Letzter Tag
import-folder-day-hint = Jahr, Monat und Tag, zum Beispiel 2026-12-24
import-folder-day-wrong = Schreiben Sie den Tag als Jahr, Monat und Tag, zum Beispiel 2026-12-24
import-folder-day-missing = Eine Pause braucht einen ersten und einen letzten Tag
import-folder-until-early = Der letzte Tag darf nicht vor dem ersten liegen
import-folder-missing = Mitglieder, die nicht in einer Datei ihrer Schule stehen
import-folder-save = Speichern
import-folder-changed = Es ist gespeichert.
import-folder-back = Zurück zu den Importen
