//! Words that are set with wide spaces between their letters, as headings often are: they come letter by
//! letter.

use std::collections::HashSet;

use crate::layout::{DocumentPage, PageLine, PageWord, Rect};

/// Fewer single letters in a line are words, initials or labels.
const MIN_SPACED_LETTERS: usize = 5;
/// Maximum gap between letters of a word, relative to their size. Columns of letters are wider apart.
const MAX_LETTER_GAP_RATIO: f32 = 1.0;
/// Minimum number of different letters: crosses and yes or no have fewer.
const MIN_DIFFERENT_LETTERS: usize = 3;
/// The last of the letters that answers and notes have.
const LAST_LABEL_LETTER: char = 'h';
/// Minimum gap between two words, relative to the gaps between letters.
const WORD_GAP_RATIO: f32 = 1.8;
/// Scripts before this character are written from left to right, with spaces between words.
const FIRST_OTHER_LETTER: char = '\u{590}';

/// Joins the letters of spaced words.
pub(super) fn join_spaced_letters(page: &mut DocumentPage) {
    for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        if is_spaced(line) {
            join_letters(line);
        }
    }
}

/// Returns true if all letters of a line are apart, and spell words.
fn is_spaced(line: &PageLine) -> bool {
    let letters: Vec<char> = line.words.iter().filter_map(single_letter).collect();
    // A formula has other signs.
    let is_number_or_mark = |word: &PageWord| {
        word.text.chars().all(|c| c.is_ascii_digit() || ".,:;!?'\"()-\u{2013}\u{2014}".contains(c))
    };
    letters.len() >= MIN_SPACED_LETTERS
        && !line.is_turned()
        && line.words.iter().all(|word| single_letter(word).is_some() || is_number_or_mark(word))
        && median_gap(line) < line.size * MAX_LETTER_GAP_RATIO
        && spells_words(&letters)
}

fn gap_between(before: &PageWord, word: &PageWord) -> f32 {
    word.rect.x0 - before.rect.x1
}

fn median_gap(line: &PageLine) -> f32 {
    let mut gaps: Vec<f32> = line.words.windows(2).map(|pair| gap_between(&pair[0], &pair[1])).collect();
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or_default()
}

fn single_letter(word: &PageWord) -> Option<char> {
    let mut all = word.text.chars();
    let only = all.next().filter(|_| all.next().is_none())?;
    Some(only).filter(|c| c.is_alphabetic() && *c < FIRST_OTHER_LETTER)
}

/// Returns true unless letters are labels, answers or notes: the alphabet in its order, its first letters
/// only, vowels or consonants alone.
fn spells_words(letters: &[char]) -> bool {
    let lower: Vec<char> = letters.iter().flat_map(|c| c.to_lowercase()).collect();
    let following = lower.windows(2).filter(|pair| u32::from(pair[0]) + 1 == u32::from(pair[1])).count();
    let is_vowel = |c: &char| "aeiouy".contains(*c);
    let is_mixed = lower.iter().any(is_vowel) && !lower.iter().all(is_vowel);
    let different: HashSet<&char> = lower.iter().collect();
    following * 3 < lower.len()
        && different.len() >= MIN_DIFFERENT_LETTERS
        && lower.iter().any(|c| *c > LAST_LABEL_LETTER)
        && (is_mixed || !lower.iter().all(char::is_ascii))
}

fn join_letters(line: &mut PageLine) {
    let max_gap = median_gap(line) * WORD_GAP_RATIO;
    let mut joined: Vec<PageWord> = Vec::with_capacity(line.words.len());
    // True if the last word is made of letters.
    let mut is_open = false;
    for word in std::mem::take(&mut line.words) {
        let is_letter = single_letter(&word).is_some();
        match joined.last_mut() {
            Some(before) if is_open && is_letter && gap_between(before, &word) < max_gap => {
                before.text.push_str(&word.text);
                before.rect = Rect::union(before.rect, word.rect);
            }
            _ => joined.push(word),
        }
        is_open = is_letter;
    }
    line.words = joined;
}

#[cfg(test)]
mod tests {
    use crate::layout::TextBlock;

    use super::*;

    /// The words of a line of words 10 wide, after gaps of these sizes.
    fn join(words: &[(&str, f32)]) -> Vec<String> {
        let mut x = 0.0_f32;
        let words = words.iter().map(|(text, gap)| {
            let rect = Rect { x0: x + *gap, y0: 0.0, x1: x + *gap + 10.0, y1: 12.0 };
            x = rect.x1;
            PageWord { text: (*text).to_owned(), rect, ..PageWord::default() }
        });
        let line = PageLine::from_words(words.collect(), 12.0);
        let block = TextBlock { lines: line.into_iter().collect() };
        let mut page = DocumentPage { blocks: vec![block], ..DocumentPage::default() };
        join_spaced_letters(&mut page);
        page.words().map(|word| word.text.clone()).collect()
    }

    fn join_evenly(text: &str) -> String {
        join(&text.split(' ').map(|word| (word, 4.0)).collect::<Vec<_>>()).join(" ")
    }

    #[test]
    fn letters_of_a_spaced_heading_are_words() {
        assert_eq!(join_evenly("P R E F A C E"), "PREFACE");
        assert_eq!(
            join_evenly("\u{413} \u{43b} \u{430} \u{432} \u{430}"),
            "\u{413}\u{43b}\u{430}\u{432}\u{430}"
        );
        assert_eq!(join_evenly("P A R T S 12"), "PARTS 12");
        let words = [("T", 0.0), ("H", 4.0), ("E", 4.0), ("E", 12.0), ("N", 4.0), ("D", 4.0)];
        assert_eq!(join(&words), ["THE", "END"]);
    }

    #[test]
    fn letters_that_spell_nothing_stay_apart() {
        for text in [
            "A B C D E F", "C D E F G A B", "a e i o u", "x y z u v", "X Y Z Q", "See A N S W E R",
            "J R R Tolkien", "J. R. R. T. A.", "B A D C A E", "E G B D F", "X O X O X", "Y N Y N N Y",
            "a x + b y = c z",
        ] {
            assert_eq!(join_evenly(text), text);
        }
        let columns: Vec<(&str, f32)> = "P R E F A C E".split(' ').map(|letter| (letter, 30.0)).collect();
        assert_eq!(join(&columns).len(), 7);
    }
}
