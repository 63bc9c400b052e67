# Searching.
search-heading = Find a book
search-heading-words = Books for “{ $name }”
search-words = Words of a title, a name, or an ISBN
search-button = Search
search-more = Search by format, language and more
search-filters = More ways to search
search-apply = Show these books
search-active = Your filters
search-remove = Remove filter:
search-results = Results
search-found = { $count ->
    [0] No books found
    [one] One book found
   *[other] { $count } books found
}
search-nothing = Nothing fits. Check the spelling, or try one of these:
search-unknown = These values were left out, because they are not known:
search-help-fewer = Search for fewer words
search-help-without = Search without this filter: { $name }
search-help-all = Show all books
any = Any
field-title = Words of the title
field-author = Author
field-narrator = Narrator
field-isbn = ISBN
field-age = Age of the reader, in years
field-language = Language
field-category = Category
field-voice = Voice
field-format = Formats
field-sort = Order
order-relevance = Best match
order-title = By title
order-author = By author
order-new = Newest in the library
order-year = Most recently published
filter-words = Words: { $name }
filter-title = Title: { $name }
filter-author = Author: { $name }
filter-narrator = Narrator: { $name }
filter-isbn = ISBN: { $name }
filter-format = Format: { $name }
filter-language = Language: { $name }
filter-category = Category: { $name }
filter-age = For age { $name }
filter-voice = Voice: { $name }
language-english = English
language-french = French
language-spanish = Spanish
language-german = German
