# Formate.
format-daisy = DAISY-Text
format-daisy-audio = DAISY-Hörbuch
format-daisy-2-audio = DAISY-2.02-Hörbuch
format-brf = Braille (BRF)
format-epub3 = EPUB
format-pdf = PDF in Großdruck
format-docx = Word

# Sprachen.
language-english = Englisch
language-french = Französisch
language-spanish = Spanisch
language-german = Deutsch
