//! Copies of EPUB and DAISY: the notice, and fingerprints that are found again.

use std::io::Cursor;
use std::sync::Arc;

use books::testkit::{EpubBuilder, Sketch, faults_of_formulas, unzip, unzip_text, validate_daisy, zip_of};
use books::{Error, Format, Options, convert};
use marks::{Key, Mark, mark};

use crate::{found, key, made, marked, one, options};

fn jane() -> Mark {
    one("Jane Doe", 42)
}

/// A book long enough to be marked in several places.
fn long_book() -> Vec<u8> {
    let mut builder = EpubBuilder::new("Long").author("Ada Harbor");
    for n in 1..=9 {
        builder = builder.chapter(&format!("Chapter {n}"), &"<p>The sea was calm that day.</p>\n".repeat(12));
    }
    builder.build()
}

#[test]
fn the_notice_is_seen_in_the_front_matter() {
    let epub = marked(Format::Epub3, &made(Format::Epub3, &long_book()), &jane());
    assert!(
        unzip_text(&epub, "OEBPS/notice.xhtml").contains("This copy was made for Jane Doe on 2026-01-02.")
    );
    let opf = unzip_text(&epub, "OEBPS/package.opf");
    let spine = &opf[opf.find("<spine").unwrap()..];
    assert!(spine.find("notice").unwrap() < spine.find("c1").unwrap());
    let daisy = marked(Format::Daisy, &made(Format::Daisy, &long_book()), &jane());
    let text = unzip_text(&daisy, "book.xml");
    let notice = text.find("This copy was made for Jane Doe on 2026-01-02.").unwrap();
    assert!(text.find("<docauthor").unwrap() < notice && notice < text.find("</frontmatter>").unwrap());
    assert!(unzip_text(&daisy, "book0001.smil").contains("book.xml#copy-notice"));
}

#[test]
fn a_whole_package_and_each_single_marked_file_lead_to_the_record() {
    for format in [Format::Epub3, Format::Daisy] {
        let plain = made(format, &long_book());
        assert_eq!(found(plain.clone(), &key()), None, "{format}");
        let copy = marked(format, &plain, &jane());
        let whole = found(copy.clone(), &key()).unwrap();
        assert_eq!(whole.record, 42);
        let before = unzip(&plain);
        let mut texts = 0;
        let mut places = 0;
        for (name, bytes) in unzip(&copy) {
            if let Some(single) = found(bytes.clone(), &key()) {
                assert_eq!(single.record, 42, "{name}");
                texts += 1;
                places += single.places_found;
            } else if let Some((_, original)) = before.iter().find(|(path, _)| *path == name) {
                assert!(
                    *original == bytes || books::path::extension(&name) == "smil",
                    "{name} is changed without a fingerprint"
                );
            }
        }
        assert!(texts >= 3, "{format}: {texts}");
        assert_eq!(places, whole.places_found);
    }
}

#[test]
fn it_survives_stripped_metadata_ids_and_white_space() {
    for format in [Format::Epub3, Format::Daisy] {
        let copy = marked(format, &made(format, &long_book()), &jane());
        let changed = |change: &dyn Fn(&str) -> String| {
            let files = unzip(&copy).into_iter().map(|(name, bytes)| {
                let text = change(&String::from_utf8(bytes).unwrap());
                (name, text.into_bytes())
            });
            zip_of(files)
        };
        let no_metadata = changed(&|text| text.replace("openshelf:copy\" content=\"", "gone\" content=\"x"));
        let no_runs = changed(&|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let no_names =
            changed(&|text| text.replace(" id=\"m", " id=\"x").replace(" class=\"m", " class=\"x"));
        for stripped in [no_metadata, no_runs, no_names] {
            assert_eq!(found(stripped, &key()).map(|trace| trace.record), Some(42), "{format}");
        }
    }
}

#[test]
fn another_library_finds_nothing() {
    let copy = marked(Format::Epub3, &made(Format::Epub3, &long_book()), &jane());
    assert_eq!(found(copy, &Key::new(b"another key")), None);
    assert_eq!(found(b"no book at all".to_vec(), &key()), None);
    assert_eq!(found(b"PK but no container".to_vec(), &key()), None);
}

#[test]
fn two_copies_differ_and_each_is_the_same_every_time() {
    let plain = made(Format::Epub3, &long_book());
    let of = |record| marked(Format::Epub3, &plain, &one("Jane Doe", record));
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
    assert_eq!(found(of(2), &key()).unwrap().record, 2);
}

#[test]
fn the_words_of_the_book_are_the_same_in_every_copy() {
    let plain = made(Format::Epub3, &long_book());
    let copy = marked(Format::Epub3, &plain, &jane());
    for n in 1..=9 {
        let path = format!("OEBPS/chapter{n}.xhtml");
        let visible = |bytes: &[u8]| {
            unzip_text(bytes, &path)
                .split('<')
                .map(|part| part.split('>').nth(1).unwrap_or("").trim().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(visible(&plain), visible(&copy));
    }
}

#[test]
fn a_format_without_marks_is_refused() {
    let refused = mark(Format::Pdf, Cursor::new(b""), Cursor::new(Vec::new()), &jane(), &key());
    assert!(matches!(refused, Err(Error::NoConversion(Format::Pdf))));
}

#[test]
fn a_copy_keeps_its_formulas() {
    let square =
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><msup><mi>x</mi><mn>2</mn></msup></math>";
    let chapter = format!("<p>Let {square} be.</p><p>{square}</p>");
    let source = EpubBuilder::new("Sums").chapter("One", &chapter).build();
    let options = Options { renderer: Some(Arc::new(Sketch)), ..options() };
    let daisy = convert(Format::Daisy, source.into(), &options, &mut ()).unwrap();
    let copy = marked(Format::Daisy, &daisy, &jane());
    assert_eq!(validate_daisy(&copy).unwrap_or_default(), Vec::<String>::new());
    assert_eq!(faults_of_formulas(&copy), (2, Vec::new()));
    assert_eq!(found(copy, &key()).unwrap().record, 42);
}
