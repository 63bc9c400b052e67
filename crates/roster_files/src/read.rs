//! The kinds of files, told by their content.

use std::path::Path;

use workbooks::Container;

use crate::assembly::TableAssembly;
use crate::csv::CsvReader;
use crate::dates::DateContext;
use crate::error::Result;
use crate::headers::{Header, MAX_HEADER_ROWS, count_recognized, find_header};
use crate::row::RawRow;
use crate::text::DecodedText;
use crate::{RosterFileError, RosterFileKind, RosterLimits, RosterTable, oneroster, xlsx};

/// Names of the table of students in zip files of several programs.
const STUDENT_TABLES: [&str; 2] = ["student.csv", "students.csv"];
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Beginnings of files of other programs, and what to do.
const OTHER_FILES: [(&[u8], &str); 4] = [
    (
        b"\xD0\xCF\x11\xE0",
        "a workbook of Excel 97 to 2003 (.xls), or one with a password: save it as .xlsx without a password, or as CSV",
    ),
    (b"%PDF", "a PDF: export the table as .xlsx or CSV"),
    (b"{\\rtf", "a text document: save the table as .xlsx or CSV"),
    (b"<", "an HTML or XML file: save the table as .xlsx or CSV"),
];

/// Reads a table of members. The content tells the kind of file, not its name.
///
/// # Errors
/// The file is of another kind or damaged, has no header, or exceeds a limit.
pub fn read_roster(bytes: &[u8], limits: &RosterLimits) -> Result<RosterTable, RosterFileError> {
    if bytes.len() as u64 > limits.file_bytes {
        return Err(RosterFileError::Limit(format!("a file of more than {} bytes", limits.file_bytes)));
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return read_zip(bytes, limits);
    }
    let beginning = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    if let Some((_, text)) = OTHER_FILES.iter().find(|(magic, _)| beginning.starts_with(magic)) {
        return Err(RosterFileError::UnsupportedKind((*text).to_owned()));
    }
    read_text(bytes, limits)
}

fn read_zip(bytes: &[u8], limits: &RosterLimits) -> Result<RosterTable> {
    let mut container = Container::open(bytes, limits.to_container())?;
    if let Some(folder) = oneroster::find_folder(container.names()) {
        return oneroster::read_export(&mut container, &folder, limits);
    }
    let unsupported = |text: &str| Err(RosterFileError::UnsupportedKind(text.to_owned()));
    if container.find_entry("[Content_Types].xml").is_some()
        || container.find_entry("xl/workbook.xml").is_some()
    {
        if container.find_entry("xl/workbook.bin").is_some() {
            return unsupported("a binary workbook (.xlsb): save it as .xlsx or CSV");
        }
        if container.find_entry("word/document.xml").is_some() {
            return unsupported("a Word document: save the table as .xlsx or CSV");
        }
        return xlsx::read_workbook(&mut container, limits);
    }
    if container.find_entry("content.xml").is_some() {
        return unsupported("an OpenDocument file (.ods): save it as .xlsx or CSV");
    }
    let Some(index) = find_table(container.names()) else {
        return unsupported(
            "a zip file that is neither an Excel workbook (.xlsx) nor a OneRoster export with users.csv, and has no \
             students.csv",
        );
    };
    let mut table = read_text(&container.unpack_entry(index)?, limits)?;
    let name = container.names()[index].rsplit('/').next().unwrap_or_default();
    let remark = format!("Of the zip file, \"{name:.100}\" was read.");
    table.remarks.insert(0, remark);
    Ok(table)
}

/// The table of students in a zip file: the one with the name that School Data Sync, Clever and Apple School
/// Manager use, or the only CSV file.
fn find_table(names: &[String]) -> Option<usize> {
    let file_name = |name: &str| name.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    // Programs for macOS add files of their own: `._Student.csv` next to a file, or in a folder.
    let is_table = |name: &str| {
        let file_name = file_name(name);
        Path::new(&file_name).extension().is_some_and(|extension| extension == "csv")
            && !file_name.starts_with('.')
            && !name.split('/').any(|it| it == "__MACOSX")
    };
    let tables = || names.iter().enumerate().filter(|(_, name)| is_table(name)).map(|(index, _)| index);
    let is_of_students = |index: &usize| STUDENT_TABLES.contains(&file_name(&names[*index]).as_str());
    let only = || {
        let mut all = tables();
        all.next().filter(|_| all.next().is_none())
    };
    tables().find(is_of_students).or_else(only)
}

fn read_text(bytes: &[u8], limits: &RosterLimits) -> Result<RosterTable> {
    let decoded = DecodedText::from_bytes(bytes);
    let named = find_named_delimiter(&decoded.text);
    let open = |delimiter: u8| {
        let mut reader = CsvReader::new(&decoded.text, delimiter, limits.columns + 1);
        if named.is_some() {
            reader.skip_line();
        }
        reader
    };
    let delimiter = named.unwrap_or_else(|| detect_delimiter(&decoded.text, open));
    let first = read_first_rows(open(delimiter));
    let place = find_header(&first).ok_or(RosterFileError::NoHeader)?;
    let header = Header::from_row(&first[place], limits)?;
    let prefers_month_first = header.is_english && matches!(delimiter, b',' | b'|');
    let context = DateContext { prefers_month_first, serials_from_1904: Some(false), is_text_file: true };
    let line = header.line;
    let count = header.columns.len();
    let mut assembly = TableAssembly::new(header, limits);
    let mut reader = open(delimiter);
    while let Some(row) = reader.next_row()? {
        if row.line == line {
            reader.expect_cells(count, line);
        } else if row.line > line {
            assembly.add_row(row, |cell| decoded.find_fault(cell))?;
        }
    }
    let mut table = assembly.into_table(RosterFileKind::Csv, context);
    table.remarks.splice(0..0, decoded.describe_encoding());
    Ok(table)
}

/// The delimiter that Excel may name in a line of its own, `sep=;`.
fn find_named_delimiter(text: &str) -> Option<u8> {
    let line = text.split(['\r', '\n']).next()?.trim_matches(['"', ' ']);
    match line.strip_prefix("sep=")?.as_bytes() {
        [delimiter] if DELIMITERS.contains(delimiter) => Some(*delimiter),
        _ => None,
    }
}

/// The delimiter with which most columns are recognized in one row, or else the one that is most frequent in
/// the first line.
fn detect_delimiter<'t>(text: &'t str, open: impl Fn(u8) -> CsvReader<'t>) -> u8 {
    let line = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    let score = |delimiter: u8| {
        let rows = read_first_rows(open(delimiter));
        let recognized = rows.iter().map(count_recognized).max().unwrap_or_default();
        (recognized, line.bytes().filter(|byte| *byte == delimiter).count())
    };
    let scored = DELIMITERS.map(|delimiter| (score(delimiter), delimiter));
    // The first of those with the same score.
    scored.into_iter().rev().max_by_key(|(score, _)| *score).map_or(b',', |(_, delimiter)| delimiter)
}

/// The rows among which the header is searched.
fn read_first_rows(mut reader: CsvReader<'_>) -> Vec<RawRow<'_>> {
    let mut rows = Vec::new();
    while rows.len() < MAX_HEADER_ROWS
        && let Ok(Some(row)) = reader.next_row()
    {
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(text: &str) -> u8 {
        detect_delimiter(text, |delimiter| CsvReader::new(text, delimiter, 200))
    }

    #[test]
    fn the_delimiter_of_a_table_is_detected() {
        assert_eq!(detect("firstName;lastName;note\n1,2,3,4,5"), b';');
        assert_eq!(detect("firstName,lastName\r\n;;;;"), b',');
        assert_eq!(detect("Harbor School, Salem; 2026\nVorname\tNachname\tKlasse\n"), b'\t');
        assert_eq!(detect("a;b;c"), b';');
        assert_eq!(detect("Student_ID|First_Name|Last_Name\n7|Mia|Berg"), b'|');
        assert_eq!(detect("First name,Class\nMia,6a | Choir | Art"), b',');
        assert_eq!(detect(""), b',');
        assert_eq!(find_named_delimiter("sep=;\r\na;b"), Some(b';'));
        assert_eq!(find_named_delimiter("\"sep=\t\"\na"), Some(b'\t'));
        assert_eq!(find_named_delimiter("sep=ab"), None);
    }
}
