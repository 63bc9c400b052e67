//! Text in cells, broken into lines one by one: the last line of a page is shorter than others.

use braille::Text;

/// The next line from a cell on, at most `width` cells, and where the one after it begins. `stop` is a cell
/// that the line does not reach. `spaced`: spaces at its beginning count.
pub(super) fn next_line(
    text: &Text,
    from: usize,
    stop: usize,
    width: usize,
    spaced: bool,
) -> (Vec<u8>, usize) {
    let width = width.max(1);
    let cells = &text.cells;
    let from = if spaced { from } else { from + count_leading_blanks(&cells[from..stop]) };
    let rest = &cells[from..stop];
    let used = rest.len() - count_trailing_blanks(rest);
    if used <= width {
        return (rest[..used].to_vec(), stop);
    }
    let space = (1..=width).rev().find(|at| rest[*at] == 0);
    let joint =
        text.breaks.iter().rev().map(|at| at.saturating_sub(from)).find(|at| (1..=width).contains(at));
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

/// Wraps a text: the first line has one width, the others another.
pub(super) fn wrap_lines(text: &Text, first: usize, others: usize) -> Vec<Vec<u8>> {
    let (mut out, mut from, stop) = (Vec::new(), 0, text.cells.len());
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
            let all = |cells: &mut dyn Iterator<Item = u8>| cells.filter(|cell| *cell != 0).collect::<Vec<_>>();
            prop_assert_eq!(all(&mut made.concat().into_iter()), all(&mut cells.into_iter()));
        }
    }
}
