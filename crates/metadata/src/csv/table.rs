//! Reads rows one after the other.

use std::io::BufRead;

use ::csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::entries::{RowEntries, find_column, is_empty_row};
use crate::decode::{self, AsciiSuperset};
use crate::entry::entries_of;
use crate::meter::MeteredReader;
use crate::{BrokenFile, Entry};

/// Limit of a row, and of what is read ahead with it, bytes.
pub(super) const MAX_ROW_BYTES: u64 = 1 << 20;
/// Characters of the first line that are quoted in an error.
pub(super) const MAX_QUOTED_CHARS: usize = 80;
/// Separators of columns that tables must not have.
const WRONG_SEPARATORS: [(char, &str); 2] = [(';', "semicolons"), ('|', "vertical lines")];

/// The rows of a table, one after the other.
pub struct TableReader<R> {
    reader: Reader<MeteredReader<AsciiSuperset<R>>>,
    entries: RowEntries,
    row: ByteRecord,
    /// Added to the parser's line numbers: it counts `\r\n` with the row after it.
    line_offset: u64,
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
        let delimiter = find_delimiter(beginning);
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(delimiter);
        let mut reader = builder.from_reader(reader);
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
        let names: Vec<String> =
            row.iter().map(|cell| decode::decode_undeclared(cell).0.trim().to_owned()).collect();
        let entries = RowEntries::from_names(&names)
            .map_err(|reason| BrokenFile::new(line, explain_columns(&names, &reason)))?;
        Ok(Self { reader, entries, row, line_offset, has_ended: false })
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
            let line = self.row.position().map_or(line, |position| position.line() + self.line_offset);
            let fault =
                self.row.iter().find(|cell| std::str::from_utf8(cell).is_err()).map(undecodable_error);
            return Ok(Some(self.entries.read_row(&self.row, line, fault)));
        }
    }
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

/// Tabs if they are between the names of the columns, otherwise commas: a tab never separates the values of a
/// cell.
fn find_delimiter(beginning: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(beginning);
    let is_around = |c: char| c.is_whitespace() || matches!(c, ',' | '"');
    let names_columns = |line: &&str| {
        let line = line.trim_matches(is_around);
        !line.is_empty() && !line.starts_with("sep=")
    };
    let line = text.split(['\r', '\n']).find(names_columns).unwrap_or_default();
    let mut cells = line.split('\t').map(|cell| cell.trim_matches(is_around));
    let has_tabs = line.contains('\t') && cells.any(|cell| find_column(cell).is_some());
    if has_tabs { b'\t' } else { b',' }
}

/// Explains what is wrong with the names of the columns, and quotes them.
fn explain_columns(names: &[String], reason: &str) -> String {
    find_wrong_separator(names).unwrap_or_else(|| {
        let line: String = names.join(",").chars().take(MAX_QUOTED_CHARS).collect();
        format!("{reason}; expected names of columns with commas or tabs between them, found {line:?}")
    })
}

/// Explains a first line of columns with another separator. These are not guessed: a semicolon also
/// separates the values of a cell.
fn find_wrong_separator(names: &[String]) -> Option<String> {
    let line = names.join(",");
    WRONG_SEPARATORS.into_iter().find_map(|(separator, name)| {
        let mut cells = line.split([separator, ',']).map(|cell| cell.trim_matches([' ', '"']));
        let is_it = line.contains(separator) && cells.any(|cell| find_column(cell).is_some());
        is_it
            .then(|| format!("the columns are separated by {name}; a table needs commas or tabs (CSV UTF-8)"))
    })
}

entries_of!(TableReader);
