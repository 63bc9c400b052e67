//! The text of leaves as words of their pages: leaves have no spaces at the ends of lines, and no looks.

use crate::layout::{Page, Word};

/// The words of a page one letter after the other.
#[derive(Debug, Default)]
struct Stream {
    letters: Vec<char>,
    /// The word that each letter belongs to.
    words: Vec<usize>,
    all: Vec<StreamWord>,
    /// Where the last leaf ended.
    at: usize,
}

#[derive(Debug)]
struct StreamWord {
    word: Word,
    ends_line: bool,
}

/// The words of all pages, to find leaves in.
#[derive(Debug)]
pub(super) struct Finder {
    pages: Vec<Stream>,
}

/// A word of a leaf, or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub(super) word: Word,
    /// Whether it begins in the middle of a word of the page.
    pub(super) continues_word: bool,
    /// Whether it ends its line.
    pub(super) ends_line: bool,
    /// The first letters of the next line, when this word ends its line.
    pub(super) next_line: Option<Word>,
}

impl Finder {
    pub(super) fn new(pages: &[Page]) -> Self {
        Self { pages: pages.iter().map(Stream::of).collect() }
    }

    /// The words of a leaf; without looks when they are not found on its page.
    pub(super) fn words(&mut self, page: Option<usize>, leaf: &str) -> Vec<Found> {
        let letters: Vec<char> = leaf.chars().filter(|c| !c.is_whitespace()).collect();
        let found = page.and_then(|page| self.pages.get_mut(page)).and_then(|page| page.find(&letters));
        found.unwrap_or_else(|| {
            let word = |text: &str| Word { text: text.to_owned(), ..Word::default() };
            let words = leaf.split_whitespace();
            words
                .map(|text| Found {
                    word: word(text),
                    continues_word: false,
                    ends_line: false,
                    next_line: None,
                })
                .collect()
        })
    }
}

impl Stream {
    fn of(page: &Page) -> Self {
        let mut stream = Self::default();
        for line in page.lines() {
            for (n, word) in line.words.iter().enumerate() {
                let number = stream.all.len();
                for letter in word.text.chars().filter(|c| !c.is_whitespace()) {
                    stream.letters.push(letter);
                    stream.words.push(number);
                }
                stream.all.push(StreamWord { word: word.clone(), ends_line: n + 1 == line.words.len() });
            }
        }
        stream
    }

    fn find(&mut self, letters: &[char]) -> Option<Vec<Found>> {
        if letters.is_empty() {
            return Some(Vec::new());
        }
        let from = |start: usize| {
            let found =
                self.letters.get(start..)?.windows(letters.len()).position(|window| window == letters);
            found.map(|at| start + at)
        };
        // Short leaves are found anywhere; far back they are rather others of the same letters.
        let start = from(self.at).or_else(|| from(0))?;
        let end = start + letters.len();
        self.at = end;
        let mut out: Vec<Found> = Vec::new();
        for at in start..end {
            let number = self.words[at];
            let begins = at == 0 || self.words[at - 1] != number;
            if at == start || begins {
                let own = &self.all[number];
                let next = self.all.get(number + 1).filter(|_| own.ends_line).map(|next| next.word.clone());
                out.push(Found {
                    // Links are elements of their own; by looks they are known less well.
                    word: Word { text: String::new(), link: None, ..own.word.clone() },
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
    use crate::layout::{Line, TextBlock};

    fn page(lines: &[&str]) -> Page {
        let word = |text: &str| Word { text: text.into(), bold: text == "the", ..Word::default() };
        let lines =
            lines.iter().filter_map(|line| Line::of(line.split(' ').map(word).collect(), 10.0)).collect();
        Page { blocks: vec![TextBlock { lines }], ..Page::default() }
    }

    fn said(found: &[Found]) -> Vec<(String, bool, bool)> {
        found.iter().map(|f| (f.word.text.clone(), f.continues_word, f.next_line.is_some())).collect()
    }

    #[test]
    fn spaces_at_line_ends_come_back_and_words_keep_their_looks() {
        let mut finder = Finder::new(&[page(&["which are", "inhabited by the sea"])]);
        let found = finder.words(Some(0), "which areinhabited by t");
        assert_eq!(
            said(&found),
            [
                ("which".into(), false, false),
                ("are".into(), false, true),
                ("inhabited".into(), false, false),
                ("by".into(), false, false),
                ("t".into(), false, false)
            ]
        );
        let rest = finder.words(Some(0), "he sea");
        assert_eq!(said(&rest), [("he".into(), true, false), ("sea".into(), false, false)]);
        assert!(rest[0].word.bold);
    }

    #[test]
    fn a_leaf_without_a_place_is_kept_unchanged() {
        let mut finder = Finder::new(&[page(&["other words"])]);
        assert_eq!(
            said(&finder.words(Some(0), " not here")),
            [("not".into(), false, false), ("here".into(), false, false)]
        );
        assert_eq!(
            said(&finder.words(None, "x y")),
            [("x".into(), false, false), ("y".into(), false, false)]
        );
    }
}
