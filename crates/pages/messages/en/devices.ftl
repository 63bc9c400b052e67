# Devices.
devices-heading = Your devices
devices-heading-member = Devices of { $name }
devices-text = A device is an app or an e-reader that signs in by itself, with a name and a password of its own. If it is lost, revoke it here; nothing else has to change.
devices-nothing = There are no devices yet.
devices-revoked = The device is revoked.
devices-limit = An account has at most { $count } devices; revoke one that is not used
devices-of-members = Devices of members
devices-own = Your own devices
devices-browsers = Browsers with a code
devices-code-open = The code of a card can be used once, until { $date }.
devices-code-used = The code of a card was used on { $date }.
devices-code-expired = The code of a card was not used, and expired on { $date }.
device-sign-in = Signs in as
device-created = Created
device-used = Last used
device-used-by = { $date } by { $name }
device-never-used = never
device-revoke = Revoke { $name }
device-add-heading = Add a device
device-add = Add the device
device-name = Name of the device
device-name-hint = To recognize it by, for example: Kobo, my phone
device-name-missing = Enter a name for the device

# A new device.
device-ready = { $name } is ready
device-ready-text = Enter these in the app.
device-ready-once = The password is shown only now.
device-ready-lost = If it is lost, revoke the device and add another.
device-sign-in-name = Sign-in name
device-password = Password
device-ready-own = Your user name works as well as the sign-in name.
devices-back = Back to the devices
devices-catalog = Catalog address
devices-code = QR code of the address { $name }
devices-places = Reading positions

# Revoking one.
device-revoke-heading = Revoke { $name }?
device-revoke-used = It signs in as { $name }, was created on { $created }, and was last used on { $used }.
device-revoke-unused = It signs in as { $name }, was created on { $created }, and was never used.
device-revoke-text = Its password stops working immediately and cannot be restored. Downloaded books stay on the device.
device-revoke-now = Revoke the device
device-revoke-not = Keep it
device-missing = There is no such device. It may have been revoked already.

# Members of an organization.
members-heading = Members of { $name }
members-text = Choose a member to add, see or revoke devices. Members with a library account of their own manage their devices themselves.
members-who = User name or identifier
members-show = Show the devices
members-count = { $count ->
    [one] { $count } member
   *[other] { $count } members
}
members-independent = (manages their own devices)
member-missing = Your organization has no such member.
member-independent = This member has a library account of their own, and manages their devices themselves.
