//! Every sample book, whole: converted, validated. The samples are next to the project; the
//! folder is named by `OPENSHELF_SAMPLES`.

use books::testkit::{
    check_order, document_words, run_epubcheck, sample_books, unzip, unzip_text, validate_daisy,
};
use books::{Format, Limits, Options, convert, epub};

fn sample_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

#[test]
fn every_sample_is_valid_as_epub3() {
    let mut made = Vec::new();
    for (name, bytes) in sample_books() {
        made.push((name, convert(Format::Epub3, bytes.into(), &sample_options(), &mut ()).unwrap()));
    }
    for (name, problems) in run_epubcheck(&made).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn every_sample_is_valid_as_daisy() {
    for (name, bytes) in sample_books() {
        let daisy = convert(Format::Daisy, bytes.into(), &sample_options(), &mut ()).unwrap();
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn every_word_of_a_sample_is_in_the_daisy_text_in_its_order() {
    for (name, bytes) in sample_books() {
        let book = epub::read(bytes.clone().into(), &Limits::default(), &mut ()).unwrap();
        let daisy = convert(Format::Daisy, bytes.clone().into(), &sample_options(), &mut ()).unwrap();
        let text = document_words(&unzip_text(&daisy, "book.xml"), &[]);
        let files = unzip(&bytes);
        let mut source = Vec::new();
        for section in &book.sections {
            let file = files.iter().find(|(path, _)| *path == section.path).unwrap();
            // Formulas are written otherwise, and drawings are kept as images.
            source.extend(document_words(std::str::from_utf8(&file.1).unwrap(), &["head", "math", "svg"]));
        }
        if let Err(missing) = check_order(&source, &text) {
            panic!("{name}: not in the text: {missing}");
        }
    }
}
