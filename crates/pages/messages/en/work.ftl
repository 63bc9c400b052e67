# Work of membership staff.
work-all = All work
work-kinds = What waits
work-items = In the order of due dates
work-items-text = Take a case before you work on it: for two hours, nobody else can decide it.
work-nothing = Nothing waits.
work-waiting = { $count ->
    [one] one waits, since { $date }
   *[other] { $count } wait, the oldest since { $date }
}
work-due = Due
work-late = (late)
work-since = Waits since
work-take = Take this
work-give-back = Give this back
work-taken = You have taken this for two hours.
work-taken-before = Somebody else has taken this before you.
work-given-back = Others can take this again.
work-taken-by = { $name } has taken this, until { $time }.
work-taken-by-you = You have taken this.
work-back = Back to the work list
work-back-to-case = Back to this case

work-kind-new-reader = New reader
work-kind-proof = Proof to check
work-kind-reader-agreement = Agreement of a reader
work-kind-organization-agreement = Agreement of an organization
work-kind-admission = Organization to admit
work-kind-reader-subscription = Subscription of a reader that ends
work-kind-organization-subscription = Subscription of an organization that ends
work-kind-authority = Authority that has not answered

work-claimed-heading = Somebody else has taken this
work-decided-heading = This was decided before
work-decided-text = Somebody else has decided this case since you opened the page.
work-undecided = Your decision was not saved.

work-proofs-link = Check proofs
work-proofs-of = Proofs: { $name }
work-proofs-recorded = This page shows kinds of disabilities. That you looked is recorded.
work-proof-open = This is waiting for a decision.
work-proof-closed = None of this is waiting for a decision.
work-proofs-active = Proofs that the library has
work-membership = membership number { $name }
work-decide = Decide
work-outcome = Decision
work-outcome-accepted = The proof is accepted
work-outcome-more = More is needed
work-outcome-declined = The proof is declined
work-outcome-missing = Choose a decision
work-accepted-kinds = If it is accepted: proven disabilities
work-kinds-missing = Choose at least one disability
work-accepted-source = If it is accepted: source
work-source-missing = Choose a source
work-declined-reason = If it is declined: reason
work-reason-missing = Choose a reason
work-remark = Remark for the person
work-remark-hint = At most { $count } characters. If more is needed, say here what.
work-remark-missing = Say what is needed
work-remark-long = The remark is too long
work-decide-button = Save the decision
work-decisions = Decisions so far
work-proof-decided = The decision is saved.

work-date-hint = Year, month and day, for example 2027-08-31
work-agreement-of = Agreement: { $name }
work-agreement-organization = This person signs for { $name }.
work-agreement-signed = There is a current agreement.
work-agreement-text = Record an agreement that was signed on paper.
work-agreement-date = Date of the signature
work-agreement-date-wrong = This is not a date of a signature: enter year, month and day, not in the future
work-agreement-name = Name as printed next to the signature
work-agreement-guardian = A guardian has signed
work-agreement-guardian-missing = For people who were under 18 then, a guardian signs
work-agreement-record = Record the agreement
work-agreement-recorded = The agreement is recorded.
work-agreement-link = Record an agreement

work-subscription-of = Subscription: { $name }
work-subscription-none = There is no subscription with an end.
work-subscription-choose = Subscription
work-subscription-span = { $kind }, from { $from } to { $to }
work-subscription-extend = Extend the subscription
work-subscription-extended = The subscription is extended.
work-subscription-link = Extend a subscription
work-end-date = New end
work-end-date-wrong = Enter a date that is later than today and than the end so far

work-organization-kind = Kind
work-organization-address = Address
work-organization-phone = Telephone
work-organization-website = Website
work-organization-state = State
work-organization-active = Downloads of the organization are open.
work-organization-contact = Primary contact
work-admission = Admission
work-organization-joined = It asked to be admitted on { $date }.
work-organization-admitted-by = { $name } admitted it on { $date }.
work-organization-declined-by = { $name } declined it on { $date }. It stays suspended.
work-organization-admitted = The organization is admitted.
work-organization-declined = The organization is declined and stays suspended.
work-staff-remark = Remark for staff
work-staff-remark-hint = At most { $count } characters. Only staff read this.
work-admit = Admit the organization
work-decline = Decline the organization

proof-answer = Your proof
proof-answer-declined = We checked your proof on { $date } and could not accept it:
proof-answer-more = We checked your proof on { $date } and need more from you:
proof-declined-unreadable = It could not be read, or was not complete.
proof-declined-not-competent = The person who confirmed it may not do so.
proof-declined-no-disability = It does not say that you cannot read standard print.
proof-declined-other-person = It was about somebody else.
proof-declined-unknown = The organization that it names could not confirm it.
