# A title for a class: who may have it.
class-link = Who may have it
class-title = For your members: { $name }
class-counts-open = { $count ->
    [0] None of these members may have it now.
    [one] One of these members may have it now.
   *[other] { $count } of these members may have it now.
}
class-counts-closed = { $count ->
    [one] One may not.
   *[other] { $count } may not.
}
class-counts-told = Why, in the words that a member reads, and what would change it:
class-counts-reason = { $count ->
    [one] one member
   *[other] { $count } members
}
class-uncounted = To see how many of these members may have it, use the filters until they find at most { $count } members.
class-column = May have it
class-open = Yes
class-closed = No.
class-assigned = Assigned
class-downloaded = Has had it before
class-assign = { $count ->
    [one] Assign it to the one member who may have it
   *[other] Assign it to all { $count } members who may have it
}

# A reading list for a class: how many may have its books.
class-list-link = Give this list to members
class-list-open = See the list
class-list-give = { $count ->
    [one] Give the list to the one member
   *[other] Give the list to all { $count } members
}
class-list-kept = Only those who may change this list can give it to members. You can assign its books one by one.
class-list-caption = How many of these members may have each book now
class-list-title = Book
class-list-may = May have it
class-list-may-not = May not have it
class-list-uncounted = To see how many of these members may have each book, use the filters until they find at most { $count } members.

# What would remove a reason, for a sponsor.
class-change-formats = The library is making the formats. Check again later.
class-change-country = The address of your organization decides. If it is wrong, the library’s staff can correct it.
class-change-locked = The library’s staff can unlock the account.
class-change-agreement = The primary contact of your organization signs the agreement with the library.
class-change-subscription = The primary contact of your organization asks the library for a subscription.
class-change-suspended = The primary contact of your organization asks the library why.
class-change-proof-submitted = The library checks it. If your school knows of the disability, it can confirm it.
class-change-proof = If your school knows of the disability, state it in the list of members. Otherwise, the member asks an authority.
class-change-adult = You decide whether the member may read such books; the library’s staff can turn this on.
class-change-plan = If the member has an individualized education program, enter it.
class-change-assign = Assign it to the member.
class-change-limit = Time, or a subscription with more books.
class-change-library = The library’s staff can help.

# The order of copies.
class-order-heading = Order copies
class-order-text = Each member gets a copy of their own, marked with their name. Give it to nobody else.
class-order = Order the copies
class-orders = Copies that you have ordered
class-choose-members = Choose the members
class-choose-fewer = Choose at most { $count } members
class-choose-format = Choose a format

# The state of copies that were ordered.
copies-title = Copies for members: { $name }
copies-ordered = The copies were ordered.
copies-waiting = The copies are being made. This page checks again by itself.
copies-waiting-long = The copies are still being made. You can leave this page and come back within two days.
copies-progress = { $ready } of { $count }
copies-ready = { $count ->
    [0] No copy is ready.
    [one] One copy is ready.
   *[other] { $count } copies are ready.
}
copies-keep = Copies are kept for a day. Each is marked with the name of its reader: give it to nobody else.
copies-archive = { $count ->
    [one] Download the copy as a zip file
   *[other] Download all { $count } copies as a zip file
}
copies-missing = Without a copy
copies-single = One by one
copies-one = Download
copies-unfinished = Being made
copies-more = Order more copies
copies-failed = The copy could not be made.
copies-gone = The copy is no longer kept.
copies-no-format = This book is not available in this format.
copies-too-many = Too many other copies are being made for you.
copies-change-again = Order it again.
copies-change-later = Order it when they are ready.
