//! Files for tests, made by code.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use roster_files::{
    RosterClass, RosterColumn, RosterFileError, RosterLimits, RosterRow, RosterTable, read_roster,
};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

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

/// A zip file.
pub(crate) fn zip_files<'f>(files: impl IntoIterator<Item = (&'f str, impl AsRef<[u8]>)>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A cell of a sheet.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cell<'t> {
    Text(&'t str),
    /// A text in the table of shared texts, by its place.
    Shared(usize),
    Number(f64),
    /// A number of days that is shown as a date.
    Date(f64),
    Bool(bool),
    /// A formula with its computed value; without one if it is empty.
    Formula(&'t str, &'t str),
    Error(&'t str),
    Nothing,
}

/// Rows with their numbers.
pub(crate) type SheetRows<'t> = Vec<(u32, Vec<Cell<'t>>)>;

/// A workbook.
#[derive(Debug, Clone, Default)]
pub(crate) struct Workbook<'t> {
    /// Names, whether they are hidden, and numbered rows.
    pub(crate) sheets: Vec<(&'t str, bool, SheetRows<'t>)>,
    pub(crate) shared: Vec<&'t str>,
    pub(crate) is_from_1904: bool,
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

impl<'t> Workbook<'t> {
    /// A workbook with one sheet, whose rows follow each other.
    pub(crate) fn with_rows(rows: Vec<Vec<Cell<'t>>>) -> Self {
        let rows = (1..).zip(rows).collect();
        Self { sheets: vec![("Members", false, rows)], ..Self::default() }
    }

    /// The parts, by name.
    pub(crate) fn to_parts(&self) -> Vec<(String, String)> {
        let mut parts = vec![
            ("[Content_Types].xml".to_owned(), "<Types/>".to_owned()),
            ("_rels/.rels".to_owned(), relations([("rId1", "officeDocument", "xl/workbook.xml".to_owned())])),
            ("xl/workbook.xml".to_owned(), self.workbook_part()),
        ];
        let sheets = (1..=self.sheets.len()).map(|n| (format!("rId{n}"), format!("worksheets/sheet{n}.xml")));
        let sheets: Vec<(String, String)> = sheets.collect();
        let links = sheets.iter().map(|(id, path)| (id.as_str(), "worksheet", path.clone()));
        parts.push(("xl/_rels/workbook.xml.rels".to_owned(), relations(links)));
        parts.push((
            "xl/styles.xml".to_owned(),
            format!("<styleSheet xmlns='{MAIN}'><cellXfs count='2'><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"),
        ));
        let mut texts = String::new();
        for text in &self.shared {
            write!(texts, "<si><t>{}</t></si>", escape(text)).unwrap();
        }
        parts.push((
            "xl/sharedStrings.xml".to_owned(),
            format!("<sst xmlns='{MAIN}' uniqueCount='{}'>{texts}</sst>", self.shared.len()),
        ));
        for ((_, path), (_, _, rows)) in sheets.iter().zip(&self.sheets) {
            parts.push((format!("xl/{path}"), sheet_part(rows)));
        }
        parts
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let parts = self.to_parts();
        zip_files(parts.iter().map(|(name, text)| (name.as_str(), text)))
    }

    fn workbook_part(&self) -> String {
        let mut sheets = String::new();
        for (n, (name, is_hidden, _)) in (1..).zip(&self.sheets) {
            let state = if *is_hidden { "hidden" } else { "visible" };
            write!(sheets, "<sheet name='{}' sheetId='{n}' state='{state}' r:id='rId{n}'/>", escape(name))
                .unwrap();
        }
        let first = u8::from(self.is_from_1904);
        format!(
            "<workbook xmlns='{MAIN}' xmlns:r='{RELATIONS}'><workbookPr date1904='{first}'/><sheets>{sheets}</sheets></workbook>"
        )
    }
}

fn relations<'r>(links: impl IntoIterator<Item = (&'r str, &'r str, String)>) -> String {
    let links = links.into_iter().map(|(id, kind, target)| {
        format!("<Relationship Id='{id}' Type='{RELATIONS}/{kind}' Target='{target}'/>")
    });
    format!("<Relationships xmlns='{PACKAGE_RELATIONS}'>{}</Relationships>", links.collect::<String>())
}

fn sheet_part(rows: &[(u32, Vec<Cell<'_>>)]) -> String {
    let mut xml = format!("<worksheet xmlns='{MAIN}'><sheetData>");
    for (number, cells) in rows {
        write!(xml, "<row r='{number}'>").unwrap();
        for (column, cell) in cells.iter().enumerate() {
            let place = format!("{}{number}", column_name(column));
            match cell {
                Cell::Text(text) => {
                    write!(xml, "<c r='{place}' t='inlineStr'><is><t>{}</t></is></c>", escape(text)).unwrap();
                }
                Cell::Shared(index) => write!(xml, "<c r='{place}' t='s'><v>{index}</v></c>").unwrap(),
                Cell::Number(number) => write!(xml, "<c r='{place}'><v>{number}</v></c>").unwrap(),
                Cell::Date(days) => write!(xml, "<c r='{place}' s='1'><v>{days}</v></c>").unwrap(),
                Cell::Bool(value) => {
                    write!(xml, "<c r='{place}' t='b'><v>{}</v></c>", u8::from(*value)).unwrap();
                }
                Cell::Formula(formula, value) => {
                    let value = if value.is_empty() { String::new() } else { format!("<v>{value}</v>") };
                    write!(xml, "<c r='{place}' t='str'><f>{}</f>{value}</c>", escape(formula)).unwrap();
                }
                Cell::Error(error) => write!(xml, "<c r='{place}' t='e'><v>{error}</v></c>").unwrap(),
                Cell::Nothing => write!(xml, "<c r='{place}'/>").unwrap(),
            }
        }
        xml.push_str("</row>");
    }
    xml + "</sheetData></worksheet>"
}

fn column_name(column: usize) -> String {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place % 26).unwrap());
    if column < 26 { letter(column).into() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
