# Newspapers and magazines.
periodicals-words = Words of the title of a newspaper or magazine
periodicals-count = { $count ->
    [0] No periodicals found
    [one] One periodical
   *[other] { $count } periodicals
}
periodical-editions = { $count ->
    [0] No editions at this time
    [one] One edition
   *[other] { $count } editions
}
periodical-latest = Latest edition:
periodical-editions-heading = Editions
fact-issn = ISSN
edition-published = Published on { $name }.
edition-expires = In the library until { $name }.
edition-closed = Why you cannot have this edition now
edition-formats = Get this edition
edition-no-formats = No format of this edition is ready yet.
periodicals-all = All newspapers and magazines
periodicals-followed = Newspapers and magazines that I follow
periodicals-followed-nothing = You do not follow a newspaper or magazine yet. A button on its page does this; its newest edition is then shown here.
periodical-follow = Follow
periodical-unfollow = Stop following
periodical-followed = You follow this periodical. Its newest edition is on your shelf.
periodical-unfollowed = You no longer follow this periodical.
