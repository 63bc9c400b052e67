# Searching.
search-heading = Find a book
search-heading-words = Books for “{ $name }”
search-words = Search for a book
search-words-hint = A title, an author, a subject, or an ISBN
search-button = Search
search-more = Search by format, language and more
search-filters = More ways to search
search-apply = Show these books
search-active = Your filters
search-remove = Remove filter:
search-found = { $count ->
    [0] No books found
    [one] One book found
   *[other] { $count } books found
}
search-nothing = Nothing matches. Check the spelling, or try one of these:
search-unknown = These values were left out, because they are not known:
search-help-less = Without the word “{ $name }”
search-help-only = Only the word “{ $name }”
search-help-format = In another format: { $name }
search-suggestion = Did you mean “{ $name }”?
search-suggestion-alone = Did you mean “{ $name }”? Search without filters
search-similar = No book has these words as they are written. Books with similar words are shown.
search-ask = Is the book missing?
search-ask-library = Ask the library whether it can get it, by email:
search-ask-staff = Ask whether the library can get it: the library’s staff, or the teacher or contact person of your organization.
search-my-formats = In all my formats now: { $name }
search-my-format = In my format: { $name }
search-help-without = Search without this filter: { $name }
search-help-alone = Search for “{ $name }” without filters
search-help-all = Show all books
any = Any
field-title = Words of the title
field-author = Author
field-narrator = Narrator
field-isbn = ISBN
field-age = Age of the reader, in years
field-voice = Voice
field-added = Added to the library
field-published-from = Published in this year or later
field-published-to = Published in this year or earlier
filter-published-from = Published from { $name }
filter-published-to = Published until { $name }
filter-added = Added: { $name }
added-days = in the last { $count } days
search-feed = This search as a feed for reading apps
filter-words = Words: { $name }
filter-title = Title: { $name }
filter-author = Author: { $name }
filter-narrator = Narrator: { $name }
filter-isbn = ISBN: { $name }
filter-series = Series: { $name }
filter-format = Format: { $name }
filter-language = Language: { $name }
filter-category = Category: { $name }
filter-age = For age { $name }
filter-voice = Voice: { $name }
filter-my-formats = In all my formats now
filter-my-format = In my format

# By accessibility.
access-heading = Accessibility
filter-access = { $label }: { $name }
