//! Passwords that are read aloud: word by word, and letter by letter with the words of a spelling alphabet.

use layout::Wording;

/// A part of a password between its hyphens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpelledPart {
    pub(super) text: String,
    /// Each letter with a word that begins with it, and each digit.
    pub(super) letters: String,
}

/// Spells the parts of a password of small letters and digits, in the language of the page.
pub(super) fn spell_parts<'a>(words: impl Into<Wording<'a>>, password: &str) -> Vec<SpelledPart> {
    let words = words.into();
    let alphabet = words.text("spelling-words");
    let alphabet: Vec<&str> = alphabet.split_whitespace().collect();
    let spell_letter = |letter: char| {
        let place = ('a'..='z').position(|known| known == letter);
        match place.and_then(|place| alphabet.get(place)) {
            Some(word) => {
                let letter = letter.to_string();
                words.format(
                    "spelling-letter",
                    &[("letter", letter.as_str().into()), ("name", (*word).into())],
                )
            }
            None => letter.to_string(),
        }
    };
    let spell_part = |part: &str| SpelledPart {
        text: part.to_owned(),
        letters: part.chars().map(spell_letter).collect::<Vec<_>>().join(", "),
    };
    password.split('-').filter(|part| !part.is_empty()).map(spell_part).collect()
}

#[cfg(test)]
mod tests {
    use layout::{Language, Wording};

    use super::{SpelledPart, spell_parts};
    use crate::texts;

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
        let part = |text: &str, letters: &str| SpelledPart { text: text.into(), letters: letters.into() };
        let english = Wording { messages: &messages, language: Language::English };
        let spelled = spell_parts(english, "oak-47");
        assert_eq!(spelled, [part("oak", "o as in Oscar, a as in Alfa, k as in Kilo"), part("47", "4, 7")]);
        let german = spell_parts(english.in_language(Language::German), "oak");
        assert_eq!(german, [part("oak", "o wie Offenbach, a wie Aachen, k wie Köln")]);
    }
}
