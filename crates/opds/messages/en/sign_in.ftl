# The authentication document.
sign-in-library = Library
sign-in-text = Sign in with the name and the password of a device, which you make on the page of your devices, or through the library’s sign-in page.
sign-in-name = Device name or user name
sign-in-password = Device password
