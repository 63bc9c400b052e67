//! Reads rows one after the other.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::BufRead;

use ::csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::row::{RowReader, SHORTENED_NUMBER, is_scientific};
use super::{CONTRIBUTOR_COLUMNS, OTHER_COLUMNS};
use crate::decode::{self, AsciiSuperset};
use crate::entry::{BrokenFile, Entry, entries_of};
use crate::meter::MeteredReader;
use crate::record::{Action, Record};

/// Limit of a row, and of what is read ahead with it, bytes.
const MAX_ROW_BYTES: u64 = 1 << 20;
/// Characters of the first line that are quoted in an error.
const MAX_QUOTED_CHARS: usize = 80;
/// Limit of the references that are compared with later ones.
const MAX_COMPARED_REFERENCES: usize = 100_000;
const REPEATED_REFERENCE: &str =
    "an earlier row has the same reference and another title, which this row replaces";
/// Columns that every table has.
const REQUIRED_COLUMNS: [&str; 2] = ["reference", "title"];
/// Separators of columns that tables must not have.
const WRONG_SEPARATORS: [(char, &str); 3] = [(';', "semicolons"), ('\t', "tabs"), ('|', "vertical lines")];

/// The rows of a table, one after the other.
pub struct TableReader<R> {
    reader: Reader<MeteredReader<AsciiSuperset<R>>>,
    /// `None` for a column without a name, which must be empty.
    columns: Vec<Option<&'static str>>,
    row: ByteRecord,
    /// Hashes of titles by those of their references.
    titles: HashMap<u64, u64>,
    /// Added to the parser's line numbers: it counts `\r\n` with the row after it.
    line_offset: u64,
    number: u64,
    has_ended: bool,
}

impl<R: BufRead> TableReader<R> {
    /// Reads the first row, which names the columns in any order and case.
    pub fn new(reader: R) -> Result<Self, BrokenFile> {
        let opened =
            AsciiSuperset::detect_encoding(reader).map_err(|error| BrokenFile::new(1, error.to_string()))?;
        let (reader, legacy) = opened;
        if let Some((line, encoding)) = legacy {
            return Err(BrokenFile::new(line, not_utf8_error(encoding.name())));
        }
        let mut reader = MeteredReader::new(reader, MAX_ROW_BYTES);
        let beginning = reader.fill_buf().map_err(|error| BrokenFile::new(1, error.to_string()))?;
        let line_break = beginning.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let line_offset = u64::from(line_break.is_some_and(|at| beginning[at..].starts_with(b"\r\n")));
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(reader);
        let mut row = ByteRecord::new();
        loop {
            let read =
                reader.read_byte_record(&mut row).map_err(|error| BrokenFile::new(1, error.to_string()))?;
            if !read {
                return Err(BrokenFile::new(
                    1,
                    "the file is empty: a table needs a line with the names of its columns",
                ));
            }
            // Excel may name the separator in a line of its own.
            let names_separator = row.len() <= 2 && row.get(0).is_some_and(|cell| cell.starts_with(b"sep="));
            if !is_empty_row(&row) && !names_separator {
                break;
            }
        }
        let line = row.position().map_or(1, Position::line);
        let columns = parse_columns(&row).map_err(|reason| BrokenFile::new(line, reason))?;
        Ok(Self { reader, columns, row, titles: HashMap::new(), line_offset, number: 0, has_ended: false })
    }

    fn read_entry(&mut self) -> Result<Option<Entry>, BrokenFile> {
        loop {
            self.reader.get_mut().restart();
            let line = self.reader.position().line() + self.line_offset;
            match self.reader.read_byte_record(&mut self.row) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => {
                    let reason = format!("{error}; is a quotation mark missing?");
                    return Err(BrokenFile::new(line, reason));
                }
            }
            if is_empty_row(&self.row) {
                continue;
            }
            self.number += 1;
            let line = self.row.position().map_or(line, |position| position.line() + self.line_offset);
            let size = self.row.as_slice().len() as u64;
            let (reference, result) = match self.row.iter().find(|cell| std::str::from_utf8(cell).is_err()) {
                None => self.row_record(),
                Some(cell) => (self.row_reference(), Err(undecodable_error(cell))),
            };
            let replaces_other = result.as_ref().is_ok_and(|record| self.replaces_other_title(record));
            let notes = replaces_other.then(|| REPEATED_REFERENCE.to_owned()).into_iter().collect();
            return Ok(Some(Entry { number: self.number, line, reference, result, notes, size }));
        }
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

    fn row_reference(&self) -> String {
        let at = self.columns.iter().position(|column| *column == Some("reference"));
        let cell = at.and_then(|at| self.row.get(at)).unwrap_or_default();
        decode::decode_undeclared(cell).0.trim().to_owned()
    }

    fn row_record(&self) -> (String, Result<Record, String>) {
        let named = self.columns.len();
        let cells = self.row.iter().map(|cell| std::str::from_utf8(cell).unwrap_or_default());
        let cells: Vec<&str> = cells.map(|cell| unwrap_formula(cell).trim()).collect();
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
        // Different numbers look the same after that, so that one title would replace the other.
        if is_scientific(&reference) {
            return (reference, Err(format!("reference: {SHORTENED_NUMBER}")));
        }
        (reference, row.into_record())
    }
}

fn hash_text(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Returns true if a row has no values; spreadsheets write such rows after those that were deleted.
fn is_empty_row(row: &ByteRecord) -> bool {
    row.iter().all(|cell| cell.trim_ascii().is_empty())
}

/// The text of a formula that only keeps a spreadsheet from changing a number: `="0306406152"`.
fn unwrap_formula(cell: &str) -> &str {
    let text = cell.strip_prefix("=\"").and_then(|text| text.trim_end().strip_suffix('"'));
    text.filter(|text| !text.contains('"')).unwrap_or(cell)
}

fn undecodable_error(bytes: &[u8]) -> String {
    if decode::has_multibyte_utf8(bytes) {
        return "not in UTF-8: some of its bytes are no characters".to_owned();
    }
    not_utf8_error(decode::guess_encoding([bytes]).name())
}

fn not_utf8_error(found: &str) -> String {
    format!("not in UTF-8, as a table must be, but in {found}: save it as CSV UTF-8")
}

fn parse_columns(row: &ByteRecord) -> Result<Vec<Option<&'static str>>, String> {
    let names: Vec<String> =
        row.iter().map(|cell| decode::decode_undeclared(cell).0.trim().to_owned()).collect();
    let mut columns = Vec::new();
    for name in &names {
        if name.is_empty() {
            columns.push(None);
            continue;
        }
        let Some(column) = find_column(name) else {
            return Err(find_wrong_separator(&names).unwrap_or_else(|| {
                format!(
                    "there is no column {name:.40} (docs/ingest.md has them all); {}",
                    quote_first_line(&names)
                )
            }));
        };
        if columns.contains(&Some(column)) {
            return Err(format!("the column {column} appears twice"));
        }
        columns.push(Some(column));
    }
    for required in REQUIRED_COLUMNS {
        if !columns.contains(&Some(required)) {
            return Err(format!(
                "the first line does not name the column {required}; {}",
                quote_first_line(&names)
            ));
        }
    }
    while columns.last() == Some(&None) {
        columns.pop();
    }
    Ok(columns)
}

fn find_column(name: &str) -> Option<&'static str> {
    let mut all = CONTRIBUTOR_COLUMNS.iter().map(|(name, _)| *name).chain(OTHER_COLUMNS);
    all.find(|column| column.eq_ignore_ascii_case(name))
}

/// Quotes the first line verbatim.
fn quote_first_line(names: &[String]) -> String {
    let line: String = names.join(",").chars().take(MAX_QUOTED_CHARS).collect();
    format!("expected names of columns with commas between them, found {line:?}")
}

/// Explains a first line of columns with another separator. Separators are not guessed: a semicolon also
/// separates the values of a cell.
fn find_wrong_separator(names: &[String]) -> Option<String> {
    let line = names.join(",");
    WRONG_SEPARATORS.into_iter().find_map(|(separator, name)| {
        let mut cells = line.split([separator, ',']).map(|cell| cell.trim_matches([' ', '"']));
        let is_it = line.contains(separator) && cells.any(|cell| find_column(cell).is_some());
        is_it.then(|| format!("the columns are separated by {name}; a table needs commas (CSV UTF-8)"))
    })
}

entries_of!(TableReader);
