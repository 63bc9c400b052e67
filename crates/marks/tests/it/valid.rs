//! Copies of all kinds of books and of every sample, checked by the outside validators. The samples lie
//! next to the project; the folder is named by `OPENSHELF_SAMPLES`.

use books::Format;
use books::testkit::{check_daisy_references, hard_books, run_epubcheck, sample_books, validate_daisy};

use crate::{convert_sample, find_trace, mark_copy, prepared, test_key, watermark_for};

/// Makes a copy and checks that it can be traced.
fn make_traceable_copy(name: &str, format: Format, source: &[u8], least: usize) -> Vec<u8> {
    let copy = mark_copy(format, &convert_sample(format, source), &watermark_for("Jane Doe", 4711));
    let traced = find_trace(copy.clone(), &test_key()).unwrap();
    assert_eq!(traced.record, 4711, "{name}");
    assert!(traced.places_found >= least, "{name}: {traced:?}");
    copy
}

#[test]
fn a_copy_of_any_book_is_valid_as_epub3() {
    // These three are not valid themselves, and an EPUB is passed through.
    let hard = hard_books().into_iter().filter(|(name, _)| !matches!(*name, "images" | "inlines" | "empty"));
    let mut all: Vec<(String, Vec<u8>)> = hard
        .map(|(name, source)| (name.to_owned(), make_traceable_copy(name, Format::Epub3, &source, 1)))
        .collect();
    all.extend(sample_books().into_iter().map(|(name, source)| {
        let copy = make_traceable_copy(&name, Format::Epub3, &source, 4);
        (name, copy)
    }));
    let [ready, by_plan] = prepared::prepare_and_copy();
    all.extend([("prepared".to_owned(), ready), ("copied by its plan".to_owned(), by_plan)]);
    for (name, problems) in run_epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn a_copy_of_any_book_is_valid_as_daisy() {
    for (name, source) in hard_books() {
        let copy = make_traceable_copy(name, Format::Daisy, &source, 1);
        assert_eq!(validate_daisy(&copy).unwrap_or_default(), Vec::<String>::new(), "{name}");
        check_daisy_references(name, &copy);
    }
    for (name, source) in sample_books() {
        let copy = make_traceable_copy(&name, Format::Daisy, &source, 4);
        assert_eq!(validate_daisy(&copy).unwrap_or_default(), Vec::<String>::new(), "{name}");
    }
}
