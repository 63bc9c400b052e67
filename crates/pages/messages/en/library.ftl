# The frame of every page.
feed-title = The catalog for reading apps
skip-to-main = Skip to the main content
nav-label = Main
nav-menu = Menu
nav-home = Home
nav-search = Search
nav-account = My account
nav-sign-in = Sign in
nav-sign-out = Sign out
nav-apps = Reading apps
nav-docs = For developers
signed-in-as = You are signed in as { $name }.
by = By
pages-label = More pages
pages-first = First page
pages-previous = Previous page
pages-next = Next page
pages-last = Last page
what-next = What you can do

# The start page.
home-title = Home
home-heading = Welcome to { $name }
home-intro = This library is for people who cannot read print well, for example because of blindness, low vision, dyslexia or a physical disability. Everybody can search it. Members get books in the format that they read best.
home-join = Join the library
home-share = You have read { $count } percent.
home-begun = You have begun it.
home-categories = Browse by category

# The shelf.
because-readers = Read by people who read “{ $name }”
because-series = In the same series as “{ $name }”
because-contributor = With somebody who also worked on “{ $name }”
because-category = About the same subject as “{ $name }”
because-popular = Popular with other readers
shelf-copy = { $name }: until { $until }
shelf-copy-making = { $name }: being made
shelf-read = In the browser: until { $name }
shelf-read-ended = In the browser: the copy is no longer kept
shelf-read-on = Continue reading
shelf-read-again = Open it again
shelf-lists-nothing = You have no reading list yet.
shelf-all = { $count ->
    [one] Show it
   *[other] Show all { $count }
}

# Text and colors.
display-heading = Text and colors
display-text = Choose how every page of this library looks. If you are signed in, your choice goes with your account to every browser. Otherwise only this browser keeps it.
display-example = The ferry leaves at six in the morning. Nobody is in a hurry.
display-saved = Your choice is saved.
display-save = Save
display-size = Text size
display-size-100 = As in my browser
display-size-125 = Larger
display-size-150 = Large
display-size-200 = Double
display-size-300 = Triple
display-spacing = Spacing
display-spacing-usual = Normal
display-spacing-wide = Wide
display-spacing-widest = Very wide
display-letters = Letters
display-letters-usual = Normal
display-letters-serif = With serifs
display-letters-mono = All of one width
display-letters-rounded = Rounded
display-width = Length of lines
display-width-usual = Normal
display-width-narrow = Short
display-width-full = The whole window
display-colors = Colors
display-colors-usual = As in my system
display-colors-light = Dark text on a light page
display-colors-dark = Light text on a dark page
display-colors-cream = Black on cream
display-colors-yellow = Yellow on black
display-colors-black = Black on white
busy-sign-in = Sign in and continue
busy-again = Try again
