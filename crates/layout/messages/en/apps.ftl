# Reading apps.
apps-text = A reading app on a phone, tablet, computer or e-reader can find, fetch and read the library’s books by itself. Three steps connect it.
apps-device = Give the app a password of its own
apps-device-text = Add the app as a device of yours. The page shows a name and a password for it, once. If the device is lost, you revoke that password there, and nothing else changes.
apps-catalog = Tell the app where the library is
apps-catalog-text = Apps that read OPDS catalogs find the library at this address. Enter the name and the password of the device when the app asks for them.
apps-thorium = Open Catalogs and choose “Add an OPDS feed”.
apps-koreader = In the file browser open the menu with the magnifying glass, then “OPDS catalog”, and add a catalog. Name and password are fields next to the address.
apps-readest = In the library open the menu, then “OPDS Catalogs”, and add a catalog. Name and password are fields next to the address.
apps-cantook = Open the catalogs and add one by its address.
apps-fbreader = Open the network library and add a catalog by its address.
apps-foliate = Open “Catalogs” in the library and add one. Put /v1.2/sign-in after the address: Foliate then asks for name and password.
apps-places = Continue where another device stopped
apps-places-text = KOReader and Readest can continue at your place in a book. Their sync server is at this address; name and password are those of the device.
