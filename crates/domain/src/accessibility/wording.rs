//! The words of the display guide's statements, by language.
//!
//! The files are the guide's published localizations, under the W3C Software and Document License
//! (data/README.md).

use std::sync::LazyLock;

use vocabulary::Language;

use crate::data::{Table, parse_table};

/// Length of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// A few words.
    Compact,
    /// A sentence that explains.
    Descriptive,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementText {
    pub text: String,
    /// The language that it is in: English where a localization does not have the text.
    pub language: Language,
}

static ENGLISH: LazyLock<Table<3>> =
    LazyLock::new(|| parse_table(include_str!("../../data/statements/en.tsv")));
static FRENCH: LazyLock<Table<3>> =
    LazyLock::new(|| parse_table(include_str!("../../data/statements/fr.tsv")));
static SPANISH: LazyLock<Table<3>> =
    LazyLock::new(|| parse_table(include_str!("../../data/statements/es.tsv")));
static GERMAN: LazyLock<Table<3>> =
    LazyLock::new(|| parse_table(include_str!("../../data/statements/de.tsv")));

/// The guide's texts in one language.
fn localization(language: Language) -> &'static Table<3> {
    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
        Language::Spanish => &SPANISH,
        Language::German => &GERMAN,
    }
}

/// The texts of some of the guide's ids, one after the other. All of them are English if the localization
/// lacks one.
pub(super) fn join_texts(language: Language, keys: &[&str], style: Style) -> StatementText {
    let column = match style {
        Style::Compact => 1,
        Style::Descriptive => 2,
    };
    let read = |language: Language| {
        let texts: Option<Vec<&str>> =
            keys.iter().map(|key| localization(language).get(key).map(|row| row[column])).collect();
        texts.map(|texts| StatementText { text: texts.join(" "), language })
    };
    read(language)
        .or_else(|| read(Language::English))
        .unwrap_or(StatementText { text: String::new(), language: Language::English })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_and_complete() {
        for language in Language::ALL {
            let keys: Vec<_> = localization(language).keys().collect();
            assert!(keys.is_sorted() && keys.len() >= 81, "{language}");
            let filled = |row: &[&str; 3]| row.iter().all(|cell| !cell.is_empty());
            assert!(localization(language).rows().iter().all(filled), "{language}");
            assert!(keys.iter().all(|key| ENGLISH.get(key).is_some()), "{language}");
        }
        assert_eq!((ENGLISH.rows().len(), FRENCH.rows().len()), (88, 88));
    }

    #[test]
    fn marks_english_text_where_the_localization_lacks_it() {
        let text = |language: Language, key| join_texts(language, &[key], Style::Compact);
        let french = text(Language::French, "hazards-title");
        assert_eq!((french.text.as_str(), french.language), ("Points d'attention", Language::French));
        let german = text(Language::German, "hazards-sound-none");
        assert_eq!((german.text.as_str(), german.language), ("No sound hazards", Language::English));
    }
}
