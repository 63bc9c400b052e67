//! Names of formats and of languages.

use domain::{Format, languages};
use vocabulary::Language;

use crate::Wording;

/// A format's name for people.
pub fn format_name<'a>(words: impl Into<Wording<'a>>, format: Format) -> String {
    words.into().text(format.facts().name_message)
}

/// The name of a language, ISO 639-2 alpha-3: in the reader's language for those that pages are written in,
/// otherwise the English one.
pub fn language_name<'a>(words: impl Into<Wording<'a>>, code: &str) -> String {
    let words = words.into();
    match Language::from_tag(code) {
        Some(language) => words.text(language.facts().name_message),
        None => languages::name(code).unwrap_or(code).to_owned(),
    }
}

/// The language that the name of a language is in, as a BCP 47 tag. Empty if it is the reader's.
pub fn language_of_name<'a>(words: impl Into<Wording<'a>>, code: &str) -> &'static str {
    let is_english = words.into().language == Language::English;
    if is_english || Language::from_tag(code).is_some() || languages::name(code).is_none() {
        ""
    } else {
        "en"
    }
}

#[cfg(test)]
mod tests {
    use domain::Format;
    use domain::wire::WireEnum as _;

    use super::{format_name, language_name, language_of_name};
    use crate::testkit::assert_messages;
    use crate::{Language, Messages, Wording};

    #[test]
    fn every_language_has_a_name_for_each_format_and_language() {
        let formats = Format::ALL.iter().map(|format| format.facts().name_message);
        let languages = Language::ALL.map(|language| language.facts().name_message);
        assert_messages(&Messages::with_shared(&[]), formats.chain(languages));
    }

    #[test]
    fn formats_and_languages_have_names() {
        let messages = Messages::with_shared(&[]);
        let words = Wording { messages: &messages, language: Language::French };
        assert_eq!(format_name(words, Format::Pdf), "PDF en grands caractères");
        assert_eq!(language_name(words, "deu"), "allemand");
        assert_eq!(language_name(words, "pol"), "Polish");
        assert_eq!(language_name(words, "x"), "x");
        assert_eq!(["deu", "pol", "x"].map(|code| language_of_name(words, code)), ["", "en", ""]);
        let words = Wording { language: Language::English, ..words };
        assert_eq!(language_of_name(words, "pol"), "");
    }
}
