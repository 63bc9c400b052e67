//! Tables of titles as workbooks of Excel (XLSX).

use std::borrow::Cow;
use std::io::Read;
use std::vec;

use ::csv::ByteRecord;
use workbooks::{Container, ContainerLimits, SheetLimits, SheetRow, Workbook, WorkbookError};

use super::entries::{MAX_HEADER_ROWS, RowEntries, names_required_columns};
use super::table::{MAX_QUOTED_CHARS, MAX_ROW_BYTES};
use crate::{BrokenFile, Entry, plain};

const MAX_FILE_BYTES: u64 = 64 << 20;
/// Limit of the rows of a sheet. They are held in memory.
const MAX_ROWS: usize = 100_000;
/// Characters of the longest cell that spreadsheets keep.
const MAX_CELL_CHARS: usize = 32_767;
const CONTAINER_LIMITS: ContainerLimits = ContainerLimits { unpacked_bytes: 128 << 20, entries: 10_000 };
const SHEET_LIMITS: SheetLimits =
    SheetLimits { columns: 200, cell_chars: MAX_CELL_CHARS, text_bytes: 64 << 20 };
const INEXACT_NUMBER: &str =
    "a number of more than 15 digits, of which a workbook does not keep all: make the column a text column";

/// The rows of a table in a workbook, one after the other: of the first visible sheet that has a row with the
/// names of the columns among its first ones.
pub struct WorkbookReader {
    entries: RowEntries,
    rows: vec::IntoIter<PendingRow>,
}

/// A row with values that has not been converted.
struct PendingRow {
    line: u64,
    cells: ByteRecord,
    fault: Option<String>,
}

impl WorkbookReader {
    /// Reads all rows. Formulas are never computed: their last computed values are read.
    pub fn new(reader: impl Read) -> Result<Self, BrokenFile> {
        let bytes = read_bytes(reader)?;
        let mut container = Container::open(&bytes, CONTAINER_LIMITS)?;
        workbooks::read_workbook(&mut container, SHEET_LIMITS, read_table)
    }
}

impl Iterator for WorkbookReader {
    type Item = Result<Entry, BrokenFile>;

    fn next(&mut self) -> Option<Self::Item> {
        let PendingRow { line, mut cells, fault } = self.rows.next()?;
        while cells.len() < self.entries.column_count() {
            cells.push_field(b"");
        }
        Some(Ok(self.entries.read_row(&cells, line, fault)))
    }
}

/// Returns true if one of the first rows of a sheet names the columns that every table of titles has, and
/// for a workbook that cannot be read, which is reported when it is.
pub fn is_title_workbook(reader: impl Read) -> bool {
    let is_table = read_bytes(reader).and_then(|bytes| {
        let mut container = Container::open(&bytes, CONTAINER_LIMITS)?;
        workbooks::read_workbook(&mut container, SHEET_LIMITS, |workbook| {
            Ok::<bool, BrokenFile>(workbook.visible_sheets().iter().any(|sheet| {
                let header = read_header(workbook, sheet);
                header.is_ok_and(|header| header.is_some_and(|(_, names)| names_required_columns(&names)))
            }))
        })
    });
    is_table.unwrap_or(true)
}

fn read_bytes(reader: impl Read) -> Result<Vec<u8>, BrokenFile> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| BrokenFile::new(1, error.to_string()))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let reason =
            format!("a workbook of more than {MAX_FILE_BYTES} bytes: divide it, or save it as CSV UTF-8");
        return Err(BrokenFile::new(1, reason));
    }
    Ok(bytes)
}

/// The line and the texts of the row that names the columns, or else those of the first row with content.
fn read_header(workbook: &mut Workbook, sheet: &str) -> Result<Option<(u64, Vec<String>)>, WorkbookError> {
    let mut rows = workbook.open_rows(sheet)?;
    let mut first = None;
    for _ in 0..MAX_HEADER_ROWS {
        let Some(row) = rows.next_row()? else { break };
        let names: Vec<String> = row.cells.iter().map(|cell| cell.trim().to_owned()).collect();
        if names_required_columns(&names) {
            return Ok(Some((row.line, names)));
        }
        first = first.or(Some((row.line, names)));
    }
    Ok(first)
}

fn read_table(workbook: &mut Workbook) -> Result<WorkbookReader, BrokenFile> {
    let (sheet, first_line, entries) = find_table(workbook)?;
    let mut pending = Vec::new();
    let mut rows = workbook.open_rows(&sheet)?;
    while let Some(row) = rows.next_row()? {
        if row.line <= first_line {
            continue;
        }
        if pending.len() == MAX_ROWS {
            let reason = format!("more than {MAX_ROWS} rows: divide the workbook, or save it as CSV UTF-8");
            return Err(BrokenFile::new(row.line, reason));
        }
        let row = PendingRow::from_row(&row, &entries);
        if !entries.is_header(&row.cells) {
            pending.push(row);
        }
    }
    Ok(WorkbookReader { entries, rows: pending.into_iter() })
}

/// The sheet with the table, the line of the row that names its columns, and these.
fn find_table(workbook: &mut Workbook) -> Result<(String, u64, RowEntries), BrokenFile> {
    let mut failure = None;
    for sheet in workbook.visible_sheets() {
        let (line, names) = match read_header(workbook, &sheet) {
            Ok(Some(header)) => header,
            Ok(None) => continue,
            // Another sheet may be the table.
            Err(error) => {
                failure = failure.or_else(|| Some(BrokenFile::from(error)));
                continue;
            }
        };
        let reason = match RowEntries::from_names(&names) {
            Ok(entries) => return Ok((sheet, line, entries)),
            Err(reason) => reason,
        };
        let found: String = names.join(",").chars().take(MAX_QUOTED_CHARS).collect();
        let reason = format!(
            "sheet {sheet:?}: {reason}; expected names of columns in one of the first rows, found {found:?}"
        );
        let fault = BrokenFile::new(line, reason);
        if names_required_columns(&names) {
            return Err(fault);
        }
        failure = failure.or(Some(fault));
    }
    let empty = "the workbook is empty: a table needs a row with the names of its columns";
    Err(failure.unwrap_or_else(|| BrokenFile::new(1, empty)))
}

impl PendingRow {
    fn from_row(row: &SheetRow, entries: &RowEntries) -> Self {
        let columns = entries.column_count();
        let is_long =
            |cell: &String| cell.len() > MAX_CELL_CHARS && cell.chars().nth(MAX_CELL_CHARS).is_some();
        let bytes: usize = row.cells.iter().map(String::len).sum();
        let fault = if let Some(fault) = &row.fault {
            Some(fault.clone())
        } else if row.cells.len() > columns {
            Some(format!("{} columns where the first row has {columns}", row.cells.len()))
        } else if row.has_inexact_number {
            Some(INEXACT_NUMBER.to_owned())
        } else if row.cells.iter().any(is_long) {
            Some(format!("a cell of more than {MAX_CELL_CHARS} characters"))
        } else if bytes as u64 > MAX_ROW_BYTES {
            Some(format!("larger than {MAX_ROW_BYTES} bytes"))
        } else {
            None
        };
        let mut cells = ByteRecord::new();
        for (place, cell) in row.cells.iter().take(columns).enumerate() {
            cells.push_field(clean_cell(entries, place, cell).as_bytes());
        }
        Self { line: row.line, cells, fault }
    }
}

/// The text of a cell, on one line unless its column has several: people break lines to fit a text into its
/// cell.
fn clean_cell<'c>(entries: &RowEntries, place: usize, text: &'c str) -> Cow<'c, str> {
    if !text.contains(char::is_control) || entries.keeps_lines(place) {
        return Cow::Borrowed(text);
    }
    let visible: String = text.chars().filter(|c| !c.is_control() || c.is_whitespace()).collect();
    Cow::Owned(plain::collapse_white_space(&visible))
}

impl From<WorkbookError> for BrokenFile {
    fn from(error: WorkbookError) -> Self {
        Self::new(1, error.to_string())
    }
}
