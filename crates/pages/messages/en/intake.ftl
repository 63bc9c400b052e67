# Books and suppliers’ records that collection staff upload.
intake-heading = Add books and records
intake-text = Upload books (EPUB, DAISY, DTBook, MusicXML), zip files of them, and lists of titles (ONIX, MARC, CSV, Excel). Books are available to readers in every format as soon as they have been processed.
intake-text-again = Books and records that the library already has are skipped, so you can upload the same files again.
intake-file = Files
intake-file-hint = Up to { $count } files, at most { $size } GB together. Larger collections are added on the server with a command.
intake-rights = Rights
intake-rights-copyright = In copyright: for qualified readers only
intake-rights-publicDomain = Public domain: free to all
intake-rights-creativeCommons = Creative Commons: free to all under a license
intake-supplier = Supplier of the records
intake-supplier-hint = References of records are unique for each supplier. For books without records it doesn’t matter.
intake-listed = Show titles that have a record but no book yet, as unavailable
intake-send = Upload and add
intake-missing = Choose at least one file
intake-too-many = There are too many files: at most { $count } are possible
intake-too-large = The files are too large: at most { $count } GB together are possible
intake-runs-heading = Uploads
intake-runs-text = What was uploaded in the last 90 days, and what became of it.
intake-runs-count = { $count ->
    [0] There are no uploads yet.
    [one] One upload
   *[other] { $count } uploads, the newest first
}
intake-run-name = Upload { $number }
intake-nobody = a closed account
intake-state-waiting = The upload waits for its turn.
intake-state-waiting-long = The upload still waits for its turn. You can leave this page; it is added without you.
intake-state-running = The files are being added.
intake-state-running-long = The files are still being added. You can leave this page; it continues without you.
intake-state-stopping = The upload stops as soon as the items in progress are done.
intake-state-stopping-long = The upload still has items in progress, and stops after them.
intake-state-done = The upload is done.
intake-state-stopped = The upload was stopped. What was added until then stays.
intake-state-failed = The upload failed because of a fault of the library. What was added until then stays; you can upload the files again.
intake-step-unpacking = Zip files are being unpacked: { $count } %.
intake-step-records = Records are being read: { $count } %.
intake-step-books = Books are being read: { $count } %.
intake-stop = Stop the upload
intake-stop-hint = What has been added stays.
intake-result = Result
intake-count-books-added = { $count ->
    [one] One book added.
   *[other] { $count } books added.
}
intake-count-books-present = { $count ->
    [one] One book was already in the library.
   *[other] { $count } books were already in the library.
}
intake-count-books-refused = { $count ->
    [one] One file refused.
   *[other] { $count } files refused.
}
intake-count-records-added = { $count ->
    [one] One title added from a record.
   *[other] { $count } titles added from records.
}
intake-count-records-updated = { $count ->
    [one] One title updated from a record.
   *[other] { $count } titles updated from records.
}
intake-count-records-withdrawn = { $count ->
    [one] One title withdrawn by a record.
   *[other] { $count } titles withdrawn by records.
}
intake-count-records-unchanged = { $count ->
    [one] One record has not changed.
   *[other] { $count } records have not changed.
}
intake-count-records-refused = { $count ->
    [one] One record refused.
   *[other] { $count } records refused.
}
intake-count-nothing = Nothing so far.
intake-report = Download the report (CSV)
intake-lines-heading = Refused files and records, and ignored values
intake-column-file = File
intake-column-record = Record
intake-column-reference = Reference
intake-column-effect = Result
intake-column-reason = Reason
intake-effect-refused = Refused
intake-effect-ignored = Added without a value
intake-unlisted = { $count ->
    [one] One more is in the report.
   *[other] { $count } more are in the report.
}
intake-repaired-heading = Repaired books
intake-repaired-text = Something in these books was repaired or left out. The report says what.
intake-findings = { $count ->
    [one] One repair or omission
   *[other] { $count } repairs and omissions
}
intake-about = About this upload
intake-files = Files
intake-started = Uploaded
intake-made-by = Uploaded by
intake-yes = yes
intake-no = no

# Editions of periodicals.
editions-heading = Editions of periodicals
editions-text = Choose a periodical to see all of its editions, also those that have expired or were withdrawn, to withdraw them or bring them back, and to add new ones.
editions-manage = Manage editions
editions-add = Add editions
editions-file-text = Upload EPUB or DAISY books, or zip files of them. Each becomes an edition, in every format of periodicals. Editions that the periodical already has are skipped.
editions-name = Name of the edition
editions-name-hint = For a single edition only. If it is empty, the title in the file counts, without that of the periodical.
editions-published = Publication date
editions-published-hint = For a single edition only, like 2026-11-20. If it is empty, the date in the file counts, or today.
editions-published-wrong = Publication date: enter a day like 2026-11-20
editions-expires = Last day
editions-expires-hint = The last day on which readers find the editions, like 2026-12-31. If it is empty, they stay.
editions-expires-wrong = Last day: enter a day like 2026-12-31
editions-expires-early = The last day must not be before the publication date
editions-one-only = A name and a publication date are for a single edition: leave them empty, or choose one file
editions-periodical = Periodical
editions-count = { $count ->
    [0] There are no editions yet.
    [one] One edition
   *[other] { $count } editions, the newest first
}
editions-state-current = Readers find it.
editions-state-until = Readers find it until { $name }.
editions-state-expired = Expired: readers found it until { $name }.
editions-state-withdrawn = Withdrawn on { $name }.
intake-count-editions-added = { $count ->
    [one] One edition added.
   *[other] { $count } editions added.
}
intake-count-editions-present = { $count ->
    [one] The periodical already had one edition.
   *[other] The periodical already had { $count } editions.
}

# Another file for the book of a title.
replace-heading = Replace the book
replace-heading-first = Upload the book
replace-text = The file is read first. One that cannot be read, or that another title has, changes nothing.
replace-formats = The formats are made again from the new file, each when it is next asked for. Formats with a file of their own stay; those that the new file does not give can no longer be made.
replace-copies = Copies that readers have saved stay with them. New copies come from the new book.
replace-positions = Reading positions, bookmarks and highlights stay. Where the text has changed, they may lead to another place, or to none.
replace-reports = The conversion reports of the formats are removed; the new file and its formats get their own.
replace-description = The description of the title, its rights, its number and its place on lists stay.
replace-file = File
replace-file-hint = A single file, at most { $size } GB.
replace-one-only = Choose a single file
intake-count-book-replaced = { $count ->
    [one] The book was replaced.
   *[other] { $count } books were replaced.
}
intake-count-book-same = { $count ->
    [one] The title already has this file.
   *[other] The title already has these { $count } files.
}

# Records of periodicals.
series-new = Create a periodical
series-create = Create the periodical
series-created = The periodical is created. Now add its first editions.
series-edit = Edit the record of the periodical
series-kind = Kind
series-description = Description
collection-series-newspaper = Newspaper
collection-series-magazine = Magazine
collection-series-journal = Journal
series-rule-title = One line of at most 255 characters; never empty.
series-rule-issn = 8 digits, of which the last can be X, for example 0378-5955.
series-rule-countries = One code of two letters per line (ISO 3166-1), for example US. Empty for everywhere.

# One edition.
editions-manage-one = Manage an edition
editions-withdraw = Withdraw this edition
editions-restore = Bring this edition back
editions-withdrawn = The withdrawal is accepted.
editions-restored = It is accepted that the edition comes back.
editions-edit = Change the name and dates
editions-rule-published = A day like 2026-11-20, not after the last day; never empty.
editions-rule-expires = The last day on which readers find the edition, like 2026-12-31, not before the publication date. Empty if it stays.
editions-act-late = Somebody else has done this in the meantime, so nothing was changed. This is how the edition is now.
editions-withdraw-closed = Nobody can find or download the edition any more, not even readers who have fetched it before.
editions-withdraw-followers = Readers who follow the periodical see the newest of its other editions on their shelf.
editions-withdraw-back = You can bring it back at any time, with all its formats.
editions-restore-open = Readers find the edition again and can download it in all its formats.
editions-restore-followers = If it is the newest edition, readers who follow the periodical see it on their shelf.
editions-restore-expired = Readers do not find the edition again, because its last day is over. It counts as expired then, not as withdrawn.
