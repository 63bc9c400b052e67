//! Other spellings of words that find nothing, or little: from the words of the titles that the caller may
//! see, and from no dictionary.

use std::cmp::Reverse;
use std::sync::Arc;

use domain::access::View;
use domain::normalization::{clean, fold, is_word_character, words};
use domain::titles::TitleStatus;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use crate::bits::Bits;
use crate::error::Error;
use crate::filters::Filter;
use crate::index::Index;
use crate::query::bounded;
use crate::search::{Searcher, visible};
use crate::typos;
use crate::words::stems;

/// How many words of a text are checked.
const WORDS: usize = 8;
/// The shortest word, in letters, that may be replaced.
const SHORTEST: usize = 3;
/// The shortest word, in letters, that may differ from its replacement by two letters.
const LONG: usize = 6;
/// The longest.
const LONGEST: usize = 40;
/// How many similar words are counted in the titles of the view.
const COUNTED: usize = 20;
/// How many replacements of a word are tried.
const TRIED: usize = 3;

impl Index {
    /// How many spellings are returned at most.
    pub const SPELLINGS: usize = 6;
}

/// The documents that the caller may see, by segment.
type Allowed = Vec<Arc<Bits>>;

/// A word of a text that may be replaced.
struct Doubtful {
    /// Its place among the pieces of the text.
    at: usize,
    /// How many visible titles have it in some form, at least.
    titles: u64,
    /// The words that may be meant, the likeliest first.
    meant: Vec<String>,
}

impl Searcher<'_> {
    /// Other spellings of a text. If the titles of the view lack some of its words, these are replaced
    /// together; otherwise one word at a time, the rarest first, by one that is more frequent.
    pub(crate) fn spellings(&self, view: &View, text: &str) -> Result<Vec<String>, Error> {
        let filter = [visible(view, &[TitleStatus::Live])];
        let segments = self.snapshot.segments.iter();
        let allowed: Allowed = segments
            .map(|segment| Filter::allowed(&filter, segment, self.fields.tag))
            .collect::<Result<_, _>>()?;
        let text = clean(bounded(text));
        let pieces = pieces(&text);
        let mut doubtful = Vec::new();
        for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| is_replaceable(piece)).take(WORDS) {
            doubtful.push(self.doubtful(at, piece, &allowed)?);
        }
        doubtful.sort_by_key(|word| word.titles);
        let missing = doubtful.iter().take_while(|word| word.titles == 0).count();
        let spellings = if missing > 0 {
            together(&pieces, &doubtful[..missing])
        } else {
            doubtful.iter().flat_map(|word| together(&pieces, std::slice::from_ref(word))).collect()
        };
        Ok(spellings.into_iter().take(Index::SPELLINGS).collect())
    }

    fn doubtful(&self, at: usize, piece: &str, allowed: &Allowed) -> Result<Doubtful, Error> {
        let word = fold(piece);
        let stems = words(piece).first().map(|word| stems(word, &self.snapshot.languages));
        let mut titles = 0;
        for form in stems.into_iter().flatten().chain([word.clone()]) {
            titles += self.titles_with(&form, allowed)?;
        }
        let most = if word.chars().count() < LONG { 1 } else { 2 };
        let mut meant = Vec::new();
        // Words with one error come before words with two, however frequent these are.
        for errors in 1..=most {
            meant = self.meant(&word, errors, titles, allowed)?;
            if !meant.is_empty() {
                break;
            }
        }
        Ok(Doubtful { at, titles, meant })
    }

    /// Words that more visible titles have than the one that was typed, the most frequent first. A word that
    /// only titles have which the caller may not see is never among them, not even if its stem finds others.
    fn meant(&self, word: &str, errors: u8, titles: u64, allowed: &Allowed) -> Result<Vec<String>, Error> {
        let similar = typos::similar(&self.snapshot.segments, self.fields.keyword, word, errors)?;
        let similar = similar.into_iter().filter(|other| is_replaceable(other)).take(COUNTED);
        let mut counted = Vec::new();
        for other in similar {
            let count = self.titles_with(&other, allowed)?;
            if count > titles {
                counted.push((count, other));
            }
        }
        counted.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
        Ok(counted.into_iter().take(TRIED).map(|(_, other)| other).collect())
    }

    /// How many visible titles have a term.
    fn titles_with(&self, term: &str, allowed: &Allowed) -> Result<u64, Error> {
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
    (SHORTEST..=LONGEST).contains(&word.chars().count()) && word.chars().all(char::is_alphabetic)
}

/// A text as its words and what is between them.
fn pieces(text: &str) -> Vec<&str> {
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
fn together(pieces: &[&str], doubtful: &[Doubtful]) -> Vec<String> {
    let mut texts: Vec<Vec<&str>> = vec![pieces.to_vec()];
    for word in doubtful {
        let mut next = Vec::new();
        for meant in &word.meant {
            for text in &texts {
                let mut text = text.clone();
                text[word.at] = meant;
                next.push(text);
            }
        }
        next.truncate(Index::SPELLINGS);
        texts = next;
    }
    texts.into_iter().map(|text| text.concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Doubtful, pieces, together};

    #[test]
    fn a_text_is_its_words_and_what_is_between_them() {
        assert_eq!(pieces("the spider-man, 2"), ["the", " ", "spider", "-", "man", ", ", "2"]);
        assert_eq!(pieces(""), [""]);
    }

    #[test]
    fn words_are_replaced_where_they_are() {
        let word = |at, meant: &[&str]| Doubtful {
            at,
            titles: 0,
            meant: meant.iter().map(|&word| word.to_owned()).collect(),
        };
        let pieces = ["hary", " ", "poter", "!"];
        let both = together(&pieces, &[word(0, &["harry", "hairy"]), word(2, &["potter"])]);
        assert_eq!(both, ["harry potter!", "hairy potter!"]);
        assert!(together(&pieces, &[word(0, &["harry"]), word(2, &[])]).is_empty());
    }
}
