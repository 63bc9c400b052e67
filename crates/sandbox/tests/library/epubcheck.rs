//! The official validator, run on every book and every edition.

use books::testkit::run_epubcheck;

#[test]
fn epubcheck_finds_no_error() {
    let books = sandbox::build_books().unwrap().into_iter().map(|book| (book.slug.to_owned(), book.epub));
    let editions = sandbox::build_periodicals().unwrap().into_iter().flat_map(|series| {
        series
            .editions
            .into_iter()
            .map(move |edition| (format!("{}-{}", series.slug, edition.slug), edition.epub))
    });
    let all: Vec<(String, Vec<u8>)> = books.chain(editions).collect();
    let Some(report) = run_epubcheck(&all) else { return };
    let faulty: Vec<_> = report.into_iter().filter(|(_, problems)| !problems.is_empty()).collect();
    assert!(faulty.is_empty(), "{faulty:?}");
}
