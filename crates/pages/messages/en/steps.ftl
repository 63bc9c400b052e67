# Proof of disability and subscription.
proof-ask = Ask somebody to confirm it
proof-ask-again = Ask somebody else
proof-text = Name a person who knows your disability by profession: a physician, an optician, a teacher, a librarian. The library sends this person an email with a link that works for 60 days. It says your name, and that you ask for access to accessible books.
proof-email = Email address of this person
proof-email-hint = Not your own address
proof-email-wrong = This is not an email address
proof-email-own = This is your own address. Somebody else has to confirm your disability.
proof-name = Name of this person
proof-message = Your message to this person
proof-message-hint = It is part of the email. At most { $count } characters; you can leave it empty.
proof-message-long = This is too long: at most { $count } characters
proof-send = Send the request
proof-asked = The request is on its way. You need not do anything else: when the person has confirmed your disability, you get an email.
proof-otherwise = If you have a membership of another library for people with disabilities, the library’s staff can accept that as proof. Please contact them.
subscription-text = Choose a subscription. It begins immediately.
subscription-nothing = The library offers no subscription to choose here. Please contact the library’s staff.
subscription-type = Subscription
subscription-type-missing = Choose a subscription
subscription-endless = Without end
subscription-free = Free of charge
subscription-price = Price: { $name }
subscription-code = Promotion code
subscription-code-hint = If you have one
subscription-code-wrong = This promotion code is not valid
subscription-take = Take out a subscription
subscription-taken = Your subscription has begun.
subscription-due = To pay: { $name }. The library’s staff tell you how.
subscription-months = { $count ->
    [one] One month
   *[other] { $count } months
}
