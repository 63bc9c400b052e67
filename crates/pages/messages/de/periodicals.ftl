# Zeitungen und Zeitschriften.
periodicals-words = Wörter aus dem Titel einer Zeitung oder Zeitschrift
periodicals-count = { $count ->
    [0] Keine Zeitungen oder Zeitschriften gefunden
    [one] Eine Zeitung oder Zeitschrift
   *[other] { $count } Zeitungen und Zeitschriften
}
periodical-editions = { $count ->
    [0] Derzeit keine Ausgaben
    [one] Eine Ausgabe
   *[other] { $count } Ausgaben
}
periodical-latest = Neueste Ausgabe:
periodical-editions-heading = Ausgaben
fact-issn = ISSN
edition-published = Erschienen am { $name }.
edition-expires = In der Bibliothek bis { $name }.
edition-closed = Warum Sie diese Ausgabe jetzt nicht bekommen können
edition-formats = Diese Ausgabe herunterladen
edition-no-formats = Von dieser Ausgabe ist noch kein Format fertig.
periodicals-all = Alle Zeitungen und Zeitschriften
periodicals-followed = Zeitungen und Zeitschriften, denen ich folge
periodicals-followed-nothing = Sie folgen noch keiner Zeitung oder Zeitschrift. Das geht mit einem Knopf auf ihrer Seite; dann steht ihre neueste Ausgabe hier.
periodical-follow = Folgen
periodical-unfollow = Nicht mehr folgen
periodical-followed = Sie folgen dieser Zeitschrift. Ihre neueste Ausgabe steht in Ihrem Regal.
periodical-unfollowed = Sie folgen dieser Zeitschrift nicht mehr.
