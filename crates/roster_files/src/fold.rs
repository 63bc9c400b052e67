//! Folding of headers and words, so that spellings compare equal.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A text without case, accents, spaces and punctuation: `Prénom ` and `PRENOM` are `prenom`.
pub(crate) fn fold(text: &str) -> String {
    let letters = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    let mut folded = String::with_capacity(text.len());
    for letter in letters {
        match letter {
            'ß' => folded.push_str("ss"),
            letter if letter.is_alphanumeric() => folded.push(letter),
            _ => {}
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_accents_spaces_and_punctuation_do_not_matter() {
        for text in ["Date de naissance", "date_de_naissance", "DATE-DE-NAISSANCE:", "Date de Naïssance*"] {
            assert_eq!(fold(text), "datedenaissance");
        }
        assert_eq!(fold("Straße / Geschoß"), "strassegeschoss");
        assert_eq!(fold("Schülernummer"), fold("Schu\u{308}lernummer"));
        assert_eq!(fold("6.º"), "6o");
    }
}
