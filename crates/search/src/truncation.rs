//! Words whose end a reader leaves open: `harr*`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::normalization::{is_word_character, words};
use tantivy::schema::Field;

use crate::{Error, IndexSegment};

/// The shortest beginning of a word, in characters, that other words are found by.
const MIN_BEGINNING_CHARS: usize = 2;
/// The most truncated words of a text that are read as such.
const MAX_TRUNCATED_WORDS: usize = 8;
/// The most words that a beginning stands for: the most frequent ones.
const MAX_COMPLETED_WORDS: usize = 200;

/// The places of the words of a text that an asterisk follows, unless another word follows that, as in
/// `M*A*S*H`.
pub(crate) fn find_truncated_words(text: &str) -> Vec<usize> {
    let is_end = |at: &usize| {
        let before = text[..*at].chars().next_back();
        let after = text[at + 1..].chars().next();
        before.is_some_and(is_word_character) && !after.is_some_and(is_word_character)
    };
    let ends = text.match_indices('*').map(|(at, _)| at).filter(is_end).take(MAX_TRUNCATED_WORDS);
    ends.filter_map(|end| words(&text[..end]).len().checked_sub(1)).collect()
}

/// Returns true if a word is long enough to be the beginning of others.
pub(crate) fn may_be_beginning(word: &str) -> bool {
    word.chars().count() >= MIN_BEGINNING_CHARS
}

/// The longer words of a field that begin like `word`, the most frequent first.
pub(crate) fn find_completed_words(
    segments: &[IndexSegment],
    field: Field,
    word: &str,
) -> Result<Vec<String>, Error> {
    let mut found: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for segment in segments {
        let inverted = segment.inverted_index(field)?;
        let mut terms = inverted.terms().range().ge(word.as_bytes()).into_stream()?;
        while terms.advance() && terms.key().starts_with(word.as_bytes()) {
            *found.entry(terms.key().to_vec()).or_default() += terms.value().doc_freq;
        }
    }
    let mut found: Vec<(Vec<u8>, u32)> =
        found.into_iter().filter(|(term, _)| term != word.as_bytes()).collect();
    found.sort_by_key(|(_, titles)| Reverse(*titles));
    found.truncate(MAX_COMPLETED_WORDS);
    Ok(found.into_iter().filter_map(|(term, _)| String::from_utf8(term).ok()).collect())
}

#[cfg(test)]
mod tests {
    use super::find_truncated_words;

    #[test]
    fn an_asterisk_leaves_the_end_of_its_word_open() {
        assert_eq!(find_truncated_words("harr*"), [0]);
        assert_eq!(find_truncated_words("J.K. row* pot*, x"), [2, 3]);
        for text in ["harry", "*", "a * b", "M*A*S*H", "f*uck", "**", ""] {
            assert_eq!(find_truncated_words(text), [0; 0], "{text}");
        }
    }
}
