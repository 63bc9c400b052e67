//! Workbooks of Excel 2007 and later.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{Cursor, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, Reader as _, SheetType, SheetVisible, Xlsx, XlsxCellReader, XlsxError};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::assembly::TableAssembly;
use crate::container::{Container, to_damage};
use crate::dates::DateContext;
use crate::error::Result;
use crate::headers::{Header, MAX_HEADER_ROWS, find_header};
use crate::row::RawRow;
use crate::{RosterFileError, RosterFileKind, RosterLimits, RosterTable};

/// Parts that say nothing about cells.
const SKIPPED_FOLDERS: [&str; 9] = [
    "docprops/", "customxml/", "/media/", "/drawings/", "/charts/", "/pivottables/", "/pivotcache/",
    "/externallinks/", "/printersettings/",
];
/// The attribute by which the reader of workbooks reserves memory, whatever it says.
const COUNT_ATTRIBUTE: &[u8] = b"uniqueCount";
/// Whole numbers beyond this are not exact in a cell.
const MAX_EXACT_NUMBER: f64 = 1e15;

type Workbook = Xlsx<Cursor<Vec<u8>>>;

/// Reads a workbook: its first visible sheet with a header.
pub(crate) fn read_workbook(container: &mut Container<'_>, limits: &RosterLimits) -> Result<RosterTable> {
    let repacked = repack_parts(container)?;
    // A fault of the reader of workbooks is a fault of the file: it ends nothing but the reading of this one.
    let read = catch_unwind(AssertUnwindSafe(|| {
        let workbook = Xlsx::new(Cursor::new(repacked)).map_err(|error| workbook_error(&error))?;
        read_sheets(workbook, limits)
    }));
    read.unwrap_or_else(|_| Err(to_damage(&"the workbook cannot be read")))
}

/// The parts that describe cells, not compressed, in a zip file whose sizes are known to be true.
fn repack_parts(container: &mut Container<'_>) -> Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut seen = HashSet::new();
    for index in 0..container.names().len() {
        let name = container.names()[index].clone();
        let lower = name.to_ascii_lowercase();
        let is_part = [".xml", ".rels"].iter().any(|ending| lower.ends_with(ending));
        let is_skipped = SKIPPED_FOLDERS.iter().any(|folder| lower.contains(folder));
        if !is_part || is_skipped || !seen.insert(lower.clone()) {
            continue;
        }
        let mut part = container.unpack_entry(index)?;
        // Such characters are not allowed in XML, and are part of encodings other than UTF-8.
        if part.iter().any(|byte| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')) {
            return Err(to_damage(&format!("{name} is not XML in UTF-8")));
        }
        if lower.ends_with("sharedstrings.xml") {
            rename_count(&mut part);
        }
        writer.start_file(name, options).map_err(|error| to_damage(&error))?;
        writer.write_all(&part).map_err(|error| to_damage(&error))?;
    }
    Ok(writer.finish().map_err(|error| to_damage(&error))?.into_inner())
}

/// Renames the attribute with the number of texts, wherever it may be one.
fn rename_count(part: &mut [u8]) {
    let mut at = 0;
    while let Some(next) = part[at..].iter().position(|byte| *byte == COUNT_ATTRIBUTE[0]) {
        at += next;
        if part[at..].starts_with(COUNT_ATTRIBUTE) {
            let after = part[at + COUNT_ATTRIBUTE.len()..].iter().find(|byte| !byte.is_ascii_whitespace());
            if after == Some(&b'=') {
                part[at] = b'U';
            }
        }
        at += 1;
    }
}

fn read_sheets(mut workbook: Workbook, limits: &RosterLimits) -> Result<RosterTable> {
    let all = &workbook.sheets_metadata().to_vec();
    let sheets = all
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible);
    let mut failure = None;
    let mut header = None;
    let mut bytes_left = limits.unpacked_bytes;
    for sheet in sheets {
        match find_sheet_header(&mut workbook, &sheet.name, limits, &mut bytes_left) {
            Ok(Some(found)) => {
                header = Some((&sheet.name, found));
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
    };
    let line = header.line;
    let mut assembly = TableAssembly::new(header, limits);
    let mut formulas = 0;
    let mut rows = open_rows(&mut workbook, sheet, limits, &mut bytes_left)?;
    while let Some(row) = rows.next_row()? {
        if row.line > line {
            assembly.add_row(row, |_| None)?;
        }
        formulas = rows.formulas;
    }
    let mut table = assembly.into_table(RosterFileKind::Xlsx, context);
    if all.len() > 1 {
        table.remarks.insert(0, format!("Of {} sheets, \"{sheet}\" was read.", all.len()));
    }
    if formulas > 0 {
        table.remarks.push(format!("{formulas} cells are formulas: their last computed values were read."));
    }
    Ok(table)
}

fn find_sheet_header(
    workbook: &mut Workbook,
    sheet: &str,
    limits: &RosterLimits,
    bytes_left: &mut u64,
) -> Result<Option<Header>> {
    let mut rows = open_rows(workbook, sheet, limits, bytes_left)?;
    let mut first = Vec::new();
    while first.len() < MAX_HEADER_ROWS
        && let Some(row) = rows.next_row()?
    {
        first.push(row);
    }
    find_header(&first).map(|place| Header::from_row(&first[place], limits)).transpose()
}

/// `bytes_left` is the size that the texts of the workbook's cells may still have.
fn open_rows<'w>(
    workbook: &'w mut Workbook,
    sheet: &str,
    limits: &RosterLimits,
    bytes_left: &'w mut u64,
) -> Result<SheetRows<'w>> {
    let cells = workbook.worksheet_cells_reader(sheet).map_err(|error| workbook_error(&error))?;
    Ok(SheetRows {
        cells,
        next: None,
        max_cells: limits.columns + 1,
        max_chars: limits.cell_chars,
        bytes_left,
        formulas: 0,
        is_at_end: false,
    })
}

/// The rows of a sheet with content, one after the other.
struct SheetRows<'w> {
    cells: XlsxCellReader<'w, Cursor<Vec<u8>>>,
    /// The first cell of the next row.
    next: Option<SheetCell>,
    max_cells: usize,
    max_chars: usize,
    /// Bytes that the texts of cells may still have. A shared text counts in each cell that names it, also in
    /// a column that is not imported.
    bytes_left: &'w mut u64,
    /// Formulas in the rows so far.
    formulas: usize,
    /// True after the last cell: nothing may be read behind it.
    is_at_end: bool,
}

struct SheetCell {
    row: u32,
    column: u32,
    is_formula: bool,
    content: Result<String, String>,
}

impl SheetRows<'_> {
    fn next_row(&mut self) -> Result<Option<RawRow<'static>>> {
        let Some(first) = self.take_cell()? else { return Ok(None) };
        let number = first.row;
        let mut row = RawRow { line: u64::from(number) + 1, ..RawRow::default() };
        let mut next = Some(first);
        while let Some(cell) = next {
            if cell.row != number {
                self.next = Some(cell);
                break;
            }
            self.formulas += usize::from(cell.is_formula);
            self.put_cell(cell, &mut row);
            next = self.take_cell()?;
        }
        row.count = row.cells.len();
        Ok(Some(row))
    }

    /// Puts a cell at its place. What is far behind the last column is left out.
    fn put_cell(&self, cell: SheetCell, row: &mut RawRow<'_>) {
        let place = usize::try_from(cell.column).unwrap_or(usize::MAX);
        if place >= self.max_cells {
            return;
        }
        match cell.content {
            Ok(text) => {
                if row.cells.len() <= place {
                    row.cells.resize(place + 1, Cow::Borrowed(""));
                }
                row.cells[place] = Cow::Owned(text);
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
            let content = match cell.value {
                DataRef::Empty if is_formula => Err("a formula without a computed value".to_owned()),
                DataRef::Empty => continue,
                value => read_value(&value, self.max_chars),
            };
            spend_bytes(self.bytes_left, content.as_ref().map_or(0, String::len))?;
            if content.as_ref().is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            return Ok(Some(SheetCell { row, column, is_formula, content }));
        }
        self.is_at_end = true;
        Ok(None)
    }
}

/// Takes the size of a text from the bytes that are left.
fn spend_bytes(left: &mut u64, bytes: usize) -> Result<()> {
    let rest = left.checked_sub(bytes as u64);
    *left = rest.ok_or_else(|| {
        RosterFileError::Limit("cells with too many bytes together: divide the file".to_owned())
    })?;
    Ok(())
}

/// The text of a value, or its fault.
fn read_value(value: &DataRef<'_>, max_chars: usize) -> Result<String, String> {
    // One character more than is allowed is seen later, and needs little memory.
    let clip = |text: &str| text.chars().take(max_chars.saturating_add(1)).collect();
    Ok(match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => clip(text),
        DataRef::SharedString(text) => clip(text),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => format_number(*number),
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(date) if date.is_datetime() => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::DateTime(duration) => format_number(duration.as_f64()),
        DataRef::Error(error) => return Err(format!("a formula with the error {error}")),
        DataRef::Empty => String::new(),
    })
}

/// A number without a fraction of zeros.
fn format_number(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < MAX_EXACT_NUMBER {
        format!("{number:.0}")
    } else {
        number.to_string()
    }
}

fn workbook_error(error: &XlsxError) -> RosterFileError {
    match error {
        XlsxError::Password => {
            RosterFileError::UnsupportedKind("a workbook with a password: save it without one".to_owned())
        }
        error => to_damage(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_a_person_would() {
        let texts = [6.0, -3.0, 2.5, 1e15, 0.0].map(format_number);
        assert_eq!(texts, ["6", "-3", "2.5", "1000000000000000", "0"]);
    }

    #[test]
    fn the_stated_number_of_texts_is_not_believed() {
        let mut part = b"<sst count='1' uniqueCount = '99'><t>uniqueCount</t>".to_vec();
        rename_count(&mut part);
        assert_eq!(part, b"<sst count='1' UniqueCount = '99'><t>uniqueCount</t>");
    }
}
