# Ein Hinweis für die Besucher eines Standorts.
site-notice-of = Hinweis auf den Seiten von { $name }
site-notice-link = Hinweis auf allen Seiten
site-notice-about = Alle Seiten dieses Standorts zeigen den Hinweis über ihrem Inhalt, zum Beispiel wenn Downloads eine Nacht lang nicht möglich sind. Gäste sehen eine Änderung innerhalb einer Minute.
site-notice-text = Text in dieser Sprache: { $name }
site-notice-text-missing = Geben Sie den Text in mindestens einer Sprache ein; Seiten in den anderen zeigen ihn auch
site-notice-first-day = Erster Tag
site-notice-last-day = Letzter Tag
site-notice-day-hint = Jahr, Monat und Tag, zum Beispiel 2026-12-05. Tage beginnen und enden um Mitternacht, UTC.
site-notice-day-wrong = Das ist kein Datum: Geben Sie Jahr, Monat und Tag ein, zum Beispiel 2026-12-05
site-notice-last-day-wrong = Der letzte Tag liegt vor dem ersten
site-notice-days = Der Hinweis wird vom { $from } bis zum { $to } gezeigt.
site-notice-save = Hinweis zeigen
site-notice-remove = Hinweis entfernen
site-notice-saved = Der Hinweis ist gespeichert.
site-notice-removed = Der Hinweis ist entfernt.
site-notice-back = Zurück zum Standort
