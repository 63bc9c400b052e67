//! Writes rows one after the other.

use std::io::{self, Write};

use domain::csv_cells::begins_formula;

use super::{CONTRIBUTOR_COLUMNS, OTHER_COLUMNS, RowCells, cells_of_record};
use crate::Record;

/// A table in progress. Text that a spreadsheet would take for a formula is neutralized.
#[derive(Debug)]
pub struct RowWriter<W: Write>(::csv::Writer<W>);

impl<W: Write> RowWriter<W> {
    /// An empty one.
    pub fn new(out: W) -> Self {
        Self(::csv::Writer::from_writer(out))
    }

    /// Writes a row; all rows have as many cells as the first.
    pub fn write_row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        Ok(self.0.write_record(cells.into_iter().map(neutralize_formula))?)
    }

    /// Flushes everything that was written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    /// Flushes and returns the output.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(::csv::IntoInnerError::into_error)
    }
}

/// A table of titles in progress.
pub struct TableWriter<W: Write>(RowWriter<W>);

impl<W: Write> TableWriter<W> {
    /// Writes the first row, which names all columns.
    pub fn new(out: W) -> io::Result<Self> {
        let mut rows = RowWriter::new(out);
        rows.write_row(ordered_columns())?;
        Ok(Self(rows))
    }

    /// Writes a title.
    pub fn write_record(&mut self, record: &Record) -> io::Result<()> {
        let cells: RowCells = cells_of_record(record);
        self.0.write_row(ordered_columns().map(|column| cells.cell(column)))
    }

    /// Flushes and returns the output.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

/// Columns: identification, people, everything else.
fn ordered_columns() -> impl Iterator<Item = &'static str> {
    let (first, rest) = OTHER_COLUMNS.split_at(4);
    let people = CONTRIBUTOR_COLUMNS.iter().map(|(name, _)| *name).filter(|name| *name != "forewordBys");
    first.iter().copied().chain(people).chain(rest.iter().copied())
}

/// A leading space stops spreadsheets from reading a text as a formula; readers of tables ignore it.
fn neutralize_formula(text: &str) -> String {
    let space = if begins_formula(text) { " " } else { "" };
    format!("{space}{text}")
}
