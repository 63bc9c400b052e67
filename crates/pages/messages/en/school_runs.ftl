# Imports, removals and other changes of many members, and undoing them.
runs-heading = Imports and removals
runs-intro = Changes of several members at once. You can undo each of them for 30 days. What was edited since then stays unchanged.
runs-count = { $count ->
    [0] There are none yet.
    [one] One change
   *[other] { $count } changes, the newest first
}
runs-all = All imports and removals
runs-kind-import = Import
runs-kind-removal = Removal
runs-kind-grade = Change of grade
runs-kind-disability = Change of marked disabilities
runs-kind-roster-tag = Change of school
runs-kind-school-year = New school year
runs-changes = Changes
runs-count-added = { $count ->
    [one] One member added.
   *[other] { $count } members added.
}
runs-count-changed = { $count ->
    [one] One member changed.
   *[other] { $count } members changed.
}
runs-count-removed = { $count ->
    [one] One member removed.
   *[other] { $count } members removed.
}
runs-made-by = Made by
runs-by-library = The library’s staff
runs-file = File
runs-days-left = { $count ->
    [one] It can be undone for one more day.
   *[other] It can be undone for { $count } more days.
}
runs-too-old = It is older than 30 days and cannot be undone any more.
runs-undone-by = Undone by { $name } on { $date }.
runs-undo-heading = Undo
runs-undo-effects = If you undo it now:
runs-undo = Undo it now
runs-preview-changed = { $count ->
    [one] One member gets the earlier values back.
   *[other] { $count } members get their earlier values back.
}
runs-preview-restored = { $count ->
    [one] One removed member comes back, with lists and assigned books.
   *[other] { $count } removed members come back, with their lists and assigned books.
}
runs-preview-removed = { $count ->
    [one] One member who was added is removed again.
   *[other] { $count } members who were added are removed again.
}
runs-preview-kept = { $count ->
    [one] For one member, something stays unchanged. The list of people says why.
   *[other] For { $count } members, something stays unchanged. The list of people says why.
}
runs-preview-nothing = Nothing changes.
runs-said-undone = Everything is undone.
runs-said-undone-in-part = It is undone. What stays as it is, and why, is said below for each person.
runs-people = People
runs-people-shown = These are the first { $shown } of { $total } people.
runs-people-forgotten = Who was changed is kept for 30 days only.
runs-person-added = Added
runs-person-removed = Removed
runs-before = before:
runs-yes = yes
runs-no = no
runs-no-value = none
runs-field-first-name = Given name
runs-field-last-name = Family name
runs-field-date-of-birth = Date of birth
runs-field-grade = Grade
runs-field-plans = Plan
runs-field-safe-search = Books for adults are hidden
runs-field-allow-search-downloads = May download books that were not assigned
runs-field-roster-tag = School
runs-field-username = User name
runs-field-sourced-id = Identifier in the school’s system
runs-field-disabilities = Disabilities that the school confirms
runs-disability-visual = blindness or low vision
runs-disability-learning = learning disability
runs-disability-physical = physical disability
runs-disability-nonspecific = another disability
runs-kept-edited = Stays unchanged, because it was edited since: { $fields }.
runs-kept-active = Stays a member, because this person has read, downloaded or noted something since, or has given an email address.
runs-kept-other-role = Stays a member, because this person is more than a member by now.
runs-kept-left = Not a member any more: nothing to change.
runs-kept-member-again = A member again already, here or elsewhere: nothing to change.
runs-kept-closed = The account is closed and cannot come back.
runs-kept-username-taken = Somebody else has the user name or email address by now: this person needs another one to sign in.
runs-kept-sourced-id-taken = Another member now has the identifier of the school’s system, so this person has none.
runs-removed-heading = Removed people
runs-removed-intro = People who were removed in the last 30 days. To bring them back, undo the change that removed them: it restores their lists, their assigned books and, if it is still free, their user name.
runs-removed-count = { $count ->
    [0] Nobody was removed.
    [one] One person
   *[other] { $count } people, the last removed first
}
runs-removed-on = Removed on
runs-removed-open = The change that removed { $name }
