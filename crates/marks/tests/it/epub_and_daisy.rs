//! Copies of EPUB and DAISY: the notice, and fingerprints that are found again.

use std::io::Cursor;
use std::sync::Arc;

use books::testkit::{
    EpubBuilder, SketchRenderer, faults_of_formulas, unzip, unzip_text, validate_daisy, zip_files,
};
use books::{Error, Format, Options, convert};
use marks::{Key, Watermark, mark_package};

use crate::{convert_options, convert_sample, find_trace, mark_copy, test_key, watermark_for};

fn watermark_of_jane() -> Watermark {
    watermark_for("Jane Doe", 42)
}

/// A book long enough to be marked in several places.
fn build_long_book() -> Vec<u8> {
    let mut builder = EpubBuilder::new("Long").author("Ada Harbor");
    for n in 1..=9 {
        builder = builder.chapter(&format!("Chapter {n}"), &"<p>The sea was calm that day.</p>\n".repeat(12));
    }
    builder.build()
}

#[test]
fn the_notice_is_in_the_front_matter() {
    let epub =
        mark_copy(Format::Epub3, &convert_sample(Format::Epub3, &build_long_book()), &watermark_of_jane());
    assert!(
        unzip_text(&epub, "OEBPS/notice.xhtml").contains("This copy was made for Jane Doe on 2026-01-02.")
    );
    let opf = unzip_text(&epub, "OEBPS/package.opf");
    let spine = &opf[opf.find("<spine").unwrap()..];
    assert!(spine.find("notice").unwrap() < spine.find("c1").unwrap());
    let daisy =
        mark_copy(Format::Daisy, &convert_sample(Format::Daisy, &build_long_book()), &watermark_of_jane());
    let text = unzip_text(&daisy, "book.xml");
    let notice = text.find("This copy was made for Jane Doe on 2026-01-02.").unwrap();
    assert!(text.find("<docauthor").unwrap() < notice && notice < text.find("</frontmatter>").unwrap());
    assert!(unzip_text(&daisy, "book0001.smil").contains("book.xml#copy-notice"));
}

#[test]
fn a_whole_package_and_each_single_marked_file_lead_to_the_record() {
    for format in [Format::Epub3, Format::Daisy] {
        let plain = convert_sample(format, &build_long_book());
        assert_eq!(find_trace(plain.clone(), &test_key()), None, "{format}");
        let copy = mark_copy(format, &plain, &watermark_of_jane());
        let whole = find_trace(copy.clone(), &test_key()).unwrap();
        assert_eq!(whole.record, 42);
        let before = unzip(&plain);
        let mut texts = 0;
        let mut places = 0;
        for (name, bytes) in unzip(&copy) {
            if let Some(single) = find_trace(bytes.clone(), &test_key()) {
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
fn fingerprints_survive_stripped_metadata_ids_and_white_space() {
    for format in [Format::Epub3, Format::Daisy] {
        let copy = mark_copy(format, &convert_sample(format, &build_long_book()), &watermark_of_jane());
        let changed = |change: &dyn Fn(&str) -> String| {
            let files = unzip(&copy).into_iter().map(|(name, bytes)| {
                let text = change(&String::from_utf8(bytes).unwrap());
                (name, text.into_bytes())
            });
            zip_files(files)
        };
        let no_metadata = changed(&|text| text.replace("openshelf:copy\" content=\"", "gone\" content=\"x"));
        let no_runs = changed(&|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let no_names =
            changed(&|text| text.replace(" id=\"m", " id=\"x").replace(" class=\"m", " class=\"x"));
        for stripped in [no_metadata, no_runs, no_names] {
            assert_eq!(find_trace(stripped, &test_key()).map(|trace| trace.record), Some(42), "{format}");
        }
    }
}

#[test]
fn the_key_of_another_library_finds_no_fingerprint() {
    let copy =
        mark_copy(Format::Epub3, &convert_sample(Format::Epub3, &build_long_book()), &watermark_of_jane());
    assert_eq!(find_trace(copy, &Key::new(b"another key")), None);
    assert_eq!(find_trace(b"no book at all".to_vec(), &test_key()), None);
    assert_eq!(find_trace(b"PK but no container".to_vec(), &test_key()), None);
}

#[test]
fn copies_differ_by_recipient_and_are_reproducible() {
    let plain = convert_sample(Format::Epub3, &build_long_book());
    let of = |record| mark_copy(Format::Epub3, &plain, &watermark_for("Jane Doe", record));
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
    assert_eq!(find_trace(of(2), &test_key()).unwrap().record, 2);
}

#[test]
fn the_words_of_the_book_are_the_same_in_every_copy() {
    let plain = convert_sample(Format::Epub3, &build_long_book());
    let copy = mark_copy(Format::Epub3, &plain, &watermark_of_jane());
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
    let refused = mark_package(
        Format::Pdf,
        Cursor::new(b""),
        Cursor::new(Vec::new()),
        &watermark_of_jane(),
        &test_key(),
    );
    assert!(matches!(refused, Err(Error::NoConversion(Format::Pdf))));
}

#[test]
fn a_copy_keeps_its_formulas() {
    let square =
        "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><msup><mi>x</mi><mn>2</mn></msup></math>";
    let chapter = format!("<p>Let {square} be.</p><p>{square}</p>");
    let source = EpubBuilder::new("Sums").chapter("One", &chapter).build();
    let options = Options { renderer: Some(Arc::new(SketchRenderer)), ..convert_options() };
    let daisy = convert(Format::Daisy, source.into(), &options, &mut ()).unwrap();
    let copy = mark_copy(Format::Daisy, &daisy, &watermark_of_jane());
    assert_eq!(validate_daisy(&copy).unwrap_or_default(), Vec::<String>::new());
    assert_eq!(faults_of_formulas(&copy), (2, Vec::new()));
    assert_eq!(find_trace(copy, &test_key()).unwrap().record, 42);
}
