# A browser that is signed in by the code of a printed card.
enroll-heading = Sign in with a code
enroll-text = Your school gave you a card with a code. The code signs in this browser or one device, once.
enroll-code = Code
enroll-code-hint = Three groups of four letters, for example bcdf-ghjk-mnpq. Capital letters and hyphens do not matter.
enroll-code-missing = Enter the code from your card
enroll-wrong = This code does not work. Check each letter. A code works only once and for two weeks; ask your school for another one
enroll-check = Continue
enroll-sign-in = Sign in with a user name and a password
enroll-confirm-heading = Are you { $name }?
enroll-confirm-text = This signs in this browser for { $name }. The code cannot be used again after that.
enroll-confirm-stay = You stay signed in here. Do not use the code in a browser that other people also use.
enroll-confirm = Yes, sign in this browser
enroll-again = No, enter another code

# A device that gets a sign-in of its own with the code.
enroll-device-choice = For an app or a reading device
enroll-device-choice-text = A reading app or an e-reader gets a name and a password of its own instead. The code cannot be used again after that either.
enroll-device-confirm = Sign in a device instead
enroll-device-name = Device with a code
enroll-device-heading = Enter these in the app
enroll-device-text = The device signs in with a name and a password of its own.
enroll-device-once = They are shown only now.
enroll-device-lost = If they are lost, ask your school for another code.
enroll-device-address = Catalog address
enroll-device-sign-in = Sign-in name
enroll-device-password = Password
enroll-device-limit = You have too many devices already. Ask your school to revoke one
