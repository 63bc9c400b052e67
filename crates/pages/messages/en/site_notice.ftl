# A notice to the visitors of a site.
site-notice-of = Notice on the pages of { $name }
site-notice-link = Notice on all pages
site-notice-about = All pages of this site show the notice above their content, for example when downloads are closed for a night. Guests see a change within a minute.
site-notice-text = Text in this language: { $name }
site-notice-text-missing = Enter the text in at least one language; pages in the others show it, too
site-notice-first-day = First day
site-notice-last-day = Last day
site-notice-day-hint = Year, month and day, for example 2026-12-05. Days begin and end at midnight, UTC.
site-notice-day-wrong = This is not a date: enter year, month and day, for example 2026-12-05
site-notice-last-day-wrong = The last day is before the first
site-notice-days = The notice is shown from { $from } to { $to }.
site-notice-save = Show the notice
site-notice-remove = Remove the notice
site-notice-saved = The notice is saved.
site-notice-removed = The notice is removed.
site-notice-back = Back to the site
