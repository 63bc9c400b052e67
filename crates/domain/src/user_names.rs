//! User names that a school gives its members (docs/rules/organizations.md#rule-15).

use unicode_normalization::UnicodeNormalization as _;

use crate::Name;

/// Maximum length of each part of a user name, in characters.
const MAX_PART_CHARS: usize = 20;

/// The name of people whose names have no letters from a to z.
const DEFAULT_NAME: &str = "reader";

/// A user name from a person's name: the first given name and the family name in letters from a to z and
/// digits, with a dot between them, for example `ada.lovelace`.
pub fn make_user_name(name: &Name) -> String {
    let first = name.first.split_whitespace().next().unwrap_or_default();
    let parts = [simplify(first), simplify(&name.last)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { DEFAULT_NAME.to_owned() } else { parts.join(".") }
}

/// The letters and digits of a text, without accents and in lower case.
fn simplify(text: &str) -> String {
    let plain = |c: char| match c {
        'ß' => "ss".to_owned(),
        'æ' | 'Æ' => "ae".to_owned(),
        'œ' | 'Œ' => "oe".to_owned(),
        'ø' | 'Ø' => "o".to_owned(),
        'ł' | 'Ł' => "l".to_owned(),
        c => c.to_string(),
    };
    let plain: String = text.chars().map(plain).collect();
    plain
        .nfkd()
        .filter(char::is_ascii_alphanumeric)
        .take(MAX_PART_CHARS)
        .collect::<String>()
        .to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::make_user_name;
    use crate::Name;

    fn user_name(first: &str, last: &str) -> String {
        make_user_name(&Name::new(first.to_owned(), last.to_owned()))
    }

    #[test]
    fn a_user_name_is_made_of_the_names() {
        assert_eq!(user_name("Ada Maria", "Lovelace"), "ada.lovelace");
        assert_eq!(user_name("Zoé", "de la Peña"), "zoe.delapena");
        assert_eq!(user_name("Jörg", "Groß-Łukasz"), "jorg.grosslukasz");
        assert_eq!(user_name("", "O’Hara"), "ohara");
        assert_eq!(user_name("Мария", "Петрова"), "reader");
    }

    proptest! {
        #[test]
        fn a_user_name_is_short_and_has_simple_letters(first in ".{0,60}", last in ".{0,60}") {
            let name = user_name(&first, &last);
            prop_assert!(!name.is_empty() && name.len() <= 41);
            let is_simple = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.';
            prop_assert!(name.chars().all(is_simple));
            prop_assert!(!name.starts_with('.') && !name.ends_with('.'));
        }
    }
}
