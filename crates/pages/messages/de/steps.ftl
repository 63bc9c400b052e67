# Nachweis der Behinderung und Abonnement.
proof-ask = Um eine Bestätigung bitten
proof-ask-again = Jemand anderen bitten
proof-text = Nennen Sie eine Person, die Ihre Behinderung von Berufs wegen kennt: aus einer Arztpraxis, einem Optikgeschäft, einer Schule oder einer Bibliothek. Die Bibliothek schickt ihr eine E-Mail mit einem Link, der 60 Tage gilt. Darin stehen Ihr Name und dass Sie um Zugang zu barrierefreien Büchern bitten.
proof-email = E-Mail-Adresse dieser Person
proof-email-hint = Nicht Ihre eigene Adresse
proof-email-wrong = Das ist keine E-Mail-Adresse
proof-email-own = Das ist Ihre eigene Adresse. Jemand anderes muss Ihre Behinderung bestätigen.
proof-name = Name dieser Person
proof-message = Ihre Nachricht an diese Person
proof-message-hint = Sie steht in der E-Mail. Höchstens { $count } Zeichen; kann leer bleiben.
proof-message-long = Das ist zu lang: höchstens { $count } Zeichen
proof-send = Anfrage senden
proof-asked = Die Anfrage ist unterwegs. Sie müssen nichts weiter tun: Sobald die Person Ihre Behinderung bestätigt hat, bekommen Sie eine E-Mail.
proof-otherwise = Wenn Sie Mitglied einer anderen Bibliothek für Menschen mit Behinderungen sind, kann die Bibliothek das als Nachweis anerkennen. Bitte wenden Sie sich an das Bibliotheksteam.
subscription-text = Wählen Sie ein Abonnement. Es beginnt sofort.
subscription-nothing = Die Bibliothek bietet hier kein Abonnement an. Bitte wenden Sie sich an das Bibliotheksteam.
subscription-type = Abonnement
subscription-type-missing = Wählen Sie ein Abonnement
subscription-endless = Ohne Ende
subscription-free = Kostenlos
subscription-price = Preis: { $name }
subscription-code = Aktionscode
subscription-code-hint = Falls Sie einen haben
subscription-code-wrong = Dieser Aktionscode gilt nicht
subscription-take = Ein Abonnement abschließen
subscription-taken = Ihr Abonnement hat begonnen.
subscription-due = Zu zahlen: { $name }. Das Bibliotheksteam sagt Ihnen, wie.
subscription-months = { $count ->
    [one] Ein Monat
   *[other] { $count } Monate
}
