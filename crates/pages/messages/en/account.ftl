# The account.
account-name = Name
account-sign-in-name = You sign in as
account-organization = Organization
account-ways = More about my account
account-work = My work
account-school = My organization
account-school-hint = Members, their grades, schools and books, for sponsors.
account-history = Download history
account-history-hint = What you have downloaded, and how long each copy is kept.
account-preferences = Reading preferences
account-preferences-hint = Preferred format, braille, and the language of these pages.
account-display = Text and colors
account-display-hint = Text size, spacing, letters and colors of these pages.
account-devices = Devices and apps
account-devices-hint = Passwords for e-readers and reading apps.
account-sessions = Signed-in browsers
account-sessions-hint = Where you are signed in, and how to sign out elsewhere.
account-password = Change my password
account-password-hint = You need your present password for this.
account-intake = Add books and records
account-intake-hint = Upload books and suppliers’ records, for collection staff.
account-collection = Collection desk
account-collection-hint = Find titles in any status, edit them and move them, for collection staff.
account-problems = Reported problems
account-problems-hint = What readers have reported about books, for collection staff.
account-conversion-reports = Conversion reports
account-conversion-reports-hint = What was repaired or left out of books, for collection staff.
account-desk = Membership desk
account-desk-hint = Find people, and see why a book is closed to them, for membership staff.
account-system = System
account-system-hint = See whether everything is well, and manage background jobs, apps, staff and sites, for administrators.
account-data = My data
account-data-hint = Everything that the library holds about you, as one file.

# The path to books.
steps-heading = What you need to borrow books
steps-complete = Everything is in order. You can borrow books.
steps-missing = Something is missing before you can borrow every book. Books that are free for everybody are open to you in any case.
steps-provisional = You can borrow books until { $name } while your proof is checked.
step-state-done = Done
step-state-waiting = Being checked
step-state-missing = Missing
step-agreement = Member agreement
step-agreement-done = The agreement is signed.
step-agreement-missing = You sign the agreement here. It takes a minute.
step-agreement-by-organization = Your organization signs the agreement with the library. It takes a minute. Please ask your teacher or contact person.
step-agreement-for-organization = You sign the agreement for your organization here. It takes a minute.
step-proof = Proof of disability
step-proof-done = The library has your proof.
step-proof-submitted = Your proof was submitted. The library’s staff check it, usually within a few working days; you need not do anything.
step-proof-provisional = Your proof is being checked, usually within a few working days; you need not do anything. Until { $name } you can borrow books meanwhile.
step-proof-missing = The library needs a confirmation of your disability, for example by a physician, a teacher or another library. The next page says who can confirm it, and asks them. This usually takes a few days.
step-proof-by-organization = Your organization confirms your disability. It takes a minute. Please ask your teacher or contact person.
step-subscription = Subscription
step-subscription-done = Your subscription is active.
step-subscription-missing = You have no subscription yet. You choose one here. It takes a minute.
step-subscription-expired = Your subscription has expired. You choose a new one here. It takes a minute.
step-subscription-by-organization = Your organization has no active subscription. Its contact person asks the library’s staff for one, who begin it, usually within a few working days.
step-suspended = Downloads of your organization
step-suspended-text = The library has suspended downloads of your organization. Your teacher or contact person can settle this with the library, usually within a few working days.
step-suspended-sponsor = The library lends your organization no books at present. If it has just joined, the library’s staff admit it, usually within a few working days, and write to its contact person. Otherwise, please ask them.

# What is used and left.
quota-heading = Books in this period
quota-used = { $count ->
    [0] You have not used any book.
    [one] You have used one book.
   *[other] You have used { $count } books.
}
quota-left = { $count ->
    [0] No books are left.
    [one] One book is left.
   *[other] { $count } books are left.
}
quota-unlimited = There is no limit.
quota-end = The subscription ends on { $name }.

# The agreement.
agreement-heading = Sign the member agreement
agreement-text = With your signature you agree to the library’s terms of use: the books are for your own reading, and you give no copies to others.
agreement-name = Your name, as you sign
agreement-guardian = I am the legal guardian of this reader, and sign for this reader
agreement-guardian-missing = For a reader under 18 a legal guardian has to sign
agreement-sign = Sign
agreement-signed = You have signed the agreement.

# Signed-in browsers.
sessions-text = Each browser in which you are signed in to these pages is listed here. Reading apps are under “Devices and apps”. If you do not know one of them, sign it out and change your password.
session-this = This browser
session-other = Other browser { $count }
session-browser-on = { $name } on { $system }
session-browser = { $name } on a system that it did not name
session-system = A browser that did not give its name, on { $name }
session-unknown = A browser that gave neither its name nor its system.
session-started = Signed in
session-used = Last used
session-latest-end = Signed in until, at most
session-enrolled = Enrolled browser
session-enrolled-until = Signed in with the code of a card, until { $name } at most
session-end = Sign out
session-end-others = Sign out everywhere else
session-ended = It is signed out.

# The password.
password-text = A new password signs you out in all other browsers and apps. Devices keep passwords of their own.
password-of-others = Somebody else made your present password. Please choose one that only you know.
password-kept = What you typed is kept for one hour. Choose a new password here, and it will be back in its form.
password-present = Present password
password-new = New password
password-repeated = The same new password again
password-wrong = The present password is wrong
password-differs = Type the same new password twice
password-saved = Your password is changed. Other browsers and apps are signed out.

# The history.
history-count = { $count ->
    [0] You have not downloaded anything yet.
    [one] One download.
   *[other] { $count } downloads, the newest first.
}
history-gone = No longer in the library
history-format = Format
history-requested = Asked for
history-state = Copy
history-recipient = For
history-pending = Being made
history-failed = Could not be made
history-expired = No longer kept. Ask for the book again to get a new copy.
history-ready = Ready
history-until = Ready until { $name }

# The data.
data-text = You can get everything that the library holds about you: your account, proofs and agreements, downloads, lists, bookmarks, highlights, places in books, and documents that you uploaded. The file is a zip archive with a page that explains its parts.
data-wait = The file is made when you press the button. That can take a moment.
data-download = Download my data

# Preferences.
preferences-saved = Your preferences are saved.
preferences-save = Save
preferences-reading = Books
preferences-format = Preferred format
preferences-format-none = No preference
preferences-formats = Other formats that I read
preferences-formats-hint = The search finds books that you can download in all of these and in the preferred format.
preferences-adult = Show books with adult content
preferences-recommendations = Show recommendations
preferences-all = Also list books that are closed to me
preferences-language = Language of these pages
preferences-language-browser = As in my browser
preferences-braille = Braille
preferences-grade = Grade
preferences-code = Code for English books
preferences-code-ueb = Unified English Braille
preferences-code-ebae = English Braille, American Edition
preferences-lines = For which lines
preferences-lines-refreshable = { $count ->
    [one] Braille display, { $count } cell
   *[other] Braille display, { $count } cells
}
preferences-lines-embossable = { $count ->
    [one] On paper, { $count } cell
   *[other] On paper, { $count } cells
}
preferences-example = Example in English:
preferences-display = All pages and books in the browser look like this:
