# Was schiefgehen kann.
not-found-heading = Diese Seite gibt es nicht
not-found-text = Vielleicht enthält die Adresse einen Tippfehler, oder die Seite gibt es nicht mehr. Wenn Sie einem Link zu einem Buch gefolgt sind, wurde das Buch möglicherweise entfernt.
closed-heading = Sie haben hier keinen Zugang
forbidden-text = Ihr Konto hat keinen Zugang zu dieser Seite. Wenn Sie ein anderes Konto haben, melden Sie sich ab und mit jenem an. Wenn Sie die Seite brauchen, fragen Sie die Bibliothek, oder die Lehrkraft oder Kontaktperson Ihrer Organisation.
stale-heading = Dieses Formular ist nicht mehr gültig
stale-text = Es war zu lange geöffnet, oder Sie haben sich inzwischen an- oder abgemeldet. Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und senden Sie das Formular noch einmal ab.
refused-heading = Das war nicht möglich
refused-text = Die Bibliothek konnte Ihre Angaben nicht annehmen. Es wurde nichts geändert.
unreadable-text = Ihre Angaben sind nicht lesbar oder zu lang. Es wurde nichts geändert.
long-address-heading = Diese Adresse ist zu lang
long-address-text = Sie verlangt mehr, als eine Seite zeigen kann. Es wurde nichts geändert. Beginnen Sie eine neue Suche mit weniger Bedingungen.
wait-heading = Bitte warten Sie einen Moment
wait-text = { $count ->
    [one] Sie können es in einer Sekunde noch einmal versuchen.
   *[other] Sie können es in { $count } Sekunden noch einmal versuchen.
}
filling-heading = Der Katalog wird vorbereitet
filling-text = Die Bibliothek wurde gerade gestartet und liest noch ihre Bücher ein. Es ist alles in Ordnung.
busy-heading = In der Bibliothek ist gerade viel los
busy-text = Im Moment rufen viele Besucher Seiten auf, ohne angemeldet zu sein. Bitte melden Sie sich an, oder versuchen Sie es in einigen Sekunden noch einmal. Wer angemeldet ist, wartet nicht.
unavailable-heading = Die Bibliothek ist gerade nicht erreichbar
unavailable-text = Das Problem liegt bei uns. Bitte versuchen Sie es in einigen Minuten noch einmal.
trouble-heading = Etwas ist schiefgegangen
trouble-text = Das Problem liegt bei uns und wurde aufgezeichnet. Bitte versuchen Sie es später noch einmal.
