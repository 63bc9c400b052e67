# A title in a list.
book-closed = Closed to you at this time. Its page says why.
book-had = You have had this book before.
book-formats = In { $count } formats
book-not-in-format = Not in your format: { $name }

# Formats.
format-daisy-hint = For DAISY players and reading apps: text with headings, pages and notes, read by a synthetic voice or on a braille display.
format-daisy-audio-hint = For DAISY players and reading apps: to listen to, with headings and pages.
format-daisy-2-audio-hint = To listen to on older DAISY players.
format-brf-hint = For braille displays and embossers, in the grade and width that your preferences say.
format-epub3-hint = For reading apps on phones, tablets and computers: text size, colors and voice are yours to choose.
format-pdf-hint = Pages in large print, tagged for screen readers.
format-docx-hint = For word processors, with headings and image descriptions.
format-pending = This format is still being made.
format-slow = The audio is made for you when you ask for it. That takes some minutes.
voice-human = A person
voice-synthetic = A synthetic voice
narrated-by = Narrated by { $name }
braille-automated = Translated by a program
braille-transcribed = Transcribed by hand
braille-contracted = Contracted
braille-uncontracted = Uncontracted
file-size-kb = { $count } KB
file-size-tenths = { $whole }.{ $tenth } MB
file-size-mb = { $count } MB
volumes = { $count ->
    [one] One volume
   *[other] { $count } volumes
}
minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
hours-minutes = { $hours } h { $minutes } min

# The page of a title.
title-read = Read in the browser
title-closed = Why you cannot have this book now
title-provisional = You can download this book until { $name } while your proof of disability is checked.
title-notes = Good to know
title-formats = Get this book
title-formats-closed = Formats of this book
title-other-formats = Other formats
title-no-formats = No format of this book is ready yet.
title-download = Download as { $name }
title-copy-ready = Your copy is ready until { $name }.
title-copy-making = Your copy is being made.
title-copy-see = Check the status of the { $name } copy
title-cover = Cover
title-about = What it is about
title-about-more = More about it
title-remarks = Remarks
title-facts = Details
fact-series = Series
fact-publisher = Publisher
fact-narrator = Narrator
fact-year = Year
fact-pages = Pages in print
fact-age = Age
fact-isbn = ISBN
series-number = number { $name }
age-range = { $from } to { $to } years
age-from =
    { $count ->
        [one] { $count } year and older
       *[other] { $count } years and older
    }
age-to =
    { $count ->
        [one] Up to { $count } year
       *[other] Up to { $count } years
    }
role-author = Author
role-co-writer = Co-writer
role-translator = Translator
role-editor = Editor
role-illustrator = Illustrator
role-epilogue-by = Epilogue by
role-forward-by = Foreword by
role-introduction-by = Introduction by
role-composer = Composer
role-arranger = Arranger
role-lyricist = Lyricist
role-transcriber = Transcriber
role-abridger = Abridged by
role-adapter = Adapted by

# A copy.
download-title = Your copy as { $name }
download-ready = Your copy is ready.
download-save = Save the file
download-waiting = Your copy is being made. This page checks again every few seconds; you can leave it and come back.
download-waiting-long = Your copy is still being made. Long books and audio take many minutes. You can leave this page and come back; the copy is then in your history.
download-progress = Done so far:
download-look = Look now
waiting-stop = Stop looking again by itself
waiting-resume = Look again by itself
download-failed = Your copy could not be made. The library's staff can see what happened. You can try once more.
download-again = Try again
download-absent = There is no copy of yours at this time.
download-ask = Make my copy
download-email = Email me when it is ready, if that takes longer than a minute
download-email-noted = You will get an email when the copy is ready, if that takes longer than a minute.

# What helps where a title is closed.
way-account = What is missing
way-ask = Write to the library: { $name }
way-ask-staff = Ask the library’s staff, or the teacher or contact person of your organization.
way-editions = Find another edition
way-edition = About this edition
way-preferences = Change my preferences
way-shelf = My shelf
way-newer = Newer edition: { $name }

# A sponsor gets books for members.
member-label = For which member of your organization is this book?
member-nobody = Nobody chosen
member-choose = Choose

# Accessibility.
title-accessibility = Accessibility claims
title-accessibility-full = The same in full sentences

# Problems with a book.
report-heading = Report a problem with this book
report-text = Something is wrong with the text, the recording, the braille or the catalog? Tell the library’s staff. You get no answer, but what you write is read.
report-kind = What is wrong
report-words = In your own words (you can leave this empty)
report-words-hint = For example: where in the book it is, and what you expected. At most { $count } characters.
report-send = Send the report
report-kind-missing = Choose what is wrong
report-words-long = This is too long: at most { $count } characters
report-sent = Thank you. The library’s staff have your report.
report-back = Back to the book
report-kind-text = Text is missing, garbled or in the wrong order
report-kind-sound = The recording is missing, unclear or wrong
report-kind-images = A picture has no description, or a wrong one
report-kind-structure = Headings, pages, tables or notes are wrong
report-kind-braille = The braille is wrong
report-kind-file = The file cannot be downloaded or opened
report-kind-catalog = What the catalog says about the book is wrong
report-kind-other = Something else
