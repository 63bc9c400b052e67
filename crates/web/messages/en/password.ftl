# Forgotten passwords.
forgot-heading = Forgot your password?
forgot-text = We send an email with a link to the address of your account. The link lets you choose a new password.
forgot-send = Send the email
forgot-back = Back to sign-in
forgot-wait = Too many emails were requested. Wait { $time }, then try again
forgot-sent-heading = Check your email
forgot-sent-text = If there is an account with this name or address, an email with a link is on its way to its email address. The link is good for an hour.
forgot-sent-help = Nothing there after a few minutes? Check your spam folder, or ask the library’s staff: an account may have no email address, or another one than you think.
forgot-by-staff-heading = Ask the staff for a new password
forgot-by-staff-text = This library does not send emails. Please ask its staff for a new password.

# The new password.
link-used-heading = This link is no longer valid
choose-used = The link in the email was used already, or is too old. Ask for another email: choose “Forgot your password?” where you sign in.
choose-heading = Choose a new password
choose-text = For the account { $name }.
choose-password = New password
choose-repeated = The same password again
choose-differs = Type the same password again
choose-set = Set the password
choose-done-heading = Your password is changed
choose-done-text = Sign in with the new password, here or in your app. Browsers and apps that were signed in have been signed out.
choose-done-link = Sign in

undo-used = The change was undone already, or is more than a week old.
undo-heading = Undo the change of your account
undo-text = The email address or the password of your account was changed. Undo this if it was not you. The account then has the email address { $name } again, and the previous password.
undo-effect = All browsers, apps and devices that are signed in will be signed out.
undo-send = Undo the change
undo-done-heading = The change is undone
undo-done-text = Your account is as it was before. If somebody else knows your password, choose a new one now.
undo-done-link = Choose a new password
