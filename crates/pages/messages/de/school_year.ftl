# Ein neues Schuljahr.
school-year-heading = Neues Schuljahr
school-year-hint = Alle Mitglieder eine Klasse höher setzen und die ältesten verabschieden.
school-year-text = Alle Mitglieder von { $name } kommen eine Klasse höher: von der Vorschule in den Kindergarten, in die 1. Klasse und so weiter bis zur 12. Klasse.
school-year-text-preview = Es wird nichts geändert, bevor Sie es gesehen und bestätigt haben.
school-year-text-undo = Sie können es 30 Tage lang rückgängig machen.
school-year-last-grade = Letzte Klasse Ihrer Schule
school-year-last-grade-hint = Wer in dieser Klasse ist, geht ab. Wer darüber ist, kommt auch höher; wer in der 12. Klasse ist, geht immer ab.
school-year-choose-last-grade = Wählen Sie die letzte Klasse Ihrer Schule
school-year-leavers = Mitglieder, die die letzte Klasse beendet haben
school-year-leavers-keep = Bleiben Mitglieder, in ihrer Klasse
school-year-leavers-remove = Werden entfernt. Sie können das 30 Tage lang rückgängig machen.
school-year-others = Mitglieder in Stufen ohne nächste, etwa am College und in britischen Stufen
school-year-others-stay = Bleiben, wie sie sind
school-year-others-leave = Werden behandelt wie alle, die die letzte Klasse beendet haben
school-year-show = Zeigen, was sich ändert
school-year-too-many = Das ist für höchstens { $count } Mitglieder auf einmal möglich. Setzen Sie in der Liste der Mitglieder die Klasse mit dem Filter für jede Klasse, die letzte zuerst.
school-year-preview = Neues Schuljahr: Änderungen prüfen
school-year-outdated = Die Mitglieder haben sich seit der letzten Anzeige geändert, deshalb wurde nichts getan. Bitte prüfen Sie es noch einmal.
school-year-previous = { $name } hat das letzte neue Schuljahr am { $date } begonnen. Jetzt kämen die Mitglieder noch einmal höher.
school-year-steps = Eine Klasse höher
school-year-step = { $count ->
    [one] { $from }, dann { $to }: ein Mitglied
   *[other] { $from }, dann { $to }: { $count } Mitglieder
}
school-year-no-steps = Niemand kommt höher.
school-year-leaving = Abgang von der Schule
school-year-removed = { $count ->
    [0] Niemand geht ab.
    [one] Ein Mitglied hat die letzte Klasse beendet und wird entfernt.
   *[other] { $count } Mitglieder haben die letzte Klasse beendet und werden entfernt.
}
school-year-kept = { $count ->
    [0] Niemand hat die letzte Klasse beendet.
    [one] Ein Mitglied hat die letzte Klasse beendet und bleibt in ihr.
   *[other] { $count } Mitglieder haben die letzte Klasse beendet und bleiben in ihr.
}
school-year-names = Ihre Namen
school-year-first-names = Die ersten { $count } Namen
school-year-unchanged = Unverändert
school-year-group = { $count ->
    [one] { $grade }: ein Mitglied
   *[other] { $grade }: { $count } Mitglieder
}
school-year-no-grade = Ohne Klasse
school-year-begin = Das neue Schuljahr beginnen
school-year-no-effect = Es gibt nichts zu ändern.
school-year-back = Die Wahl ändern
school-year-done = Das neue Schuljahr hat begonnen.
