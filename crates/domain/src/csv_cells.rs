//! Cells of tables that people open in a spreadsheet.

use std::borrow::Cow;

/// Characters with which a formula begins, also in their full-width forms.
const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Returns true if spreadsheets would take a cell with this text for a formula, quoted or not.
pub fn begins_formula(text: &str) -> bool {
    text.trim_start().starts_with(FORMULA_STARTS) || text.starts_with(['\t', '\r', '\n'])
}

/// The text of a cell. An apostrophe before what begins like a formula makes it text.
pub fn neutralize_formula(text: &str) -> Cow<'_, str> {
    if begins_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::neutralize_formula;

    #[test]
    fn no_cell_begins_a_formula() {
        for (text, cell) in [
            ("", ""),
            ("Ada", "Ada"),
            ("a=1", "a=1"),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@x", "'@x"),
            ("  =1", "'  =1"),
            ("\t=1", "'\t=1"),
            ("\tAda", "'\tAda"),
            ("\nAda", "'\nAda"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("\u{3000}\u{ff20}x", "'\u{3000}\u{ff20}x"),
        ] {
            assert_eq!(neutralize_formula(text), cell, "{text}");
        }
    }
}
