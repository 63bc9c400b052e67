# Reading lists.
lists-shared = Lists that readers share
lists-words = Words of a list’s name or description
lists-count = { $count ->
    [0] There are no lists here yet.
    [one] One list
   *[other] { $count } lists
}
list-titles = { $count ->
    [0] No books
    [one] One book
   *[other] { $count } books
}
list-by = By { $name }
list-assigned = Assigned to you
list-subscribed = You follow this list
list-access = Who sees this list
list-access-private = Only the owner, and the people it is assigned to
list-access-shared = All readers of this library
list-access-org = The owner’s organization
list-access-missing = Choose who sees this list
list-name = Name of the list
list-description = Description
list-new = New list
list-make = Make this list
list-books = Books on this list
list-empty = There are no books on this list yet. Open the page of a book to put it here.
list-order-added = Latest additions
list-take-off = Take off the list
list-change = Change this list
list-save = Save
list-remove = Delete this list
list-remove-text = The list “{ $name }” is deleted for everybody who sees it. Its books stay in the library.
list-keep = Keep the list
list-subscribe = Follow this list
list-unsubscribe = Stop following this list
list-said-made = The list is made. Open the page of a book to put it on the list.
list-said-saved = The list is saved.
list-said-removed = The list is deleted.
list-said-followed = You follow this list.
list-said-unfollowed = You no longer follow this list.
list-said-added = The book is on this list.
list-said-taken-off = The book is no longer on this list.
title-lists = Put on a list
title-list = List
title-list-add = Put this book on the list
title-no-list = You have no list yet.
title-list-make = Make a list
