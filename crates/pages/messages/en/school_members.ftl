# The start page of a school.
school-start-heading = Your organization: { $name }
school-start-members = { $count ->
    [0] There are no members yet.
    [one] One member
   *[other] { $count } members
}
school-start-quick-list = { $count ->
    [0] Nobody is on your quick list.
    [one] One of them is on your quick list.
   *[other] { $count } of them are on your quick list.
}
school-start-without-proof = { $count ->
    [0] The library has a proof of disability of each of them.
    [one] One of them has no proof of disability: only books that are free for everybody are open to this member.
   *[other] { $count } of them have no proof of disability: only books that are free for everybody are open to these members.
}
school-start-ways = What you can do
school-start-list = Members
school-start-list-hint = Find members, choose several of them, and change them together.
school-start-runs = Imports and removals
school-start-runs-hint = What was changed for many members together, and how it can be undone.
school-start-lists = Reading lists
school-start-lists-hint = Lists of books, for yourself and for members.
school-start-devices = Devices of members
school-start-devices-hint = Passwords for the e-readers and reading apps of members.
school-start-back = Your organization

# Grades.
school-grade-preschool = Preschool
school-grade-kindergarten = Kindergarten
school-grade-year = Grade { $count }
school-grade-college = College, year { $count }
school-grade-graduate = Graduate school

# The filter of the list of members, in words.
school-filter-school = school: { $name }
school-filter-school-unknown = one school
school-filter-district = district: { $name }
school-filter-district-unknown = one district
school-filter-quick-list = on your quick list
school-filter-words = named “{ $name }”

# The list of members.
school-members-words = Name or user name
school-members-words-hint = The first letters of a name are enough. A birth date as 2014-09-03, or the full identifier, also finds a member.
school-members-grade = Grade
school-members-school = School
school-members-district = District
school-members-quick-list = Only members on my quick list
school-members-show-all = Show all members
school-members-found = { $count ->
    [0] No member found: { $filter }
    [one] One member found: { $filter }
   *[other] { $count } members found: { $filter }
}
school-members-cut = More than { $count } members have such names. Only the first { $count } are listed; use more words to find the others.
school-members-caption = Members, { $name }
school-sort-last-name = by family name
school-sort-first-name = by given name
school-sort-district = by district
school-sort-school = by school
school-sort-grade = by grade
school-sort-birth-date = by date of birth
school-column-choose = Choose
school-column-name = Name
school-column-plan = Plan
school-column-format = Format
school-column-last-read = Last read
school-cell-none = none
school-cell-never = never
school-plan-iep = IEP
school-plan-section504 = 504 plan
school-member-without-sign-in = Cannot sign in
school-member-linked = Has a library account of their own
school-member-quick-list = On your quick list

# The choice of members.
school-chosen-others = { $count ->
    [one] One chosen member is on another page.
   *[other] { $count } chosen members are on other pages.
}
school-chosen-cut = At most { $count } members can be chosen one by one; the last ones are left out. To change more, use the filters and all members that they find.
school-chosen-clear = Clear the selection

# The form for acts on several members.
school-acts-heading = Change several members
school-acts-scope = For whom
school-acts-chosen = The chosen members
school-acts-all = { $count ->
    [one] The one member found: { $filter }
   *[other] All { $count } members found: { $filter }
}
school-acts-everybody = { $count ->
    [one] The one member of the organization
   *[other] All { $count } members of the organization
}
school-acts-act = What to do
school-acts-choose = Please choose
school-acts-values = What is needed for it
school-acts-values-hint = Only what you do needs a value; the other fields may stay empty.
school-acts-grade = New grade
school-acts-tag = New school
school-acts-no-tag = No school
school-acts-title = Number of the book
school-acts-title-hint = The number, or the whole address of the book’s page
school-acts-list = Reading list
school-acts-preview = Show what changes
school-acts-preview-hint = Nothing is changed yet: the next page says what will change, and asks.
school-act-grade = Set the grade
school-act-tag = Set the school
school-act-quick-list-add = Put on my quick list
school-act-quick-list-remove = Take off my quick list
school-act-assign-title = Assign a book
school-act-add-to-list = Put on a reading list
school-act-reset-sign-in = Reset the sign-in
school-act-give-sign-in = Give a user name and a password
school-act-make-codes = Make a code for a browser or a device
school-act-remove = Remove from the organization

# Bulk acts: what an act would do, and what it has done.
school-bulk-grade = Set the grade: { $name }
school-bulk-tag = Set the school: { $name }
school-bulk-no-tag = Take out of the school
school-bulk-title = Assign a book: { $name }
school-bulk-list = Put on a reading list: { $name }
school-bulk-chosen = { $count ->
    [one] For one chosen member
   *[other] For { $count } chosen members
}
school-bulk-everybody = { $count ->
    [one] For the one member of the organization
   *[other] For all { $count } members of the organization
}
school-bulk-all = { $count ->
    [one] For the one member found: { $filter }
   *[other] For all { $count } members found: { $filter }
}
school-bulk-changing = { $count ->
    [0] Nothing would change.
    [one] One member changes.
   *[other] { $count } members change.
}
school-bulk-changed = { $count ->
    [0] Nothing was changed.
    [one] One member was changed.
   *[other] { $count } members were changed.
}
school-bulk-same-grade = { $count ->
    [one] One is in this grade already.
   *[other] { $count } are in this grade already.
}
school-bulk-same-tag = { $count ->
    [one] For one it is so already.
   *[other] For { $count } it is so already.
}
school-bulk-same-quick-list = { $count ->
    [one] One is on your quick list already.
   *[other] { $count } are on your quick list already.
}
school-bulk-same-off-quick-list = { $count ->
    [one] One is not on your quick list.
   *[other] { $count } are not on your quick list.
}
school-bulk-same-title = { $count ->
    [one] One has the book already.
   *[other] { $count } have the book already.
}
school-bulk-same-list = { $count ->
    [one] One is on the list already.
   *[other] { $count } are on the list already.
}
school-bulk-same-sign-in = { $count ->
    [one] One can sign in already.
   *[other] { $count } can sign in already.
}
school-bulk-independent = { $count ->
    [one] One has a library account of their own, or is a sponsor, and chooses the password alone.
   *[other] { $count } have library accounts of their own, or are sponsors, and choose their passwords alone.
}
school-bulk-nameless = { $count ->
    [one] One has no user name and cannot sign in.
   *[other] { $count } have no user name and cannot sign in.
}
school-bulk-title-elsewhere = { $count ->
    [one] One belongs to a library that does not have the book.
   *[other] { $count } belong to a library that does not have the book.
}
school-bulk-gone = { $count ->
    [one] One chosen person is no longer a member of the organization.
   *[other] { $count } chosen people are no longer members of the organization.
}
school-bulk-limit = At most { $count } members can get a new password at once. Choose fewer.
school-bulk-code-limit = At most { $count } members can get a code at once. Choose fewer.
school-bulk-names = The names of those who change
school-bulk-first-names = The first { $count } names of those who change
school-bulk-undo = You can undo this for 30 days.
school-bulk-reset-warning = They are signed out everywhere. The new passwords are handed out once, in the form that you choose here; everybody must choose another password at the first sign-in.
school-bulk-give-warning = Those who cannot sign in yet get a user name, made of their names, and a password. Both are handed out once, in the form that you choose here; everybody must choose another password at the first sign-in.
school-bulk-codes-warning = Each member gets a code that signs in one browser, once, within two weeks. The browser stays signed in. Earlier codes of these members no longer work. The codes are handed out once, in the form that you choose here.
school-bulk-remove-warning = They leave the organization, its reading lists and what was assigned to them, and can no longer sign in as members. You can undo this for 30 days.
school-bulk-outdated = Something has changed since this was shown, so nothing was done. Please check it again.
school-bulk-cancel = Back to the members without a change
school-bulk-repair = Change several members
school-bulk-choose-scope = Choose members in the list first
school-bulk-choose-act = Choose what to do
school-bulk-choose-grade = Choose the new grade
school-bulk-choose-tag = Choose the new school
school-bulk-choose-title = Enter the number of a book that you can find in the library
school-bulk-choose-list = Choose a reading list
school-bulk-make-list = Make a list
school-bulk-done = Done:
school-cards-form = Form of the cards
school-cards-form-hint = The passwords or codes are not kept, so a file that is lost cannot be made again.
school-cards-print = A page in large print
school-cards-brf = A braille file (BRF), a page for each member
school-cards-csv = A table (CSV) for a spreadsheet
school-cards-no-braille = Braille cannot be made now. These are the cards in print.
school-cards-heading = Cards for the members
school-cards-passwords-text = Print this page, and give each member the card. The password must be changed at the first sign-in.
school-cards-codes-text = Print this page, and give each member the card. The code signs in one browser or one device, once, within two weeks.
school-cards-once = The cards are shown only now.
school-card-name = Member
school-card-address = Address
school-card-code = Code
school-card-spelled = Letter by letter
school-card-name-spelled = Sign-in name, letter by letter
school-card-password-spelled = Password, letter by letter
school-bulk-runs = Imports and removals
school-bulk-back = To the members

# One new member.
members-new = Add a member
members-new-text = For many members, import a file. The new member cannot sign in yet: choose the member in the list, and give a user name and a password or a code.
members-said-added = The member is added.
members-no-addition = The library does not let your organization add members at present. Ask its staff.
members-change = Change name, birth date or grade
members-said-changed = The member is changed.
members-form-back = Back without a change

# Marks of disabilities.
school-acts-disability = Disability
school-act-mark-disability = Mark a disability that the school has verified
school-act-unmark-disability = Take such a mark back
school-bulk-mark-disability = Mark a disability: { $name }
school-bulk-unmark-disability = Take a mark back: { $name }
school-bulk-same-disability = { $count ->
    [one] One has a proof of it already.
   *[other] { $count } have a proof of it already.
}
school-bulk-same-no-disability = { $count ->
    [one] One is not marked so by the school.
   *[other] { $count } are not marked so by the school.
}
school-bulk-proves-alone = { $count ->
    [one] One has a library account of their own and proves a disability to the library.
   *[other] { $count } have library accounts of their own and prove disabilities to the library.
}
school-bulk-mark-warning = The school states that it has verified the disability of each of them. This is a proof, which opens books that are only for people with a disability. The library records who marked whom. You can undo this for 30 days.
school-bulk-unmark-warning = The proof by the school is withdrawn; proofs from others stay. Without a proof, books that are only for people with a disability are closed. You can undo this for 30 days.
school-bulk-choose-disability = Choose the disability

# What the audit calls these acts.
audit-act-giveSignIn = User name and password given
audit-act-makeEnrollmentCode = Code for a browser made
audit-act-useEnrollmentCode = Browser signed in with a code
audit-act-signOutBrowser = signed out a browser of a member
audit-act-changeDisabilities = Disability marked by the school, or the mark taken back
