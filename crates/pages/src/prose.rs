//! The language that a text is in: as its record states it, otherwise by its letters and words. Records
//! seldom state it, and a synopsis is often in another language than its book.

use domain::languages;
use whatlang::Lang;

use crate::Page;

/// The tag of the language of text, stated or recognized. Empty if it is that of the page, or unknown.
pub(crate) fn text_language(page: &Page<'_>, stated: Option<&str>, text: &str) -> String {
    let known = stated.or_else(|| detect_tag(text));
    known.filter(|tag| *tag != page.language().tag()).unwrap_or_default().to_owned()
}

/// The tag of the language of text. `None` unless it is beyond doubt.
pub(crate) fn detect_tag(text: &str) -> Option<&'static str> {
    detect_language(text).and_then(language_tag)
}

/// The language of text. `None` unless it is beyond doubt: a screen reader that speaks in a wrong language
/// is worse than one that keeps its own.
pub(crate) fn detect_language(text: &str) -> Option<Lang> {
    let lang = detect_reliably(text)?;
    // A text in two languages is not in one of them.
    let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    let (one, other) = text.split_at(middle);
    let agrees = |half| detect_reliably(half).is_none_or(|found| found == lang);
    (agrees(one) && agrees(other)).then_some(lang)
}

/// A language that is recognized without doubt.
fn detect_reliably(text: &str) -> Option<Lang> {
    whatlang::detect(text).filter(whatlang::Info::is_reliable).map(|found| found.lang())
}

/// The tag of a language. `None` if the library does not support it.
pub(crate) fn language_tag(lang: Lang) -> Option<&'static str> {
    languages::tag(match lang {
        Lang::Cmn => "zho",
        lang => lang.code(),
    })
}

#[cfg(test)]
mod tests {
    use super::detect_tag;

    #[test]
    fn a_text_is_recognized_by_its_words() {
        for (tag, text) in [
            (
                "en",
                "In 1909 the county sends a young surveyor to the ferry with a pencil and a rule of his own.",
            ),
            ("fr", "Des livres pour les longues soirées d’hiver, à lire en famille"),
            ("fr", "Dans un village de montagne, une institutrice tient le registre des neiges."),
            ("es", "La banda ensaya para la fiesta, pero el bombo se ha perdido y los músicos lo buscan."),
            ("de", "Die Fähre fährt nicht mehr, und der Fährmann zählt, wer noch über den Fluss will."),
            ("pl", "Na wsi mówią, że zima przyjdzie wcześniej niż zwykle, a most nie wytrzyma."),
            ("ar", "في القرية يقولون إن الشتاء سيأتي مبكرا هذا العام وإن الجسر لن يصمد."),
            ("zh", "村里的人說今年的冬天會來得很早，橋恐怕撐不住了，孩子們每天都在數日子。"),
        ] {
            assert_eq!(detect_tag(text), Some(tag), "{text}");
        }
    }

    #[test]
    fn texts_in_doubt_have_no_language() {
        for text in [
            "",
            "1911-1914",
            "Poems, 1911-1914",
            "The Count of Monte Cristo",
            "A short story.",
            "Short evenings",
            "Ferries for all",
            "The ferry and the bridge, of which the people speak. Die Fähre und die Brücke, von der sie mit den Leuten reden.",
        ] {
            assert_eq!(detect_tag(text), None, "{text}");
        }
    }
}
