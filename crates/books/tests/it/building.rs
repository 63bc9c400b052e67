//! EPUB 3 written from the book model alone.

use books::model::Survey;
use books::testkit::{
    EpubBuilder, check_order, document_words, hard_books, run_epubcheck, sample_books, small_book, unzip,
    unzip_text,
};
use books::{Error, Format, Limits, Options, convert_book, epub};

fn build_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn read_book(epub: Vec<u8>) -> books::model::Book {
    epub::read(epub.into(), &Limits::default(), &mut ()).unwrap()
}

/// The counts that must be equal after a book was written and read again.
fn comparable_survey(survey: Survey) -> Survey {
    // The table of contents and inaudible narration are compared elsewhere.
    Survey { nav_points: 0, page_list: 0, clips: 0, narration: 0, other_recordings: false, ..survey }
}

fn rebuild(source: Vec<u8>) -> Vec<u8> {
    convert_book(Format::Epub3, &read_book(source), &build_options(), &mut ()).unwrap()
}

#[test]
fn every_hard_book_is_valid_when_it_is_rewritten() {
    let mut made: Vec<(String, Vec<u8>)> =
        hard_books().into_iter().map(|(name, source)| (name.to_owned(), rebuild(source))).collect();
    for (name, source) in sample_books() {
        made.push((name, rebuild(source)));
    }
    for (name, problems) in run_epubcheck(&made).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn a_rewritten_book_reads_as_before() {
    let sources =
        hard_books().into_iter().map(|(name, source)| (name.to_owned(), source)).chain(sample_books());
    // A file that is missing in the source is not written either, only its alternative.
    for (name, source) in sources.filter(|(name, _)| name != "images") {
        let book = read_book(source);
        let made = convert_book(Format::Epub3, &book, &build_options(), &mut ()).unwrap();
        let again = read_book(made);
        assert_eq!(comparable_survey(again.survey()), comparable_survey(book.survey()), "{name}");
        assert_eq!(again.metadata.title, book.metadata.title);
        assert_eq!(again.metadata.contributors, book.metadata.contributors, "{name}");
    }
}

#[test]
fn the_small_book_keeps_its_words_and_its_ways_in() {
    let source = small_book();
    let book = read_book(source.clone());
    let made = rebuild(source.clone());
    let text: Vec<String> = unzip(&made)
        .iter()
        .filter(|(name, _)| name.starts_with("EPUB/text/"))
        .flat_map(|(_, bytes)| document_words(std::str::from_utf8(bytes).unwrap(), &["head"]))
        .collect();
    for n in 1..=2 {
        let chapter =
            document_words(&unzip_text(&source, &format!("OEBPS/chapter{n}.xhtml")), &["head", "math"]);
        check_order(&chapter, &text).unwrap();
    }
    let again = read_book(made);
    let labels = |book: &books::model::Book| {
        let mut all = Vec::new();
        book.nav
            .iter()
            .for_each(|point| point.walk(1, &mut |point, depth| all.push((depth, point.label.clone()))));
        all
    };
    assert_eq!(labels(&again), labels(&book));
    let pages =
        |book: &books::model::Book| book.pages.iter().map(|page| page.label.clone()).collect::<Vec<_>>();
    assert_eq!(pages(&again), pages(&book));
    assert!(again.pages.iter().all(|page| page.target.id.is_some()));
}

#[test]
fn ways_in_are_made_from_headings_and_page_breaks_when_the_book_names_none() {
    let source = EpubBuilder::new("Bare")
        .chapter(
            "",
            "<h1>One</h1><p>a<span epub:type=\"pagebreak\" id=\"7\" title=\"7\"/>b</p>\
             <h3>Deep</h3><p>c</p><h2>Less</h2><p>d</p><h1>Two</h1><p>e</p>",
        )
        .build();
    let mut book = read_book(source);
    book.nav.clear();
    book.pages.clear();
    let made = convert_book(Format::Epub3, &book, &build_options(), &mut ()).unwrap();
    let again = read_book(made);
    let mut all = Vec::new();
    again
        .nav
        .iter()
        .for_each(|point| point.walk(1, &mut |point, depth| all.push(format!("{depth} {}", point.label))));
    assert_eq!(all, ["1 One", "2 Deep", "2 Less", "1 Two"]);
    assert_eq!(again.pages[0].label, "7");
}

#[test]
fn a_book_without_text_is_refused() {
    let mut book = read_book(small_book());
    book.sections.clear();
    let refused = convert_book(Format::Epub3, &book, &build_options(), &mut ());
    assert!(matches!(refused, Err(Error::Unsupported { .. })), "{refused:?}");
}

/// EPUB Accessibility 1.1: a publication with page breaks says which source they are of, `none` where there
/// is none.
#[test]
fn pages_say_which_edition_they_are_of() {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let page = "<p><span epub:type=\"pagebreak\" id=\"p7\" title=\"7\"/>a</p>";
    for (metadata, said) in
        [("", "none"), ("<dc:source>urn:isbn:9780000000002</dc:source>", "urn:isbn:9780000000002")]
    {
        let source =
            EpubBuilder::new("Pages").metadata(metadata).page("7", "chapter1.xhtml#p7").chapter("One", page);
        let book = epub::read(source.build().into(), &Limits::default(), &mut ()).unwrap();
        let built = books::convert_book(Format::Epub3, &book, &options, &mut ()).unwrap();
        let package = unzip_text(&built, "EPUB/package.opf");
        let claim = format!("<meta property=\"pageBreakSource\">{said}</meta>");
        assert!(package.contains(&claim), "{package}");
        // The publisher's own package is completed only from what the publisher states.
        let completed = books::convert(Format::Epub3, source.build().into(), &options, &mut ()).unwrap();
        let package = unzip_text(&completed, "OEBPS/package.opf");
        assert_eq!(package.contains(&claim), said != "none", "{package}");
        for (_, problems) in run_epubcheck(&[("pages".to_owned(), built)]).into_iter().flatten() {
            assert!(problems.is_empty(), "{problems:#?}");
        }
    }
}
