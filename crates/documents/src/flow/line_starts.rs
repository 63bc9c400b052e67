//! Lines that end where their author ended them: items of lists in one block, and lines of verse.

use crate::layout::{PageLine, Rect};

use super::lists::{ListMarker, resolve_roman};

/// Lines around an item among which its neighbors are.
const MAX_ITEM_DISTANCE: usize = 30;
/// Maximum distance of left edges that are the same, relative to the size of the letters.
const MAX_EDGE_DRIFT_RATIO: f32 = 0.3;
/// Minimum number of lines of an index or a table.
const MIN_ROWS: usize = 5;
/// Minimum number of lines of a poem or an address.
const MIN_KEPT_LINES: usize = 3;

/// Marks the lines of a block that begin with what may also begin or divide a sentence: a letter, a Roman
/// numeral, a number of a section, a dash. They begin items where their neighbors are below one another.
pub(super) fn find_items(lines: &[PageLine]) -> Vec<bool> {
    let mut markers: Vec<Option<ListMarker>> = lines.iter().map(ListMarker::from_line).collect();
    resolve_roman(&mut markers);
    let numbers: Vec<Option<Vec<u16>>> = lines.iter().map(section_number).collect();
    let left = lines.iter().map(|line| line.rect.x0).fold(f32::MAX, f32::min);
    let are_rows = are_rows(lines);
    let is_item = |n: usize| {
        let is_outermost = lines[n].rect.x0 - left <= lines[n].size * MAX_EDGE_DRIFT_RATIO;
        if are_rows && is_outermost && n.checked_sub(1).is_some_and(|above| ends_with_number(&lines[above])) {
            return true;
        }
        let near = n.saturating_sub(MAX_ITEM_DISTANCE)..lines.len().min(n + MAX_ITEM_DISTANCE);
        let below = || {
            near.clone().filter(move |other| *other != n && have_same_left_edge(&lines[n], &lines[*other]))
        };
        if let Some(own) = &numbers[n] {
            return below().any(|other| {
                let (first, second) = if other < n { (other, n) } else { (n, other) };
                numbers[first].as_deref().zip(numbers[second].as_deref()).is_some_and(follows_number)
                    && numbers[other].as_ref().is_some_and(|number| number.len() == own.len())
            });
        }
        let Some(marker) = markers[n] else { return false };
        let has_neighbor = below().any(|other| {
            markers[other]
                .is_some_and(|own| if other < n { marker.can_follow(own) } else { own.can_follow(marker) })
        });
        let may_divide_sentence = marker == ListMarker::Dash
            && below().any(|other| markers[other] != Some(ListMarker::Dash))
            && !n.checked_sub(1).is_some_and(|above| ends_clause(&lines[above]));
        has_neighbor && !may_divide_sentence
    };
    (0..lines.len()).map(is_item).collect()
}

/// Returns true if most lines of a block end with numbers, as entries of an index and rows of a table do.
pub(super) fn are_rows(lines: &[PageLine]) -> bool {
    lines.len() >= MIN_ROWS
        && lines.iter().filter(|line| ends_with_number(line)).count() * 3 >= lines.len() * 2
}

fn ends_with_number(line: &PageLine) -> bool {
    let last = line.words.last().map(|word| word.text.trim_end_matches(['.', ',', ';', '%']));
    line.words.len() > 1 && last.is_some_and(|last| last.ends_with(|c: char| c.is_ascii_digit()))
}

fn have_same_left_edge(line: &PageLine, other: &PageLine) -> bool {
    (line.rect.x0 - other.rect.x0).abs() <= line.size.max(other.size) * MAX_EDGE_DRIFT_RATIO
}

fn ends_clause(line: &PageLine) -> bool {
    line.words.last().is_some_and(|word| word.text.ends_with(['.', '!', '?', ':', ';']))
}

/// The number of a section that a line begins with, such as `2.1` or `2.1.3.`, before other words.
fn section_number(line: &PageLine) -> Option<Vec<u16>> {
    let (first, rest) = line.words.split_first()?;
    let parts = first.text.strip_suffix('.').unwrap_or(&first.text).split('.');
    let parts: Option<Vec<u16>> =
        parts.map(|part| part.parse().ok().filter(|_| part.len() <= 2 && !part.starts_with('+'))).collect();
    parts.filter(|parts| parts.len() > 1 && !rest.is_empty())
}

/// Returns true if the second number is the next one of the same section.
fn follows_number((first, second): (&[u16], &[u16])) -> bool {
    match (first.split_last(), second.split_last()) {
        (Some((last, section)), Some((next, same))) => section == same && *next == last + 1,
        _ => false,
    }
}

/// Returns true if the lines of a piece are lines by intent: each begins with a capital letter or a number,
/// and leaves room for the first word of the next one in a column with this right edge.
pub(super) fn keeps_lines(lines: &[&PageLine], edge: f32) -> bool {
    lines.len() >= MIN_KEPT_LINES
        && !lines.iter().any(|line| line.entry || line.is_monospaced())
        && lines.iter().all(|line| begins_with_capital(line))
        && lines.windows(2).all(|pair| leaves_room(pair[0], pair[1], edge))
        && !is_justified(lines)
}

fn begins_with_capital(line: &PageLine) -> bool {
    let mut chars = line.words.iter().flat_map(|word| word.text.chars());
    chars.find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_uppercase() || c.is_numeric())
}

fn leaves_room(above: &PageLine, line: &PageLine, edge: f32) -> bool {
    let width = line.words.first().map(|word| word.rect).unwrap_or_default().width();
    above.rect.x1 + width + above.size <= edge
}

/// Returns true if several lines end at the same edge, as those of a paragraph do.
fn is_justified(lines: &[&PageLine]) -> bool {
    let edge = lines.iter().map(|line| line.rect).reduce(Rect::union).unwrap_or_default().x1;
    lines.iter().filter(|line| edge - line.rect.x1 <= line.size * 0.1).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PageWord;

    /// Lines below one another, each with its left edge. A letter is 5 wide.
    fn page_lines(texts: &[(f32, &str)]) -> Vec<PageLine> {
        let line = |x0: f32, text: &str, y0: f32| {
            let mut at = x0;
            let words = text.split(' ').map(|word| {
                let x1 = word.chars().fold(at, |x, _| x + 5.0);
                let rect = Rect { x0: std::mem::replace(&mut at, x1 + 5.0), y0, x1, y1: y0 + 10.0 };
                PageWord { text: word.to_owned(), rect, ..PageWord::default() }
            });
            PageLine::from_words(words.collect(), 10.0)
        };
        let rows = (0_u16..).map(|n| f32::from(n) * 12.0);
        texts.iter().zip(rows).filter_map(|((x0, text), y0)| line(*x0, text, y0)).collect()
    }

    #[test]
    fn items_have_neighbors_at_the_same_edge() {
        let lines = page_lines(&[
            (72.0, "Bring with you"),
            (72.0, "a) a net and"),
            (72.0, "a bucket,"),
            (72.0, "b) boots"),
            (72.0, "(i) of rubber"),
            (72.0, "(ii) or leather"),
            (72.0, "2.1 Pools are cold"),
            (72.0, "2.2 and deep"),
            (72.0, "4.5 metres or so"),
            (90.0, "- nested"),
            (90.0, "- items"),
        ]);
        let expected = [false, true, false, true, true, true, true, true, false, true, true];
        assert_eq!(find_items(&lines), expected);
        let prose = page_lines(&[
            (72.0, "The sea came in"),
            (72.0, "- as it always did"),
            (72.0, "and went again"),
            (72.0, "- as they knew"),
        ]);
        assert_eq!(find_items(&prose), [false; 4]);
    }

    #[test]
    fn entries_of_an_index_begin_at_the_left() {
        let lines = page_lines(&[
            (72.0, "bells, 3, 12"),
            (72.0, "boats, 4"),
            (72.0, "crabs, of the"),
            (82.0, "harbor, 7"),
            (72.0, "gulls, 8, 10-12"),
            (72.0, "nets, 9"),
        ]);
        assert!(are_rows(&lines));
        assert_eq!(find_items(&lines), [false, true, true, false, true, true]);
        assert!(!are_rows(&page_lines(&[(72.0, "It was in 1990"), (72.0, "that they came.")])));
    }

    #[test]
    fn lines_of_verse_leave_room_for_the_next_word() {
        let are_kept = |texts: [&str; 3], edge: f32| {
            let lines = page_lines(&texts.map(|text| (90.0, text)));
            keeps_lines(&lines.iter().collect::<Vec<_>>(), edge)
        };
        let verse = ["The bell rings out,", "The nets are dry,", "And so it goes."];
        assert!(are_kept(verse, 400.0));
        // The column is as narrow as the lines.
        assert!(!are_kept(verse, 200.0));
        assert!(!are_kept(["The bell rings out,", "the nets are dry,", "And so it goes."], 400.0));
    }
}
