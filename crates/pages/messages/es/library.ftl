# El marco de todas las páginas.
feed-title = El catálogo para las aplicaciones de lectura
skip-to-main = Ir al contenido principal
nav-label = Navegación principal
nav-menu = Menú
nav-home = Inicio
nav-search = Buscar
nav-account = Mi cuenta
nav-sign-in = Iniciar sesión
nav-sign-out = Cerrar sesión
nav-apps = Aplicaciones de lectura
nav-docs = Para desarrolladores
signed-in-as = Ha iniciado sesión como { $name }.
by = De
pages-label = Más páginas
pages-first = Primera página
pages-previous = Página anterior
pages-next = Página siguiente
pages-last = Última página
what-next = Qué puede hacer

# La página de inicio.
home-title = Inicio
home-heading = Le damos la bienvenida a { $name }
home-intro = Esta biblioteca es para personas que no pueden leer bien textos impresos, por ejemplo por ceguera, baja visión, dislexia o una discapacidad física. Cualquiera puede buscar en ella. Los miembros reciben los libros en el formato que mejor leen.
home-join = Inscribirse en la biblioteca
home-share = Ha leído el { $count } por ciento.
home-begun = Lo ha empezado.
home-categories = Explorar por categoría

# El estante.
because-readers = Leído por personas que leyeron «{ $name }»
because-series = De la misma serie que «{ $name }»
because-contributor = Con alguien que también participó en «{ $name }»
because-category = Sobre el mismo tema que «{ $name }»
because-popular = Popular entre otras personas
shelf-copy = { $name }: hasta el { $until }
shelf-copy-making = { $name }: en preparación
shelf-read = En el navegador: hasta el { $name }
shelf-read-ended = En el navegador: la copia ya no se conserva
shelf-read-on = Seguir leyendo
shelf-read-again = Abrir de nuevo
shelf-lists-nothing = Todavía no tiene ninguna lista de lectura.
shelf-all = { $count ->
    [one] Mostrarlo
   *[other] Mostrar los { $count }
}

# Texto y colores.
display-heading = Texto y colores
display-text = Elija el aspecto de todas las páginas de esta biblioteca. Si ha iniciado sesión, su elección acompaña a su cuenta en cualquier navegador. Si no, solo la guarda este navegador.
display-example = El transbordador sale a las seis de la mañana. Nadie tiene prisa.
display-saved = Su elección se ha guardado.
display-save = Guardar
display-size = Tamaño del texto
display-size-100 = Como en mi navegador
display-size-125 = Más grande
display-size-150 = Grande
display-size-200 = Doble
display-size-300 = Triple
display-spacing = Espaciado
display-spacing-usual = Normal
display-spacing-wide = Amplio
display-spacing-widest = Muy amplio
display-letters = Letras
display-letters-usual = Normales
display-letters-serif = Con serifas
display-letters-mono = Todas del mismo ancho
display-letters-rounded = Redondeadas
display-width = Longitud de las líneas
display-width-usual = Normal
display-width-narrow = Corta
display-width-full = Toda la ventana
display-colors = Colores
display-colors-usual = Como en mi sistema
display-colors-light = Texto oscuro sobre página clara
display-colors-dark = Texto claro sobre página oscura
display-colors-cream = Negro sobre crema
display-colors-yellow = Amarillo sobre negro
display-colors-black = Negro sobre blanco
busy-sign-in = Iniciar sesión y continuar
busy-again = Volver a intentarlo
