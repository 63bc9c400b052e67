//! Words with a typing error in them.

use std::collections::BTreeMap;

use tantivy::Term;
use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;

use crate::{Error, IndexSegment};

/// The shortest word, in letters, that may have an error.
const MIN_TYPO_CHARS: usize = 5;
/// Longer words are not treated as typing errors.
const MAX_TYPO_CHARS: usize = 40;
/// The maximum number of similar words: the most frequent ones.
const MAX_SIMILAR_WORDS: usize = 50;

/// Returns true if a word may have a typing error: it is long enough, and not a number.
pub(crate) fn may_have_typo(word: &str) -> bool {
    (MIN_TYPO_CHARS..=MAX_TYPO_CHARS).contains(&word.chars().count())
        && !word.contains(|c: char| c.is_numeric())
        && word.contains(char::is_alphabetic)
}

/// The words of a field that differ from `word` by at most `errors` (1 or 2) letters too few, too many,
/// wrong, or exchanged with their neighbors: the most frequent first.
pub(crate) fn find_similar_words(
    segments: &[IndexSegment],
    field: Field,
    word: &str,
    errors: u8,
) -> Result<Vec<String>, Error> {
    let automaton = FuzzyTermQuery::new(Term::from_field_text(field, word), errors, true);
    let mut found: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for segment in segments {
        let inverted = segment.inverted_index(field)?;
        let mut terms = inverted.terms().search(automaton.automaton()?).into_stream()?;
        while terms.advance() {
            *found.entry(terms.key().to_vec()).or_default() += terms.value().doc_freq;
        }
    }
    let mut found: Vec<(Vec<u8>, u32)> =
        found.into_iter().filter(|(term, _)| term != word.as_bytes()).collect();
    found.sort_by_key(|(_, titles)| std::cmp::Reverse(*titles));
    found.truncate(MAX_SIMILAR_WORDS);
    Ok(found.into_iter().filter_map(|(term, _)| String::from_utf8(term).ok()).collect())
}
