//! The text of leaves as words of their pages: leaves have no spaces at the ends of lines, and no looks.

use crate::layout::{DocumentPage, PageWord};
use crate::pdf::bidi;

/// The words of a page one letter after the other.
#[derive(Debug, Default)]
struct LetterStream {
    letters: Vec<char>,
    /// The word that each letter belongs to.
    word_indexes: Vec<usize>,
    words: Vec<StreamWord>,
    /// End of the last leaf.
    position: usize,
}

#[derive(Debug)]
struct StreamWord {
    word: PageWord,
    ends_line: bool,
}

/// The words of all pages, to find leaves in.
#[derive(Debug)]
pub(super) struct LeafFinder {
    pages: Vec<LetterStream>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct LeafWord {
    pub(super) word: PageWord,
    /// True if it begins in the middle of a word of the page.
    pub(super) continues_word: bool,
    pub(super) ends_line: bool,
    /// The first letters of the next line, when this word ends its line.
    pub(super) next_line: Option<PageWord>,
}

impl LeafFinder {
    pub(super) fn new(pages: &[DocumentPage]) -> Self {
        Self { pages: pages.iter().map(LetterStream::from_page).collect() }
    }

    /// The words of a leaf; without looks when they are not found on its page.
    pub(super) fn find_words(&mut self, page: Option<usize>, leaf: &str) -> Vec<LeafWord> {
        let letters = |text: &str| -> Vec<char> { text.chars().filter(|c| !c.is_whitespace()).collect() };
        let own = page.and_then(|page| self.pages.get_mut(page));
        let found = own.and_then(|own| {
            own.find_letters(&letters(leaf)).or_else(|| {
                if !leaf.chars().any(bidi::is_right_to_left) {
                    return None;
                }
                // Text from right to left comes as it looks.
                let mut readings =
                    [true, false].into_iter().map(|is_rtl_page| bidi::read_line(leaf, is_rtl_page));
                readings.find_map(|read| own.find_letters(&letters(&read)))
            })
        });
        found.unwrap_or_else(|| {
            let word = |text: &str| PageWord { text: text.to_owned(), ..PageWord::default() };
            let words = leaf.split_whitespace();
            words
                .map(|text| LeafWord {
                    word: word(text),
                    continues_word: false,
                    ends_line: false,
                    next_line: None,
                })
                .collect()
        })
    }
}

impl LetterStream {
    fn from_page(page: &DocumentPage) -> Self {
        let mut stream = Self::default();
        for line in page.lines() {
            for (n, word) in line.words.iter().enumerate() {
                let number = stream.words.len();
                for letter in word.text.chars().filter(|c| !c.is_whitespace()) {
                    stream.letters.push(letter);
                    stream.word_indexes.push(number);
                }
                stream.words.push(StreamWord { word: word.clone(), ends_line: n + 1 == line.words.len() });
            }
        }
        stream
    }

    fn find_letters(&mut self, letters: &[char]) -> Option<Vec<LeafWord>> {
        if letters.is_empty() {
            return Some(Vec::new());
        }
        let from = |start: usize| {
            let found =
                self.letters.get(start..)?.windows(letters.len()).position(|window| window == letters);
            found.map(|at| start + at)
        };
        // Short leaves occur anywhere; far back they are probably others with the same letters.
        let start = from(self.position).or_else(|| from(0))?;
        let end = start + letters.len();
        self.position = end;
        let mut out: Vec<LeafWord> = Vec::new();
        for at in start..end {
            let number = self.word_indexes[at];
            let begins = at == 0 || self.word_indexes[at - 1] != number;
            if at == start || begins {
                let own = &self.words[number];
                let next = self.words.get(number + 1).filter(|_| own.ends_line).map(|next| next.word.clone());
                out.push(LeafWord {
                    // Links are elements of their own; by looks they are known less well.
                    word: PageWord { text: String::new(), link: None, ..own.word.clone() },
                    continues_word: !begins,
                    ends_line: own.ends_line,
                    next_line: next,
                });
            }
            if let Some(last) = out.last_mut() {
                last.word.text.push(self.letters[at]);
            }
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{PageLine, TextBlock};

    fn sample_page(lines: &[&str]) -> DocumentPage {
        let word = |text: &str| PageWord { text: text.into(), bold: text == "the", ..PageWord::default() };
        let lines = lines
            .iter()
            .filter_map(|line| PageLine::from_words(line.split(' ').map(word).collect(), 10.0))
            .collect();
        DocumentPage { blocks: vec![TextBlock { lines }], ..DocumentPage::default() }
    }

    fn describe_words(found: &[LeafWord]) -> Vec<(String, bool, bool)> {
        found.iter().map(|f| (f.word.text.clone(), f.continues_word, f.next_line.is_some())).collect()
    }

    #[test]
    fn spaces_at_line_ends_come_back_and_words_keep_their_looks() {
        let mut finder = LeafFinder::new(&[sample_page(&["which are", "inhabited by the sea"])]);
        let found = finder.find_words(Some(0), "which areinhabited by t");
        assert_eq!(
            describe_words(&found),
            [
                ("which".into(), false, false),
                ("are".into(), false, true),
                ("inhabited".into(), false, false),
                ("by".into(), false, false),
                ("t".into(), false, false)
            ]
        );
        let rest = finder.find_words(Some(0), "he sea");
        assert_eq!(describe_words(&rest), [("he".into(), true, false), ("sea".into(), false, false)]);
        assert!(rest[0].word.bold);
    }

    #[test]
    fn a_leaf_without_a_place_is_kept_unchanged() {
        let mut finder = LeafFinder::new(&[sample_page(&["other words"])]);
        assert_eq!(
            describe_words(&finder.find_words(Some(0), " not here")),
            [("not".into(), false, false), ("here".into(), false, false)]
        );
        assert_eq!(
            describe_words(&finder.find_words(None, "x y")),
            [("x".into(), false, false), ("y".into(), false, false)]
        );
    }
}
