# Ein Titel für eine Klasse: wer ihn haben darf.
class-link = Wer es haben darf
class-title = Für Ihre Mitglieder: { $name }
class-counts-open = { $count ->
    [0] Keines dieser Mitglieder darf es jetzt haben.
    [one] Eines dieser Mitglieder darf es jetzt haben.
   *[other] { $count } dieser Mitglieder dürfen es jetzt haben.
}
class-counts-closed = { $count ->
    [one] Eines darf nicht.
   *[other] { $count } dürfen nicht.
}
class-counts-told = Warum, in den Worten, die ein Mitglied liest, und was es ändern würde:
class-counts-reason = { $count ->
    [one] ein Mitglied
   *[other] { $count } Mitglieder
}
class-uncounted = Um zu sehen, wie viele dieser Mitglieder es haben dürfen, nutzen Sie die Filter, bis sie höchstens { $count } Mitglieder finden.
class-column = Darf es haben
class-open = Ja
class-closed = Nein.
class-assigned = Zugewiesen
class-downloaded = Hatte es schon
class-assign = { $count ->
    [one] Dem einen Mitglied zuweisen, das es haben darf
   *[other] Allen { $count } Mitgliedern zuweisen, die es haben dürfen
}

# Eine Leseliste für eine Klasse: wie viele ihre Bücher haben dürfen.
class-list-link = Diese Liste Mitgliedern geben
class-list-open = Die Liste ansehen
class-list-give = { $count ->
    [one] Die Liste dem einen Mitglied geben
   *[other] Die Liste allen { $count } Mitgliedern geben
}
class-list-kept = Nur wer diese Liste ändern darf, kann sie Mitgliedern geben. Sie können ihre Bücher einzeln zuweisen.
class-list-caption = Wie viele dieser Mitglieder jedes Buch jetzt haben dürfen
class-list-title = Buch
class-list-may = Dürfen es haben
class-list-may-not = Dürfen es nicht haben
class-list-uncounted = Um zu sehen, wie viele dieser Mitglieder jedes Buch haben dürfen, nutzen Sie die Filter, bis sie höchstens { $count } Mitglieder finden.

# Was einen Grund beseitigen würde, für Lehrkräfte.
class-change-formats = Die Bibliothek stellt die Formate her; sehen Sie später wieder nach.
class-change-country = Die Adresse Ihrer Organisation entscheidet. Wenn sie falsch ist, kann das Bibliotheksteam sie berichtigen.
class-change-locked = Das Bibliotheksteam kann das Konto entsperren.
class-change-agreement = Die Hauptansprechperson Ihrer Organisation unterschreibt die Vereinbarung mit der Bibliothek.
class-change-subscription = Die Hauptansprechperson Ihrer Organisation bittet die Bibliothek um ein Abonnement.
class-change-suspended = Die Hauptansprechperson Ihrer Organisation fragt die Bibliothek nach dem Grund.
class-change-proof-submitted = Die Bibliothek prüft ihn. Wenn Ihre Schule die Behinderung kennt, kann sie diese bestätigen.
class-change-proof = Wenn Ihre Schule die Behinderung kennt, vermerken Sie diese in der Liste der Mitglieder. Sonst wendet sich das Mitglied an eine Stelle.
class-change-adult = Sie entscheiden, ob das Mitglied solche Bücher lesen darf; das Bibliotheksteam kann es freischalten.
class-change-plan = Wenn das Mitglied einen individuellen Förderplan hat, tragen Sie ihn ein.
class-change-assign = Weisen Sie es dem Mitglied zu.
class-change-limit = Zeit, oder ein Abonnement mit mehr Büchern.
class-change-library = Das Bibliotheksteam kann helfen.

# Die Bestellung von Kopien.
class-order-heading = Kopien bestellen
class-order-text = Jedes Mitglied bekommt eine eigene Kopie, die mit dem Namen gekennzeichnet ist. Geben Sie sie niemand anderem.
class-order = Die Kopien bestellen
class-orders = Kopien, die Sie bestellt haben
class-choose-members = Wählen Sie die Mitglieder
class-choose-fewer = Wählen Sie höchstens { $count } Mitglieder
class-choose-format = Wählen Sie ein Format

# Der Stand der bestellten Kopien.
copies-title = Kopien für Mitglieder: { $name }
copies-ordered = Die Kopien wurden bestellt.
copies-waiting = Die Kopien werden hergestellt. Diese Seite sieht selbst wieder nach.
copies-waiting-long = Die Kopien werden noch hergestellt. Sie können diese Seite verlassen und innerhalb von zwei Tagen zurückkommen.
copies-progress = { $ready } von { $count }
copies-ready = { $count ->
    [0] Keine Kopie ist fertig.
    [one] Eine Kopie ist fertig.
   *[other] { $count } Kopien sind fertig.
}
copies-keep = Kopien werden einen Tag aufbewahrt. Jede ist mit dem Namen ihrer Leserin oder ihres Lesers gekennzeichnet: Geben Sie sie niemand anderem.
copies-archive = { $count ->
    [one] Die Kopie als Zip-Datei herunterladen
   *[other] Alle { $count } Kopien als Zip-Datei herunterladen
}
copies-missing = Ohne Kopie
copies-single = Einzeln
copies-one = Herunterladen
copies-unfinished = In Arbeit
copies-more = Weitere Kopien bestellen
copies-failed = Die Kopie konnte nicht hergestellt werden.
copies-gone = Die Kopie wird nicht mehr aufbewahrt.
copies-no-format = Dieses Buch ist in diesem Format nicht verfügbar.
copies-too-many = Zu viele andere Kopien werden für Sie hergestellt.
copies-change-again = Bestellen Sie sie noch einmal.
copies-change-later = Bestellen Sie sie, wenn diese fertig sind.
