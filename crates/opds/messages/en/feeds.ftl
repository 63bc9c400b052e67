# Ways into the collection.
feed-all = All titles
feed-all-about = Every title that you can find here.
feed-categories-about = Titles by what they are about.
feed-languages-about = Titles by language.
feed-formats-about = Titles by format: text, audio, braille.
feed-popular-about = What others read.
feed-periodicals-about = Newspapers and magazines.
feed-lists-about = Your lists, and those shared with you.
feed-members = My members
feed-members-about = Copies for the members of your organization.
feed-back = Back to the start
feed-titles = { $count ->
    [one] 1 title
   *[other] { $count } titles
}

# Feeds.
feed-search = Search: { $name }
feed-similar = Similar to { $name }
feed-everything = All

# Feeds without anything in them.
feed-nothing-found = No titles match. Try fewer words, or another spelling.
feed-no-titles = There are no titles yet.
feed-no-periodicals = There are no periodicals yet.
feed-no-lists = You have no reading lists yet.
feed-no-members = The organization has no members yet.
feed-nothing = There is nothing here yet.

# Publications.
feed-by-author = Books by { $name }
feed-of-series = The series { $name }
feed-stream = Read without downloading
feed-closed = Why this title is closed
feed-pages = { $count ->
    [one] 1 page
   *[other] { $count } pages
}

# The search. The name has 16 characters at most.
feed-search-name = Library
feed-search-about = Searches the titles of the library.
feed-search-shelf-about = Searches your shelf.
