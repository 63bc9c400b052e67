# Signing in.
sign-in-heading = Sign in
sign-in-text = Sign in with your library account.
sign-in-unsaved = You are not signed in, so nothing was saved. Sign in, and then do it once more.
sign-in-kept = Your session had ended, so nothing was saved. What you typed is kept on this page for one hour: sign in with the same account, and it will be back in its form. If you need another page first, for example for a new password, open it in a new window.
sign-in-for-app = { $name } would like to use this library for you. Sign in with your library account; the app does not see your password.
sign-in-name = User name or email address
sign-in-name-missing = Enter your user name or email address
sign-in-password = Password
sign-in-password-missing = Enter your password
sign-in-wrong = This name and password do not match. Check both and try again
sign-in-wait = Too many attempts. Wait { $time }, then try again
sign-in-forgot = Forgot your password?
sign-in-code = Sign in with the code on a card
sign-in-join = New here? Join the library
sign-in-cancel = Cancel and go back to the app
wait-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
wait-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}

# What an app may do.
consent-title = Allow { $name }?
consent-heading = Allow { $name } to use the library for you?
consent-person = You are signed in as { $name }.
consent-list = If you approve, { $name } can:
consent-books = find and download books and periodicals for you
consent-lists = see and change your reading lists, bookmarks and highlights
consent-account = see and change your account and your reading preferences
consent-after = It does not see your password. You then go back to { $name }, and are signed out of this page.
consent-approve = Approve
consent-deny = Deny
consent-switch = Sign in as someone else

# Signing out.
signed-out-heading = You are signed out
signed-out-text = Apps and devices that you have signed in stay signed in.
signed-out-again = Sign in again

# What goes wrong.
expired-heading = This page is no longer valid
expired-text = It was open too long, was used already, or your browser keeps no cookies. Open the page again and start over. Nothing has been changed.
expired-home = Go to the start page
expired-text-app = It was open too long, was used already, or your browser keeps no cookies. Go back to your app and start again there. Nothing has been changed.
app-refused-heading = This app cannot sign you in here
app-refused-text = The app sent something that this library does not accept. You have done nothing wrong; please tell the maker of the app.
app-trouble-text = The problem is on our side. Wait a little, then start again from your app.
app-developer = For the developer of the app
