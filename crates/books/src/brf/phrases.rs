//! The few words that a transcriber adds, in the language of the book where we speak it.

/// The fixed words of a braille edition in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phrases {
    /// The language, so that the words are spelled by its table.
    pub(super) language: &'static str,
    pub(super) by_word: &'static str,
    pub(super) contents: &'static str,
    pub(super) image: &'static str,
    pub(super) description: &'static str,
    pub(super) volume: &'static str,
    pub(super) of_word: &'static str,
    pub(super) pages: &'static str,
    pub(super) cells: &'static str,
    pub(super) contracted_word: &'static str,
    pub(super) uncontracted: &'static str,
    /// The maker: readers must not mistake it for a transcriber's work.
    pub(super) automated: &'static str,
    /// Introduces a table that does not fit and is written row by row.
    pub(super) linear: &'static str,
    /// Introduces such a table if its columns have headings.
    pub(super) linear_headed: &'static str,
}

const ENGLISH: Phrases = Phrases {
    language: "en",
    by_word: "by",
    contents: "Contents",
    image: "Image:",
    description: "Description:",
    volume: "Volume",
    of_word: "of",
    pages: "Braille pages",
    cells: "cells",
    contracted_word: "contracted braille",
    uncontracted: "uncontracted braille",
    automated: "Transcribed by a program, not proofread",
    linear: "The table that follows is told row by row, each entry on a line of its own.",
    linear_headed: "The table that follows is told row by row: the first entry, then each other one \
                    behind the heading of its column.",
};

const FRENCH: Phrases = Phrases {
    language: "fr",
    by_word: "par",
    contents: "Table des mati\u{e8}res",
    image: "Image :",
    description: "Description :",
    volume: "Volume",
    of_word: "sur",
    pages: "Pages braille",
    cells: "cellules",
    contracted_word: "braille abr\u{e9}g\u{e9}",
    uncontracted: "braille int\u{e9}gral",
    automated: "Transcrit par un programme, non relu",
    linear: "Le tableau suivant est donn\u{e9} ligne par ligne, chaque donn\u{e9}e sur sa propre ligne.",
    linear_headed: "Le tableau suivant est donn\u{e9} ligne par ligne : la premi\u{e8}re donn\u{e9}e, puis chacune \
                    des autres apr\u{e8}s le titre de sa colonne.",
};

const SPANISH: Phrases = Phrases {
    language: "es",
    by_word: "de",
    contents: "\u{cd}ndice",
    image: "Imagen:",
    description: "Descripci\u{f3}n:",
    volume: "Volumen",
    of_word: "de",
    pages: "P\u{e1}ginas en braille",
    cells: "celdas",
    contracted_word: "braille grado 2",
    uncontracted: "braille grado 1",
    automated: "Transcrito por un programa, sin revisar",
    linear: "La tabla siguiente se da fila por fila, cada dato en su propia l\u{ed}nea.",
    linear_headed: "La tabla siguiente se da fila por fila: el primer dato, y luego cada uno de los otros tras el \
                    t\u{ed}tulo de su columna.",
};

const GERMAN: Phrases = Phrases {
    language: "de",
    by_word: "von",
    contents: "Inhalt",
    image: "Bild:",
    description: "Beschreibung:",
    volume: "Band",
    of_word: "von",
    pages: "Brailleseiten",
    cells: "Formen",
    contracted_word: "Kurzschrift",
    uncontracted: "Vollschrift",
    automated: "Von einem Programm \u{fc}bertragen, nicht Korrektur gelesen",
    linear: "Die folgende Tabelle steht Zeile f\u{fc}r Zeile, jede Angabe auf einer eigenen Zeile.",
    linear_headed: "Die folgende Tabelle steht Zeile f\u{fc}r Zeile: die erste Angabe, dann jede weitere hinter der \
                    \u{dc}berschrift ihrer Spalte.",
};

/// The words for a book in a language; English where we have no others.
pub(super) fn for_language(language: &str) -> &'static Phrases {
    [&FRENCH, &SPANISH, &GERMAN]
        .into_iter()
        .find(|phrases| braille::code(language, false).is_some_and(|code| code.language == phrases.language))
        .unwrap_or(&ENGLISH)
}
