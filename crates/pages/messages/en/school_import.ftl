# Tables of members that a sponsor uploads.
import-heading = Import members from a file
import-text = Upload a list of the members of { $name }. Members who are in the list and not here are added, others are changed.
import-text-preview = Nothing is written before you have seen what will change and have confirmed it.
import-text-proof = Disabilities and proofs are never taken from a file. You mark them for each member yourself.
import-text-undo = You can undo an import for 30 days.
import-file = File
import-file-hint = CSV, Excel (.xlsx) or OneRoster (.zip), at most { $size } MB and { $rows } rows. Needed: given name, family name, date of birth and grade.
import-send = Upload and check
import-missing = Choose a file
import-too-large = The file is too large: at most { $count } MB are possible
import-unreadable = The file cannot be read as a list of members
import-back = Back to your school
import-preview-heading = Check the import
import-changed-meanwhile = The members have changed since you saw this page. Please check again; nothing was written.
import-kind = Kind of file
import-kind-csv = Table (CSV)
import-kind-xlsx = Excel
import-school = School of the file
import-effects = What will happen
import-count-new = { $count ->
    [one] One new member
   *[other] { $count } new members
}
import-count-changed = { $count ->
    [one] One member is changed
   *[other] { $count } members are changed
}
import-count-unchanged = { $count ->
    [one] One member is already as in the file
   *[other] { $count } members are already as in the file
}
import-count-doubtful = { $count ->
    [one] One person may be a member already
   *[other] { $count } people may be members already
}
import-count-refused = { $count ->
    [one] One row cannot be imported and is left out
   *[other] { $count } rows cannot be imported and are left out
}
import-count-missing = { $count ->
    [one] One member of the school is not in the file
   *[other] { $count } members of the school are not in the file
}
import-doubtful = { $count ->
    [one] One person may be a member already
   *[other] { $count } people may be members already
}
import-doubtful-skip = Leave them out
import-doubtful-add = Add them as new members
import-missing-members = Members of { $name } who are not in the file
import-missing-keep = Keep them
import-missing-remove = Remove them. You can undo this for 30 days.
import-confirm = { $count ->
    [0] Import
    [one] Import one member
   *[other] Import { $count } members
}
import-no-effect = There is nothing to import.
import-discard = Discard this file
import-discarded = The file is discarded. Nothing was changed.
import-done = The members are imported.
import-nothing = Nothing had to be changed.
import-rows-new = New members
import-rows-changed = Changed members
import-rows-refused = Rows that are left out
import-rows-doubtful = People who may be members already
import-rows-missing = Members who are not in the file
import-alike = May be: { $name }
import-line = line { $count }
import-unlisted = { $count ->
    [one] One more is not listed here.
   *[other] { $count } more are not listed here.
}
import-columns = Columns of the file
import-column-unused = not used
import-column-first-name = given name
import-column-last-name = family name
import-column-birth-date = date of birth
import-column-grade = grade
import-column-username = user name
import-column-password = password
import-column-sourced-id = identifier in your own system
import-column-school = school
import-column-district = district
import-column-status = status in your own system
import-column-settings = settings of the member
import-remarks = Remarks
import-other = Upload another file
import-held-heading = Files that wait for you
import-held-text = These files came from your school’s own system and were held back. Look at what they would do, then import or discard them. After 30 days they are discarded.
import-held-removals = It would have removed { $count } of { $members } members.
import-held-refusals = { $count } of { $rows } rows cannot be imported.
import-held-nothing-written = Nothing was changed.
import-folder-heading = Files from your school’s system
import-folder-name = Your school’s system can put files into the folder { $name } of the library’s server. They are imported every quarter of an hour, without confirmation.
import-folder-removes = Members of a school who are not in its file are removed.
import-folder-keeps = Members who are not in a file are kept.
import-folder-pause = No files are imported from { $from } to { $until }.
import-folder-paused = No files are imported now: there is a pause from { $from } to { $until }.
import-folder-change = Change what happens to these files
import-folder-pause-heading = Pause
import-folder-pause-text = During a pause, for example in the holidays, files stay in the folder. Leave both days empty for no pause.
import-folder-from = First day
import-folder-until = Last day
import-folder-day-hint = Year, month and day, for example 2026-12-24
import-folder-day-wrong = Write the day as year, month and day, for example 2026-12-24
import-folder-day-missing = A pause needs a first and a last day
import-folder-until-early = The last day must not be before the first day
import-folder-missing = Members who are not in a file of their school
import-folder-save = Save
import-folder-changed = It is saved.
import-folder-back = Back to imports
