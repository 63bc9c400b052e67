# A browser that is signed in by the code of a printed card.
enroll-heading = Sign in with a code
enroll-text = Your school gave you a card with a code. The code signs in this browser, once.
enroll-code = Code
enroll-code-hint = Three groups of four letters, for example bcdf-ghjk-mnpq. Capital letters and hyphens do not matter.
enroll-code-missing = Enter the code from your card
enroll-wrong = This code does not work. Check each letter. A code works only once and for two weeks; ask your school for another one
enroll-check = Continue
enroll-sign-in = Sign in with a user name and a password
enroll-confirm-heading = Are you { $name }?
enroll-confirm-text = This signs in this browser for { $name }. The code cannot be used again after that.
enroll-confirm-stay = You stay signed in here. Do not use the code in a browser that other people use, too.
enroll-confirm = Yes, sign in this browser
enroll-again = No, enter another code
