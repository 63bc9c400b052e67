//! Other spellings of words that find few titles or none, from the words of the titles that the caller may
//! see, without a dictionary.

use std::cmp::Reverse;
use std::sync::Arc;

use domain::TitleStatus;
use domain::access::View;
use domain::normalization::{clean, fold, is_word_character, words};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::query::truncate_text;
use crate::search::{IndexSearcher, visible_filter};
use crate::words::stem_terms;
use crate::{DocBits, Error, Filter, Index, typos};

/// Maximum number of words of a text that are checked.
const MAX_CHECKED_WORDS: usize = 8;
/// The shortest word, in letters, that may be replaced.
const MIN_REPLACED_CHARS: usize = 3;
/// The shortest word, in letters, that may differ from its replacement by two letters.
const MIN_TWO_ERROR_CHARS: usize = 6;
const MAX_REPLACED_CHARS: usize = 40;
/// Maximum number of similar words that are counted in the titles of the view.
const MAX_COUNTED_WORDS: usize = 20;
/// Maximum number of replacements of a word that are tried.
const MAX_TRIED_REPLACEMENTS: usize = 3;

impl Index {
    /// Maximum number of spellings that are returned.
    pub const MAX_SPELLINGS: usize = 6;
}

/// The documents that the caller may see, by segment.
type VisibleDocs = Vec<Arc<DocBits>>;

/// A word of a text that may be replaced.
struct DoubtfulWord {
    /// Index among the pieces of the text.
    index: usize,
    /// Minimum number of visible titles that have it in some form.
    titles: u64,
    /// The possible replacements, most likely first.
    candidates: Vec<String>,
}

impl IndexSearcher<'_> {
    /// Other spellings of a text. If the titles of the view lack some of its words, these are replaced
    /// together; otherwise one word at a time, the rarest first, by one that is more frequent.
    pub(crate) fn suggest_spellings(&self, view: &View, text: &str) -> Result<Vec<String>, Error> {
        let filter = [visible_filter(view, &[TitleStatus::Live])];
        let segments = self.snapshot.segments.iter();
        let allowed: VisibleDocs = segments
            .map(|segment| Filter::filter_all(&filter, segment, self.fields.tag))
            .collect::<Result<_, _>>()?;
        let text = clean(truncate_text(text));
        let pieces = split_pieces(&text);
        let mut doubtful = Vec::new();
        for (at, piece) in
            pieces.iter().enumerate().filter(|(_, piece)| is_replaceable(piece)).take(MAX_CHECKED_WORDS)
        {
            doubtful.push(self.find_doubtful(at, piece, &allowed)?);
        }
        doubtful.sort_by_key(|word| word.titles);
        let missing = doubtful.iter().take_while(|word| word.titles == 0).count();
        let spellings = if missing > 0 {
            replace_all(&pieces, &doubtful[..missing])
        } else {
            doubtful.iter().flat_map(|word| replace_all(&pieces, std::slice::from_ref(word))).collect()
        };
        Ok(spellings.into_iter().take(Index::MAX_SPELLINGS).collect())
    }

    fn find_doubtful(&self, at: usize, piece: &str, allowed: &VisibleDocs) -> Result<DoubtfulWord, Error> {
        let word = fold(piece);
        let stems = words(piece).first().map(|word| stem_terms(word, &self.snapshot.languages));
        let mut titles = 0;
        for form in stems.into_iter().flatten().chain([word.clone()]) {
            titles += self.count_visible_with(&form, allowed)?;
        }
        let most = if word.chars().count() < MIN_TWO_ERROR_CHARS { 1 } else { 2 };
        let mut meant = Vec::new();
        // Words with one error come before words with two, however frequent these are.
        for errors in 1..=most {
            meant = self.find_candidates(&word, errors, titles, allowed)?;
            if !meant.is_empty() {
                break;
            }
        }
        Ok(DoubtfulWord { index: at, titles, candidates: meant })
    }

    /// Words that more visible titles have than the one that was typed, the most frequent first. A word that
    /// only titles have which the caller may not see is never among them, not even if its stem finds others.
    fn find_candidates(
        &self,
        word: &str,
        errors: u8,
        titles: u64,
        allowed: &VisibleDocs,
    ) -> Result<Vec<String>, Error> {
        let similar = typos::find_similar_words(&self.snapshot.segments, self.fields.keyword, word, errors)?;
        let similar = similar.into_iter().filter(|other| is_replaceable(other)).take(MAX_COUNTED_WORDS);
        let mut counted = Vec::new();
        for other in similar {
            let count = self.count_visible_with(&other, allowed)?;
            if count > titles {
                counted.push((count, other));
            }
        }
        counted.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
        Ok(counted.into_iter().take(MAX_TRIED_REPLACEMENTS).map(|(_, other)| other).collect())
    }

    fn count_visible_with(&self, term: &str, allowed: &VisibleDocs) -> Result<u64, Error> {
        let mut count = 0;
        for (segment, allowed) in self.snapshot.segments.iter().zip(allowed) {
            let postings = segment.postings(self.fields.keyword, term, IndexRecordOption::Basic)?;
            let Some(mut postings) = postings else { continue };
            let mut doc = postings.doc();
            while doc != TERMINATED {
                count += u64::from(allowed.contains(doc));
                doc = postings.advance();
            }
        }
        Ok(count)
    }
}

fn is_replaceable(word: &str) -> bool {
    (MIN_REPLACED_CHARS..=MAX_REPLACED_CHARS).contains(&word.chars().count())
        && word.chars().all(char::is_alphabetic)
}

/// A text split into its words and the characters between them.
fn split_pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| before != is_word_character(c)) {
            pieces.push(&text[start..at]);
            start = at;
        }
        before = Some(is_word_character(c));
    }
    pieces.push(&text[start..]);
    pieces
}

/// The text with all of these words replaced. Empty if nothing is known for one of them.
fn replace_all(pieces: &[&str], doubtful: &[DoubtfulWord]) -> Vec<String> {
    let mut texts: Vec<Vec<&str>> = vec![pieces.to_vec()];
    for word in doubtful {
        let mut next = Vec::new();
        for meant in &word.candidates {
            for text in &texts {
                let mut text = text.clone();
                text[word.index] = meant;
                next.push(text);
            }
        }
        next.truncate(Index::MAX_SPELLINGS);
        texts = next;
    }
    texts.into_iter().map(|text| text.concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::{DoubtfulWord, replace_all, split_pieces};

    #[test]
    fn a_text_is_its_words_and_what_is_between_them() {
        assert_eq!(split_pieces("the spider-man, 2"), ["the", " ", "spider", "-", "man", ", ", "2"]);
        assert_eq!(split_pieces(""), [""]);
    }

    #[test]
    fn words_are_replaced_where_they_are() {
        let word = |at, meant: &[&str]| DoubtfulWord {
            index: at,
            titles: 0,
            candidates: meant.iter().map(|&word| word.to_owned()).collect(),
        };
        let pieces = ["hary", " ", "poter", "!"];
        let both = replace_all(&pieces, &[word(0, &["harry", "hairy"]), word(2, &["potter"])]);
        assert_eq!(both, ["harry potter!", "hairy potter!"]);
        assert!(replace_all(&pieces, &[word(0, &["harry"]), word(2, &[])]).is_empty());
    }
}
