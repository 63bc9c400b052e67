//! Converts the rows of a table to entries, by the names of its columns.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use ::csv::ByteRecord;
use vocabulary::characters::is_ignorable;

use super::row::{RowReader, SHORTENED_NUMBER, is_scientific};
use super::{CONTRIBUTOR_COLUMNS, OTHER_COLUMNS};
use crate::{Action, Entry, Record, decode};

/// Limit of the references that are compared with later ones.
const MAX_COMPARED_REFERENCES: usize = 100_000;
const REPEATED_REFERENCE: &str =
    "an earlier row has the same reference and another title, which this row replaces";
/// Texts that spreadsheets write for errors of formulas.
const FORMULA_ERRORS: [&str; 7] = ["#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!"];
/// The last byte of a text file of DOS.
const END_OF_TEXT: u8 = 0x1a;
/// Columns whose texts have several lines.
const MULTI_LINE_COLUMNS: [&str; 2] = ["synopsis", "notes"];
pub(crate) const REQUIRED_COLUMNS: [&str; 2] = ["reference", "title"];
/// Rows with content among which the one with the names of the columns is searched: lists may have a heading.
pub(super) const MAX_HEADER_ROWS: usize = 20;

/// The columns of a table, and what is remembered of its rows.
pub(super) struct RowEntries {
    /// `None` for a column without a name, which must be empty.
    columns: Vec<Option<&'static str>>,
    /// Hashes of titles by those of their references.
    titles: HashMap<u64, u64>,
    /// The number of rows so far.
    number: u64,
}

impl RowEntries {
    /// The names of the columns may be in any order and case.
    ///
    /// # Errors
    /// A name is unknown or appears twice, or a required one is missing.
    pub(super) fn from_names(names: &[String]) -> Result<Self, String> {
        Ok(Self { columns: parse_columns(names)?, titles: HashMap::new(), number: 0 })
    }

    pub(super) fn column_count(&self) -> usize {
        self.columns.len()
    }

    /// Returns true if line breaks of a column are kept.
    pub(super) fn keeps_lines(&self, place: usize) -> bool {
        self.columns.get(place).copied().flatten().is_some_and(|column| MULTI_LINE_COLUMNS.contains(&column))
    }

    /// Returns true if a row has the names of the columns again, as in lists that were put together.
    pub(super) fn is_header(&self, row: &ByteRecord) -> bool {
        let cells =
            row.iter().map(|cell| unwrap_quotes(std::str::from_utf8(cell).unwrap_or_default()).trim());
        row.len() >= self.columns.len()
            && self.columns.iter().zip(cells).all(|(column, cell)| find_column(cell) == *column)
    }

    /// Reads a row with values. `fault` is a reason to reject it whatever its values are.
    pub(super) fn read_row(&mut self, row: &ByteRecord, line: u64, fault: Option<String>) -> Entry {
        self.number += 1;
        let size = row.as_slice().len() as u64;
        let (reference, result) = match fault {
            None => self.row_record(row),
            Some(fault) => (self.row_reference(row), Err(fault)),
        };
        let replaces_other = result.as_ref().is_ok_and(|record| self.replaces_other_title(record));
        let notes = replaces_other.then(|| REPEATED_REFERENCE.to_owned()).into_iter().collect();
        Entry { number: self.number, line, reference, result, notes, size }
    }

    /// Returns true if an earlier row has the reference of this record and another title. In tables that
    /// people make, that is a mistake more often than a correction.
    fn replaces_other_title(&mut self, record: &Record) -> bool {
        if record.action != Action::Full {
            return false;
        }
        let reference = hash_text(&record.reference);
        if self.titles.len() >= MAX_COMPARED_REFERENCES && !self.titles.contains_key(&reference) {
            return false;
        }
        let title = hash_text(&record.metadata.title);
        self.titles.insert(reference, title).is_some_and(|earlier| earlier != title)
    }

    fn row_reference(&self, row: &ByteRecord) -> String {
        let at = self.columns.iter().position(|column| *column == Some("reference"));
        let cell = at.and_then(|at| row.get(at)).unwrap_or_default();
        decode::decode_undeclared(cell).0.trim().to_owned()
    }

    fn row_record(&self, row: &ByteRecord) -> (String, Result<Record, String>) {
        let named = self.columns.len();
        let cells = row.iter().map(|cell| std::str::from_utf8(cell).unwrap_or_default());
        let cells: Vec<&str> = cells.map(|cell| unwrap_quotes(unwrap_formula(cell)).trim()).collect();
        // Cells behind the last column may exist, if they are empty.
        let count = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        let nameless =
            self.columns.iter().zip(&cells).any(|(column, cell)| column.is_none() && !cell.is_empty());
        let columns = self.columns.iter().zip(&cells);
        let row = RowReader::from_cells(columns.filter_map(|(column, cell)| Some(((*column)?, *cell))));
        let reference = row.cell("reference").unwrap_or_default().to_owned();
        if count > named || cells.len() < named {
            let count = count.max(cells.len());
            return (reference, Err(format!("{count} columns where the first line has {named}")));
        }
        if nameless {
            return (reference, Err("a value in a column without a name".to_owned()));
        }
        if let Some(error) = cells.iter().find(|cell| FORMULA_ERRORS.contains(cell)) {
            return (reference, Err(format!("a formula with the error {error}")));
        }
        // Not every database can store it.
        if cells.iter().any(|cell| cell.contains('\0')) {
            return (reference, Err("a cell has a character that means nothing (U+0000)".to_owned()));
        }
        // Different numbers look the same after that, so that one title would replace the other.
        if is_scientific(&reference) {
            return (reference, Err(format!("reference: {SHORTENED_NUMBER}")));
        }
        (reference, row.into_record().map(join_lines_of_short_fields))
    }
}

/// The record with its short texts on one line each: people break lines to fit a text into its cell.
fn join_lines_of_short_fields(mut record: Record) -> Record {
    let m = &mut record.metadata;
    let optional = [
        &mut m.subtitle, &mut m.copyright_holder, &mut m.publisher, &mut m.edition, &mut m.series_title,
        &mut m.series_subtitle, &mut m.series_number,
    ];
    for text in std::iter::once(&mut m.title).chain(optional.into_iter().flatten()) {
        if text.contains(['\n', '\r']) {
            let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
            *text = lines.collect::<Vec<_>>().join(" ");
        }
    }
    record
}

fn hash_text(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Returns true if a row has no values; spreadsheets write such rows after those that were deleted.
pub(super) fn is_empty_row(row: &ByteRecord) -> bool {
    row.iter().flatten().all(|byte| byte.is_ascii_whitespace() || *byte == END_OF_TEXT)
}

/// The text of a formula that only keeps a spreadsheet from changing a number: `="0306406152"`.
fn unwrap_formula(cell: &str) -> &str {
    let text = cell.strip_prefix("=\"").and_then(|text| text.trim_end().strip_suffix('"'));
    text.filter(|text| !text.contains('"')).unwrap_or(cell)
}

/// The text in quotation marks that a space precedes, so that they do not quote a cell: `a, "b"`.
pub(super) fn unwrap_quotes(cell: &str) -> &str {
    let is_behind_space = cell.starts_with(char::is_whitespace);
    let text = cell.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    text.filter(|text| is_behind_space && !text.contains('"')).unwrap_or(cell)
}

/// Returns true if these are the names of columns of titles, maybe with others.
pub(super) fn names_required_columns(names: &[String]) -> bool {
    REQUIRED_COLUMNS.iter().all(|required| names.iter().any(|name| find_column(name) == Some(*required)))
}

fn parse_columns(names: &[String]) -> Result<Vec<Option<&'static str>>, String> {
    let mut columns = Vec::new();
    for name in names {
        if name.is_empty() {
            columns.push(None);
            continue;
        }
        let Some(column) = find_column(name) else {
            return Err(format!("there is no column {name:.40} (docs/ingest.md has them all)"));
        };
        if columns.contains(&Some(column)) {
            return Err(format!("the column {column} appears twice"));
        }
        columns.push(Some(column));
    }
    for required in REQUIRED_COLUMNS {
        if !columns.contains(&Some(required)) {
            return Err(format!("the first line does not name the column {required}"));
        }
    }
    while columns.last() == Some(&None) {
        columns.pop();
    }
    Ok(columns)
}

/// The column with this name in any case, with or without spaces, hyphens and underscores between its words,
/// and without the invisible characters that come with copied texts.
pub(super) fn find_column(name: &str) -> Option<&'static str> {
    let is_between = |c: char| matches!(c, ' ' | '\u{a0}' | '_' | '-') || is_ignorable(c);
    let letters: String = name.chars().filter(|c| !is_between(*c)).collect();
    let mut all = CONTRIBUTOR_COLUMNS.iter().map(|(name, _)| *name).chain(OTHER_COLUMNS);
    all.find(|column| column.eq_ignore_ascii_case(&letters))
}

#[cfg(test)]
mod tests {
    use super::find_column;

    #[test]
    fn names_of_columns_are_read_in_any_spelling() {
        for name in ["Series title", "series_title", "SERIES-TITLE", "\u{200b}series\u{a0}title\u{feff}"] {
            assert_eq!(find_column(name), Some("seriesTitle"), "{name:?}");
        }
        assert_eq!((find_column(""), find_column("series")), (None, None));
    }
}
