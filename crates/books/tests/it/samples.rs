//! Every sample book, whole: converted, marked, validated. The samples lie beside the project; the
//! folder is named by `OPENSHELF_SAMPLES`.

use std::io::Cursor;

use books::testkit::{epubcheck, in_order, samples, unzip, unzip_text, validate_daisy, words};
use books::{Format, Key, Limits, Mark, Options, convert, epub, mark, trace};
use bytes::Bytes;

fn options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn marked(format: Format, package: &[u8]) -> Vec<u8> {
    let mark_of_one = Mark::new("Jane Doe", "2026-01-02".parse().unwrap(), 4711);
    let out =
        mark(format, Cursor::new(package), Cursor::new(Vec::new()), &mark_of_one, &Key::new(b"key")).unwrap();
    out.into_inner()
}

#[test]
fn every_sample_is_valid_as_epub3_plain_and_marked() {
    let mut made = Vec::new();
    for (name, bytes) in samples() {
        let epub = convert(Format::Epub3, bytes.into(), &options(), &mut ()).unwrap();
        let marked = marked(Format::Epub3, &epub);
        let found =
            trace(&Bytes::from(marked.clone()), &Key::new(b"key"), &Limits::default()).unwrap().unwrap();
        assert_eq!(found.record, 4711, "{name}");
        assert!(found.places_found >= 4, "{name}: {found:?}");
        made.push((format!("{name} marked"), marked));
        made.push((name, epub));
    }
    for (name, problems) in epubcheck(&made).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn every_sample_is_valid_as_daisy_plain_and_marked() {
    for (name, bytes) in samples() {
        let daisy = convert(Format::Daisy, bytes.into(), &options(), &mut ()).unwrap();
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new(), "{name}");
        let marked = marked(Format::Daisy, &daisy);
        assert_eq!(validate_daisy(&marked).unwrap_or_default(), Vec::<String>::new(), "{name} marked");
        let found = trace(&Bytes::from(marked), &Key::new(b"key"), &Limits::default()).unwrap().unwrap();
        assert_eq!(found.record, 4711, "{name}");
        assert!(found.places_found >= 4, "{name}: {found:?}");
    }
}

#[test]
fn every_word_of_a_sample_is_in_the_daisy_text_in_its_order() {
    for (name, bytes) in samples() {
        let book = epub::read(bytes.clone().into(), &Limits::default(), &mut ()).unwrap();
        let daisy = convert(Format::Daisy, bytes.clone().into(), &options(), &mut ()).unwrap();
        let text = words(&unzip_text(&daisy, "book.xml"), &[]);
        let files = unzip(&bytes);
        let mut source = Vec::new();
        for section in &book.sections {
            let file = files.iter().find(|(path, _)| *path == section.path).unwrap();
            // Formulas are written otherwise, and drawings are kept as images.
            source.extend(words(std::str::from_utf8(&file.1).unwrap(), &["head", "math", "svg"]));
        }
        if let Err(missing) = in_order(&source, &text) {
            panic!("{name}: not in the text: {missing}");
        }
    }
}
