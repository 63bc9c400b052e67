//! Announcements of structure that is not part of the text, such as the beginning of a page, note or table.

use crate::LanguageText;

/// A structural announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Announcement {
    /// A page of the print edition, by its number or name.
    Page(String),
    /// A reference to a note, by its mark.
    NoteReference(String),
    /// A note begins.
    Note,
    /// A note has ended.
    EndOfNote,
    /// The alternative of an image follows.
    Image,
    /// A table begins.
    Table {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
    /// A row of a table, from 1.
    Row(usize),
    /// A table has ended.
    EndOfTable,
    /// A sidebar begins.
    Aside,
    /// A sidebar has ended.
    EndOfAside,
}

/// The languages of the announcements. English comes first.
const LANGUAGES: [&str; 7] = ["en", "fr", "es", "de", "it", "pt", "nl"];

/// One announcement in each of [`LANGUAGES`]. `#` is replaced by a number or name, `%` by a second one.
type LanguageTexts = [&'static str; LANGUAGES.len()];

const PAGE: LanguageTexts =
    ["Page #.", "Page #.", "Página #.", "Seite #.", "Pagina #.", "Página #.", "Pagina #."];
const NOTE_REFERENCE: LanguageTexts =
    ["Note #.", "Note #.", "Nota #.", "Anmerkung #.", "Nota #.", "Nota #.", "Noot #."];
const NOTE: LanguageTexts = ["Note:", "Note :", "Nota:", "Anmerkung:", "Nota:", "Nota:", "Noot:"];
const END_OF_NOTE: LanguageTexts = [
    "End of note.", "Fin de la note.", "Fin de la nota.", "Ende der Anmerkung.", "Fine della nota.",
    "Fim da nota.", "Einde van de noot.",
];
const IMAGE: LanguageTexts = ["Image:", "Image :", "Imagen:", "Bild:", "Immagine:", "Imagem:", "Afbeelding:"];
const TABLE: LanguageTexts = [
    "Table. Rows: #. Columns: %.",
    "Tableau. Lignes : #. Colonnes : %.",
    "Tabla. Filas: #. Columnas: %.",
    "Tabelle. Zeilen: #. Spalten: %.",
    "Tabella. Righe: #. Colonne: %.",
    "Tabela. Linhas: #. Colunas: %.",
    "Tabel. Rijen: #. Kolommen: %.",
];
const ROW: LanguageTexts = ["Row #.", "Ligne #.", "Fila #.", "Zeile #.", "Riga #.", "Linha #.", "Rij #."];
const END_OF_TABLE: LanguageTexts = [
    "End of table.", "Fin du tableau.", "Fin de la tabla.", "Ende der Tabelle.", "Fine della tabella.",
    "Fim da tabela.", "Einde van de tabel.",
];
const SIDEBAR: LanguageTexts =
    ["Sidebar:", "Encadré :", "Recuadro:", "Kasten:", "Riquadro:", "Caixa:", "Kader:"];
const END_OF_SIDEBAR: LanguageTexts = [
    "End of sidebar.", "Fin de l'encadré.", "Fin del recuadro.", "Ende des Kastens.", "Fine del riquadro.",
    "Fim da caixa.", "Einde van het kader.",
];

/// Formats an announcement in a language; in English if the language is not supported.
pub fn announce(announcement: &Announcement, language: &str) -> LanguageText {
    let short = language.split(['-', '_']).next().unwrap_or_default();
    let known = LANGUAGES.iter().position(|known| known.eq_ignore_ascii_case(short));
    let text_of = |texts: LanguageTexts| texts[known.unwrap_or_default()];
    let text = match announcement {
        Announcement::Page(label) => text_of(PAGE).replace('#', label),
        Announcement::NoteReference(mark) => {
            // A star or dagger has no name.
            let name = if mark.chars().any(char::is_alphanumeric) { mark.trim() } else { "" };
            text_of(NOTE_REFERENCE).replace('#', name).replace(" .", ".")
        }
        Announcement::Note => text_of(NOTE).to_owned(),
        Announcement::EndOfNote => text_of(END_OF_NOTE).to_owned(),
        Announcement::Image => text_of(IMAGE).to_owned(),
        Announcement::Table { rows, columns } => {
            text_of(TABLE).replace('#', &rows.to_string()).replace('%', &columns.to_string())
        }
        Announcement::Row(row) => text_of(ROW).replace('#', &row.to_string()),
        Announcement::EndOfTable => text_of(END_OF_TABLE).to_owned(),
        Announcement::Aside => text_of(SIDEBAR).to_owned(),
        Announcement::EndOfAside => text_of(END_OF_SIDEBAR).to_owned(),
    };
    LanguageText { language: known.map_or(LANGUAGES[0], |_| language).to_owned(), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_are_in_the_language_of_the_text() {
        let said = |what: Announcement, language: &str| {
            let part = announce(&what, language);
            (part.language, part.text)
        };
        let page = || Announcement::Page("xii".into());
        assert_eq!(said(page(), "de-CH"), ("de-CH".into(), "Seite xii.".into()));
        assert_eq!(said(page(), "en-GB"), ("en-GB".into(), "Page xii.".into()));
        assert_eq!(said(page(), "ja"), ("en".into(), "Page xii.".into()));
        assert_eq!(said(Announcement::NoteReference("*".into()), "fr").1, "Note.");
        assert_eq!(said(Announcement::NoteReference("4".into()), "es").1, "Nota 4.");
        let table = Announcement::Table { rows: 3, columns: 2 };
        assert_eq!(said(table, "en").1, "Table. Rows: 3. Columns: 2.");
    }
}
