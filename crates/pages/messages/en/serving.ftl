# Serving a person by telephone.
serve-link = Serve by telephone
serve-link-hint = A new sign-in to read aloud, books, format and braille, a device, and a note, all on one page.
serve-heading = Serve { $name }
serve-acts = What you can do
serve-back-to-members = Back to the members
serve-manages-itself = This member manages their own sign-in and devices.
serve-not-allowed = Accounts of staff are not changed here.

serve-sign-in = New sign-in
serve-sign-in-hint = The next page shows a password of easy words once, and how to spell it. This person is signed out everywhere but on devices, and must choose another password at the next sign-in.
serve-sign-in-make = Make a new password
serve-sign-in-outdated = The password has been changed since this page was opened. Nothing was changed now.
serve-bar-manages-itself = This member has a library account of their own, or is a sponsor, and chooses their own password.
serve-bar-staff = This is an account of staff. Its password is not changed here.
serve-bar-no-name = This person has no user name and no email address to sign in by.
serve-new-sign-in = New sign-in for { $name }
serve-new-sign-in-done = The new password works now.
serve-new-sign-in-change = At the next sign-in, this person must choose another password.
serve-read-password = Read the password aloud
serve-read-name = Read the sign-in name aloud
serve-read-name-hint = It does not matter whether its letters are capital or small.
serve-read-hint = All letters are small. Between the parts are hyphens.
serve-device-done = The device can sign in now.

serve-books = Books for the shelf
serve-words = Title, author or ISBN
serve-found-first = The first { $count } are shown. Enter more words to find the others.
serve-closed = Closed to this person now. This person reads:
serve-on-shelf = On the shelf already
serve-assign = Put { $name } on the shelf
serve-order = Order a copy of { $name }
serve-email = Send this person an email when the copy is ready
serve-shelf = Most recently put on the shelf
serve-shelf-empty = Nothing has been put on the shelf yet.
serve-assigned = The book is on the shelf of this person.
serve-ordered = The copy is being made. This person finds it at “My downloads” on the shelf.
serve-ordered-ready = The copy is ready. This person finds it at “My downloads” on the shelf.
serve-ordered-email = The copy is being made. This person gets an email when it is ready, and finds it at “My downloads” on the shelf.
serve-order-refused = The copy was not ordered. This person reads: { $name }

serve-reading = Format and braille
serve-reading-save = Save format and braille
serve-preferences-saved = Format and braille are saved.
serve-devices-own = This person manages their own devices.
serve-devices-manage = See the devices and browsers
serve-device-revoke-hint = The password of a revoked device stops working immediately and cannot be restored. Downloaded books stay on the device.

serve-notes = Notes about calls
serve-note = Note about this call
serve-note-hint = Up to { $count } characters. Notes are kept for two years, and this person can ask for them.
serve-note-missing = Write something about the call
serve-note-long = The note is too long: at most { $count } characters
serve-note-save = Save the note
serve-noted = The note is saved.

# The spelling alphabet: one word for each letter from a to z.
spelling-words = Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu
spelling-letter = { $letter } as in { $name }
spelling-dot = dot
spelling-hyphen = hyphen
spelling-underscore = underscore
spelling-at = at sign
spelling-plus = plus sign
spelling-apostrophe = apostrophe

# In the audit.
audit-act-changePreferences = Preferences changed for the person
audit-act-orderCopy = Copy ordered for the person
audit-act-noteCall = Call noted
audit-act-createDevice = Device created for the person
audit-act-revokeDevice = Device of the person revoked
