//! Detects the format of a file, and selects its reader.

use std::io::BufRead;

use crate::{BrokenFile, Entry, csv, marc, onix};

const ZIP_BEGINNING: &[u8] = b"PK\x03\x04";

/// A format of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An ONIX for Books message.
    Onix,
    /// MARC 21 in exchange format (ISO 2709).
    Marc,
    /// MARC 21 in XML.
    MarcXml,
    /// Comma-separated values with the column names of docs/ingest.md.
    Csv,
    /// A workbook of Excel with the same columns.
    Xlsx,
    /// The package document of an EPUB, alone.
    Opf,
}

impl Kind {
    /// Detects the format of a file, by its first kilobyte, or by its name if that is inconclusive.
    pub fn detect(name: &str, beginning: &[u8]) -> Option<Self> {
        let letters: Vec<u8> =
            beginning.iter().copied().filter(|byte| byte.is_ascii() && *byte != 0).collect();
        let text = String::from_utf8_lossy(&letters);
        let text = text.trim_start();
        if text.starts_with('<') {
            return detect_by_root(text);
        }
        if marc::is_exchange_format(beginning) {
            return Some(Self::Marc);
        }
        let name = name.to_ascii_lowercase();
        let has_end = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        if beginning.starts_with(ZIP_BEGINNING) {
            return has_end(&[".xlsx", ".xlsm"]).then_some(Self::Xlsx);
        }
        // Excel saves a table with tabs as "Unicode text".
        let is_table = has_end(&[".csv", ".tsv"]) || has_end(&[".txt"]) && names_columns(text);
        is_table.then_some(Self::Csv)
    }
}

/// Returns true if a line of a text has the names of the columns that every table has.
fn names_columns(text: &str) -> bool {
    text.lines().any(|line| {
        csv::REQUIRED_COLUMNS.iter().all(|column| {
            line.split(['\t', ',']).any(|cell| cell.trim_matches([' ', '"']).eq_ignore_ascii_case(column))
        })
    })
}

/// The format by the root element, ignoring its prefix.
fn detect_by_root(text: &str) -> Option<Kind> {
    let mut rest = text;
    loop {
        rest = rest[rest.find('<')?..].strip_prefix('<')?;
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->")?.1;
        } else if !rest.starts_with(['?', '!']) {
            break;
        }
    }
    let name = rest.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next()?;
    match name.rsplit(':').next()?.to_ascii_lowercase().as_str() {
        "onixmessage" => Some(Kind::Onix),
        // A product without a message.
        "product" if ["RecordReference", "a001"].iter().any(|word| text.contains(word)) => Some(Kind::Onix),
        "collection" | "record" | "bibs" => Some(Kind::MarcXml),
        // Answers of catalogs, with records in them.
        _ if ["MARC21/slim", "<leader>"].iter().any(|word| text.contains(word)) => Some(Kind::MarcXml),
        "package" => Some(Kind::Opf),
        _ => None,
    }
}

/// A stream of records.
pub type RecordEntries<'r> = Box<dyn Iterator<Item = Result<Entry, BrokenFile>> + Send + 'r>;

/// Reads a file of records. Ends after the first error. A package document belongs to a book, and is not a
/// file of records.
pub fn read_records<'r>(
    kind: Kind,
    reader: impl BufRead + Send + 'r,
) -> Result<RecordEntries<'r>, BrokenFile> {
    Ok(match kind {
        Kind::Onix => Box::new(onix::ProductReader::new(reader)?),
        Kind::Marc => Box::new(marc::ExchangeReader::new(reader)),
        Kind::MarcXml => Box::new(marc::CollectionReader::new(reader)?),
        Kind::Csv => Box::new(csv::TableReader::new(reader)?),
        Kind::Xlsx => Box::new(csv::WorkbookReader::new(reader)?),
        Kind::Opf => {
            return Err(BrokenFile::new(1, "a package document belongs next to the book that it describes"));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_detected() {
        let of = |text: &str| Kind::detect("feed.dat", text.as_bytes());
        assert_eq!(of("<?xml version='1.0'?>\n<!-- <a> --><ONIXmessage release='3.0'>"), Some(Kind::Onix));
        assert_eq!(of("\u{feff}<ONIXMessage>"), Some(Kind::Onix));
        assert_eq!(of("<marc:collection xmlns:marc='x'>"), Some(Kind::MarcXml));
        assert_eq!(of("<package version='3.0'>"), Some(Kind::Opf));
        assert_eq!(of("01041cam  2200265 a 4500001001200000"), Some(Kind::Marc));
        assert_eq!(of("01041cam  45  265 a 4500001001200000"), Some(Kind::Marc), "a damaged leader");
        assert_eq!(of("\n\u{feff}01041cam  2200265 a 4500001001200000"), Some(Kind::Marc));
        assert_eq!(of("12345 and other numbers, 22 of them"), None);
        let oai = "<OAI-PMH><ListRecords><record><record xmlns='http://www.loc.gov/MARC21/slim'>";
        assert_eq!(of(oai), Some(Kind::MarcXml));
        assert_eq!(
            of("<bib><mms_id>9</mms_id><record><leader>01041cam"),
            Some(Kind::MarcXml),
            "no namespace"
        );
        assert_eq!(of("<Product><RecordReference>r"), Some(Kind::Onix));
        assert_eq!(of("<product>\n<a001>r"), Some(Kind::Onix));
        assert_eq!(of("<product><price>"), None);
        assert_eq!(of("<html>"), None);
        assert_eq!(of("<!-- "), None);
        assert_eq!(of(""), None);
        assert_eq!(Kind::detect("List.CSV", b"reference,title\n"), Some(Kind::Csv));
        assert_eq!(Kind::detect("List.XLSX", b"PK\x03\x04\x14\0"), Some(Kind::Xlsx));
        assert_eq!(Kind::detect("list.csv", b"PK\x03\x04\x14\0"), None);
        let text: Vec<u8> =
            "\u{feff}Titles\r\nTitle\t\"Reference\"".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(Kind::detect("List.TXT", &text), Some(Kind::Csv));
        assert_eq!(Kind::detect("novel.txt", b"A title, a reference"), None);
        let wide: Vec<u8> = "<?xml?><ONIXMessage>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(Kind::detect("x", &wide), Some(Kind::Onix));
    }
}
