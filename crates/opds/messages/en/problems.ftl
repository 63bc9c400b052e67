# Nothing there.
problem-not-found = Not found
problem-not-found-text = There is nothing at this address.
problem-no-title = There is no such title.
problem-no-periodical = There is no such periodical.
problem-no-edition = There is no such edition.
problem-no-file = There is no such file.
problem-no-list = There is no such reading list.
problem-no-user = There is no such user.
problem-no-format = The title is not available in this format.
problem-link-expired = The address is damaged or has expired. Ask for a new one.

# Not understood.
problem-method = Not possible
problem-method-text = This address does not support this method.
problem-not-understood = Not understood
problem-refused-text = The library could not accept this request.
problem-address = The address cannot be read. Each parameter may appear only once.
problem-page = The address of this page cannot be read. Go back to the first page.
problem-two-pages = after, before: only one of them can be used.
problem-value = { $field }: must be one of { $values }.
problem-field = { $field }: has an invalid value.
problem-field-missing = { $field }: is missing.
problem-field-date = { $field }: must be a date.
problem-format = format: there is no such format.
problem-language = language: there is no such language.
problem-isbn = isbn: this is not an ISBN.
problem-too-large = Too large
problem-too-large-text = The request is too large.

# Not now.
problem-too-many-text = Too many requests came from here.
problem-too-many-failures = Too many sign-ins have failed.
problem-too-many-downloads = Too many of your books are being prepared. Try again when one is ready.
problem-not-ready = Not ready yet
problem-not-ready-text = The book is still being prepared. Try again in a moment.
problem-failed = The book could not be made
problem-failed-text = Something went wrong while this copy was made. Try again.

# Not for this reader.
problem-closed = Not available to you
problem-not-allowed = Not allowed
problem-not-allowed-text = You may not do this.
problem-sponsors = Only sponsors of an organization may do this.

# Places in a book.
problem-newer-place = There is a newer place
problem-newer-place-text = The library knows a place that this reader reached later.
place-not-kept = This place cannot be kept.
place-modified = modified must be a date and time with its offset.
place-device = device must have id and name.
place-progression = progression must be a number.
place-href = locator.href must be a string.
place-total = locator.locations.totalProgression must be a number.
place-body = The body could not be read.
place-json = The body is not JSON.
place-limits = A text is too long, or a number is not between 0 and 1.
