//! Reads rows one after the other.

use std::io::BufRead;

use ::csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::entries::{
    MAX_HEADER_ROWS, RowEntries, find_column, is_empty_row, names_required_columns, unwrap_quotes,
};
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
    /// Reads up to the row that names the columns, in any order and case.
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
        let (line, names) = read_header(&mut reader, &mut row)?;
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
            if is_empty_row(&self.row) || self.entries.is_header(&self.row) {
                continue;
            }
            let line = self.row.position().map_or(line, |position| position.line() + self.line_offset);
            let fault =
                self.row.iter().find(|cell| std::str::from_utf8(cell).is_err()).map(undecodable_error);
            return Ok(Some(self.entries.read_row(&self.row, line, fault)));
        }
    }
}

/// The line and the texts of the row that names the columns, or else those of the first row.
fn read_header<R: BufRead>(
    reader: &mut Reader<MeteredReader<AsciiSuperset<R>>>,
    row: &mut ByteRecord,
) -> Result<(u64, Vec<String>), BrokenFile> {
    let mut first = None;
    let mut count = 0;
    while count < MAX_HEADER_ROWS {
        match reader.read_byte_record(row) {
            Ok(true) => {}
            Err(error) if first.is_none() => return Err(BrokenFile::new(1, error.to_string())),
            Ok(false) | Err(_) => break,
        }
        // Excel may name the separator in a line of its own.
        let names_separator = row.len() <= 2 && row.get(0).is_some_and(|cell| cell.starts_with(b"sep="));
        if is_empty_row(row) || names_separator {
            continue;
        }
        count += 1;
        let line = row.position().map_or(1, Position::line);
        let name = |cell| unwrap_quotes(&decode::decode_undeclared(cell).0).trim().to_owned();
        let names: Vec<String> = row.iter().map(name).collect();
        if names_required_columns(&names) {
            return Ok((line, names));
        }
        first = first.or(Some((line, names)));
    }
    let empty = "the file is empty: a table needs a line with the names of its columns";
    first.ok_or_else(|| BrokenFile::new(1, empty))
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
    let mut lines = text.split(['\r', '\n']).filter(names_columns).take(MAX_HEADER_ROWS);
    let has_tabs = |line: &str| {
        let mut cells = line.split('\t').map(|cell| cell.trim_matches(is_around));
        line.contains('\t') && cells.any(|cell| find_column(cell).is_some())
    };
    let names_required = |line: &str| {
        let cells = line.split('\t').map(|cell| cell.trim_matches(is_around).to_owned());
        names_required_columns(&cells.collect::<Vec<_>>())
    };
    let is_first_with_tabs = lines.next().is_some_and(has_tabs);
    if is_first_with_tabs || lines.any(names_required) { b'\t' } else { b',' }
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
