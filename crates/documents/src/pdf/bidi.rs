//! Right-to-left text: the tools write it in visual order, and here it is put into logical order.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::layout::{DocumentPage, PageWord, Rect};

/// Maximum gap between parts of a word with vowel signs, relative to their height.
const MAX_INNER_GAP_RATIO: f32 = 0.2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordDirection {
    Right,
    Left,
    /// Numbers and punctuation.
    Neutral,
}

/// Puts the words of the lines of a page, which come from left to right, and their letters into the order of
/// reading.
pub(super) fn order_page(page: &mut DocumentPage) {
    let (right, left) = count_letters(page.words());
    if right == 0 {
        return;
    }
    for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        line.words = order_line(std::mem::take(&mut line.words), right > left);
    }
}

/// Letters from right to left, and from left to right.
fn count_letters<'w>(words: impl Iterator<Item = &'w PageWord>) -> (usize, usize) {
    let mut counts = (0, 0);
    for c in words.flat_map(|word| word.text.chars()) {
        counts.0 += usize::from(is_right_to_left(c));
        counts.1 += usize::from(is_left_to_right(c));
    }
    counts
}

/// Orders the words of a line. `is_rtl_page`: the text around it is from right to left.
fn order_line(mut words: Vec<PageWord>, is_rtl_page: bool) -> Vec<PageWord> {
    let (right, left) = count_letters(words.iter());
    if right == 0 {
        return words;
    }
    let is_rtl_line = is_rtl_page || right >= left;
    if is_rtl_line {
        // Words from left to right keep their order, with the numbers after them.
        reverse_runs(&mut words, WordDirection::Left);
        words.reverse();
    } else {
        reverse_runs(&mut words, WordDirection::Right);
    }
    for word in &mut words {
        if is_rtl_line || word_direction(&word.text) == WordDirection::Right {
            word.text = order_word(&word.text);
        }
    }
    mirror_brackets(&mut words);
    join_parts(words)
}

/// A line of text in the order of reading.
pub(super) fn read_line(line: &str, is_rtl_page: bool) -> String {
    let word = |text: &str| PageWord { text: text.to_owned(), ..PageWord::default() };
    let words = order_line(line.split_whitespace().map(word).collect(), is_rtl_page);
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Reverses each run of words of a direction, with the numbers and punctuation between them.
fn reverse_runs(words: &mut [PageWord], direction: WordDirection) {
    let mut start = 0;
    while start < words.len() {
        if word_direction(&words[start].text) != direction {
            start += 1;
            continue;
        }
        let inside = |word: &&PageWord| {
            let own = word_direction(&word.text);
            own == direction || own == WordDirection::Neutral
        };
        let length = words[start..].iter().take_while(inside).count();
        let ends = |word: &PageWord| {
            let number = direction == WordDirection::Left && word.text.chars().any(char::is_numeric);
            number || word_direction(&word.text) == direction
        };
        let last = words[start..start + length].iter().rposition(ends).unwrap_or(0);
        words[start..=start + last].reverse();
        start += length;
    }
}

fn word_direction(text: &str) -> WordDirection {
    if text.chars().any(is_right_to_left) {
        WordDirection::Right
    } else if text.chars().any(is_left_to_right) {
        WordDirection::Left
    } else {
        WordDirection::Neutral
    }
}

/// A word that is written from right to left: its letters in the order of reading, numbers and words in other
/// letters unchanged, shapes of Arabic letters as letters.
fn order_word(text: &str) -> String {
    let mut clusters: Vec<String> = Vec::new();
    for c in text.chars() {
        match clusters.last_mut() {
            Some(last) if is_combining_mark(c) => last.push(c),
            // A sign at the beginning belongs to the letter after it.
            Some(last) if last.chars().all(is_combining_mark) => last.insert(0, c),
            _ => clusters.push(c.to_string()),
        }
    }
    clusters.reverse();
    let mut out = String::with_capacity(text.len());
    let mut rest = clusters.as_slice();
    while let Some((first, tail)) = rest.split_first() {
        if !is_kept_in_order(first) {
            out.extend(first.chars().flat_map(expand_presentation_form));
            rest = tail;
            continue;
        }
        let joins = |at: &usize| {
            let next = rest.get(at + 1).is_some_and(|next| is_kept_in_order(next));
            is_kept_in_order(&rest[*at])
                || (next && matches!(rest[*at].as_str(), "." | "," | ":" | "/" | "-"))
        };
        let length = (0..rest.len()).take_while(joins).count();
        rest[..length].iter().rev().for_each(|cluster| out.push_str(cluster));
        rest = &rest[length..];
    }
    out
}

fn is_kept_in_order(cluster: &str) -> bool {
    cluster.chars().next().is_some_and(|c| c.is_numeric() || is_left_to_right(c))
}

/// The letters that an Arabic presentation form represents.
fn expand_presentation_form(c: char) -> Vec<char> {
    match c {
        '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => std::iter::once(c).nfkc().collect(),
        c => vec![c],
    }
}

/// Some fonts name brackets by their looks. Then each would close before it opens.
fn mirror_brackets(words: &mut [PageWord]) {
    let is_bracket = |c: &char| "()[]{}".contains(*c);
    let first = words.iter().flat_map(|word| word.text.chars()).find(is_bracket);
    let last = words.iter().rev().flat_map(|word| word.text.chars().rev()).find(is_bracket);
    if !matches!((first, last), (Some(')' | ']' | '}'), Some('(' | '[' | '{'))) {
        return;
    }
    for word in words.iter_mut().filter(|word| word_direction(&word.text) != WordDirection::Left) {
        word.text = word.text.chars().map(mirror_char).collect();
    }
}

fn mirror_char(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        c => c,
    }
}

/// The tools divide words at letters with vowel signs.
fn join_parts(words: Vec<PageWord>) -> Vec<PageWord> {
    let has_signs = |word: &PageWord| word.text.chars().any(is_combining_mark);
    let is_right = |word: &PageWord| word_direction(&word.text) == WordDirection::Right;
    let mut out: Vec<PageWord> = Vec::with_capacity(words.len());
    // The part that was added last, as the tools have it.
    let mut last: Option<PageWord> = None;
    for word in words {
        let continues = last.as_ref().is_some_and(|last| {
            let gap = (last.rect.x0 - word.rect.x1).abs();
            (has_signs(last) || has_signs(&word))
                && is_right(last)
                && is_right(&word)
                && gap < last.rect.height().min(word.rect.height()) * MAX_INNER_GAP_RATIO
        });
        last = Some(word.clone());
        match out.last_mut().filter(|_| continues) {
            Some(before) => {
                before.text.push_str(&word.text);
                before.rect = Rect::union(before.rect, word.rect);
            }
            None => out.push(word),
        }
    }
    out
}

/// Returns true for letters of Hebrew, Arabic and the other scripts from right to left.
pub(super) fn is_right_to_left(c: char) -> bool {
    let within = matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}');
    within && !c.is_numeric()
}

fn is_left_to_right(c: char) -> bool {
    c.is_alphabetic() && !is_right_to_left(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> String {
        super::read_line(line, false)
    }

    #[test]
    fn words_and_letters_are_in_the_order_of_reading() {
        let (shalom, olam) = ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{5E2}\u{5D5}\u{5DC}\u{5DD}");
        let seen = |text: &str| text.chars().rev().collect::<String>();
        let both = format!("{} {}", seen(olam), seen(shalom));
        assert_eq!(read_line(&both), format!("{shalom} {olam}"));
        assert_eq!(read_line(&format!("1984 {}", seen(shalom))), format!("{shalom} 1984"));
        assert_eq!(
            super::read_line(&format!(".{} Sea and Shore {}", seen(olam), seen(shalom)), true),
            format!("{shalom} Sea and Shore {olam}.")
        );
        assert_eq!(
            super::read_line(&format!("Windows 10 {}", seen(shalom)), true),
            format!("{shalom} Windows 10")
        );
        assert_eq!(
            read_line(&format!("the word {} means peace", seen(shalom))),
            format!("the word {shalom} means peace")
        );
        for brackets in [format!("){}(", seen(olam)), format!("({})", seen(olam))] {
            assert_eq!(read_line(&brackets), format!("({olam})"));
        }
        assert_eq!(read_line(&format!("%45.6 {}", seen(shalom))), format!("{shalom} 45.6%"));
        assert_eq!(read_line("\u{FEFB} \u{648}"), "\u{648} \u{644}\u{627}");
        assert_eq!(read_line("The tide comes in."), "The tide comes in.");
        assert_eq!(order_word("\u{5DE}\u{5B7}\u{5E9}"), "\u{5E9}\u{5DE}\u{5B7}");
    }
}
