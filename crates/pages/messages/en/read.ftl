# Reading in the browser.
read-title = Read: { $name }
read-waiting-heading = Your book is being prepared
read-waiting = This page checks again every few seconds, and opens the book when it is ready.
read-waiting-long = Your book is still being prepared. You can leave this page and come back; the book opens when it is ready.
read-start = Read from the beginning
read-resume = Continue with “{ $name }”
read-resume-other = You were last in this book as { $name }. You can continue at about the same place.
read-resume-browser = You were last in this book in another browser.
read-resume-app = You were last in this book in an app.
read-places = Other places
read-place-here = In this browser, { $name }
read-place-browser = In another browser, { $name }
read-place-app = In an app, { $name }
read-place-earlier = Earlier, { $name }
read-about = About this book
read-about-copy = About this copy
read-notice = This copy was made for { $name } on { $date }. It is for this person’s own use.
read-contents = Contents
read-find = Find a place
read-search-words = Words in this book
read-search-title = Search in “{ $name }”
read-found = { $count ->
    [0] No places found
    [one] One place found
   *[other] { $count } places found
}
read-more = There are more places. Search for more words to find fewer.
read-go-page = Page of the print edition
read-go = Go to the page
read-no-page = This book has no page “{ $name }”.
read-pages = { $count ->
    [one] The page
   *[other] All { $count } pages
}
read-bookmarks = Bookmarks
read-bookmark-number = Bookmark { $count }:
read-highlight-number = Highlight { $count }:
read-no-bookmarks = You have no bookmarks in this book.
read-remove-bookmark = Remove bookmark
read-removed-bookmark = The bookmark is removed.
read-highlights = Highlights and notes
read-remove-highlight = Remove highlight
read-removed-highlight = The highlight is removed.
read-steps = Chapters
read-steps-end = Chapters, after the text
read-previous = Previous chapter
read-next = Next chapter
read-share = This chapter begins at { $count } percent of the book.
read-marked = The bookmark is set.
read-bookmark-heading = Keep this place
read-bookmark-text = Your words about it, if you like
read-bookmark-set = Set a bookmark
read-description = Description of the image
# The label of the note follows.
read-back = Back to the text, note
read-undescribed = Image without a description
read-page = Page
read-picture = Picture of page
# For a table without a caption. A number may follow.
read-table = Table
read-player = Read aloud
read-play = Read aloud
read-pause = Pause
read-sentence-back = Back one sentence
read-sentence-forward = Forward one sentence
read-settings = Speed, voice, sleep timer and keys
read-rate = Speed, from 0.5 to 3.5
read-sleep = Stop after
read-sleep-never = Do not stop
read-skip = Do not read aloud
read-skip-notes = Notes
read-skip-pages = Page numbers
read-skip-descriptions = Image descriptions
read-keys = Keys
read-key-play = Read aloud, or pause
read-key-faster = Faster
read-key-slower = Slower
read-highlight = Highlight the selection
read-note = Note
read-select-first = Select words of the text first. While the book is read aloud, the sentence is highlighted.
read-highlighted = The highlight is saved.
read-playing = Reading aloud.
read-paused = Paused.
read-ended = The chapter ends here.
read-asleep = The sleep timer has stopped the reading.
read-voiceless = Your browser has no voice, and this chapter has no recording.
read-voice = Voice
read-voice-recorded = Recorded narration
read-voice-library = The library’s voice
read-voice-browser = The voice of this browser
read-voice-offer = The library can read this book aloud in its own voice. Making the recording takes some minutes; until then, the voice of this browser reads.
read-voice-make = Make the library’s voice
read-voice-making = The library’s voice is being made. You can read on; it is used as soon as it is ready.
read-voice-ready = The library’s voice is ready.
read-voice-failed = The library’s voice could not be made. You can try again.
read-listen = Get this book as an audio book
read-failed = This could not be saved.
read-offline = There is no connection. It is kept, and saved later.
read-signed-out = You are signed out. It is kept, and saved when you have signed in again.
read-highlight-page = Highlight a paragraph
read-highlight-title = Highlight in “{ $name }”
read-back-to-chapter = Back to the chapter
read-highlight-paragraph = Paragraph
read-highlight-words = Words
read-highlight-words-hint = Only these words, as they are written in the paragraph. If this is empty, the whole paragraph is highlighted.
read-highlight-missing = The paragraph does not have these words.
read-highlight-save = Save the highlight
