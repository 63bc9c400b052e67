# Berichte für Geldgeber.
reports-heading = Berichte für Geldgeber
reports-intro = Leserinnen und Leser nach Klasse und Behinderung, und Bücher nach Format. Ein Bericht enthält keine Namen.
reports-organization = Nur eine Organisation
reports-organization-hint = Kennung der Organisation. Leer lassen für den ganzen Standort.
reports-organization-unknown = Es gibt keine Organisation mit dieser Kennung
reports-first = Erster Monat
reports-last = Letzter Monat
reports-month-hint = Jahr und Monat, zum Beispiel 2026-11
reports-month-wrong = Das ist kein Monat: Geben Sie Jahr und Monat ein, zum Beispiel 2026-11
reports-months-wrong = Der letzte Monat darf nicht vor dem ersten liegen, und höchstens drei Jahre werden gezählt
reports-recorded-hint = Dass Sie einen Bericht lesen, wird festgehalten.
reports-make = Bericht erstellen
reports-readers = Heutige Leserinnen und Leser nach Klasse und Behinderung
reports-books = Abgerufene Bücher nach Monat und Format
reports-grade = Klasse
reports-month = Monat
reports-no-grade = ohne Klasse
reports-several = mehrere Behinderungen
reports-no-proof = ohne Nachweis
reports-total = Summe
reports-withheld = nicht gezeigt
reports-withheld-text = Zahlen unter { $count }, außer null, werden nicht gezeigt, und weitere Zahlen nicht, damit sie nicht berechnet werden können.
reports-readers-file = Leserinnen und Leser als Tabelle (CSV)
reports-books-file = Bücher als Tabelle (CSV)
reports-back = Zurück zu den Berichten
reports-idle-heading = Leserinnen und Leser ohne Buch
reports-idle-intro = Leserinnen und Leser, die seit einigen Monaten kein Buch abgerufen haben. Wer am längsten ohne Buch ist, kommt zuerst.
reports-idle-months = Monate ohne Buch
reports-idle-months-wrong = Geben Sie eine Anzahl von Monaten zwischen 1 und { $count } ein
reports-idle-readers = Leserinnen und Leser
reports-idle-nobody = Niemand ist so lange ohne Buch.
reports-last-book = Letztes Buch
reports-never = noch keines
school-members-idle = Ohne Buch
school-filter-idle = { $count ->
    [one] seit einem Monat kein Buch
   *[other] seit { $count } Monaten kein Buch
}
