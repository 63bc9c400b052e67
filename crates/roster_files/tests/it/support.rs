//! Files for tests, made by code.

use roster_files::{
    RosterClass, RosterColumn, RosterFileError, RosterLimits, RosterRow, RosterTable, read_roster,
};
pub(crate) use workbooks::testkit::{Cell, SampleWorkbook as Workbook, zip_files};

/// Reads a file with the usual limits.
pub(crate) fn read(bytes: impl AsRef<[u8]>) -> Result<RosterTable, RosterFileError> {
    read_roster(bytes.as_ref(), &RosterLimits::default())
}

/// The reason why a file is not read.
pub(crate) fn refuse(bytes: impl AsRef<[u8]>) -> String {
    read(bytes).unwrap_err().to_string()
}

/// The cells of a column, `-` where a row has none.
pub(crate) fn cells(table: &RosterTable, column: RosterColumn) -> Vec<&str> {
    table.rows.iter().map(|row| row.cells.get(&column).map_or("-", String::as_str)).collect()
}

/// The classes of each row, with their identifiers after `=`.
pub(crate) fn classes(table: &RosterTable) -> Vec<String> {
    let name = |class: &RosterClass| match &class.sourced_id {
        Some(id) => format!("{}={id}", class.title),
        None => class.title.clone(),
    };
    let names = |row: &RosterRow| row.classes.iter().map(name).collect::<Vec<_>>().join(" ");
    table.rows.iter().map(names).collect()
}

/// The lines of rows with faults, and the faults.
pub(crate) fn faults(table: &RosterTable) -> Vec<(u64, &str)> {
    table.rows.iter().filter_map(|row| Some((row.line, row.fault.as_deref()?))).collect()
}
