//! Text in cells, broken into lines one by one: the last line of a page is shorter than others.

use braille::Text;

/// Dots 3, 6.
pub(super) const HYPHEN: u8 = 0b10_0100;
/// Dots 3, 4, 5, 6: a number follows.
const NUMBER_SIGN: u8 = 0b11_1100;
/// Dots 4, 5, 6: in addresses and paths, in English before a slash, a line, or computer braille.
const LINE_SIGN: u8 = 0b11_1000;
/// Dot 4: in English before an at sign, a currency, an accent of the American edition.
const AT_SIGN: u8 = 0b00_1000;
/// Dots 4, 5: in English before the cell that names an accent.
const ACCENT_SIGN: u8 = 0b01_1000;
/// Dots 2, 5, 6: a point.
const POINT: u8 = 0b11_0010;
/// Dots 1, 2, 3.
const LEFT_COLUMN: u8 = 0b00_0111;
/// The shortest line that ends with a hyphen.
const MIN_HYPHENATED_CELLS: usize = 10;

/// The next line from a cell on, at most `width` cells, and where the one after it begins. `stop` is a cell
/// that the line does not reach. `verbatim`: the text is code, where spaces at the beginning of the first
/// line count and a hyphen would be part of it.
pub(super) fn next_line(
    text: &Text,
    from: usize,
    stop: usize,
    width: usize,
    verbatim: bool,
) -> (Vec<u8>, usize) {
    let width = width.max(1);
    let cells = &text.cells;
    let from = if verbatim && from == 0 { from } else { from + count_leading_blanks(&cells[from..stop]) };
    let rest = &cells[from..stop];
    let used = rest.len() - count_trailing_blanks(rest);
    if used <= width {
        return (rest[..used].to_vec(), stop);
    }
    let space = (1..=width).rev().find(|at| rest[*at] == 0);
    let joint =
        text.breaks.iter().rev().map(|at| at.saturating_sub(from)).find(|at| (1..=width).contains(at));
    if let (None, None) = (space, joint)
        && !verbatim
        && let Some(end) = find_word_division(cells, from, width)
    {
        let mut line = rest[..end].to_vec();
        line.push(HYPHEN);
        return (line, from + end);
    }
    let end = match (space, joint) {
        (None, None) => width,
        (space, joint) => space.max(joint).unwrap_or(width),
    };
    let line = &rest[..end];
    let line = line[..line.len() - count_trailing_blanks(line)].to_vec();
    // The space that ends a line belongs to neither.
    let next = from + end + usize::from(rest[end] == 0);
    (line, next)
}

/// Number of cells from a cell on that come before a hyphen at the end of a line, in a word that is wider
/// than the line. `None` for words in which a hyphen would be another sign, and for lines of a few cells.
fn find_word_division(cells: &[u8], from: usize, width: usize) -> Option<usize> {
    let begin = cells[..from].iter().rposition(|cell| *cell == 0).map_or(0, |at| at + 1);
    let length = cells[begin..].iter().take_while(|cell| **cell != 0).count();
    if width < MIN_HYPHENATED_CELLS || !is_plain_word(&cells[begin..begin + length]) {
        return None;
    }
    // A cell of the right column belongs to the next one: a capital, the beginning of a contraction. Accents
    // have two cells.
    let ends_letter = |at: &usize| {
        let end = from + at;
        cells[end - 1] & LEFT_COLUMN != 0 && cells[end - 2] != ACCENT_SIGN
    };
    (width / 2..width).rev().find(ends_letter)
}

/// Returns true for words of letters: not for numbers, addresses, paths and names in programs.
fn is_plain_word(word: &[u8]) -> bool {
    let inside = &word[..word.len().saturating_sub(2)];
    let is_foreign = |cell: &u8| matches!(*cell, NUMBER_SIGN | LINE_SIGN | AT_SIGN | HYPHEN);
    !word.iter().any(is_foreign) && !inside.contains(&POINT)
}

/// Wraps a text: the first line has one width, the others another.
pub(super) fn wrap_lines(text: &Text, first: usize, others: usize) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    let mut from = 0;
    let stop = text.cells.len();
    while count_leading_blanks(&text.cells[from..]) < stop - from {
        let (line, next) = next_line(text, from, stop, if out.is_empty() { first } else { others }, false);
        out.push(line);
        from = next;
    }
    out
}

/// The position of a mark inside a word: after the word.
pub(super) fn behind_word(text: &Text, at: usize) -> usize {
    let begins = at == 0 || text.cells.get(at - 1).is_none_or(|cell| *cell == 0);
    if begins {
        return at;
    }
    at + text.cells[at.min(text.cells.len())..].iter().take_while(|cell| **cell != 0).count()
}

pub(super) fn count_leading_blanks(cells: &[u8]) -> usize {
    cells.iter().take_while(|cell| **cell == 0).count()
}

fn count_trailing_blanks(cells: &[u8]) -> usize {
    cells.iter().rev().take_while(|cell| **cell == 0).count()
}

#[cfg(test)]
mod tests {
    use braille::{from_ascii, to_ascii};
    use proptest::prelude::*;

    use super::*;

    fn braille_text(ascii: &str, breaks: Vec<usize>) -> Text {
        Text { cells: from_ascii(ascii), breaks, marks: Vec::new() }
    }

    fn wrap_ascii(ascii: &str, breaks: Vec<usize>, first: usize, others: usize) -> Vec<String> {
        wrap_lines(&braille_text(ascii, breaks), first, others).iter().map(|line| to_ascii(line)).collect()
    }

    #[test]
    fn lines_end_at_spaces_hyphens_and_where_nothing_else_helps() {
        assert_eq!(wrap_ascii("AB CD EF", vec![], 5, 5), ["AB CD", "EF"]);
        assert_eq!(wrap_ascii("AB CD EF", vec![], 4, 5), ["AB", "CD EF"]);
        assert_eq!(wrap_ascii("WELL-KNOWN", vec![5], 8, 8), ["WELL-", "KNOWN"]);
        assert_eq!(wrap_ascii("ABCDEFGH", vec![], 3, 3), ["ABC", "DEF", "GH"]);
        assert_eq!(wrap_ascii("   ", vec![], 3, 3), [""; 0]);
        assert_eq!(wrap_ascii(" A   B ", vec![], 1, 1), ["A", "B"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_divided_with_a_hyphen() {
        assert_eq!(wrap_ascii("INCOMPREHENSIBILITIES", vec![], 12, 12), ["INCOMPREHEN-", "SIBILITIES"]);
        // Not between a sign and its letter.
        assert_eq!(wrap_ascii("INCOMPREHE^3NSIBLE", vec![], 12, 12), ["INCOMPREHE-", "^3NSIBLE"]);
        assert_eq!(wrap_ascii("INCOMPREH^3ENSIBLE", vec![], 12, 12), ["INCOMPREH-", "^3ENSIBLE"]);
        assert_eq!(wrap_ascii("8INCOMPREHENSIBLE40", vec![], 12, 12), ["8INCOMPREHE-", "NSIBLE40"]);
        // A hyphen in a number or an address would be part of it.
        assert_eq!(wrap_ascii("#ABCDEFGHIJABCDEF", vec![], 12, 12), ["#ABCDEFGHIJA", "BCDEF"]);
        for address in ["EXAMPLE_/INCOMPREHENSIBLE", "NOBODY@AEXAMPLE4ORG", "WWW4INCOMPREHENSIBLE"] {
            assert_eq!(wrap_ascii(address, vec![], 12, 12)[0], address[..12]);
        }
    }

    #[test]
    fn a_mark_inside_a_word_is_moved_after_it() {
        let text = braille_text("AB CD", vec![]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(|at| behind_word(&text, at)), [0, 2, 2, 3, 5, 5]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_no_line_is_too_long(cells in prop::collection::vec(0_u8..4, 0..80), first in 1_usize..12, others in 1_usize..12, joint in 0_usize..80) {
            let text = Text { cells: cells.clone(), breaks: vec![joint.min(cells.len())], marks: Vec::new() };
            let made = wrap_lines(&text, first, others);
            for (n, line) in made.iter().enumerate() {
                let width = if n == 0 { first } else { others };
                prop_assert!(!line.is_empty() && line.len() <= width);
            }
            let all = |cells: &mut dyn Iterator<Item = u8>| {
                cells.filter(|cell| *cell != 0 && *cell != HYPHEN).collect::<Vec<_>>()
            };
            prop_assert_eq!(all(&mut made.concat().into_iter()), all(&mut cells.into_iter()));
        }
    }
}
