//! Writing: one row after the other.

use std::io::{self, Write};

use super::{COLUMNS, Cells, PEOPLE, cells};
use crate::record::Record;

/// A table that is being written.
pub struct Writer<W: Write> {
    out: ::csv::Writer<W>,
}

impl<W: Write> Writer<W> {
    /// Writes the first row, which names all columns.
    pub fn new(out: W) -> io::Result<Self> {
        let mut out = ::csv::Writer::from_writer(out);
        out.write_record(columns())?;
        Ok(Self { out })
    }

    /// Writes a title.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let cells: Cells = cells(record);
        Ok(self.out.write_record(columns().map(|column| still(cells.get(column))))?)
    }

    /// Everything that was written has left.
    pub fn finish(self) -> io::Result<W> {
        self.out.into_inner().map_err(::csv::IntoInnerError::into_error)
    }
}

/// What it is, who made it, all else.
fn columns() -> impl Iterator<Item = &'static str> {
    let (first, rest) = COLUMNS.split_at(4);
    let people = PEOPLE.iter().map(|(name, _)| *name).filter(|name| *name != "forewordBys");
    first.iter().copied().chain(people).chain(rest.iter().copied())
}

/// A text that a spreadsheet takes for a formula is none behind a space, which readers of tables do not see.
fn still(text: &str) -> String {
    let space = if text.starts_with(['=', '+', '-', '@']) { " " } else { "" };
    format!("{space}{text}")
}
