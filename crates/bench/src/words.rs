//! The word lists of the catalog.

use rand::Rng;

use crate::zipf::Zipf;

/// A list of words, most frequent first.
#[derive(Debug, Clone)]
pub struct Words {
    words: Vec<&'static str>,
    zipf: Zipf,
}

impl Words {
    /// The lines of a list; a greater shift makes the first ones less frequent.
    pub fn new(lines: &'static str, shift: f64) -> Self {
        let words: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).collect();
        let zipf = Zipf::new(words.len(), shift);
        Self { words, zipf }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The word at a place, from 0.
    pub fn at(&self, place: usize) -> &'static str {
        self.words[place]
    }

    /// A word, drawn by its frequency.
    pub fn draw(&self, rng: &mut impl Rng) -> &'static str {
        self.words[self.zipf.draw(rng)]
    }
}

/// Words of titles in English.
pub fn english() -> Words {
    Words::new(include_str!("../data/english.txt"), 3.0)
}

/// Words of titles in French.
pub fn french() -> Words {
    Words::new(include_str!("../data/french.txt"), 3.0)
}

/// Words of titles in Spanish.
pub fn spanish() -> Words {
    Words::new(include_str!("../data/spanish.txt"), 3.0)
}

/// Words of titles in German.
pub fn german() -> Words {
    Words::new(include_str!("../data/german.txt"), 3.0)
}

/// Given names.
pub fn given() -> Words {
    Words::new(include_str!("../data/given.txt"), 30.0)
}

/// Family names.
pub fn family() -> Words {
    Words::new(include_str!("../data/family.txt"), 60.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn the_lists_are_long_and_have_no_word_twice() {
        let lists = [
            (super::english(), 4000),
            (super::french(), 1000),
            (super::spanish(), 1000),
            (super::german(), 1000),
            (super::given(), 1000),
            (super::family(), 2000),
        ];
        for (list, least) in lists {
            assert!(list.len() >= least, "{} words", list.len());
            let different: BTreeSet<&str> = (0..list.len()).map(|place| list.at(place)).collect();
            assert_eq!(different.len(), list.len());
            assert!(different.iter().all(|word| word.trim() == *word && !word.contains(' ')));
        }
    }
}
