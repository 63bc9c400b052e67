# Die Arbeit der Mitgliederverwaltung.
work-all = Alle Aufgaben
work-kinds = Was wartet
work-items = In der Reihenfolge der Fristen
work-items-text = Übernehmen Sie einen Fall, bevor Sie ihn bearbeiten: Zwei Stunden lang kann niemand sonst darüber entscheiden.
work-nothing = Nichts wartet.
work-waiting = { $count ->
    [one] eine Aufgabe wartet, seit { $date }
   *[other] { $count } warten, die älteste seit { $date }
}
work-due = Frist
work-late = (überfällig)
work-since = Wartet seit
work-take = Ich übernehme das
work-give-back = Zurückgeben
work-taken = Sie haben das für zwei Stunden übernommen.
work-taken-before = Jemand anderes hat das vor Ihnen übernommen.
work-given-back = Andere können das wieder übernehmen.
work-taken-by = { $name } hat das übernommen, bis { $time }.
work-taken-by-you = Sie haben das übernommen.
work-back = Zurück zu den Aufgaben
work-back-to-case = Zurück zu diesem Fall

work-kind-new-reader = Neues Mitglied
work-kind-proof = Zu prüfender Nachweis
work-kind-reader-agreement = Vereinbarung eines Mitglieds
work-kind-organization-agreement = Vereinbarung einer Organisation
work-kind-admission = Aufzunehmende Organisation
work-kind-reader-subscription = Endendes Abonnement eines Mitglieds
work-kind-organization-subscription = Endendes Abonnement einer Organisation
work-kind-authority = Fachstelle ohne Antwort

work-claimed-heading = Jemand anderes hat das übernommen
work-decided-heading = Darüber wurde schon entschieden
work-decided-text = Jemand anderes hat über diesen Fall entschieden, seit Sie die Seite geöffnet haben.
work-undecided = Ihre Entscheidung wurde nicht gespeichert.

work-proofs-link = Nachweise prüfen
work-proofs-of = Nachweise: { $name }
work-proofs-recorded = Diese Seite zeigt Arten von Behinderungen. Dass Sie nachgesehen haben, wird festgehalten.
work-proof-open = Dies wartet auf eine Entscheidung.
work-proof-closed = Nichts davon wartet auf eine Entscheidung.
work-proofs-active = Nachweise, die der Bibliothek vorliegen
work-membership = Mitgliedsnummer { $name }
work-decide = Entscheiden
work-outcome = Entscheidung
work-outcome-accepted = Der Nachweis wird anerkannt
work-outcome-more = Es wird mehr gebraucht
work-outcome-declined = Der Nachweis wird abgelehnt
work-outcome-missing = Wählen Sie eine Entscheidung
work-accepted-kinds = Bei Anerkennung: nachgewiesene Behinderungen
work-kinds-missing = Wählen Sie mindestens eine Behinderung
work-accepted-source = Bei Anerkennung: Herkunft
work-source-missing = Wählen Sie eine Herkunft
work-declined-reason = Bei Ablehnung: Grund
work-reason-missing = Wählen Sie einen Grund
work-remark = Bemerkung für die Person
work-remark-hint = Höchstens { $count } Zeichen. Wird mehr gebraucht, schreiben Sie hier, was.
work-remark-missing = Schreiben Sie, was gebraucht wird
work-remark-long = Die Bemerkung ist zu lang
work-decide-button = Entscheidung speichern
work-decisions = Bisherige Entscheidungen
work-proof-decided = Die Entscheidung ist gespeichert.

work-date-hint = Jahr, Monat und Tag, zum Beispiel 2027-08-31
work-agreement-of = Vereinbarung: { $name }
work-agreement-organization = Diese Person unterschreibt für { $name }.
work-agreement-signed = Es gibt eine gültige Vereinbarung.
work-agreement-text = Tragen Sie eine Vereinbarung ein, die auf Papier unterschrieben wurde.
work-agreement-date = Datum der Unterschrift
work-agreement-date-wrong = Das ist kein Datum einer Unterschrift: Geben Sie Jahr, Monat und Tag ein, nicht in der Zukunft
work-agreement-name = Name in Druckschrift neben der Unterschrift
work-agreement-guardian = Eine gesetzliche Vertretung hat unterschrieben
work-agreement-guardian-missing = Für Personen, die damals unter 18 waren, unterschreibt die gesetzliche Vertretung
work-agreement-record = Vereinbarung eintragen
work-agreement-recorded = Die Vereinbarung ist eingetragen.
work-agreement-link = Eine Vereinbarung eintragen

work-subscription-of = Abonnement: { $name }
work-subscription-none = Es gibt kein Abonnement mit einem Ende.
work-subscription-choose = Abonnement
work-subscription-span = { $kind }, vom { $from } bis zum { $to }
work-subscription-extend = Abonnement verlängern
work-subscription-extended = Das Abonnement ist verlängert.
work-subscription-link = Ein Abonnement verlängern
work-end-date = Neues Ende
work-end-date-wrong = Geben Sie ein Datum ein, das nach heute und nach dem bisherigen Ende liegt

work-organization-kind = Art
work-organization-address = Anschrift
work-organization-phone = Telefon
work-organization-website = Website
work-organization-state = Zustand
work-organization-active = Die Downloads der Organisation sind offen.
work-organization-contact = Hauptansprechperson
work-admission = Aufnahme
work-organization-joined = Sie bat am { $date } um Aufnahme.
work-organization-admitted-by = { $name } nahm sie am { $date } auf.
work-organization-declined-by = { $name } lehnte sie am { $date } ab. Sie bleibt gesperrt.
work-organization-admitted = Die Organisation ist aufgenommen.
work-organization-declined = Die Organisation ist abgelehnt und bleibt gesperrt.
work-staff-remark = Bemerkung für das Personal
work-staff-remark-hint = Höchstens { $count } Zeichen. Nur das Personal liest sie.
work-admit = Organisation aufnehmen
work-decline = Organisation ablehnen

proof-answer = Ihr Nachweis
proof-answer-declined = Wir haben Ihren Nachweis am { $date } geprüft und konnten ihn nicht anerkennen:
proof-answer-more = Wir haben Ihren Nachweis am { $date } geprüft und brauchen mehr von Ihnen:
proof-declined-unreadable = Er war nicht lesbar oder nicht vollständig.
proof-declined-not-competent = Die Person, die ihn bestätigt hat, darf das nicht.
proof-declined-no-disability = Aus ihm geht nicht hervor, dass Sie gewöhnlichen Druck nicht lesen können.
proof-declined-other-person = Er betraf eine andere Person.
proof-declined-unknown = Die genannte Organisation konnte ihn nicht bestätigen.
