//! Workbooks of Excel 2007 and later.

use std::borrow::Cow;

use workbooks::{Container, SheetRow, Workbook};

use crate::assembly::TableAssembly;
use crate::dates::DateContext;
use crate::error::Result;
use crate::headers::{Header, MAX_HEADER_ROWS, find_header};
use crate::row::RawRow;
use crate::{RosterFileError, RosterFileKind, RosterLimits, RosterTable};

/// Reads a workbook: its first visible sheet with a header.
pub(crate) fn read_workbook(container: &mut Container<'_>, limits: &RosterLimits) -> Result<RosterTable> {
    workbooks::read_workbook(container, limits.to_sheet(), |workbook| read_sheets(workbook, limits))
}

fn read_sheets(workbook: &mut Workbook, limits: &RosterLimits) -> Result<RosterTable> {
    let mut failure = None;
    let mut header = None;
    for sheet in workbook.visible_sheets() {
        match find_sheet_header(workbook, &sheet, limits) {
            Ok(Some(found)) => {
                header = Some((sheet, found));
                break;
            }
            Ok(None) => {}
            // Another sheet may be the table.
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    let Some((sheet, header)) = header else { return Err(failure.unwrap_or(RosterFileError::NoHeader)) };
    let context = DateContext {
        prefers_month_first: header.is_english,
        serials_from_1904: Some(workbook.has_1904_epoch()),
        is_text_file: false,
    };
    let count = workbook.sheet_count();
    let line = header.line;
    let mut assembly = TableAssembly::new(header, limits);
    let mut formulas = 0;
    let mut rows = workbook.open_rows(&sheet)?;
    while let Some(row) = rows.next_row()? {
        formulas += row.formulas;
        if row.line > line {
            assembly.add_row(to_raw_row(row), |_| None)?;
        }
    }
    let mut table = assembly.into_table(RosterFileKind::Xlsx, context);
    if count > 1 {
        table.remarks.insert(0, format!("Of {count} sheets, \"{sheet}\" was read."));
    }
    if formulas > 0 {
        table.remarks.push(format!("{formulas} cells are formulas: their last computed values were read."));
    }
    Ok(table)
}

fn find_sheet_header(workbook: &mut Workbook, sheet: &str, limits: &RosterLimits) -> Result<Option<Header>> {
    let mut rows = workbook.open_rows(sheet)?;
    let mut first = Vec::new();
    while first.len() < MAX_HEADER_ROWS
        && let Some(row) = rows.next_row()?
    {
        first.push(to_raw_row(row));
    }
    find_header(&first).map(|place| Header::from_row(&first[place], limits)).transpose()
}

fn to_raw_row(row: SheetRow) -> RawRow<'static> {
    RawRow {
        line: row.line,
        count: row.cells.len(),
        cells: row.cells.into_iter().map(Cow::Owned).collect(),
        fault: row.fault,
    }
}
