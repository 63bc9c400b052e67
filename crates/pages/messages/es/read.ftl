# Reading in the browser.
read-title = Leer: { $name }
read-waiting-heading = Su libro se está preparando
read-waiting = Esta página se vuelve a cargar cada pocos segundos y abre el libro en cuanto esté listo.
read-waiting-long = Su libro todavía se está preparando. Puede salir de esta página y volver; el libro se abre en cuanto esté listo.
read-start = Leer desde el principio
read-resume = Continuar con «{ $name }»
read-resume-other = La última vez leyó este libro como { $name }. Puede continuar aproximadamente en el mismo lugar.
read-resume-browser = La última vez leyó este libro en otro navegador.
read-resume-app = La última vez leyó este libro en una aplicación.
read-places = Otros lugares
read-place-here = En este navegador, { $name }
read-place-browser = En otro navegador, { $name }
read-place-app = En una aplicación, { $name }
read-place-earlier = Antes, { $name }
read-about = Acerca de este libro
read-about-copy = Acerca de esta copia
read-notice = Esta copia se hizo para { $name } el { $date }. Es solo para el uso personal de esta persona.
read-contents = Índice
read-find = Buscar un lugar
read-search-words = Palabras en este libro
read-search-title = Buscar en «{ $name }»
read-found = { $count ->
    [0] No se encontró ningún lugar
    [one] Se encontró un lugar
   *[other] Se encontraron { $count } lugares
}
read-more = Hay más lugares. Busque más palabras para encontrar menos.
read-go-page = Página de la edición impresa
read-go = Ir a la página
read-no-page = Este libro no tiene la página «{ $name }».
read-pages = { $count ->
    [one] La página
   *[other] Las { $count } páginas
}
read-bookmarks = Marcadores
read-bookmark-number = Marcador { $count }:
read-highlight-number = Resaltado { $count }:
read-no-bookmarks = No tiene marcadores en este libro.
read-remove-bookmark = Quitar el marcador
read-removed-bookmark = El marcador está eliminado.
read-highlights = Resaltados y notas
read-remove-highlight = Quitar el resaltado
read-removed-highlight = El resaltado está eliminado.
read-steps = Capítulos
read-steps-end = Capítulos, después del texto
read-previous = Capítulo anterior
read-next = Capítulo siguiente
read-share = Este capítulo empieza en el { $count } por ciento del libro.
read-marked = El marcador está puesto.
read-bookmark-heading = Guardar este lugar
read-bookmark-text = Sus palabras al respecto, si lo desea
read-bookmark-set = Poner un marcador
read-description = Descripción de la imagen
# The label of the note follows.
read-back = Volver al texto, nota
read-undescribed = Imagen sin descripción
read-page = Página
read-picture = Imagen de la página
# For a table without a caption. A number may follow.
read-table = Tabla
read-player = Lectura en voz alta
read-play = Leer en voz alta
read-pause = Pausa
read-sentence-back = Frase anterior
read-sentence-forward = Frase siguiente
read-settings = Velocidad, voz, temporizador y teclas
read-rate = Velocidad, de 0,5 a 3,5
read-sleep = Parar después de
read-sleep-never = No parar
read-skip = No leer en voz alta
read-skip-notes = Notas
read-skip-pages = Números de página
read-skip-descriptions = Descripciones de imágenes
read-keys = Teclas
read-key-play = Leer en voz alta o hacer una pausa
read-key-faster = Más rápido
read-key-slower = Más despacio
read-highlight = Resaltar la selección
read-note = Nota
read-select-first = Seleccione primero palabras del texto. Durante la lectura en voz alta se resalta la frase.
read-highlighted = El resaltado está guardado.
read-playing = Leyendo en voz alta.
read-paused = En pausa.
read-ended = El capítulo termina aquí.
read-asleep = El temporizador ha detenido la lectura.
read-voiceless = Su navegador no tiene voz y este capítulo no tiene grabación.
read-voice = Voz
read-voice-recorded = Narración grabada
read-voice-library = La voz de la biblioteca
read-voice-browser = La voz de este navegador
read-voice-offer = La biblioteca puede leer este libro en voz alta con su propia voz. Crear la grabación tarda unos minutos; hasta entonces lee la voz de este navegador.
read-voice-make = Crear la voz de la biblioteca
read-voice-making = Se está creando la voz de la biblioteca. Puede seguir leyendo; se usará en cuanto esté lista.
read-voice-ready = La voz de la biblioteca está lista.
read-voice-failed = No se pudo crear la voz de la biblioteca. Puede intentarlo de nuevo.
read-listen = Obtener este libro como audiolibro
read-failed = No se pudo guardar.
read-offline = No hay conexión. Se conserva y se guardará más tarde.
read-signed-out = Su sesión ha terminado. Se conserva y se guardará cuando vuelva a iniciar sesión.
read-highlight-page = Resaltar un párrafo
read-highlight-title = Resaltar en «{ $name }»
read-back-to-chapter = Volver al capítulo
read-highlight-paragraph = Párrafo
read-highlight-words = Palabras
read-highlight-words-hint = Solo estas palabras, tal como están escritas en el párrafo. Si este campo está vacío, se resalta todo el párrafo.
read-highlight-missing = El párrafo no tiene estas palabras.
read-highlight-save = Guardar el resaltado
