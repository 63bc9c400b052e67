//! Widths of the columns of a table.

use super::GridSlot;
use crate::model::{Block, BlockKind, Inline, Style, walk_blocks};

/// The width of a column's content, in the unit of the measure: its longest word, which nothing breaks, and
/// its longest line.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ColumnExtent {
    /// The longest word.
    pub word: f64,
    /// The longest line.
    pub line: f64,
}

impl ColumnExtent {
    fn merge(&mut self, other: Self) {
        self.word = self.word.max(other.word);
        self.line = self.line.max(other.line);
    }
}

/// Measures the columns of a grid, whose first `heads` rows are headings. `measure` returns the width of a
/// text, which may be bold. A cell over several columns is shared out among them.
pub fn measure_columns(
    grid: &[Vec<GridSlot<'_>>],
    heads: usize,
    columns: usize,
    measure: &dyn Fn(&str, bool) -> f64,
) -> Vec<ColumnExtent> {
    let mut out = vec![ColumnExtent::default(); columns];
    let mut wide: Vec<(usize, usize, ColumnExtent)> = Vec::new();
    for (n, slots) in grid.iter().enumerate() {
        let mut column = 0;
        for slot in slots {
            let width = slot.column_span();
            if let GridSlot::Cell(cell, _) = slot {
                let extent = measure_cell(&cell.blocks, cell.header || n < heads, measure);
                match out.get_mut(column).filter(|_| width == 1) {
                    Some(own) => own.merge(extent),
                    None => wide.push((column, width, extent)),
                }
            }
            column += width;
        }
    }
    for (column, width, extent) in wide {
        let Some(over) = out.get_mut(column..(column + width).min(columns)) else { continue };
        let parts = f64::from(u16::try_from(over.len()).unwrap_or(u16::MAX)).max(1.0);
        let (words, lines) =
            over.iter().fold((0.0, 0.0), |(words, lines), own| (words + own.word, lines + own.line));
        for own in over {
            own.word += (extent.word - words).max(0.0) / parts;
            own.line += (extent.line - lines).max(0.0) / parts;
            own.line = own.line.max(own.word);
        }
    }
    out
}

/// Share of `room` that each column gets: its longest word in any case, and of what is left the more, the
/// more text it has. A table that needs less room gets no more than it needs. `None` if the words alone have
/// no room.
pub fn share_room(extents: &[ColumnExtent], room: f64) -> Option<Vec<f64>> {
    let words: f64 = extents.iter().map(|extent| extent.word).sum();
    let lines: f64 = extents.iter().map(|extent| extent.line).sum();
    if words > room {
        return None;
    }
    if lines <= room {
        return Some(extents.iter().map(|extent| extent.line).collect());
    }
    // A column of whole paragraphs gets at most a line of the page: longer text does not make it wider.
    let wish = |extent: &ColumnExtent| extent.line.min(room) - extent.word;
    let wishes: f64 = extents.iter().map(wish).sum();
    let part = (room - words) / wishes.max(f64::MIN_POSITIVE);
    Some(extents.iter().map(|extent| extent.word + part * wish(extent)).collect())
}

/// The text by which a picture is measured: it is made as small as its column, but not unrecognizable.
const PICTURE_PLACEHOLDER: &str = " MMMMM ";

fn measure_cell(blocks: &[Block], header: bool, measure: &dyn Fn(&str, bool) -> f64) -> ColumnExtent {
    let mut out = ColumnExtent::default();
    walk_blocks(blocks, &mut |block| {
        let (mut text, mut bold) = (String::new(), header);
        collect_line(block.inlines(), &mut text, &mut bold);
        match &block.kind {
            BlockKind::Math(math) => text.push_str(&math.linear),
            BlockKind::Image(_) => text.push_str(PICTURE_PLACEHOLDER),
            _ => {}
        }
        let word = breakable_pieces(&text).map(|piece| measure(piece, bold)).fold(0.0, f64::max);
        out.merge(ColumnExtent { word, line: measure(text.trim(), bold).max(word) });
    });
    out
}

/// The text of a line with its formulas, and whether some of it is bold.
fn collect_line(inlines: &[Inline], out: &mut String, bold: &mut bool) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::NoteRef { text, .. } => out.push_str(text),
            Inline::Math(math) => out.push_str(&math.linear),
            Inline::Image(_) => out.push_str(PICTURE_PLACEHOLDER),
            Inline::LineBreak => out.push('\n'),
            other => {
                *bold |= matches!(other, Inline::Styled { style: Style::Strong | Style::Defined, .. });
                collect_line(other.children(), out, bold);
            }
        }
    }
}

/// The pieces between possible line breaks in a text (the plain cases of UAX 14).
fn breakable_pieces(text: &str) -> impl Iterator<Item = &str> {
    // Scripts that break between any two signs, or between words that only a dictionary tells apart.
    let spaceless = |c: char| {
        matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
            | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffdc}' | '\u{20000}'..)
    };
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let mut chars = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}') {
                end = at;
                break;
            }
            if spaceless(c)
                || next.is_some_and(spaceless)
                || (matches!(c, '-' | '/' | '\u{2010}' | '\u{2013}' | '\u{2014}')
                    && next.is_some_and(char::is_alphabetic))
            {
                end = at + c.len_utf8();
                break;
            }
        }
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column_extents(all: &[(f64, f64)]) -> Vec<ColumnExtent> {
        all.iter().map(|(word, line)| ColumnExtent { word: *word, line: *line }).collect()
    }

    #[test]
    fn a_column_is_never_narrower_than_its_longest_word() {
        let all = column_extents(&[(9.0, 9.0), (4.0, 400.0), (5.0, 30.0)]);
        let widths = share_room(&all, 60.0).unwrap();
        assert!(widths.iter().zip(&all).all(|(width, extent)| *width >= extent.word), "{widths:?}");
        assert!((widths.iter().sum::<f64>() - 60.0).abs() < 1e-9, "{widths:?}");
        assert!(widths[1] > widths[2] && widths[2] > widths[0], "{widths:?}");
        assert_eq!(share_room(&all, 17.9), None);
        // A table that fits is no wider than necessary.
        assert_eq!(share_room(&all[..1], 60.0), Some(vec![9.0]));
    }

    #[test]
    fn a_text_breaks_where_lines_may_end() {
        let all = |text| breakable_pieces(text).collect::<Vec<_>>();
        assert_eq!(all(" low-water mark 12-14"), ["low-", "water", "mark", "12-14"]);
        assert_eq!(all("潮汐 a\u{a0}b"), ["潮", "汐", "a\u{a0}b"]);
    }
}
