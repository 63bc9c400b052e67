# Joining the library.
join-heading = Join the library
join-text = The library is for people who cannot read standard print because of a disability, and for schools and other organizations that serve them.
join-reader-choice = For yourself or your child
join-reader-text = It takes a few minutes now, and one thing from a professional who knows you:
join-step-email = You give your name and email address, and choose a password by a link in an email. This takes a few minutes.
join-step-agreement = You sign the agreement on your account page. This takes a minute. For readers under 18 a guardian signs.
join-step-proof = A physician, teacher, librarian or another professional confirms the disability, by email or with a document. This usually takes a few days.
join-step-proof-elsewhere = You give the number of your membership in an organization that knows of the disability. The library’s staff check it, usually within a few working days.
join-step-certifiers = This library accepts confirmations by: { $name }.
join-step-provisional = { $count ->
    [one] You can borrow books for one day while your proof is checked.
   *[other] You can borrow books for { $count } days while your proof is checked.
}
join-step-subscription = You choose a subscription, if the library has any. This takes a minute. Your account page always says what is still missing.
join-reader-heading = Join as a reader
join-organization-choice = For a school or another organization
join-organization-text = Your organization manages its readers itself: it adds them, confirms their disability, and gives them books.
join-organization-step-find = You find your organization in the list, or enter it. This takes a minute.
join-organization-step-form = You say who you are, and agree to the terms of use for the organization. This takes a few minutes.
join-organization-step-email = You open the link in an email, which comes within minutes, and choose a password.
join-organization-step-review = The library’s staff admit the organization, usually within a few working days.
join-organization-step-members = You add the members, and get books for them.
join-organization-heading = Register an organization
join-sign-in = You have an account? Sign in
join-back = Back to the choice
join-closed-heading = Joining here is not possible
join-closed-text = The staff of this library create accounts. Please ask them.
join-reader-form = Tell us who is going to read. Everything is kept private and used only to serve you.
join-organization-form = Tell us about the organization, and who speaks for it.
join-organization = The organization
join-contact = You, its contact
join-first-name = Given name
join-last-name = Family name
join-born = Birth date
join-born-hint = Year, month and day, for example 1984-03-27
join-born-wrong = Enter a birth date with year, month and day, for example 1984-03-27
join-country = Country
join-email = Email address
join-email-hint = We send a link there. It is also the name with which you sign in.
join-email-wrong = Enter an email address, for example name@example.org
join-guardian = Guardian, for readers under 18
join-guardian-first-name = Given name of the guardian
join-guardian-last-name = Family name of the guardian
join-guardian-hint = Leave both empty if the reader is 18 or older.
join-guardian-missing = For a reader under 18, enter both names of the guardian
join-organization-name = Name of the organization
join-organization-type = What it is
join-address = Street and number
join-city = City
join-postal-code = Postal code
join-phone = Telephone
join-contact-title = Your position
join-contact-title-hint = For example: librarian, special education teacher
join-agreement = I may speak for the organization, and agree to the library’s terms of use for it: books go only to members with a disability, and nobody passes copies on.
join-agreement-missing = Agree to the terms of use for the organization
join-choose = Choose
join-trap = Leave this empty
join-send = Send me the link
join-sent-heading = Check your email
join-sent-text = An email with a link is on its way to the address that you entered. Open the link within three days, and choose your password there.
join-sent-help = Nothing there after a few minutes? Check your spam folder, and whether the address was right; you can fill in the form again.

# The link in the email.
join-used = The link in the email was used already, or is more than three days old. If you have chosen your password, sign in; otherwise fill in the form again.
join-confirm-heading = Choose your password
join-confirm-text = For { $name }.
join-confirm-username = You will sign in as { $name }.
join-confirm-send = Create the account
join-done-heading = Welcome
join-done-reader = You have an account. Sign in now: your account page says what is left to do, and who does it.
join-done-organization = Your organization is registered. Sign in now to add its members and to get books for them.
join-done-review = Your organization is registered. The library’s staff will look at it, usually within a few working days; then you can add members and get books for them. You can sign in already.
join-done-link = Sign in
join-exists-heading = The organization is registered already
join-exists-text = Another person has registered it with the same name and address. Ask your colleagues, or the library’s staff, who its contact is.

# The list of organizations.
join-find-heading = Find your organization
join-find-text = Schools and other organizations that the library knows need not be typed. Enter the name, the city, or both.
join-find-city-hint = The whole name of the city
join-find-search = Search
join-find-results = Found organizations
join-find-count = { $count ->
    [0] Nothing was found. Try fewer words, or the city alone.
    [one] One organization was found. Choose it to continue.
   *[other] { $count } organizations were found. Choose yours to continue.
}
join-find-more = More than { $count } organizations were found; these are the first. Enter more words, or the city.
join-find-absent = It is not in the list
join-find-enter = Enter the organization
join-find-busy = Many people are searching at the moment. Please try again in a few seconds.
join-find-again = Find another organization
join-organization-chosen = Name and address are from the list. Please correct what is out of date.
join-exists-chosen = { $name } is registered with this library already.
join-exists-ask = Ask your colleagues who its contact is: this person can add you. If nobody knows, ask the library’s staff.
