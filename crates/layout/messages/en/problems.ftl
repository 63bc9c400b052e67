# What goes wrong.
not-found-heading = This page does not exist
not-found-text = The address may be mistyped, or the page is gone. If you followed a link to a book, the book may have been removed.
closed-heading = This is closed to you
forbidden-text = Your account does not have access to this page. If you have another account, sign out and sign in with that one. If you need the page, ask the library’s staff, or the teacher or contact person of your organization.
stale-heading = This form is no longer valid
stale-text = It was open too long, or you have signed in or out since. Nothing was changed. Go back, load the page again, and send the form once more.
refused-heading = This could not be done
refused-text = The library could not accept what you sent. Nothing was changed.
unreadable-text = What you sent could not be read, or is too long. Nothing was changed.
long-address-heading = This address is too long
long-address-text = It asks for more than one page can show. Nothing was changed. Begin a new search with fewer conditions.
wait-heading = Please wait a moment
wait-text = { $count ->
    [one] You can try again in one second.
   *[other] You can try again in { $count } seconds.
}
filling-heading = The catalog is being prepared
filling-text = The library has just been started and is still reading its books. Nothing is wrong.
busy-heading = The library is busy
busy-text = Many visitors who are not signed in are asking for pages at the moment. Please sign in, or try again in a few seconds. Readers who are signed in do not wait.
unavailable-heading = The library is not available right now
unavailable-text = The problem is on our side. Please try again in a few minutes.
trouble-heading = Something went wrong
trouble-text = The problem is on our side, and has been recorded. Please try again later.
