//! Printed tables of contents: an entry is one line, from its number to its page, and its dots say nothing.

use crate::layout::{Line, Page, TextBlock};

/// This many dots in a row lead from a title to its page.
const DOTS: usize = 4;
/// A page with fewer such lines is not a table of contents.
const ENTRIES: usize = 3;

/// Puts the lines of a table of contents together again: columns of numbers and titles are easily taken for
/// columns of text.
pub(super) fn straighten(page: &mut Page) {
    if page.lines().filter(|line| has_dots(line)).count() < ENTRIES {
        return;
    }
    let mut lines: Vec<Line> = page.blocks.drain(..).flat_map(|block| block.lines).collect();
    lines.sort_by(|a, b| a.rect.center().1.total_cmp(&b.rect.center().1));
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        let (_, middle) = line.rect.center();
        match rows.last_mut().filter(|row| row[0].rect.y0 < middle && middle < row[0].rect.y1) {
            Some(row) => row.push(line),
            None => rows.push(vec![line]),
        }
    }
    for mut row in rows {
        row.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        let entry = row.iter().any(has_dots);
        let size = row.iter().map(|line| line.size).fold(0.0, f32::max);
        let mut words: Vec<_> = row.into_iter().flat_map(|line| line.words).collect();
        if entry {
            for word in &mut words {
                word.text = word.text.trim_end_matches(['.', '…']).to_owned()
                    + if ends_abbreviation(&word.text) { "." } else { "" };
            }
            words.retain(|word| !word.text.is_empty());
        }
        let line = Line::of(words, size).map(|line| Line { entry, ..line });
        page.blocks.extend(line.map(|line| TextBlock { lines: vec![line] }));
    }
}

/// `1.` and the like keep their dot; `title....` does not.
fn ends_abbreviation(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    !bare.is_empty() && word.len() == bare.len() + 1
}

/// Whether dots lead through a line.
fn has_dots(line: &Line) -> bool {
    let text: String = line.words.iter().flat_map(|word| word.text.chars()).collect();
    text.contains(&".".repeat(DOTS)) || text.contains("……")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Rect, Word};

    fn line(text: &str, x: f32, y: f32) -> Line {
        let rect = Rect { x0: x, y0: y, x1: x + 50.0, y1: y + 10.0 };
        Line::of(
            text.split(' ').map(|text| Word { text: text.into(), rect, ..Word::default() }).collect(),
            10.0,
        )
        .unwrap()
    }

    #[test]
    fn columns_of_numbers_titles_and_pages_are_entries() {
        let column = |lines: Vec<Line>| TextBlock { lines };
        let mut page = Page {
            blocks: vec![
                column(vec![line("Contents", 10.0, 5.0)]),
                column(vec![line("1.", 10.0, 30.0), line("2", 10.0, 45.0), line("3", 10.0, 60.0)]),
                column(vec![
                    line("Tides . . . . 5", 80.0, 30.0),
                    line("Winds..... 7", 80.0, 46.0),
                    line("Ships . . . . .", 80.0, 60.0),
                ]),
                column(vec![line("12", 200.0, 61.0)]),
            ],
            ..Page::default()
        };
        straighten(&mut page);
        let lines: Vec<(String, bool)> = page.lines().map(|line| (line.text(), line.entry)).collect();
        let of = |text: &str, entry: bool| (text.to_owned(), entry);
        assert_eq!(
            lines,
            [of("Contents", false), of("1. Tides 5", true), of("2 Winds 7", true), of("3 Ships 12", true)]
        );
    }

    #[test]
    fn other_pages_stay_as_they_are() {
        let mut page = Page {
            blocks: vec![TextBlock { lines: vec![line("And then . . . . nothing", 1.0, 1.0)] }],
            ..Page::default()
        };
        let before = page.clone();
        straighten(&mut page);
        assert_eq!(page, before);
    }
}
