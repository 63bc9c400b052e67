//! Books that are not quite what the standards ask for: they are read, and what was repaired or left out is
//! reported.

mod containers;
mod daisy;
mod encodings;
mod names;
mod navigation;
mod parts;
mod types;

use books::model::Book;
use books::testkit::zip_files;
use books::{Error, FindingKind, Limits, Report};

use crate::support::ReportCollector;

fn try_read(source: Vec<u8>) -> (Result<Book, Error>, Report) {
    let mut collector = ReportCollector::default();
    let book = books::read_book(source.into(), &Limits::default(), &mut collector);
    (book, collector.to_report())
}

/// A book that is read in spite of its faults, and the kinds of what is reported.
fn read_with_findings(source: Vec<u8>) -> (Book, Vec<FindingKind>) {
    let (book, report) = try_read(source);
    let book = book.unwrap_or_else(|error| panic!("refused: {error}; {report:?}"));
    let mut kinds: Vec<FindingKind> = Vec::new();
    for finding in report.findings {
        if !kinds.contains(&finding.kind) {
            kinds.push(finding.kind);
        }
    }
    (book, kinds)
}

/// The files of a book, changed one by one. A file without content is left out.
fn change_files(
    files: Vec<(String, Vec<u8>)>,
    change: impl Fn(&str, Vec<u8>) -> Option<(String, Vec<u8>)>,
) -> Vec<u8> {
    zip_files(files.into_iter().filter_map(|(name, bytes)| change(&name, bytes)).collect::<Vec<_>>())
}

/// The book with the text of one file changed.
fn change_text(files: Vec<(String, Vec<u8>)>, file: &str, change: impl Fn(String) -> String) -> Vec<u8> {
    change_files(files, |name, bytes| {
        let bytes = if name == file { change(String::from_utf8(bytes).unwrap()).into_bytes() } else { bytes };
        Some((name.to_owned(), bytes))
    })
}

/// The id of the item of a package document that names a file.
fn item_id(opf: &str, href: &str) -> String {
    let before = opf.split(&format!("href=\"{href}\"")).next().unwrap();
    before.rsplit("id=\"").next().unwrap().split('"').next().unwrap().to_owned()
}
