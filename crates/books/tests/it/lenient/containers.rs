//! Containers whose end is missing, and names that not every system can store.

use std::io::Write;

use books::testkit::{EpubBuilder, MINIMAL_PNG};
use books::{FindingKind, Format, convert};
use zip::write::SimpleFileOptions;

use super::{read_with_findings, try_read};
use crate::support::{ReportCollector, book_words, convert_to, dated_options};

fn base_book() -> EpubBuilder {
    EpubBuilder::new("Tides")
        .chapter("One", "<p>The sea.</p>")
        .chapter("Two", "<p>The land.</p>")
        .file("a.png", "image/png", MINIMAL_PNG)
}

/// Where the directory begins, or a file of this name.
fn find_entry(container: &[u8], name: &str) -> usize {
    let word: &[u8] = if name.is_empty() { b"PK\x01\x02" } else { name.as_bytes() };
    container.windows(word.len()).position(|part| part == word).unwrap()
}

#[test]
fn a_container_without_its_directory_is_read_by_the_headers_of_its_files() {
    let whole = base_book().build();
    let directory = find_entry(&whole, "");
    for end in [directory, directory + 20, whole.len() - 22] {
        let cut = whole[..end].to_vec();
        let (book, kinds) = read_with_findings(cut.clone());
        assert_eq!(book_words(&book), "One The sea. Two The land.");
        assert_eq!(kinds, [FindingKind::NoDirectory]);
        let (delivered, kinds) = read_with_findings(convert_to(Format::Epub3, cut));
        assert_eq!((book_words(&delivered).as_str(), kinds), ("One The sea. Two The land.", vec![]));
    }
}

#[test]
fn sizes_that_follow_the_files_are_found() {
    // Sizes have four bytes, or eight in large containers.
    for is_large in [false, true] {
        let mut streamed = Vec::new();
        let mut zip = zip::ZipWriter::new_stream(&mut streamed);
        for (name, bytes) in base_book().parts() {
            zip.start_file(name, SimpleFileOptions::default().large_file(is_large)).unwrap();
            zip.write_all(&bytes).unwrap();
        }
        zip.finish().unwrap();
        streamed.truncate(find_entry(&streamed, ""));
        let (book, kinds) = read_with_findings(streamed);
        assert_eq!(book_words(&book), "One The sea. Two The land.", "{is_large}");
        assert_eq!(kinds, [FindingKind::NoDirectory], "{is_large}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_left_out_and_reported() {
    let whole = base_book().build();
    let mut cut = whole.clone();
    cut.truncate(find_entry(&whole, "OEBPS/chapter2.xhtml") + 60);
    let (book, kinds) = read_with_findings(cut);
    assert_eq!(book_words(&book), "One The sea.");
    for kind in [FindingKind::NoDirectory, FindingKind::DamagedFile, FindingKind::MissingFile] {
        assert!(kinds.contains(&kind), "{kind:?}: {kinds:?}");
    }
    // Without the package document there is no book.
    let mut cut = whole.clone();
    cut.truncate(find_entry(&whole, "OEBPS/package.opf") + 60);
    assert!(try_read(cut).0.is_err());
}

#[test]
fn names_that_some_systems_cannot_store_are_reported() {
    let book = base_book().file("con.png", "image/png", MINIMAL_PNG).file("A.png", "image/png", MINIMAL_PNG);
    let mut collector = ReportCollector::default();
    convert(Format::Epub3, book.build().into(), &dated_options(), &mut collector).unwrap();
    let findings = collector.to_report().findings.into_iter();
    let names: Vec<String> = findings
        .filter(|finding| finding.kind == FindingKind::UnportableName)
        .map(|finding| finding.file)
        .collect();
    assert_eq!(names, ["OEBPS/con.png", "OEBPS/A.png"]);
}
