//! The words that `&` is read as.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::characters::fold;
use crate::data::{Table, parse_table};
use crate::languages;

static CONJUNCTIONS: LazyLock<Table<2>> =
    LazyLock::new(|| parse_table(include_str!("../../data/conjunctions.tsv")));

/// The words for "and" of all languages, folded.
static AND_WORDS: LazyLock<HashSet<String>> =
    LazyLock::new(|| CONJUNCTIONS.rows().iter().flat_map(|row| row[1].split(' ')).map(fold).collect());

/// The language whose word is used if that of a text is not known or not listed.
const DEFAULT_LANGUAGE: &str = "eng";

/// The words for "and" of these languages (alpha-3 codes or language tags), folded, each once, the usual ones
/// first. Those of English if none of the languages is listed.
pub fn for_languages<T: AsRef<str>>(languages: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for language in languages {
        add_words(language.as_ref(), &mut words);
    }
    if words.is_empty() {
        add_words(DEFAULT_LANGUAGE, &mut words);
    }
    words
}

/// Returns true if a folded word is the word for "and" of some language.
pub fn is_conjunction(folded: &str) -> bool {
    AND_WORDS.contains(folded)
}

fn add_words(language: &str, words: &mut Vec<String>) {
    let row = languages::alpha3(language).and_then(|code| CONJUNCTIONS.get(code));
    for word in row.into_iter().flat_map(|row| row[1].split(' ')).map(fold) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CONJUNCTIONS, for_languages, is_conjunction};
    use crate::languages;

    #[test]
    fn a_language_has_its_words_by_any_of_its_codes() {
        assert_eq!(for_languages(["ger"]), ["und", "u"]);
        assert_eq!(for_languages(["de-AT"]), ["und", "u"]);
        assert_eq!(for_languages(["fra", "eng"]), ["et", "and", "n"]);
        assert_eq!(for_languages(["ron"]), ["si"], "folded");
        assert_eq!(for_languages(["zxx"]), ["and", "n"]);
        assert!(is_conjunction("och") && is_conjunction("и") && !is_conjunction("or"));
    }

    #[test]
    fn conjunctions_are_of_listed_languages_and_sorted() {
        let languages: Vec<_> = CONJUNCTIONS.keys().collect();
        assert!(languages.is_sorted_by(|a, b| a < b));
        for code in languages {
            assert_eq!(languages::to_terminological(code), Some(code));
        }
    }
}
