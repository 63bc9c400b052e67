//! DAISY 3 in.

use books::model::Survey;
use books::testkit::{hard_books, run_epubcheck, sample_books, validate_daisy, zip_files};
use books::{Error, Format, Limits, Options, convert, daisy, epub};

fn daisy_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn convert_to_format(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &daisy_options(), &mut ()).unwrap()
}

/// The counts that DAISY preserves: it has no formulas, and its title is in the text.
fn comparable_survey(survey: Survey) -> Survey {
    Survey {
        nav_points: 0,
        page_list: 0,
        clips: 0,
        narration: 0,
        other_recordings: false,
        formulas: 0,
        words: 0,
        images: 0,
        images_decorative: 0,
        tables: 0,
        tables_with_headers: 0,
        headings: 0,
        ..survey
    }
}

#[test]
fn a_daisy_book_that_was_made_here_reads_as_the_book_it_was_made_of() {
    for (name, source) in hard_books().into_iter().filter(|(name, _)| !matches!(*name, "images" | "empty")) {
        let before = epub::read(source.clone().into(), &Limits::default(), &mut ()).unwrap();
        let daisy = convert_to_format(Format::Daisy, source);
        let book = daisy::read(daisy.into(), &Limits::default(), &mut ()).unwrap();
        assert_eq!(comparable_survey(book.survey()), comparable_survey(before.survey()), "{name}");
        assert_eq!(book.metadata.title, before.metadata.title, "{name}");
        assert_eq!(book.metadata.language(), before.metadata.language(), "{name}");
    }
}

#[test]
fn an_epub_made_of_a_daisy_book_is_valid_and_so_is_a_daisy_book_made_of_it() {
    let mut all = Vec::new();
    for (name, source) in hard_books() {
        let daisy = convert_to_format(Format::Daisy, source);
        let again = convert_to_format(Format::Daisy, daisy.clone());
        assert_eq!(validate_daisy(&again).unwrap_or_default(), Vec::<String>::new(), "{name}");
        all.push((name.to_owned(), convert_to_format(Format::Epub3, daisy)));
    }
    for (name, problems) in run_epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn an_epub_made_of_the_daisy_book_of_a_sample_is_valid() {
    let epub = |source| convert_to_format(Format::Epub3, convert_to_format(Format::Daisy, source));
    let all: Vec<_> = sample_books().into_iter().map(|(name, source)| (name, epub(source))).collect();
    for (name, problems) in run_epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

const PACKAGE_DOCUMENT: &str = r#"<package xmlns="http://openebook.org/namespaces/oeb-package/1.0/" unique-identifier="uid"><metadata>
<dc-metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:Title>Tides</dc:Title><dc:Creator>Ada Harbor</dc:Creator>
<dc:Language>en-US</dc:Language><dc:Identifier id="uid">x-1</dc:Identifier></dc-metadata></metadata><manifest>
<item id="t" href="text/b.xml" media-type="application/x-dtbook+xml"/></manifest><spine/></package>"#;

fn handmade_book(body: &str) -> Vec<u8> {
    let text = format!(
        "<dtbook xmlns=\"http://www.daisy.org/z3986/2005/dtbook/\" version=\"2005-3\" xml:lang=\"en-US\"><head/><book><frontmatter><doctitle>Tides</doctitle></frontmatter><bodymatter>{body}</bodymatter></book></dtbook>"
    );
    zip_files([("a/package.opf", PACKAGE_DOCUMENT), ("a/text/b.xml", &text)])
}

#[test]
fn books_of_other_programs_are_understood() {
    let daisy = handmade_book(
        "<level><hd id=\"h\">One</hd><p><sent id=\"s\">First <w>word</w>.</sent><noteref idref=\"#n\">1</noteref></p>\
         <level><hd>Inside</hd><pagenum id=\"p\" page=\"normal\">7</pagenum><p>See <a href=\"#h\">there</a>.</p><note id=\"n\"><p>A note.</p></note>\
         <list type=\"pl\"><hd>Things</hd><li>1. a<list type=\"ol\" enum=\"a\"><li><lic>x</lic><lic>y</lic></li></list></li></list></level></level>\
         <level><hd>Two</hd><p>End.</p></level>",
    );
    let read = daisy::read(daisy.clone().into(), &Limits::default(), &mut ()).unwrap();
    assert_eq!(read.metadata.names("aut"), ["Ada Harbor"]);
    assert_eq!(read.sections.len(), 2);
    let epub = convert_to_format(Format::Epub3, daisy);
    let again = epub::read(epub.into(), &Limits::default(), &mut ()).unwrap();
    let mut nav = Vec::new();
    again
        .nav
        .iter()
        .for_each(|point| point.walk(1, &mut |point, depth| nav.push(format!("{depth} {}", point.label))));
    // The title is apart from the text of a DAISY book, so an EPUB has a page with it.
    assert_eq!(nav, ["1 Tides", "1 One", "2 Inside", "1 Two"]);
    assert_eq!(again.pages[0].label, "7");
    let survey = again.survey();
    assert_eq!((survey.notes, survey.page_breaks, survey.headings), (1, 1, 4));
}

#[test]
fn a_file_that_is_not_a_daisy_book_is_refused() {
    for (source, kind) in [
        (zip_files([("package.opf", "<package><manifest/></package>")]), "no DAISY"),
        (zip_files([("readme.txt", "no book")]), "no DAISY"),
        (zip_files([("a/package.opf", PACKAGE_DOCUMENT)]), "not in the package"),
        (zip_files([("a/package.opf", PACKAGE_DOCUMENT), ("a/text/b.xml", "<dtbook><book>")]), "no text"),
    ] {
        let error = daisy::read(source.into(), &Limits::default(), &mut ()).unwrap_err();
        assert!(error.to_string().contains(kind), "{error}");
        assert!(error.is_permanent() && !matches!(error, Error::Cancelled));
    }
}
