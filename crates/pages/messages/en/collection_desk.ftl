# The collection desk.
collection-words = Title, author, ISBN or series
collection-words-hint = Titles in every status are found. Without words, those that were changed last come first.
collection-count = { $count ->
    [0] No titles found.
    [one] One title found.
   *[other] { $count } titles found.
}
collection-waiting = What waits
collection-need = What the title needs
collection-need-book = A book: there is only a record
collection-need-retry = Another try: the last change failed
collection-need-conversion-report = A look at the conversion report
collection-need-problem-report = An answer to a reported problem
collection-without-book = Titles without a book
collection-without-book-count = { $count ->
    [0] Every title has its book.
    [one] One title is only a record so far.
   *[other] { $count } titles are only records so far.
}
collection-retry = Failed conversions and changes
collection-retry-count = { $count ->
    [0] There is no title whose last change failed.
    [one] One title, whose last change failed.
   *[other] { $count } titles, whose last change failed.
}
collection-add = Add books or records
collection-runs = What was added so far
collection-back = Back to the collection desk
collection-back-to-title = Back to this title
collection-manage = Manage this title

# What is known about a title.
collection-status = Status
collection-number = Number
collection-site = Site
collection-kind = Kind
collection-kind-text = Text
collection-kind-music-score = Music score
collection-book = Book
collection-has-book = The library has the book.
collection-record-only = Only a record, without a book
collection-created = Added
collection-updated = Last changed
collection-published = Published
collection-withdrawn = Withdrawn
collection-suppliers = Records of suppliers
collection-replacement = Title that takes its place
collection-reader-view = What readers see
collection-source = Download the source file
collection-pending = { $count ->
    [one] One change is being applied. Load this page again to see the result.
   *[other] { $count } changes are being applied. Load this page again to see the result.
}
collection-converting = The formats are being made, which can take minutes. Load this page again to see the result.
collection-failure = The last change could not be applied:
collection-problems-all = All open reports of problems
collection-history = History
collection-more-events = { $count ->
    [one] One earlier event is not listed.
   *[other] { $count } earlier events are not listed.
}
collection-action-submitted = Submitted
collection-action-metadata-update-requested = Change of the description requested
collection-action-metadata-updated = Description changed
collection-action-artifact-updated = Description of a format changed
collection-action-artifact-created = Format made
collection-action-status-changed = Status changed
collection-action-withdraw-requested = Withdrawal requested
collection-action-withdrawn = Withdrawn
collection-action-published = Published

# Statuses, and moves from one to another.
collection-status-live = Live
collection-status-withdrawn = Withdrawn
collection-status-new = New
collection-status-being-edited = Being edited
collection-status-proofread-valid = Proofread, accepted
collection-status-proofread-rejected = Proofread, refused
collection-status-converted = Converted, ready to publish
collection-status-reprocess = Being made again
collection-status-validated = Checked
collection-status-user-submitted = Submitted by a user
collection-status-publisher-submitted = Submitted by a publisher
collection-status-removed = Removed
collection-meaning-live = readers find and borrow it
collection-meaning-withdrawn = closed to readers; can come back
collection-meaning-reprocess = closed to readers until it is published again
collection-meaning-removed = gone for good
collection-meaning-other = only staff see it
collection-move = Change the status
collection-move-choice = New status
collection-move-button = Change the status
collection-comment = Comment for the history
collection-moved = The change of status is accepted.
collection-status-missing = Choose the new status
collection-status-changed = This status is no longer possible: somebody else has changed the title. Choose again.
collection-status-report = More than 2 % of the words are missing: first acknowledge the conversion report.
collection-move-to = New status: { $name }
collection-move-now = Change the status to: { $name }
collection-effects = This is what it means for readers:
collection-withdraw-closed = Nobody can download the book or read it in the browser any more, not even readers to whom it was assigned.
collection-withdraw-copies = Copies that readers have saved stay with them.
collection-withdraw-lists = It stays on shelves and reading lists. Its page says that the book is not available, and leads to the title that takes its place.
collection-withdraw-back = You can bring it back at any time, with all its formats.
collection-reprocess-closed = Nobody can download the book or read it in the browser until it is live again.
collection-reprocess-copies = Its formats are made again. Copies that readers have saved stay with them.
collection-reprocess-lists = It stays on shelves and reading lists.
collection-use = Readers right now
collection-use-none = No reader at the moment.
collection-use-assigned = { $count ->
    [one] Assigned to one reader.
   *[other] Assigned to { $count } readers.
}
collection-use-lists = { $count ->
    [one] On one reading list.
   *[other] On { $count } reading lists.
}
collection-use-fetched = { $count ->
    [one] One reader has fetched a copy in the last 30 days.
   *[other] { $count } readers have fetched a copy in the last 30 days.
}
collection-use-reading = { $count ->
    [one] One reader has read in the last 30 days.
   *[other] { $count } readers have read in the last 30 days.
}
collection-use-preparing = { $count ->
    [one] One copy is being prepared.
   *[other] { $count } copies are being prepared.
}
collection-moves-pick = Choose this title
collection-moves-heading = Change the status of several titles
collection-moves-scope = Which titles
collection-moves-chosen = The titles that are chosen
collection-moves-keep = You can choose at most { $count } titles, on several pages of this search: the buttons that keep the choice lead from page to page. Links to other pages and a new search begin a new choice.
collection-moves-keep-first = First page, keeping the choice
collection-moves-keep-next = Next page, keeping the choice
collection-moves-others = { $count ->
    [one] One chosen title is on another page.
   *[other] { $count } chosen titles are on other pages.
}
collection-moves-cut = At most { $count } titles can be chosen one by one; the last ones are left out. To change more, narrow the search and take all titles that it finds.
collection-moves-clear = Clear the choice
collection-moves-change = Change the choice
collection-moves-chosen-count = { $count ->
    [one] The one title that you have chosen
   *[other] The { $count } titles that you have chosen
}
collection-moves-all = { $count ->
    [one] The one title that was found
   *[other] All { $count } titles that were found
}
collection-moves-choose = Choose
collection-moves-none-chosen = Choose at least one title, or all that were found
collection-moves-hint = First you see what would happen to how many titles. Nothing is changed before you confirm it.
collection-moves-preview = Show what would happen
collection-moves-moving = { $count ->
    [0] No title gets the new status.
    [one] One title gets the new status.
   *[other] { $count } titles get the new status.
}
collection-moves-accepted = { $count ->
    [one] One title gets the new status now.
   *[other] { $count } titles get the new status now.
}
collection-moves-same = { $count ->
    [one] One title has the status “{ $name }” already.
   *[other] { $count } titles have the status “{ $name }” already.
}
collection-moves-no-such-move = { $count ->
    [one] One title cannot get it: from the status “{ $name }” nothing leads there.
   *[other] { $count } titles cannot get it: from the status “{ $name }” nothing leads there.
}
collection-moves-report = { $count ->
    [one] One title cannot get it: more than 2 % of the words are missing, and nobody has acknowledged the conversion report.
   *[other] { $count } titles cannot get it: more than 2 % of their words are missing, and nobody has acknowledged the conversion reports.
}
collection-moves-gone = { $count ->
    [one] One title does not exist any more, or is not in your collection.
   *[other] { $count } titles do not exist any more, or are not in your collection.
}
collection-moves-titles = The titles that get it
collection-moves-first = The first { $count } titles that get it
collection-moves-limit = These are too many: at most { $count } titles can be changed together. Narrow the search.
collection-moves-outdated = Something has changed in the meantime, so nothing was done. This is what would happen now:
collection-moves-effects = What it means for the readers of each title
collection-moves-use = Of all these titles together:
collection-moves-converting = The formats are made in the background, which can take minutes for each title.
collection-moves-later = The titles change within seconds. Those that could not be changed are listed there:
collection-remove-found = Nobody can find the title or its page any more.
collection-remove-copies = Copies that readers have saved stay with them.
collection-remove-final = This cannot be undone.
collection-replacement-hint = Its number, if there is such a title. Readers are led to it.
collection-replacement-wrong = Enter the number of another title that is live and that readers of the site find

# Formats.
collection-no-formats = The title has no formats.
collection-version = Version
collection-format-available = Can be downloaded
collection-format-unavailable = Cannot be made
collection-format-pending = Not published yet
collection-format-heading = Description of the format { $name }
collection-producers = Producers
collection-supplier = Supplier
collection-funding = Source of funding
collection-duration = Duration
collection-braille-type = How the braille was made
collection-braille-automated = By a program
collection-braille-transcribed = By a transcriber
collection-score-layout = Layout of the braille score
collection-layout-bar-over-bar = Bar over bar
collection-layout-bar-by-bar = Bar by bar
collection-volumes = Number of braille volumes
collection-external-code = Code in an outside catalog
collection-common-identifier = Identifier in the partners’ common catalog

# The form with the metadata of a title.
collection-metadata = Metadata
collection-metadata-hint = Only the fields that you change are saved. What others change in the meantime stays.
collection-save = Save the changes
collection-saved = The changes are accepted.
collection-nothing-changed = You have changed nothing.
collection-wrong = { $name }: this value is not right. { $rule }
collection-yes = Yes
collection-no = No
collection-not-known = Not known
collection-group-book = The book
collection-group-people = Other people
collection-group-subjects = Subjects and readers
collection-group-edition = Edition
collection-group-rights = Rights
collection-group-music = Music
collection-title = Title
collection-subtitle = Subtitle
collection-synopsis = Synopsis
collection-series-number = Number in the series
collection-copyright-year = Copyright year
collection-usage = Copyright
collection-usage-copyright = In copyright, for qualified readers
collection-usage-public-domain = Public domain, free for everybody
collection-usage-creative-commons = Creative Commons, free for everybody
collection-bisac = BISAC categories
collection-thema = Thema categories
collection-external-category = Code of an outside scheme
collection-grades = School grades
collection-age-from = Youngest readers, in years
collection-age-to = Oldest readers, in years
collection-lexile-code = Lexile prefix
collection-lexile-number = Lexile measure
collection-warnings = Content warnings
collection-warning-content-warning = A warning without details
collection-warning-sex = Sex
collection-warning-violence = Violence
collection-warning-drugs = Drugs
collection-warning-language = Strong language
collection-warning-intolerance = Intolerance
collection-warning-adult = For adults
collection-warning-unrated = Not rated
collection-adult-content = Adult content, closed to minors
collection-allow-recommend = May be recommended
collection-series-subtitle = Subtitle of the series
collection-edition = Edition statement
collection-copyright-holder = Copyright holder
collection-origin-country = Country of first publication
collection-related-isbns = Other ISBNs
collection-product-identifier = Product number of the library
collection-quality = Quality of the scan
collection-quality-publisher = From the publisher’s files
collection-quality-excellent = Excellent
collection-quality-good = Good
collection-quality-fair = Fair
collection-image-descriptions = Images have descriptions
collection-worldwide = May be distributed everywhere
collection-countries = Countries where it may be distributed
collection-states = States where it may be distributed
collection-marrakesh = Open to member countries of the Marrakesh Treaty
collection-marrakesh-proof = No proof of disability is needed
collection-demo = Open to trial subscriptions
collection-nimac = From the national source for pupils (NIMAC)
collection-score-type = Kind of score
collection-score-full-score = Full score
collection-score-open-score = Open score
collection-score-single-line = Single line
collection-chord-symbols = Chord symbols are printed
collection-instruments = Instruments
collection-vocal-parts = Vocal parts
collection-key = Key
collection-movement-number = Number of the movement
collection-movement-title = Title of the movement
collection-opus = Opus

# Which values are right.
collection-rule-line = One line of at most 255 characters.
collection-rule-lines = One per line.
collection-rule-choice = Choose one of the values.
collection-rule-title = One line of at most 1,000 characters; never empty.
collection-rule-subtitle = One line of at most 1,000 characters.
collection-rule-synopsis = At most 20,000 characters.
collection-rule-notes = For readers; at most 8,000 characters.
collection-rule-comment = At most 2,000 characters; can stay empty.
collection-rule-names = One name per line, for example Jane Austen or Austen, Jane.
collection-rule-languages = One code of three letters per line (ISO 639-2), for example eng; at least one.
collection-rule-isbn = An ISBN of 10 or 13 digits.
collection-rule-isbns = One ISBN of 10 or 13 digits per line.
collection-rule-year = A year in four digits.
collection-rule-categories = One per line. New ones are created.
collection-rule-bisac = One code or heading per line, for example FIC047000.
collection-rule-thema = One code per line, for example FFC.
collection-rule-grades = One code per line (ONIX code list 77 or BIC).
collection-rule-age-from = 0 to 120, not above the oldest readers.
collection-rule-age-to = 0 to 120.
collection-rule-count = A whole number.
collection-rule-country = A code of two letters (ISO 3166-1), for example US.
collection-rule-countries = One code of two letters per line (ISO 3166-1), for example US; at least one, unless it may be distributed everywhere.
collection-rule-states = One code per line (ISO 3166-2), for example US-CA. Empty for whole countries.
collection-rule-product-identifier = At most 255 characters; no other title of the site has it.
collection-rule-vocal-parts = Letters for soprano, alto, tenor and bass: S, A, T, B.
collection-rule-duration = An ISO 8601 duration, for example PT2H30M.

# Exporting the catalog.
export-heading = Export the catalog
export-text = Download the titles of your library’s collection as a file of records: for partners and search services, for a spreadsheet, or for another library.
export-format = Format
export-format-onix = ONIX for Books 3.1
export-format-marcxml = MARC 21 in XML
export-format-csv = Table (CSV)
export-since = Changed on this day or later
export-supplier = Titles from records of
export-every-supplier = All suppliers
export-titles = Titles
export-published = Only titles that readers can find, or could find before they were withdrawn
export-start = Start the export
export-started = The export is accepted. It takes seconds, or minutes for a large catalog.
export-unfinished = An export of your library is already waiting or running, so no other one was started.
export-latest = Exports of the last 7 days
export-none = There are no exports.
export-reload = Reload this page to see whether an export is done.
export-download = Download the file
