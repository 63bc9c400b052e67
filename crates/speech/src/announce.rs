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

/// The announcements of one language, in the order of [`Announcement`]. `#` is replaced by a number or
/// name, `%` by a second one.
struct AnnouncementTexts {
    language: &'static str,
    page: &'static str,
    reference: &'static str,
    note: &'static str,
    end_of_note: &'static str,
    image: &'static str,
    table: &'static str,
    row: &'static str,
    end_of_table: &'static str,
    sidebar: &'static str,
    end_of_aside: &'static str,
}

const ENGLISH_TEXTS: AnnouncementTexts = AnnouncementTexts {
    language: "en",
    page: "Page #.",
    reference: "Note #.",
    note: "Note:",
    end_of_note: "End of note.",
    image: "Image:",
    table: "Table. Rows: #. Columns: %.",
    row: "Row #.",
    end_of_table: "End of table.",
    sidebar: "Sidebar:",
    end_of_aside: "End of sidebar.",
};

const OTHER_TEXTS: [AnnouncementTexts; 6] = [
    AnnouncementTexts {
        language: "fr",
        page: "Page #.",
        reference: "Note #.",
        note: "Note :",
        end_of_note: "Fin de la note.",
        image: "Image :",
        table: "Tableau. Lignes : #. Colonnes : %.",
        row: "Ligne #.",
        end_of_table: "Fin du tableau.",
        sidebar: "Encadré :",
        end_of_aside: "Fin de l'encadré.",
    },
    AnnouncementTexts {
        language: "es",
        page: "Página #.",
        reference: "Nota #.",
        note: "Nota:",
        end_of_note: "Fin de la nota.",
        image: "Imagen:",
        table: "Tabla. Filas: #. Columnas: %.",
        row: "Fila #.",
        end_of_table: "Fin de la tabla.",
        sidebar: "Recuadro:",
        end_of_aside: "Fin del recuadro.",
    },
    AnnouncementTexts {
        language: "de",
        page: "Seite #.",
        reference: "Anmerkung #.",
        note: "Anmerkung:",
        end_of_note: "Ende der Anmerkung.",
        image: "Bild:",
        table: "Tabelle. Zeilen: #. Spalten: %.",
        row: "Zeile #.",
        end_of_table: "Ende der Tabelle.",
        sidebar: "Kasten:",
        end_of_aside: "Ende des Kastens.",
    },
    AnnouncementTexts {
        language: "it",
        page: "Pagina #.",
        reference: "Nota #.",
        note: "Nota:",
        end_of_note: "Fine della nota.",
        image: "Immagine:",
        table: "Tabella. Righe: #. Colonne: %.",
        row: "Riga #.",
        end_of_table: "Fine della tabella.",
        sidebar: "Riquadro:",
        end_of_aside: "Fine del riquadro.",
    },
    AnnouncementTexts {
        language: "pt",
        page: "Página #.",
        reference: "Nota #.",
        note: "Nota:",
        end_of_note: "Fim da nota.",
        image: "Imagem:",
        table: "Tabela. Linhas: #. Colunas: %.",
        row: "Linha #.",
        end_of_table: "Fim da tabela.",
        sidebar: "Caixa:",
        end_of_aside: "Fim da caixa.",
    },
    AnnouncementTexts {
        language: "nl",
        page: "Pagina #.",
        reference: "Noot #.",
        note: "Noot:",
        end_of_note: "Einde van de noot.",
        image: "Afbeelding:",
        table: "Tabel. Rijen: #. Kolommen: %.",
        row: "Rij #.",
        end_of_table: "Einde van de tabel.",
        sidebar: "Kader:",
        end_of_aside: "Einde van het kader.",
    },
];

/// Formats an announcement in a language; in English if the language is not supported.
pub fn announce(announcement: &Announcement, language: &str) -> LanguageText {
    let short = language.split(['-', '_']).next().unwrap_or_default();
    let known = std::iter::once(&ENGLISH_TEXTS)
        .chain(&OTHER_TEXTS)
        .find(|words| words.language.eq_ignore_ascii_case(short));
    let words = known.unwrap_or(&ENGLISH_TEXTS);
    let text = match announcement {
        Announcement::Page(label) => words.page.replace('#', label),
        Announcement::NoteReference(mark) => {
            // A star or dagger has no name.
            let name = if mark.chars().any(char::is_alphanumeric) { mark.trim() } else { "" };
            words.reference.replace('#', name).replace(" .", ".")
        }
        Announcement::Note => words.note.to_owned(),
        Announcement::EndOfNote => words.end_of_note.to_owned(),
        Announcement::Image => words.image.to_owned(),
        Announcement::Table { rows, columns } => {
            words.table.replace('#', &rows.to_string()).replace('%', &columns.to_string())
        }
        Announcement::Row(row) => words.row.replace('#', &row.to_string()),
        Announcement::EndOfTable => words.end_of_table.to_owned(),
        Announcement::Aside => words.sidebar.to_owned(),
        Announcement::EndOfAside => words.end_of_aside.to_owned(),
    };
    LanguageText { language: known.map_or(ENGLISH_TEXTS.language, |_| language).to_owned(), text }
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
