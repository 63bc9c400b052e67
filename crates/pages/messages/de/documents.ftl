# Eigene Dokumente.
documents-heading = Meine Dokumente
documents-text = Senden Sie ein PDF, das Foto einer Seite, einen Scan oder Folien ein. Die Bibliothek macht daraus ein barrierefreies Buch, das nur Sie sehen können.
documents-all = Was ich eingesandt habe
documents-count = { $count ->
    [0] Sie haben noch kein Dokument eingesandt.
    [one] Ein Dokument
   *[other] { $count } Dokumente, die neuesten zuerst
}
document-new = Ein Dokument einsenden
document-name = Name des Dokuments
document-name-hint = Wie Sie es wiederfinden möchten, zum Beispiel: Brief der Schule
document-file = Datei
document-file-hint = PDF, JPEG, PNG, HEIC oder PowerPoint, höchstens { $count } MB
document-send = Datei senden
document-missing = Wählen Sie eine Datei
document-unknown = Die Datei ist weder PDF noch JPEG, PNG, HEIC oder PowerPoint
document-too-large = Die Datei ist zu groß: höchstens { $count } MB sind möglich
document-full = Sie haben so viele Dokumente, wie die Bibliothek für eine Person aufbewahrt. Löschen Sie zuerst eines und senden Sie diese Datei dann noch einmal.
document-sent = Eingesandt am { $name }
document-pending = Das Buch wird hergestellt.
document-pending-long = Das Buch wird noch hergestellt. Lange Dokumente und Scans dauern viele Minuten.
document-ready = Das Buch ist fertig.
document-failed = Aus dieser Datei konnte kein Buch gemacht werden. Versuchen Sie es mit einem deutlicheren Scan oder einer anderen Datei.
document-waiting = Das dauert meist ein paar Minuten. Diese Seite sieht alle paar Sekunden nach; Sie können sie verlassen und wiederkommen.
document-about = Über dieses Buch
document-report = Was fehlt oder repariert wurde
document-report-format = { $name }: was fehlt oder repariert wurde
document-report-hint = Ein Programm hat das Buch aus Ihrer Datei gemacht. Hier steht, was es nicht übernehmen konnte oder reparieren musste. Nur Sie können das sehen.
document-remove = Dieses Dokument löschen
document-remove-text = Das Dokument „{ $name }“ wird mit seinem Buch und Ihren Lesezeichen und Markierungen darin gelöscht.
document-removed = Das Dokument ist gelöscht.
document-keep = Dokument behalten
