# Formats.
format-daisy = DAISY text
format-daisy-audio = DAISY audio
format-daisy-2-audio = DAISY 2.02 audio
format-brf = Braille (BRF)
format-epub3 = EPUB
format-pdf = PDF in large print
format-docx = Word

# Languages.
language-english = English
language-french = French
language-spanish = Spanish
language-german = German
