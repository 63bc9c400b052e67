//! Names and passwords of devices, made to be typed on the keyboard of an e-reader.

use std::sync::LazyLock;

/// Common words of three to five letters, each once.
static WORDS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("words.txt").split_ascii_whitespace().collect());

/// Words of a password: more than 60 bits with the number of [`WORDS`].
const LENGTH: usize = 6;

/// Longest text that is accepted as a password, in bytes.
const MAX_PASSWORD_BYTES: usize = 256;

/// A new password: words in lower case, joined by hyphens. `draw` returns a random number below the one that
/// it gets, each with the same probability.
pub fn new_password(mut draw: impl FnMut(usize) -> usize) -> String {
    let words: Vec<&str> = (0..LENGTH).map(|_| WORDS[draw(WORDS.len())]).collect();
    words.join("-")
}

/// A new name to sign in with: a word, a hyphen and a number of `digits` digits, which does not begin with 0.
/// `draw` as for [`new_password`].
pub fn new_sign_in(digits: u32, mut draw: impl FnMut(usize) -> usize) -> String {
    let lowest = 10_usize.pow(digits.saturating_sub(1));
    format!("{}-{}", WORDS[draw(WORDS.len())], lowest + draw(9 * lowest))
}

/// A password as a user typed it in the form in which it was shown: lower case, one hyphen between words
/// wherever there are spaces or dashes, none around them. `None` if it is too long to be a password.
pub fn normalize(typed: &str) -> Option<String> {
    if typed.len() > MAX_PASSWORD_BYTES {
        return None;
    }
    let between =
        |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let words: Vec<String> =
        typed.split(between).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    Some(words.join("-"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::{LENGTH, WORDS, new_password, new_sign_in, normalize};

    #[test]
    fn a_password_has_at_least_sixty_bits() {
        let different: BTreeSet<_> = WORDS.iter().collect();
        assert_eq!(different.len(), WORDS.len(), "each word is there once");
        let bits =
            f64::from(u32::try_from(WORDS.len()).unwrap()).log2() * f64::from(u32::try_from(LENGTH).unwrap());
        assert!(bits >= 60.0, "{bits}");
    }

    #[test]
    fn words_are_short_and_in_lower_case() {
        for word in WORDS.iter() {
            assert!((3..=5).contains(&word.len()), "{word}");
            assert!(word.bytes().all(|byte| byte.is_ascii_lowercase()), "{word}");
        }
    }

    #[test]
    fn every_word_and_every_number_can_be_drawn() {
        assert_eq!(new_password(|_| 0), [WORDS[0]; LENGTH].join("-"));
        let last = WORDS[WORDS.len() - 1];
        assert_eq!(new_password(|below| below - 1), [last; LENGTH].join("-"));
        assert_eq!(new_sign_in(2, |_| 0), format!("{}-10", WORDS[0]));
        assert_eq!(new_sign_in(2, |below| below - 1), format!("{last}-99"));
        assert_eq!(new_sign_in(6, |below| below - 1), format!("{last}-999999"));
    }

    proptest! {
        #[test]
        fn a_password_is_known_in_any_case_and_with_spaces(
            seed in prop::collection::vec(0_usize..100_000, LENGTH),
            between in prop::collection::vec(prop::sample::select(vec!["-", " ", "  ", " - ", "\u{2013}"]), LENGTH),
            upper in prop::collection::vec(any::<bool>(), LENGTH),
        ) {
            let mut seed = seed.into_iter();
            let shown = new_password(|below| seed.next().unwrap() % below);
            let mut typed = String::from(" ");
            for ((word, between), upper) in shown.split('-').zip(between).zip(upper) {
                typed.push_str(&if upper { word.to_uppercase() } else { word.to_owned() });
                typed.push_str(between);
            }
            prop_assert_eq!(normalize(&typed), Some(shown));
        }

        #[test]
        fn a_normal_password_stays_as_it_is(typed in "\\PC{0,60}") {
            let once = normalize(&typed).unwrap();
            prop_assert_eq!(normalize(&once), Some(once));
        }
    }

    #[test]
    fn other_words_stay_different() {
        assert_ne!(normalize("otter-lamp"), normalize("otterlamp"));
        assert_eq!(normalize(&"a".repeat(257)), None);
    }
}
