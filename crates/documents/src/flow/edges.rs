//! Lines at the upper and lower edge of a page, and the numbers in them that count the pages.

use std::collections::BTreeMap;

use crate::layout::{DocumentPage, PageLine, Rect};

/// Minimum gap between lines at the edge and the text, relative to their height.
pub(super) const MIN_GAP_RATIO: f32 = 0.8;

/// The block and the number of a line of a page.
pub(super) type LinePlace = (usize, usize);

type PlacedLine<'p> = (LinePlace, &'p PageLine);

/// A line at the edge of a page.
#[derive(Debug)]
pub(super) struct EdgeLine {
    pub(super) page: usize,
    pub(super) place: LinePlace,
    /// The numbers in it, in their order.
    pub(super) numbers: Vec<i64>,
    /// True if it, or a line after it, is further from the text than lines of a text are.
    pub(super) is_apart: bool,
    /// True if it is bold or larger than the text, as headings are.
    pub(super) stands_out: bool,
}

/// The lines that `is_candidate` accepts, from the edge of a page up to the first row with another line:
/// their places, and whether they are apart from the text.
pub(super) fn find_edge_lines(
    page: &DocumentPage,
    is_head: bool,
    is_candidate: impl Fn(&PageLine) -> bool,
) -> Vec<(LinePlace, bool)> {
    let rows = group_rows_from_edge(page, is_head);
    let mut found: Vec<(LinePlace, bool)> = Vec::new();
    let mut apart_count = 0;
    for (n, row) in rows.iter().enumerate() {
        let before = found.len();
        let own = row.iter().filter(|(_, line)| is_candidate(line));
        found.extend(own.map(|(place, _)| (*place, false)));
        if rows.get(n + 1).is_none_or(|next| has_gap(row, next)) {
            for (_, is_apart) in &mut found[apart_count..] {
                *is_apart = true;
            }
            apart_count = found.len();
        }
        if found.len() - before < row.len() {
            break;
        }
    }
    found
}

/// The rows of a page from its upper edge down, or from its lower edge up. Turned lines are in none.
fn group_rows_from_edge(page: &DocumentPage, is_head: bool) -> Vec<Vec<PlacedLine<'_>>> {
    let mut lines: Vec<PlacedLine<'_>> = Vec::new();
    for (b, block) in page.blocks.iter().enumerate() {
        let own = block.lines.iter().enumerate().filter(|(_, line)| !line.is_turned());
        lines.extend(own.map(|(l, line)| ((b, l), line)));
    }
    if is_head {
        lines.sort_by(|(_, a), (_, b)| a.rect.y0.total_cmp(&b.rect.y0));
    } else {
        lines.sort_by(|(_, a), (_, b)| b.rect.y1.total_cmp(&a.rect.y1));
    }
    let mut rows: Vec<Vec<PlacedLine<'_>>> = Vec::new();
    for (place, line) in lines {
        let (_, middle) = line.rect.center();
        match rows.last_mut().filter(|row| row[0].1.rect.y0 < middle && middle < row[0].1.rect.y1) {
            Some(row) => row.push((place, line)),
            None => rows.push(vec![(place, line)]),
        }
    }
    rows
}

/// Returns true if a row is further from the next one than lines of a text are.
fn has_gap(row: &[PlacedLine<'_>], next: &[PlacedLine<'_>]) -> bool {
    let bounds = |row: &[PlacedLine<'_>]| {
        row.iter().map(|(_, line)| line.rect).reduce(Rect::union).unwrap_or_default()
    };
    let own = bounds(row);
    let next = bounds(next);
    let heights = row.iter().map(|(_, line)| line.rect.height().max(line.size));
    let room = heights.fold(0.0, f32::max) * MIN_GAP_RATIO;
    next.y0 - own.y1 >= room || own.y0 - next.y1 >= room
}

/// Returns true if a number of most of these lines grows with the pages, or if all their numbers stay the
/// same. Numbers that `are_alone` in their lines may also count on from line to line: two pages on one sheet.
pub(super) fn count_pages(lines: &[EdgeLine], are_alone: bool) -> bool {
    let width = lines.iter().map(|line| line.numbers.len()).max().unwrap_or(0);
    let is_mostly_one = |values: Vec<i64>| {
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        for value in values {
            *counts.entry(value).or_default() += 1;
        }
        counts.into_values().max().unwrap_or(0) * 2 > lines.len()
    };
    let own = |line: &EdgeLine, n: usize| line.numbers.get(n).copied();
    let past_page = |line: &EdgeLine, n: usize| {
        Some(own(line, n)?.saturating_sub(i64::try_from(line.page).unwrap_or_default()))
    };
    let steps = lines.windows(2).filter(|pair| {
        let values = own(&pair[0], 0).zip(own(&pair[1], 0));
        values.is_some_and(|(before, next)| before.saturating_add(1) == next)
    });
    (0..width).any(|n| is_mostly_one(lines.iter().filter_map(|line| past_page(line, n)).collect()))
        || (0..width).all(|n| is_mostly_one(lines.iter().filter_map(|line| own(line, n)).collect()))
        || are_alone && steps.count() * 2 >= lines.len()
}

/// The numbers in a text, also Roman ones that are words.
pub(super) fn find_numbers(text: &str) -> Vec<i64> {
    let mut numbers = Vec::new();
    for word in text.split_whitespace() {
        if let Some(number) = super::furniture::parse_roman_numeral(word) {
            numbers.push(i64::from(number));
        }
        let digits = word.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
        numbers.extend(digits.map(|digits| digits.parse().unwrap_or(i64::MAX)));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_lines(numbers: &[&[i64]]) -> Vec<EdgeLine> {
        let line = |(page, numbers): (usize, &&[i64])| EdgeLine {
            page,
            place: (0, 0),
            numbers: numbers.to_vec(),
            is_apart: true,
            stands_out: false,
        };
        numbers.iter().enumerate().map(line).collect()
    }

    #[test]
    fn numbers_count_the_pages_or_stay_the_same() {
        let counting: [&[&[i64]]; 5] = [
            &[&[7], &[8], &[9]],
            &[&[2024, 3], &[2024, 4]],
            &[&[2024], &[2024]],
            &[&[9], &[10], &[1], &[2], &[3]],
            &[&[5]],
        ];
        for numbers in counting {
            assert!(count_pages(&sample_lines(numbers), false), "{numbers:?}");
        }
        let others: [&[&[i64]]; 3] = [&[&[17], &[34]], &[&[31], &[45], &[77]], &[&[1, 17], &[1, 20]]];
        for numbers in others {
            assert!(!count_pages(&sample_lines(numbers), false), "{numbers:?}");
        }
        let mut two_on_a_sheet = sample_lines(&[&[12], &[13], &[14], &[15]]);
        for line in &mut two_on_a_sheet {
            line.page /= 2;
        }
        assert!(count_pages(&two_on_a_sheet, true) && !count_pages(&two_on_a_sheet, false));
    }

    #[test]
    fn numbers_of_a_text_are_found() {
        assert_eq!(find_numbers("Page 3/10, xii"), [3, 10, 12]);
        assert_eq!(find_numbers("Tides"), Vec::<i64>::new());
    }
}
