//! Rows of one character that tables write as something else.

use super::TranslatedChar;
use super::punctuation::MAX_ELLIPSIS_POINTS;
use super::tables::leaves_out_points;
use crate::Result;
use crate::chars::LONG_DASH;
use crate::codes::EBAE;

/// Low lines of the shortest blank to fill in; fewer are parts of names in programs.
const MIN_BLANK_LINES: usize = 3;
/// Hyphens of the shortest row that the table of the American edition writes as one.
const MIN_HYPHENS: usize = 4;
/// A character that is not read.
const SILENT_CHAR: char = '\u{200b}';

/// Replaces leaders, whose last point would be a decimal point, by a space, and in the American edition
/// blanks and long dashes by one dash of twice the length.
pub(super) fn replace_rows(chars: &mut [TranslatedChar]) -> Result<()> {
    let mut at = 0;
    while let Some(first) = chars.get(at) {
        let (c, table) = (first.c, first.table);
        let count = chars[at..].iter().take_while(|next| next.c == c && next.table == table).count();
        let end = at + count;
        let is_dash = match c {
            '_' => count >= MIN_BLANK_LINES,
            '-' => count >= MIN_HYPHENS,
            '\u{2014}' => count > 1,
            '\u{2e3b}' => true,
            _ => false,
        };
        let replacement = if is_dash && EBAE.has_table(table) {
            Some(LONG_DASH)
        } else if c == '.' && count > MAX_ELLIPSIS_POINTS && leaves_out_points(table)? {
            Some(' ')
        } else {
            None
        };
        if let Some(replacement) = replacement {
            chars[at..end].iter_mut().for_each(|next| next.c = SILENT_CHAR);
            chars[at].c = replacement;
        }
        at = end;
    }
    Ok(())
}
