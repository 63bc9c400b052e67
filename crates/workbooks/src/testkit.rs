//! Workbooks made in code, for tests.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Why writing does not fail.
const IN_MEMORY: &str = "it is written to memory";

/// A zip file.
pub fn zip_files<'f>(files: impl IntoIterator<Item = (&'f str, impl AsRef<[u8]>)>) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(name, SimpleFileOptions::default()).expect(IN_MEMORY);
        writer.write_all(content.as_ref()).expect(IN_MEMORY);
    }
    writer.finish().expect(IN_MEMORY).into_inner()
}

/// A cell of a sheet.
#[derive(Debug, Clone, Copy)]
pub enum Cell<'t> {
    /// A text in its place.
    Text(&'t str),
    /// A text in the table of shared texts, by its place.
    Shared(usize),
    /// A number.
    Number(f64),
    /// A number of days that is shown as a date.
    Date(f64),
    /// A number that is shown with at least five digits.
    Padded(f64),
    /// True or false.
    Bool(bool),
    /// A formula with its computed value; without one if it is empty.
    Formula(&'t str, &'t str),
    /// The error of a formula.
    Error(&'t str),
    /// A cell without content.
    Nothing,
}

/// Rows with their numbers.
pub type NumberedRows<'t> = Vec<(u32, Vec<Cell<'t>>)>;

/// A workbook.
#[derive(Debug, Clone, Default)]
pub struct SampleWorkbook<'t> {
    /// Names, whether they are hidden, and numbered rows.
    pub sheets: Vec<(&'t str, bool, NumberedRows<'t>)>,
    /// The table of shared texts.
    pub shared: Vec<&'t str>,
    /// True if days are counted from 1904.
    pub is_from_1904: bool,
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STYLES: &str = "<numFmts count='1'><numFmt numFmtId='164' formatCode='00000'/></numFmts><cellXfs count='3'>\
                      <xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/></cellXfs>";
const PACKAGE_RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

impl<'t> SampleWorkbook<'t> {
    /// A workbook with one sheet, whose rows follow each other.
    pub fn with_rows(rows: Vec<Vec<Cell<'t>>>) -> Self {
        let rows = (1..).zip(rows).collect();
        Self { sheets: vec![("Members", false, rows)], ..Self::default() }
    }

    /// The parts, by name.
    pub fn to_parts(&self) -> Vec<(String, String)> {
        let mut parts = vec![
            ("[Content_Types].xml".to_owned(), "<Types/>".to_owned()),
            ("_rels/.rels".to_owned(), relations([("rId1", "officeDocument", "xl/workbook.xml".to_owned())])),
            ("xl/workbook.xml".to_owned(), self.workbook_part()),
        ];
        let sheets = (1..=self.sheets.len()).map(|n| (format!("rId{n}"), format!("worksheets/sheet{n}.xml")));
        let sheets: Vec<(String, String)> = sheets.collect();
        let links = sheets.iter().map(|(id, path)| (id.as_str(), "worksheet", path.clone()));
        parts.push(("xl/_rels/workbook.xml.rels".to_owned(), relations(links)));
        parts.push(("xl/styles.xml".to_owned(), format!("<styleSheet xmlns='{MAIN}'>{STYLES}</styleSheet>")));
        let mut texts = String::new();
        for text in &self.shared {
            write!(texts, "<si><t>{}</t></si>", escape(text)).expect(IN_MEMORY);
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

    /// The workbook as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = self.to_parts();
        zip_files(parts.iter().map(|(name, text)| (name.as_str(), text)))
    }

    fn workbook_part(&self) -> String {
        let mut sheets = String::new();
        for (n, (name, is_hidden, _)) in (1..).zip(&self.sheets) {
            let state = if *is_hidden { "hidden" } else { "visible" };
            write!(sheets, "<sheet name='{}' sheetId='{n}' state='{state}' r:id='rId{n}'/>", escape(name))
                .expect(IN_MEMORY);
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
        write!(xml, "<row r='{number}'>").expect(IN_MEMORY);
        for (column, cell) in cells.iter().enumerate() {
            let place = format!("{}{number}", column_name(column));
            match cell {
                Cell::Text(text) => {
                    write!(xml, "<c r='{place}' t='inlineStr'><is><t>{}</t></is></c>", escape(text))
                        .expect(IN_MEMORY);
                }
                Cell::Shared(index) => {
                    write!(xml, "<c r='{place}' t='s'><v>{index}</v></c>").expect(IN_MEMORY);
                }
                Cell::Number(number) => write!(xml, "<c r='{place}'><v>{number}</v></c>").expect(IN_MEMORY),
                Cell::Date(days) => write!(xml, "<c r='{place}' s='1'><v>{days}</v></c>").expect(IN_MEMORY),
                Cell::Padded(number) => {
                    write!(xml, "<c r='{place}' s='2'><v>{number}</v></c>").expect(IN_MEMORY);
                }
                Cell::Bool(value) => {
                    write!(xml, "<c r='{place}' t='b'><v>{}</v></c>", u8::from(*value)).expect(IN_MEMORY);
                }
                Cell::Formula(formula, value) => {
                    let value = if value.is_empty() { String::new() } else { format!("<v>{value}</v>") };
                    write!(xml, "<c r='{place}' t='str'><f>{}</f>{value}</c>", escape(formula))
                        .expect(IN_MEMORY);
                }
                Cell::Error(error) => {
                    write!(xml, "<c r='{place}' t='e'><v>{error}</v></c>").expect(IN_MEMORY);
                }
                Cell::Nothing => write!(xml, "<c r='{place}'/>").expect(IN_MEMORY),
            }
        }
        xml.push_str("</row>");
    }
    xml + "</sheetData></worksheet>"
}

fn column_name(column: usize) -> String {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place % 26).expect("a letter"));
    if column < 26 { letter(column).into() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
