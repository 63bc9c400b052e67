# La página del entorno de pruebas con todos los elementos.
design-heading = Los elementos de las páginas
design-text = Todo aquello de lo que se componen las páginas, tal como se ve con sus ajustes de texto y colores. Solo el entorno de pruebas tiene esta página.
design-notice = Un aviso
design-form = Un formulario con un error
design-reset = Restablecer
design-link = Un enlace
design-books = Una lista de libros
design-table = Una tabla, en un teléfono una lista
design-links = Enlaces y tarjetas
design-waiting = Un trabajo en curso
design-title = Un título
design-chapter = Un capítulo
