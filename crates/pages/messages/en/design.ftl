# The page of the sandbox that shows all parts.
design-heading = The parts of the pages
design-text = Everything that the pages are made of, as it looks with your settings for text and colors. Only the sandbox has this page.
design-notice = A notice
design-form = A form with an error
design-reset = Reset
design-link = A link
design-books = A list of books
design-table = A table, on a phone a list
design-links = Links and cards
design-waiting = Work in progress
design-title = A title
design-chapter = A chapter
