//! Explanations for files of other kinds that operators try to ingest as books or records.

use std::path::Path;

/// The beginning of spreadsheets and documents of Office before 2007.
const OLD_OFFICE_BEGINNING: &[u8] = b"\xd0\xcf\x11\xe0";
const ZIP_BEGINNING: &[u8] = b"PK\x03\x04";
/// The beginnings of files that are packed in other ways: gzip, bzip2, xz, zstd, 7z and RAR.
const PACKED_BEGINNINGS: [&[u8]; 6] =
    [b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07"];

const SPREADSHEET_REASON: &str =
    "a spreadsheet: save it as .xlsx or CSV UTF-8 (docs/ingest.md names the columns)";

/// Programs pack a workbook with a password into a file of the old kind.
const WITH_PASSWORD: &str =
    "a workbook with a password, or of Excel 97 to 2003: save it as .xlsx without a password";

const PACKED_REASON: &str = "a packed file of another kind than zip: unpack it";

/// Extensions of such files, each with an explanation.
const REASONS_BY_EXTENSION: [(&str, &str); 6] = [
    ("xlsb xltx xls ods numbers", SPREADSHEET_REASON),
    ("mrk", "MARC records in the text format of MarcEdit: compile them to a file of MARC 21 (.mrc)"),
    ("json jsonl", "records in JSON: send them as MARC 21, MARCXML, ONIX or CSV"),
    ("gz tgz bz2 xz zst 7z rar tar", PACKED_REASON),
    ("mobi azw azw3 kfx fb2 pdf", "a book in a format that is not ingested: send it as EPUB or DAISY"),
    ("docx doc odt rtf pptx ppt", "a document: send it as EPUB or DAISY"),
];

/// The reason why a file is neither a book nor records, by its beginning and its extension. `None` if it may
/// be one, or if it cannot be read, which is reported separately.
pub(super) fn explain_other_kind(path: &Path, beginning: &[u8]) -> Option<&'static str> {
    if beginning.is_empty() {
        return None;
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let is_old_workbook = beginning.starts_with(OLD_OFFICE_BEGINNING);
    match extension.as_str() {
        "csv" | "tsv" if is_old_workbook || beginning.starts_with(ZIP_BEGINNING) => {
            return Some(SPREADSHEET_REASON);
        }
        "xlsx" | "xlsm" if is_old_workbook => return Some(WITH_PASSWORD),
        "xlsx" | "xlsm" if !beginning.starts_with(ZIP_BEGINNING) => return Some(SPREADSHEET_REASON),
        _ => {}
    }
    if PACKED_BEGINNINGS.iter().any(|packed| beginning.starts_with(packed)) {
        return Some(PACKED_REASON);
    }
    let is_listed = |list: &str| list.split(' ').any(|listed| listed == extension);
    REASONS_BY_EXTENSION.iter().find(|(list, _)| is_listed(list)).map(|(_, reason)| *reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_are_explained() {
        for (name, beginning, part) in [
            ("list.xlsb", ZIP_BEGINNING, "save it as .xlsx or CSV UTF-8"),
            ("LIST.ODS", ZIP_BEGINNING, "save it as .xlsx or CSV UTF-8"),
            ("list.csv", ZIP_BEGINNING, "save it as .xlsx or CSV UTF-8"),
            ("list.csv", OLD_OFFICE_BEGINNING, "save it as .xlsx or CSV UTF-8"),
            ("list.xlsx", OLD_OFFICE_BEGINNING, "without a password"),
            ("list.xlsx", b"reference,title".as_slice(), "save it as .xlsx or CSV UTF-8"),
            ("records.mrk", b"=LDR  00000nam".as_slice(), "MarcEdit"),
            ("records.mrc.gz", b"\x1f\x8b".as_slice(), "unpack it"),
            ("feed.xml", b"\x1f\x8b\x08\0".as_slice(), "unpack it"),
            ("delivery.zip", b"Rar!\x1a\x07\x01\0".as_slice(), "unpack it"),
            ("book.pdf", b"%PDF-1.7".as_slice(), "EPUB or DAISY"),
        ] {
            let reason = explain_other_kind(Path::new(name), beginning);
            assert!(reason.is_some_and(|reason| reason.contains(part)), "{name}");
        }
        for (name, beginning) in [
            ("book.epub", ZIP_BEGINNING),
            ("books.zip", ZIP_BEGINNING),
            ("list.xlsx", ZIP_BEGINNING),
            ("list.csv", b"reference,title".as_slice()),
            ("gone.xlsx", b"".as_slice()),
            ("book", b"PK".as_slice()),
        ] {
            assert_eq!(explain_other_kind(Path::new(name), beginning), None, "{name}");
        }
    }
}
