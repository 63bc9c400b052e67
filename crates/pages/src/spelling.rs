//! Names and passwords that are read aloud: part by part, and letter by letter with the words of a spelling
//! alphabet.

use layout::Wording;

/// A part of a name or a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpelledPart {
    pub(crate) text: String,
    /// Each letter with a word that begins with it, and each digit; or the name of a sign.
    pub(crate) letters: String,
}

/// Spells the parts of a password of small letters and digits, which are between its hyphens, in the language
/// of the page.
pub(crate) fn spell_password<'a>(words: impl Into<Wording<'a>>, password: &str) -> Vec<SpelledPart> {
    spell_parts(words.into(), password.split('-').filter(|part| !part.is_empty()))
}

/// Spells a name to sign in by, which may be an email address, in the language of the page. Signs such as the
/// hyphen are parts of their own.
pub(crate) fn spell_name<'a>(words: impl Into<Wording<'a>>, name: &str) -> Vec<SpelledPart> {
    spell_parts(words.into(), split_name(name).into_iter())
}

/// The parts of a name: letters and digits that follow each other, and each sign alone.
pub(crate) fn split_name(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let end = match rest.find(|letter: char| !letter.is_alphanumeric()) {
            Some(0) => first.len_utf8(),
            Some(end) => end,
            None => rest.len(),
        };
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
    }
    parts
}

/// The name of a sign that is in names to sign in by. `None` for letters, digits and rare signs.
pub(crate) fn sign_name(words: Wording<'_>, part: &str) -> Option<String> {
    let message = match part {
        "." => "spelling-dot",
        "-" => "spelling-hyphen",
        "_" => "spelling-underscore",
        "@" => "spelling-at",
        "+" => "spelling-plus",
        "'" => "spelling-apostrophe",
        _ => return None,
    };
    Some(words.text(message))
}

fn spell_parts<'p>(words: Wording<'_>, parts: impl Iterator<Item = &'p str>) -> Vec<SpelledPart> {
    let alphabet = words.text("spelling-words");
    let alphabet: Vec<&str> = alphabet.split_whitespace().collect();
    let spell_letter = |letter: char| {
        let small = letter.to_ascii_lowercase();
        let place = ('a'..='z').position(|known| known == small);
        match place.and_then(|place| alphabet.get(place)) {
            Some(word) => {
                let small = small.to_string();
                let values = [("letter", small.as_str().into()), ("name", (*word).into())];
                words.format("spelling-letter", &values)
            }
            None => letter.to_string(),
        }
    };
    let spell_part = |part: &str| SpelledPart {
        text: part.to_owned(),
        letters: sign_name(words, part)
            .unwrap_or_else(|| part.chars().map(spell_letter).collect::<Vec<_>>().join(", ")),
    };
    parts.map(spell_part).collect()
}

#[cfg(test)]
mod tests {
    use layout::{Language, Wording};

    use super::{SpelledPart, sign_name, spell_name, spell_password, split_name};
    use crate::texts;

    fn part(text: &str, letters: &str) -> SpelledPart {
        SpelledPart { text: text.into(), letters: letters.into() }
    }

    #[test]
    fn every_letter_has_a_word_that_begins_with_it_in_every_language() {
        let messages = texts::load_messages();
        for language in Language::ALL {
            let words = Wording { messages: &messages, language };
            let alphabet = words.text("spelling-words");
            let first_letter = |word: &str| word.chars().next().map(|first| first.to_ascii_lowercase());
            let initials: String = alphabet.split_whitespace().filter_map(first_letter).collect();
            assert_eq!(initials, ('a'..='z').collect::<String>(), "{language}");
        }
    }

    #[test]
    fn a_password_is_spelled_part_by_part() {
        let messages = texts::load_messages();
        let english = Wording { messages: &messages, language: Language::English };
        let spelled = spell_password(english, "oak-47");
        assert_eq!(spelled, [part("oak", "o as in Oscar, a as in Alfa, k as in Kilo"), part("47", "4, 7")]);
        let german = spell_password(english.in_language(Language::German), "oak");
        assert_eq!(german, [part("oak", "o wie Offenbach, a wie Aachen, k wie Köln")]);
    }

    #[test]
    fn the_signs_of_a_name_are_spoken_too() {
        let messages = texts::load_messages();
        let english = Wording { messages: &messages, language: Language::English };
        let spelled = spell_name(english, "Ann.ö@x-1");
        let parts = [
            part("Ann", "a as in Alfa, n as in November, n as in November"),
            part(".", "dot"),
            part("ö", "ö"),
            part("@", "at sign"),
            part("x", "x as in X-ray"),
            part("-", "hyphen"),
            part("1", "1"),
        ];
        assert_eq!(spelled, parts);
        assert_eq!(spell_name(english, "a#b")[1], part("#", "#"));
        assert!(spell_name(english, "").is_empty());
    }

    #[test]
    fn a_name_is_its_parts() {
        for name in ["ada.brandt", "..", "a", "", "ö_ä+1'2", "uma@sandbox.example"] {
            assert_eq!(split_name(name).concat(), name);
        }
        assert_eq!(split_name("ada..b"), ["ada", ".", ".", "b"]);
    }

    #[test]
    fn signs_have_names_in_every_language() {
        let messages = texts::load_messages();
        for language in Language::ALL {
            let words = Wording { messages: &messages, language };
            for sign in [".", "-", "_", "@", "+", "'"] {
                assert!(sign_name(words, sign).is_some_and(|name| name != sign), "{sign} in {language}");
            }
        }
    }
}
