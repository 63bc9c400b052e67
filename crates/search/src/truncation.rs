//! Words whose end a reader leaves open: `harr*`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::normalization::{is_word_character, words};
use tantivy::schema::Field;

use crate::{Error, IndexSegment};

/// Minimum length of a prefix by which longer words are found, in characters.
const MIN_PREFIX_CHARS: usize = 2;
/// Maximum number of words with an asterisk that are read as prefixes, in one query.
const MAX_TRUNCATED_WORDS: usize = 8;
/// Maximum number of words that a prefix represents: the most frequent ones.
const MAX_WORDS_PER_PREFIX: usize = 200;

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

/// Returns true if a word is long enough to be a prefix of others.
pub(crate) fn may_be_prefix(word: &str) -> bool {
    word.chars().count() >= MIN_PREFIX_CHARS
}

/// The longer words of a field that begin with `word`, the most frequent first.
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
    found.truncate(MAX_WORDS_PER_PREFIX);
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
