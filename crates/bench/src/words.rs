//! The word lists of the catalog.

use rand::Rng;

use crate::zipf::ZipfDistribution;

/// A list of words, most frequent first.
#[derive(Debug, Clone)]
pub struct WordList {
    words: Vec<&'static str>,
    zipf: ZipfDistribution,
}

impl WordList {
    /// The lines of a list; a greater shift makes the first ones less frequent.
    pub fn new(lines: &'static str, shift: f64) -> Self {
        let words: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).collect();
        let zipf = ZipfDistribution::new(words.len(), shift);
        Self { words, zipf }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at a place, from 0.
    pub fn word_at(&self, rank: usize) -> &'static str {
        self.words[rank]
    }

    /// A word, drawn by its frequency.
    pub fn draw_word(&self, rng: &mut impl Rng) -> &'static str {
        self.words[self.zipf.draw_position(rng)]
    }
}

pub fn given_names() -> WordList {
    WordList::new(include_str!("../data/given.txt"), 30.0)
}

pub fn family_names() -> WordList {
    WordList::new(include_str!("../data/family.txt"), 60.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::WordList;

    #[test]
    fn the_lists_are_long_and_have_no_word_twice() {
        let lists = [
            (WordList::new(include_str!("../data/english.txt"), 3.0), 4000),
            (WordList::new(include_str!("../data/french.txt"), 3.0), 1000),
            (WordList::new(include_str!("../data/spanish.txt"), 3.0), 1000),
            (WordList::new(include_str!("../data/german.txt"), 3.0), 1000),
            (super::given_names(), 1000),
            (super::family_names(), 2000),
        ];
        for (list, least) in lists {
            assert!(list.len() >= least, "{} words", list.len());
            let different: BTreeSet<&str> = (0..list.len()).map(|place| list.word_at(place)).collect();
            assert_eq!(different.len(), list.len());
            assert!(different.iter().all(|word| word.trim() == *word && !word.contains(' ')));
        }
    }
}
