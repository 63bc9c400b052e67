//! Compares the titles of two descriptions that have the same ISBN.

use super::words;

/// Minimum length of a word that says something about a work, in characters; shorter ones are articles and
/// the like. Words with other characters than those of ASCII have none.
const MIN_TELLING_CHARS: usize = 4;

/// Returns true if two titles may name the same work: they have a word of four or more characters in common,
/// or its beginning, or one contains the other. Titles in different scripts cannot be compared, so that they
/// may.
pub fn may_name_same_work(one: &str, other: &str) -> bool {
    let (one, other) = (TitleWords::new(one), TitleWords::new(other));
    one.is_latin() != other.is_latin()
        || one.contains(&other)
        || other.contains(&one)
        || one.telling_words().any(|word| other.telling_words().any(|other| begins_with(word, other)))
}

/// Returns true if one word is the beginning of the other.
fn begins_with(one: &str, other: &str) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

/// The words of a title, folded.
struct TitleWords(Vec<String>);

impl TitleWords {
    fn new(title: &str) -> Self {
        Self(words(title).into_iter().map(|word| word.folded).collect())
    }

    fn telling_words(&self) -> impl Iterator<Item = &str> {
        let is_telling = |word: &&str| !word.is_ascii() || word.len() >= MIN_TELLING_CHARS;
        self.0.iter().map(String::as_str).filter(is_telling)
    }

    fn is_latin(&self) -> bool {
        self.0.iter().any(|word| word.contains(|c: char| c.is_ascii_alphabetic()))
    }

    /// Returns true if this title, written without spaces, contains the other one.
    fn contains(&self, other: &Self) -> bool {
        self.0.concat().contains(&other.0.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::may_name_same_work;

    #[test]
    fn titles_with_a_telling_word_in_common_may_name_the_same_work() {
        for (one, other) in [
            ("Kelp", "kelp draft 3"),
            ("The Light House", "Lighthouses of the North"),
            ("Les Misérables", "MISERABLES, tome 1"),
            ("It", "It: a novel"),
            ("Война и мир", "War and Peace"),
            ("戦争と平和", "平和"),
            ("", "Kelp"),
        ] {
            assert!(may_name_same_work(one, other), "{one} / {other}");
            assert!(may_name_same_work(other, one), "{other} / {one}");
        }
    }

    #[test]
    fn titles_with_only_articles_in_common_name_different_works() {
        for (one, other) in [
            ("Harbour Lights Manual", "Gull Inventory Epsilon"),
            ("The Tide", "The Kelp"),
            ("Война и мир", "Анна Каренина"),
        ] {
            assert!(!may_name_same_work(one, other), "{one} / {other}");
            assert!(!may_name_same_work(other, one), "{other} / {one}");
        }
    }
}
