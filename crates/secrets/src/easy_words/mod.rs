//! Passwords of easy words, which can be read aloud, spelled, printed large and typed in braille.

mod english;
mod french;
mod german;
mod spanish;

use rand::RngExt as _;
use vocabulary::Language;

const WORDS_PER_LANGUAGE: usize = 256;

const WORDS_PER_PASSWORD: usize = 4;

/// Digits of the number at the end. 0 and 1 are left out, which look like letters.
const DIGITS: &[u8; 8] = b"23456789";

/// The words of a language: letters from a to z, 3 to 6 of them. None is the beginning of another one, and
/// any two differ in more than one letter. There are no numbers, which people type as digits when they hear
/// them. Words that sound like others, and words that hurt next to a name, are avoided.
fn easy_words(language: Language) -> &'static [&'static str; WORDS_PER_LANGUAGE] {
    match language {
        Language::English => &english::WORDS,
        Language::French => &french::WORDS,
        Language::Spanish => &spanish::WORDS,
        Language::German => &german::WORDS,
    }
}

/// A random password of four words and a number of two digits with hyphens between them, for example
/// `lemon-river-button-gold-47`: at most 30 characters, all of which are in ASCII.
///
/// It has 38 bits of entropy: 8 of each word and 3 of each digit. This is enough where guesses are throttled
/// and the password is changed at the first sign-in, and too little for a secret that can be guessed offline.
pub fn generate_easy_password(rng: &mut (impl rand::Rng + ?Sized), language: Language) -> String {
    let words = easy_words(language);
    let mut password = String::new();
    for _ in 0..WORDS_PER_PASSWORD {
        password.push_str(words[rng.random_range(0..words.len())]);
        password.push('-');
    }
    for _ in 0..2 {
        password.push(char::from(DIGITS[rng.random_range(0..DIGITS.len())]));
    }
    password
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng as _;
    use rand::rngs::StdRng;
    use vocabulary::Language;

    use super::{easy_words, generate_easy_password};

    /// Returns true if one letter was replaced, added or left out.
    fn differs_in_one_letter(one: &str, other: &str) -> bool {
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        let replaced = || short.bytes().zip(long.bytes()).filter(|(a, b)| a != b).count() == 1;
        let is_added = |at: usize| format!("{}{}", &long[..at], &long[at + 1..]) == short;
        match long.len() - short.len() {
            0 => replaced(),
            1 => (0..long.len()).any(is_added),
            _ => false,
        }
    }

    #[test]
    fn words_are_short_have_simple_letters_and_are_hard_to_confuse() {
        for language in Language::ALL {
            let words = easy_words(language);
            assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len(), "{language}");
            for (at, word) in words.iter().enumerate() {
                assert!((3..=6).contains(&word.len()), "{language}: {word}");
                assert!(word.bytes().all(|byte| byte.is_ascii_lowercase()), "{language}: {word}");
                for other in &words[at + 1..] {
                    assert!(!word.starts_with(other) && !other.starts_with(word), "{word}, {other}");
                    assert!(!differs_in_one_letter(word, other), "{word}, {other}");
                }
            }
        }
    }

    #[test]
    fn a_password_is_four_words_and_a_number() {
        let mut rng = StdRng::seed_from_u64(1);
        for language in Language::ALL {
            let words = easy_words(language);
            for _ in 0..200 {
                let password = generate_easy_password(&mut rng, language);
                let parts: Vec<&str> = password.split('-').collect();
                let (number, chosen) = parts.split_last().unwrap();
                assert_eq!(chosen.len(), 4);
                assert!(chosen.iter().all(|word| words.contains(word)), "{password}");
                assert!(number.len() == 2 && number.bytes().all(|digit| (b'2'..=b'9').contains(&digit)));
                assert!(password.len() <= 30, "{password}");
            }
        }
    }
}
