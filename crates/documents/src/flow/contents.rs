//! Printed tables of contents: an entry is one line, from its number to its page, and its dots say nothing.

use crate::layout::{DocumentPage, PageLine, TextBlock};

/// This many dots in a row lead from a title to its page.
const MIN_LEADER_DOTS: usize = 4;
/// A page with fewer such lines is not a table of contents.
const MIN_CONTENTS_ENTRIES: usize = 3;

/// Puts the lines of a table of contents together again: columns of numbers and titles are easily taken for
/// columns of text.
pub(super) fn rejoin_contents_lines(page: &mut DocumentPage) {
    if page.lines().filter(|line| has_leader_dots(line)).count() < MIN_CONTENTS_ENTRIES {
        return;
    }
    let mut lines: Vec<PageLine> = page.blocks.drain(..).flat_map(|block| block.lines).collect();
    lines.sort_by(|a, b| a.rect.center().1.total_cmp(&b.rect.center().1));
    let mut rows: Vec<Vec<PageLine>> = Vec::new();
    for line in lines {
        let (_, middle) = line.rect.center();
        match rows.last_mut().filter(|row| row[0].rect.y0 < middle && middle < row[0].rect.y1) {
            Some(row) => row.push(line),
            None => rows.push(vec![line]),
        }
    }
    for mut row in rows {
        row.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        let entry = row.iter().any(has_leader_dots);
        let size = row.iter().map(|line| line.size).fold(0.0, f32::max);
        let mut words: Vec<_> = row.into_iter().flat_map(|line| line.words).collect();
        if entry {
            for word in &mut words {
                word.text = word.text.trim_end_matches(['.', '…']).to_owned()
                    + if ends_abbreviation(&word.text) { "." } else { "" };
            }
            words.retain(|word| !word.text.is_empty());
        }
        let line = PageLine::from_words(words, size).map(|line| PageLine { entry, ..line });
        page.blocks.extend(line.map(|line| TextBlock { lines: vec![line] }));
    }
}

/// `1.` and the like keep their dot; `title....` does not.
fn ends_abbreviation(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    !bare.is_empty() && word.len() == bare.len() + 1
}

/// Returns true if dots lead through a line.
fn has_leader_dots(line: &PageLine) -> bool {
    let text: String = line.words.iter().flat_map(|word| word.text.chars()).collect();
    text.contains(&".".repeat(MIN_LEADER_DOTS)) || text.contains("……")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{PageWord, Rect};

    fn sample_line(text: &str, x: f32, y: f32) -> PageLine {
        let rect = Rect { x0: x, y0: y, x1: x + 50.0, y1: y + 10.0 };
        PageLine::from_words(
            text.split(' ').map(|text| PageWord { text: text.into(), rect, ..PageWord::default() }).collect(),
            10.0,
        )
        .unwrap()
    }

    #[test]
    fn columns_of_numbers_titles_and_pages_are_entries() {
        let column = |lines: Vec<PageLine>| TextBlock { lines };
        let mut page = DocumentPage {
            blocks: vec![
                column(vec![sample_line("Contents", 10.0, 5.0)]),
                column(vec![
                    sample_line("1.", 10.0, 30.0),
                    sample_line("2", 10.0, 45.0),
                    sample_line("3", 10.0, 60.0),
                ]),
                column(vec![
                    sample_line("Tides . . . . 5", 80.0, 30.0),
                    sample_line("Winds..... 7", 80.0, 46.0),
                    sample_line("Ships . . . . .", 80.0, 60.0),
                ]),
                column(vec![sample_line("12", 200.0, 61.0)]),
            ],
            ..DocumentPage::default()
        };
        rejoin_contents_lines(&mut page);
        let lines: Vec<(String, bool)> = page.lines().map(|line| (line.text(), line.entry)).collect();
        let of = |text: &str, entry: bool| (text.to_owned(), entry);
        assert_eq!(
            lines,
            [of("Contents", false), of("1. Tides 5", true), of("2 Winds 7", true), of("3 Ships 12", true)]
        );
    }

    #[test]
    fn other_pages_are_unchanged() {
        let mut page = DocumentPage {
            blocks: vec![TextBlock { lines: vec![sample_line("And then . . . . nothing", 1.0, 1.0)] }],
            ..DocumentPage::default()
        };
        let before = page.clone();
        rejoin_contents_lines(&mut page);
        assert_eq!(page, before);
    }
}
