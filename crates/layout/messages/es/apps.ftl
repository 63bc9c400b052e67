# Aplicaciones de lectura.
apps-text = Una aplicación de lectura en un teléfono, una tableta, un ordenador o un lector electrónico puede buscar, obtener y leer por sí misma los libros de la biblioteca. Se conecta en tres pasos.
apps-device = Dé a la aplicación su propia contraseña
apps-device-text = Añada la aplicación como uno de sus dispositivos. La página muestra, una sola vez, un nombre y una contraseña para ella. Si pierde el dispositivo, allí revoca esa contraseña y no cambia nada más.
apps-catalog = Indique a la aplicación dónde está la biblioteca
apps-catalog-text = Las aplicaciones que leen catálogos OPDS encuentran la biblioteca en esta dirección. Escriba el nombre y la contraseña del dispositivo cuando la aplicación los pida.
apps-thorium = Abra los catálogos y elija añadir un canal OPDS.
apps-koreader = En el explorador de archivos abra el menú de la lupa, después «Catálogo OPDS», y añada un catálogo. El nombre y la contraseña son campos junto a la dirección.
apps-readest = En la biblioteca abra el menú, después los catálogos OPDS, y añada un catálogo. El nombre y la contraseña son campos junto a la dirección.
apps-cantook = Abra los catálogos y añada uno por su dirección.
apps-fbreader = Abra la biblioteca en red y añada un catálogo por su dirección.
apps-foliate = Abra los catálogos en la biblioteca y añada uno. Escriba /v1.2/sign-in detrás de la dirección: Foliate pedirá entonces el nombre y la contraseña.
apps-places = Siga donde lo dejó en otro dispositivo
apps-places-text = KOReader y Readest pueden continuar en su lugar del libro. Su servidor de sincronización está en esta dirección; el nombre y la contraseña son los del dispositivo.
