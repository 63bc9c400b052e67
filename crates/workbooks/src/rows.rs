//! The rows of a sheet.

use std::io::Cursor;

use calamine::{DataRef, XlsxCellReader};

use crate::error::{Result, workbook_error};
use crate::values::{is_inexact, read_value};
use crate::{SheetLimits, WorkbookError};

/// A row of a sheet, with the texts of its cells by their columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetRow {
    /// The number of the row, from 1.
    pub line: u64,
    /// The cells up to the last one with content; as many as the limits allow.
    pub cells: Vec<String>,
    /// Reason why a cell could not be read; it is then empty.
    pub fault: Option<String>,
    /// The number of formulas.
    pub formulas: usize,
    /// True if a cell has a number of which a workbook does not keep all digits.
    pub has_inexact_number: bool,
}

/// The rows of a sheet with content, one after the other.
pub struct SheetRows<'w> {
    cells: XlsxCellReader<'w, Cursor<Vec<u8>>>,
    /// The first cell of the next row.
    next: Option<SheetCell>,
    limits: SheetLimits,
    /// Bytes that the texts of cells may still have, also those in columns that are left out.
    bytes_left: &'w mut u64,
    /// True after the last cell: nothing may be read behind it.
    is_at_end: bool,
}

struct SheetCell {
    row: u32,
    column: u32,
    is_formula: bool,
    is_inexact: bool,
    content: Result<String, String>,
}

impl<'w> SheetRows<'w> {
    pub(crate) fn new(
        cells: XlsxCellReader<'w, Cursor<Vec<u8>>>,
        limits: SheetLimits,
        bytes_left: &'w mut u64,
    ) -> Self {
        Self { cells, next: None, limits, bytes_left, is_at_end: false }
    }

    /// The next row with content; `None` after the last one.
    ///
    /// # Errors
    /// The sheet is damaged, or its texts are too large together.
    pub fn next_row(&mut self) -> Result<Option<SheetRow>> {
        let Some(first) = self.take_cell()? else { return Ok(None) };
        let number = first.row;
        let mut row = SheetRow { line: u64::from(number) + 1, ..SheetRow::default() };
        let mut next = Some(first);
        while let Some(cell) = next {
            if cell.row != number {
                self.next = Some(cell);
                break;
            }
            self.put_cell(cell, &mut row);
            next = self.take_cell()?;
        }
        Ok(Some(row))
    }

    /// Puts a cell at its place. What is far behind the last column is left out.
    fn put_cell(&self, cell: SheetCell, row: &mut SheetRow) {
        row.formulas += usize::from(cell.is_formula);
        let place = usize::try_from(cell.column).unwrap_or(usize::MAX);
        if place >= self.limits.columns {
            return;
        }
        row.has_inexact_number |= cell.is_inexact;
        match cell.content {
            Ok(text) => {
                if row.cells.len() <= place {
                    row.cells.resize(place + 1, String::new());
                }
                row.cells[place] = text;
            }
            Err(fault) => row.fault = row.fault.take().or(Some(fault)),
        }
    }

    /// The next cell with content.
    fn take_cell(&mut self) -> Result<Option<SheetCell>> {
        if self.next.is_some() {
            return Ok(self.next.take());
        }
        while !self.is_at_end {
            let read = self.cells.next_cell_with_formula_metadata();
            let Some(cell) = read.map_err(|error| workbook_error(&error))? else { break };
            let (row, column) = cell.pos;
            let is_formula = cell.formula.is_some();
            let is_inexact = is_inexact(&cell.value);
            let content = match cell.value {
                DataRef::Empty if is_formula => Err("a formula without a computed value".to_owned()),
                DataRef::Empty => continue,
                value => read_value(&value, self.limits.cell_chars),
            };
            spend_bytes(self.bytes_left, content.as_ref().map_or(0, String::len))?;
            if content.as_ref().is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            return Ok(Some(SheetCell { row, column, is_formula, is_inexact, content }));
        }
        self.is_at_end = true;
        Ok(None)
    }
}

/// Takes the size of a text from the bytes that are left.
fn spend_bytes(left: &mut u64, bytes: usize) -> Result<()> {
    let rest = left.checked_sub(bytes as u64);
    *left = rest.ok_or_else(|| {
        WorkbookError::Limit("cells with too many bytes together: divide the file".to_owned())
    })?;
    Ok(())
}
