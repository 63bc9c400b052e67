# Les formats.
format-daisy = DAISY texte
format-daisy-audio = DAISY audio
format-daisy-2-audio = DAISY 2.02 audio
format-brf = Braille (BRF)
format-epub3 = EPUB
format-pdf = PDF en grands caractères
format-docx = Word

# Les langues.
language-english = anglais
language-french = français
language-spanish = espagnol
language-german = allemand
