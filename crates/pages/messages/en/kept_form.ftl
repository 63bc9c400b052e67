# Forms that were kept during a sign-in.
kept-form-heading = What you had typed
kept-form-restored = You are signed in again. What you had typed is back in its form on this page. Nothing has been sent yet: check it, and press the button of the form.
kept-form-files = Files are not kept: choose them again.
kept-form-link = Go to the form
kept-form-shown = You are signed in again. The page with the form is different now, so what you had typed is shown here. Nothing has been sent yet.
kept-form-text = Text
kept-form-details = Everything that is sent
kept-form-target = The button sends all of this to the address { $name }.
kept-form-send = Send it now
kept-form-page = Open the page with the form
