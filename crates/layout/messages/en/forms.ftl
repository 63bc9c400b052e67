# Forms.
errors-heading = Please check what you entered
errors-title = Error:
error-required = { $name }: this is needed
error-text = { $name }: this is too long, or not one line of text
error-longest = { $name }: { $count } characters at most
field-optional = (optional)
password-hint = 8 to 32 characters, with at least one letter and one number
password-rule = Choose a password of 8 to 32 characters, with a letter and a number

# At the top of every page.
nav-display = Text and colors
nav-contact = Ask the library: { $name }
site-notice-heading = Notice from the library
