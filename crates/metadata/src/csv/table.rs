//! Reads rows one after the other.

use std::io::BufRead;

use ::csv::{ByteRecord, Position, Reader, ReaderBuilder};

use super::row::Row;
use super::{COLUMNS, PEOPLE};
use crate::entry::{Broken, Entry, entries_of};
use crate::meter::Meter;
use crate::record::Record;

/// Limit of a row, and of what is read ahead with it, bytes.
const ROW: u64 = 1 << 20;

/// The rows of a table, one after the other.
pub struct Table<R> {
    reader: Reader<Meter<R>>,
    columns: Vec<&'static str>,
    row: ByteRecord,
    number: u64,
    ended: bool,
}

impl<R: BufRead> Table<R> {
    /// Reads the first row, which names the columns in any order and case.
    pub fn new(reader: R) -> Result<Self, Broken> {
        let mut reader =
            ReaderBuilder::new().has_headers(false).flexible(true).from_reader(Meter::new(reader, ROW));
        let mut row = ByteRecord::new();
        let read = reader.read_byte_record(&mut row).map_err(|error| Broken::new(1, error.to_string()))?;
        if !read {
            return Err(Broken::new(1, "the file is empty"));
        }
        let mut columns = Vec::new();
        for cell in &row {
            let cell = String::from_utf8_lossy(cell);
            let name = cell.trim_start_matches('\u{feff}').trim();
            let mut known = PEOPLE.iter().map(|(name, _)| *name).chain(COLUMNS);
            let Some(column) = known.find(|known| known.eq_ignore_ascii_case(name)) else {
                return Err(Broken::new(
                    1,
                    format!("there is no column {name:.40} (docs/ingest.md has them all)"),
                ));
            };
            if columns.contains(&column) {
                return Err(Broken::new(1, format!("the column {column} appears twice")));
            }
            columns.push(column);
        }
        for needed in ["reference", "title"] {
            if !columns.contains(&needed) {
                return Err(Broken::new(1, format!("the first line does not name the column {needed}")));
            }
        }
        Ok(Self { reader, columns, row, number: 0, ended: false })
    }

    fn entry(&mut self) -> Result<Option<Entry>, Broken> {
        self.reader.get_mut().restart();
        let line = self.reader.position().line();
        match self.reader.read_byte_record(&mut self.row) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(error) => {
                let reason = format!("{error}; is a quotation mark missing?");
                return Err(Broken::new(line, reason));
            }
        }
        self.number += 1;
        let line = self.row.position().map_or(line, Position::line);
        let size = self.row.as_slice().len() as u64;
        let (reference, result) = match std::str::from_utf8(self.row.as_slice()) {
            Ok(_) => self.record(),
            Err(_) => (String::new(), Err("not in UTF-8".to_owned())),
        };
        Ok(Some(Entry { number: self.number, line, reference, result, notes: Vec::new(), size }))
    }

    fn record(&self) -> (String, Result<Record, String>) {
        let (count, named) = (self.row.len(), self.columns.len());
        let cells = self.row.iter().map(|cell| std::str::from_utf8(cell).unwrap_or_default().trim());
        let row = Row::of(self.columns.iter().copied().zip(cells));
        let reference = row.cell("reference").unwrap_or_default().to_owned();
        if count != named {
            return (reference, Err(format!("{count} columns where the first line has {named}")));
        }
        (reference, row.record())
    }
}

entries_of!(Table);
