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
