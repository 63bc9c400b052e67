//! Text in columns from top to bottom (Chinese, Japanese). The tools find a line in every character.

use crate::layout::{DocumentPage, PageLine, PageWord, Rect, TextBlock};

/// Minimum number of characters in columns on a vertical page.
const MIN_COLUMN_CHARS: usize = 20;
/// Maximum distance of a character from the middle of its column, relative to its size.
const MAX_DRIFT_RATIO: f32 = 0.4;

/// Makes lines of the columns of a vertical page, from right to left, and turns the page so that these are
/// below one another. Other pages are unchanged.
pub(super) fn turn_page(page: &mut DocumentPage) {
    let is_upright = |line: &&PageLine| is_in_column(line);
    let (upright, all) = (page.lines().filter(is_upright).count(), page.lines().count());
    if upright < MIN_COLUMN_CHARS || upright * 10 < all * 7 {
        return;
    }
    let width = page.width;
    let turned = |rect: Rect| Rect { x0: rect.y0, y0: width - rect.x1, x1: rect.y1, y1: width - rect.x0 };
    let mut columns: Vec<Vec<PageLine>> = Vec::new();
    for line in std::mem::take(&mut page.blocks).into_iter().flat_map(|block| block.lines) {
        let (middle, _) = line.rect.center();
        let is_own = |column: &&mut Vec<PageLine>| {
            column.first().is_some_and(|first| {
                let (own, _) = first.rect.center();
                (own - middle).abs() < first.rect.width().min(line.rect.width()) * MAX_DRIFT_RATIO
            })
        };
        match columns.iter_mut().find(is_own) {
            Some(column) => column.push(line),
            None => columns.push(vec![line]),
        }
    }
    columns.sort_by(|a, b| b[0].rect.x1.total_cmp(&a[0].rect.x1));
    let lines = columns.into_iter().filter_map(|mut column| {
        column.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
        let rect = column.iter().map(|line| line.rect).reduce(Rect::union)?;
        let size = column.iter().map(|line| line.size).fold(0.0, f32::max);
        let words = column.iter().flat_map(|line| &line.words);
        let text: String = words.map(|word| word.text.as_str()).collect();
        let word = PageWord { text, rect: turned(rect), ..PageWord::default() };
        PageLine::from_words(vec![word], size)
    });
    page.blocks = vec![TextBlock { lines: lines.collect() }];
    page.pictures.iter_mut().for_each(|placed| placed.rect = turned(placed.rect));
    std::mem::swap(&mut page.width, &mut page.height);
}

/// Returns true for a line of a single character of a script that is written in columns.
fn is_in_column(line: &PageLine) -> bool {
    let mut chars = line.words.iter().flat_map(|word| word.text.chars());
    let first = chars.next().is_some_and(|c| matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FF60}'));
    first && chars.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_lines_from_right_to_left() {
        let line = |c: char, x0: f32, y0: f32| {
            let rect = Rect { x0, y0, x1: x0 + 10.0, y1: y0 + 10.0 };
            PageLine::from_words(vec![PageWord { text: c.to_string(), rect, ..PageWord::default() }], 10.0)
        };
        let rows = (0_u16..12).map(|n| f32::from(n) * 10.0);
        let lines = rows.flat_map(|y| [line('\u{3042}', 50.0, y), line('\u{6D77}', 80.0, y)]).flatten();
        let mut page = DocumentPage {
            width: 100.0,
            height: 200.0,
            blocks: vec![TextBlock { lines: lines.collect() }],
            ..DocumentPage::default()
        };
        turn_page(&mut page);
        let texts: Vec<String> = page.lines().map(PageLine::text).collect();
        assert_eq!(texts, ["\u{6D77}".repeat(12), "\u{3042}".repeat(12)]);
        assert_eq!((page.width, page.height), (200.0, 100.0));
        let first = page.blocks[0].lines[0].rect;
        assert_eq!(first, Rect { x0: 0.0, y0: 10.0, x1: 120.0, y1: 20.0 });
    }
}
