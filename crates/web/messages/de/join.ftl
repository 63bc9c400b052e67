# Mitglied werden.
join-heading = Mitglied der Bibliothek werden
join-text = Die Bibliothek ist für Menschen, die wegen einer Behinderung gewöhnliche Druckschrift nicht lesen können, und für Schulen und andere Organisationen, die für sie da sind.
join-reader-choice = Für Sie selbst oder Ihr Kind
join-reader-text = Es dauert jetzt ein paar Minuten und braucht etwas von einer Fachperson, die Sie kennt:
join-step-email = Sie nennen Namen und E-Mail-Adresse und wählen über einen Link in einer E-Mail ein Passwort. Das dauert ein paar Minuten.
join-step-agreement = Sie unterschreiben die Vereinbarung auf der Seite Ihres Kontos. Das dauert eine Minute. Für Leser unter 18 unterschreibt ein gesetzlicher Vertreter.
join-step-proof = Ein Arzt, eine Lehrkraft, eine Bibliothekarin oder eine andere Fachperson bestätigt die Behinderung, per E-Mail oder mit einem Dokument. Das dauert meist ein paar Tage.
join-step-proof-elsewhere = Sie nennen Ihre Mitgliedsnummer bei einer Organisation, die die Behinderung kennt. Das Bibliotheksteam prüft sie, meist innerhalb weniger Arbeitstage.
join-step-certifiers = Diese Bibliothek nimmt Bestätigungen aus diesen Berufen an: { $name }.
join-step-provisional = { $count ->
    [one] Während der Prüfung können Sie einen Tag lang Bücher ausleihen.
   *[other] Während der Prüfung können Sie { $count } Tage lang Bücher ausleihen.
}
join-step-subscription = Sie wählen ein Abonnement, wenn die Bibliothek welche hat. Das dauert eine Minute. Die Seite Ihres Kontos sagt immer, was noch fehlt.
join-reader-heading = Als Leser anmelden
join-organization-choice = Für eine Schule oder eine andere Organisation
join-organization-text = Ihre Organisation verwaltet ihre Leser selbst: Sie trägt sie ein, bestätigt ihre Behinderung und gibt ihnen Bücher.
join-organization-step-find = Sie suchen Ihre Organisation in der Liste oder geben sie ein. Das dauert eine Minute.
join-organization-step-form = Sie sagen, wer Sie sind, und stimmen für die Organisation den Nutzungsbedingungen zu. Das dauert ein paar Minuten.
join-organization-step-email = Sie öffnen den Link in einer E-Mail, die nach wenigen Minuten kommt, und wählen ein Passwort.
join-organization-step-review = Das Bibliotheksteam nimmt die Organisation auf, meist innerhalb weniger Arbeitstage.
join-organization-step-members = Sie tragen die Mitglieder ein und holen Bücher für sie.
join-organization-heading = Organisation anmelden
join-sign-in = Sie haben ein Konto? Melden Sie sich an
join-back = Zurück zur Auswahl
join-closed-heading = Hier kann man sich nicht selbst anmelden
join-closed-text = Die Mitarbeiter dieser Bibliothek legen die Konten an. Bitte fragen Sie dort.
join-reader-form = Sagen Sie uns, wer lesen wird. Alles bleibt vertraulich und dient nur dazu, Sie zu versorgen.
join-organization-form = Nennen Sie uns die Organisation und wer für sie spricht.
join-organization = Die Organisation
join-contact = Sie, die Kontaktperson
join-first-name = Vorname
join-last-name = Nachname
join-born = Geburtsdatum
join-born-hint = Jahr, Monat und Tag, zum Beispiel 1984-03-27
join-born-wrong = Geben Sie ein Geburtsdatum mit Jahr, Monat und Tag ein, zum Beispiel 1984-03-27
join-country = Land
join-email = E-Mail-Adresse
join-email-hint = Dorthin schicken wir einen Link. Mit ihr melden Sie sich auch an.
join-email-wrong = Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org
join-guardian = Gesetzlicher Vertreter, für Leser unter 18
join-guardian-first-name = Vorname des gesetzlichen Vertreters
join-guardian-last-name = Nachname des gesetzlichen Vertreters
join-guardian-hint = Lassen Sie beides leer, wenn der Leser 18 oder älter ist.
join-guardian-missing = Geben Sie für einen Leser unter 18 beide Namen des gesetzlichen Vertreters ein
join-organization-name = Name der Organisation
join-organization-type = Art der Organisation
join-address = Straße und Hausnummer
join-city = Ort
join-postal-code = Postleitzahl
join-phone = Telefon
join-contact-title = Ihre Funktion
join-contact-title-hint = Zum Beispiel: Bibliothekarin, Förderlehrer
join-agreement = Ich darf für die Organisation sprechen und stimme für sie den Nutzungsbedingungen zu: Bücher bekommen nur Mitglieder mit einer Behinderung, und niemand gibt Kopien weiter.
join-agreement-missing = Stimmen Sie den Nutzungsbedingungen für die Organisation zu
join-choose = Bitte wählen
join-trap = Lassen Sie dies leer
join-send = Link zuschicken
join-sent-heading = Sehen Sie in Ihre E-Mails
join-sent-text = Eine E-Mail mit einem Link ist unterwegs an die Adresse, die Sie eingegeben haben. Öffnen Sie den Link innerhalb von drei Tagen und wählen Sie dort Ihr Passwort.
join-sent-help = Nach ein paar Minuten nichts da? Sehen Sie im Spam-Ordner nach, und ob die Adresse stimmte; Sie können das Formular noch einmal ausfüllen.

# Der Link in der E-Mail.
join-used = Der Link in der E-Mail wurde schon benutzt oder ist älter als drei Tage. Wenn Sie Ihr Passwort gewählt haben, melden Sie sich an; sonst füllen Sie das Formular noch einmal aus.
join-confirm-heading = Wählen Sie Ihr Passwort
join-confirm-text = Für { $name }.
join-confirm-username = Sie melden sich als { $name } an.
join-confirm-send = Konto anlegen
join-done-heading = Willkommen
join-done-reader = Sie haben ein Konto. Melden Sie sich jetzt an: Die Seite Ihres Kontos sagt, was noch zu tun ist und wer es tut.
join-done-organization = Ihre Organisation ist angemeldet. Melden Sie sich jetzt an, um ihre Mitglieder einzutragen und Bücher für sie zu holen.
join-done-review = Ihre Organisation ist angemeldet. Die Mitarbeiter der Bibliothek sehen sie sich an, meist innerhalb weniger Arbeitstage; dann können Sie Mitglieder eintragen und Bücher für sie holen. Anmelden können Sie sich schon jetzt.
join-done-link = Anmelden
join-exists-heading = Die Organisation ist schon angemeldet
join-exists-text = Jemand hat sie mit demselben Namen und derselben Adresse angemeldet. Fragen Sie Ihre Kollegen oder die Mitarbeiter der Bibliothek, wer ihre Kontaktperson ist.

# Die Liste der Organisationen.
join-find-heading = Ihre Organisation suchen
join-find-text = Schulen und andere Organisationen, die die Bibliothek kennt, müssen Sie nicht eintippen. Geben Sie den Namen ein, den Ort oder beides.
join-find-city-hint = Der ganze Name des Ortes
join-find-search = Suchen
join-find-results = Gefundene Organisationen
join-find-count = { $count ->
    [0] Nichts gefunden. Versuchen Sie es mit weniger Wörtern oder nur mit dem Ort.
    [one] Eine Organisation gefunden. Wählen Sie sie aus, um fortzufahren.
   *[other] { $count } Organisationen gefunden. Wählen Sie Ihre aus, um fortzufahren.
}
join-find-more = Mehr als { $count } Organisationen gefunden; dies sind die ersten. Geben Sie mehr Wörter oder den Ort ein.
join-find-absent = Sie steht nicht in der Liste
join-find-enter = Die Organisation eingeben
join-find-busy = Gerade suchen viele Menschen. Bitte versuchen Sie es in einigen Sekunden noch einmal.
join-find-again = Eine andere Organisation suchen
join-organization-chosen = Name und Anschrift sind aus der Liste. Bitte berichtigen Sie, was nicht mehr stimmt.
join-exists-chosen = { $name } ist bei dieser Bibliothek schon angemeldet.
join-exists-ask = Fragen Sie Ihre Kollegen, wer die Kontaktperson ist: Diese Person kann Sie hinzufügen. Wenn es niemand weiß, fragen Sie die Mitarbeiter der Bibliothek.
