# Los formatos.
format-daisy = DAISY de texto
format-daisy-audio = DAISY de audio
format-daisy-2-audio = DAISY 2.02 de audio
format-brf = Braille (BRF)
format-epub3 = EPUB
format-pdf = PDF en letra grande
format-docx = Word

# Los idiomas.
language-english = inglés
language-french = francés
language-spanish = español
language-german = alemán
