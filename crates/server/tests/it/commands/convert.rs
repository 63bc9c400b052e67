//! `openshelf convert`: one book, one format, no library.

use std::path::Path;

use books::testkit::{EpubBuilder, faults_of_formulas};

use super::book::book;
use crate::support::{Program, read_zip, text, write};

/// Runs the command in a folder; its exit code and its output.
fn convert(dir: &Path, args: &[&str]) -> (i32, String) {
    let all: Vec<&str> = [&["convert"], args].concat();
    let output = Program::command(&all).current_dir(dir).output().unwrap();
    (output.status.code().unwrap(), text(&output.stdout) + &text(&output.stderr))
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_book_becomes_epub_3_and_daisy() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir.path().join("kelp.epub"), &book("Kelp"));
    for (format, out, inside) in
        [("EPUB3", "out.epub", "OEBPS/package.opf"), ("daisy", "out.zip", "book.xml")]
    {
        let (code, said) = convert(dir.path(), &["--format", format, "kelp.epub", out]);
        assert_eq!(code, 0, "{said}");
        let bytes = std::fs::read(dir.path().join(out)).unwrap();
        assert!(said.contains(out) && said.contains(&bytes.len().to_string()), "{said}");
        let files = read_zip(&bytes).unwrap();
        assert!(files.iter().any(|(name, _)| name == inside), "{format}");
    }
    // No library is made on the way, and nothing is left behind.
    assert_eq!(names(dir.path()), ["kelp.epub", "out.epub", "out.zip"]);
    // The book is not written over.
    let (code, said) = convert(dir.path(), &["--format", "EPUB3", "kelp.epub", "./kelp.epub"]);
    assert!(code != 0 && said.contains("would be lost"), "{said}");
    assert!(std::fs::read(dir.path().join("kelp.epub")).unwrap() == book("Kelp"));
}

#[test]
fn a_formula_becomes_mathml_with_a_picture() {
    let sum =
        "<p>Let <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><msqrt><mi>x</mi></msqrt></math> be.</p>";
    let dir = tempfile::tempdir().unwrap();
    write(&dir.path().join("sums.epub"), &EpubBuilder::new("Sums").chapter("One", sum).build());
    let (code, said) = convert(dir.path(), &["--format", "DAISY", "sums.epub", "out.zip"]);
    assert_eq!(code, 0, "{said}");
    let daisy = std::fs::read(dir.path().join("out.zip")).unwrap();
    assert_eq!(faults_of_formulas(&daisy), (1, Vec::new()));
    let files = read_zip(&daisy).unwrap();
    let (_, picture) = files.iter().find(|(name, _)| name == "images/formula1.png").unwrap();
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 200, "{}", picture.len());
}

#[test]
fn a_document_becomes_epub_3_and_daisy() {
    let slide = "<p:sp><p:txBody><a:p><a:r><a:t>The tide comes in.</a:t></a:r></a:p></p:txBody></p:sp>";
    let dir = tempfile::tempdir().unwrap();
    write(&dir.path().join("tides.pptx"), &books::testkit::PptxBuilder::new("Tides").slide(slide).build());
    for (format, out, inside) in
        [("EPUB3", "out.epub", "EPUB/text/part0001.xhtml"), ("daisy", "out.zip", "book.xml")]
    {
        let (code, said) = convert(dir.path(), &["--format", format, "--language", "en", "tides.pptx", out]);
        assert_eq!(code, 0, "{said}");
        let files = read_zip(&std::fs::read(dir.path().join(out)).unwrap()).unwrap();
        let found = files.iter().find(|(name, _)| name == inside).unwrap();
        assert!(text(&found.1).contains("The tide comes in."), "{format}");
    }
    // What cannot be read of a document is reported.
    write(&dir.path().join("torn.pptx"), &books::testkit::slides_with_an_unreadable_one());
    let (code, said) = convert(dir.path(), &["--format", "EPUB3", "--report", "torn.pptx", "torn.epub"]);
    assert!(code == 0 && said.contains("left out: ppt/slides/slide3.xml: "), "{said}");
    // A document in which nothing can be read makes no book.
    write(&dir.path().join("empty.pptx"), &books::testkit::PptxBuilder::new("Nothing").build());
    let (code, said) = convert(dir.path(), &["--format", "DAISY", "empty.pptx", "none.zip"]);
    assert!(code != 0 && said.contains("no text was found"), "{said}");
    assert!(!dir.path().join("none.zip").exists());
}

#[test]
fn an_error_is_reported_and_leaves_no_file() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir.path().join("kelp.epub"), &book("Kelp"));
    write(&dir.path().join("torn.epub"), &book("Torn")[..400]);
    for (args, reason) in [
        (["--format", "DAISY", "torn.epub", "out.zip"], "torn.epub"),
        (["--format", "DAISY", "gone.epub", "out.zip"], "gone.epub"),
        (["--format", "DAISY", "kelp.epub", "no/such/folder/out.zip"], "no/such/folder/out.zip"),
        (["--format", "HTML", "kelp.epub", "out.html"], "HTML"),
    ] {
        let (code, said) = convert(dir.path(), &args);
        assert!(code != 0 && said.contains(reason), "{args:?}: {said}");
        assert_eq!(names(dir.path()), ["kelp.epub", "torn.epub"], "{args:?}");
    }
}
