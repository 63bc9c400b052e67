//! One CSV file of an export.

use std::collections::HashMap;

use crate::clean::trim_cell;
use crate::csv::CsvReader;
use crate::error::Result;
use crate::row::{RawRow, long_cell_fault};
use crate::text::DecodedText;
use crate::{RosterFileError, RosterLimits};

/// A file whose first line names the columns.
#[derive(Debug)]
pub(super) struct CsvFile {
    delimiter: u8,
    text: DecodedText,
    headers: Vec<String>,
    /// Places of the columns by their names in lower case.
    places: HashMap<String, usize>,
    header_line: u64,
}

#[derive(Debug)]
pub(super) struct CsvFileRow<'f> {
    file: &'f CsvFile,
    raw: RawRow<'f>,
    fault: Option<String>,
}

/// Columns of a file that are read, at most. There may be many with extensions.
const MAX_COLUMNS: usize = 1_000;

/// The delimiter that is most frequent in the header, whose names have none: a comma, unless the file was
/// edited in a spreadsheet.
fn detect_delimiter(text: &str) -> u8 {
    let header = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let count = |delimiter: u8| header.bytes().filter(|byte| *byte == delimiter).count();
    // The last of those that are equally frequent.
    [b'\t', b';', b','].into_iter().max_by_key(|delimiter| count(*delimiter)).unwrap_or(b',')
}

impl CsvFile {
    /// Reads the header, which must name the required columns; `a|b` is one of two.
    pub(super) fn from_bytes(name: &'static str, bytes: &[u8], required: &[&'static str]) -> Result<Self> {
        let text = DecodedText::from_bytes(bytes);
        let mut file = Self {
            delimiter: detect_delimiter(&text.text),
            text,
            headers: Vec::new(),
            places: HashMap::new(),
            header_line: 1,
        };
        if let Some(row) = CsvReader::new(&file.text.text, file.delimiter, MAX_COLUMNS).next_row()? {
            if row.count > MAX_COLUMNS {
                let text = format!("{name} has {} columns, more than {MAX_COLUMNS}", row.count);
                return Err(RosterFileError::Limit(text));
            }
            file.header_line = row.line;
            // Empty cells at the end come from programs that count columns in another way.
            let cells = &row.cells[..row.used_cell_count()];
            let headers: Vec<String> = cells.iter().map(|cell| trim_cell(cell).to_owned()).collect();
            for (place, header) in headers.iter().enumerate() {
                file.places.entry(header.to_ascii_lowercase()).or_insert(place);
            }
            file.headers = headers;
        }
        let is_missing = |column: &&&'static str| {
            !column.split('|').any(|name| file.places.contains_key(&name.to_ascii_lowercase()))
        };
        match required.iter().find(is_missing) {
            None => Ok(file),
            Some(column) => Err(RosterFileError::MissingColumn {
                file: name.to_owned(),
                column: column.replace('|', " or "),
            }),
        }
    }

    /// The names of the columns.
    pub(super) fn headers(&self) -> impl Iterator<Item = &str> {
        self.headers.iter().map(String::as_str).filter(|header| !header.is_empty())
    }

    pub(super) fn read_rows(
        &self,
        limits: &RosterLimits,
        mut take: impl FnMut(&CsvFileRow<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut reader = CsvReader::new(&self.text.text, self.delimiter, MAX_COLUMNS);
        reader.next_row()?;
        reader.expect_cells(self.headers.len(), self.header_line);
        while let Some(mut raw) = reader.next_row()? {
            let of_cells = || {
                raw.cells.iter().find_map(|cell| {
                    let of_characters = self.text.find_fault(cell).map(str::to_owned);
                    of_characters.or_else(|| long_cell_fault(cell, limits))
                })
            };
            let fault = raw.fault.take().or_else(of_cells);
            take(&CsvFileRow { file: self, raw, fault })?;
        }
        Ok(())
    }
}

impl CsvFileRow<'_> {
    /// The line where it begins.
    pub(super) fn line(&self) -> u64 {
        self.raw.line
    }

    /// Reason why it cannot be read.
    pub(super) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The text of a column; empty if the file has no such column.
    pub(super) fn cell(&self, column: &str) -> &str {
        trim_cell(self.verbatim_cell(column))
    }

    /// The text of the first of these columns with one.
    pub(super) fn first_cell(&self, columns: &[&str]) -> &str {
        columns.iter().map(|column| self.cell(column)).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// The text of a column with the spaces around it.
    pub(super) fn verbatim_cell(&self, column: &str) -> &str {
        let place = self.file.places.get(&column.to_ascii_lowercase());
        place.and_then(|place| self.raw.cells.get(*place)).map(AsRef::as_ref).unwrap_or_default()
    }
}
