//! `DTBook` without narration: a file by itself, and in a container with its pictures.

use books::model::{Block, BlockKind, Book, Inline, Matter, plain_text};
use books::testkit::{MINIMAL_PNG, hard_books, run_epubcheck, unzip, unzip_text, zip_files};
use books::{Error, Format, Limits, Options, SourceKind, convert, daisy};

use crate::support::book_words;

fn dtbook_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn read_book(source: Vec<u8>) -> Result<Book, Error> {
    books::read_book(source.into(), &Limits::default(), &mut ())
}

#[test]
fn the_text_of_a_daisy_book_is_the_same_book_by_itself() {
    for (name, source) in hard_books() {
        let whole = convert(Format::Daisy, source.into(), &dtbook_options(), &mut ()).unwrap();
        let text = unzip_text(&whole, "book.xml");
        assert_eq!(daisy::detect_kind(&text.clone().into(), &Limits::default()), Some(SourceKind::Dtbook));
        let packed = zip_files(
            unzip(&whole).into_iter().filter(|(name, _)| name == "book.xml" || name.starts_with("images/")),
        );
        assert_eq!(daisy::detect_kind(&packed.clone().into(), &Limits::default()), Some(SourceKind::Dtbook));
        let (whole, alone, packed) =
            (read_book(whole).unwrap(), read_book(text.into()).unwrap(), read_book(packed).unwrap());
        for book in [&alone, &packed] {
            assert_eq!(book.survey(), whole.survey(), "{name}");
            assert_eq!(book.metadata.title, whole.metadata.title, "{name}");
            assert_eq!(book.metadata.language(), whole.metadata.language(), "{name}");
            assert_eq!(book.metadata.names("aut"), whole.metadata.names("aut"), "{name}");
            assert_eq!(book.metadata.identifier(), whole.metadata.identifier(), "{name}");
        }
        let again =
            |book: &Book| books::convert_book(Format::Epub3, book, &dtbook_options(), &mut ()).unwrap();
        assert_eq!(
            unzip(&again(&packed)).len(),
            unzip(&again(&whole)).len(),
            "{name}: the pictures are there"
        );
    }
}

/// A text of the first version of the standard.
const FIRST_VERSION_TEXT: &str = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n\
    <!DOCTYPE dtbook PUBLIC \"-//NISO//DTD dtbook v1.1.0//EN\" \"http://www.loc.gov/nls/z3986/v110/dtbook110.dtd\">\n\
    <dtbook version=\"1.1.0\" lang=\"fr\"><head><title>x</title><meta name=\"dc:Identifier\" content=\"x-9\"/>\
    <meta name=\"dc:Source\" content=\"0-306-40615-2\"/></head><book><frontmatter><doctitle>Mar&eacute;es</doctitle>\
    <docauthor>Ada Harbor</docauthor><level1><h1>Pr\u{e9}face</h1><p>Un.</p></level1></frontmatter>\
    <bodymatter><level class=\"chapter\"><levelhd id=\"h\">Premier</levelhd><pagenum id=\"p\">3</pagenum><p>Deux<noteref idref=\"n\">1</noteref>.</p>\
    <level><levelhd>Dedans</levelhd><hr/><p>Trois <a href=\"#h\">l\u{e0}</a>.</p><note id=\"n\"><p>Note.</p></note></level></level>\
    <p>Seul.</p><p>Encore.</p></bodymatter><rearmatter><level1><h1>Index</h1><p>Fin.</p></level1></rearmatter></book></dtbook>";

fn to_latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

#[test]
fn texts_of_the_first_version_and_content_outside_of_divisions() {
    let book = read_book(to_latin1(FIRST_VERSION_TEXT)).unwrap();
    assert_eq!((book.metadata.title.as_str(), book.metadata.language()), ("Mar\u{e9}es", "fr"));
    assert_eq!((book.metadata.identifier(), book.metadata.names("aut")), ("x-9", vec!["Ada Harbor"]));
    assert_eq!(book.metadata.source_isbns, ["9780306406157"]);
    let matters: Vec<Matter> = book.sections.iter().map(|section| section.matter).collect();
    assert_eq!(matters, [Matter::Front, Matter::Body, Matter::Body, Matter::Back]);
    let survey = book.survey();
    assert_eq!((survey.headings, survey.notes, survey.page_breaks, survey.words), (4, 1, 1, 12));
    for format in [Format::Daisy, Format::Epub3, Format::Docx] {
        convert(format, to_latin1(FIRST_VERSION_TEXT).into(), &dtbook_options(), &mut ()).unwrap();
    }
}

#[test]
fn broken_texts_are_refused_with_the_place() {
    let packed = |text: &str| zip_files([("a/book.xml", text.as_bytes()), ("a/p.png", MINIMAL_PNG)]);
    let whole = "<dtbook><book><bodymatter><level1><p>x</p></level1></bodymatter></book></dtbook>";
    assert!(read_book(packed(whole)).is_ok());
    for (source, words) in [
        (
            packed("<dtbook><book><frontmatter><doctitle>T</doctitle></frontmatter></book></dtbook>"),
            "a/book.xml: the book has no text",
        ),
        (packed("<dtbook/>"), "no text"),
        (zip_files([("a.xml", whole), ("b.xml", whole)]), "several books: a.xml, b.xml"),
        (b"<dtbook><book>".to_vec(), "no text"),
        (b"<html><p>dtbook</p></html>".to_vec(), "not a zip"),
    ] {
        let error = read_book(source).unwrap_err();
        assert!(error.to_string().contains(words) && error.is_permanent(), "{words}: {error}");
    }
    let deep = whole.replace("<p>", &"<div>".repeat(300)).replace("</p>", &"</div>".repeat(300));
    assert!(matches!(read_book(packed(&deep)), Err(Error::TooDeep { .. })));
    let limits = Limits { entry_size: 10, ..Limits::default() };
    let small = books::read_book(whole.into(), &limits, &mut ());
    assert!(matches!(small, Err(Error::EntryTooLarge { .. })));
}

/// A text with these divisions.
fn book_with_divisions(divisions: &str) -> Book {
    let text = format!("<dtbook xml:lang=\"en\"><book>{divisions}</book></dtbook>");
    read_book(text.into_bytes()).unwrap()
}

#[test]
fn captions_are_with_their_images_and_titles_in_their_poem() {
    let book = book_with_divisions(
        "<bodymatter><level1><h1>One</h1><p>Before <imggroup><img src=\"a.png\" alt=\"A\"/><caption>Under A</caption>\
         </imggroup> after.</p><imggroup><img id=\"b\" src=\"b.png\" alt=\"B\"/><caption imgref=\"b\">Under B</caption>\
         <img id=\"c\" src=\"c.png\" alt=\"C\"/><caption imgref=\"c\">Under C</caption></imggroup><poem><hd>Tides</hd>\
         <linegroup><hd>Ebb</hd><line>The sea</line><line>goes.</line></linegroup></poem><p>End.</p></level1></bodymatter>",
    );
    let (mut figures, mut poems) = (Vec::new(), Vec::new());
    book.walk(&mut |block| match &block.kind {
        BlockKind::Figure { blocks, caption } => {
            figures.push((blocks.len(), caption.iter().map(Block::plain_text).collect::<String>()));
        }
        BlockKind::Poem(_) => poems.push(block.plain_text()),
        _ => {}
    });
    let expected = ["Under A", "Under B", "Under C"].map(|caption| (1, caption.to_owned()));
    assert_eq!(figures, expected);
    assert_eq!((poems, book.survey().headings), (vec!["TidesEbbThe seagoes.".to_owned()], 1));
    let words = ["One", "Before", "Under A", "after.", "Under B", "Under C", "Tides"];
    let mut text = String::new();
    book.walk(&mut |block| text.push_str(&plain_text(block.inlines())));
    let places: Vec<Option<usize>> = words.iter().map(|word| text.find(word)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{places:?} {text}");
}

#[test]
fn a_described_image_is_also_read_aloud_by_its_alternative() {
    let text = "<dtbook xml:lang=\"en\"><book><bodymatter><level1><h1>One</h1><imggroup><img id=\"a\" src=\"a.png\" alt=\"A seal\"/>\
        <prodnote imgref=\"a\">It sleeps on a rock.</prodnote></imggroup></level1></bodymatter></book></dtbook>";
    let source = zip_files([("book.xml", text.as_bytes()), ("a.png", MINIMAL_PNG)]);
    let daisy = convert(Format::Daisy, source.into(), &dtbook_options(), &mut ()).unwrap();
    let made = unzip_text(&daisy, "book.xml");
    assert!(made.contains(">A seal</prodnote>") && made.contains(">It sleeps on a rock.</p>"), "{made}");
    let mut images = Vec::new();
    read_book(daisy).unwrap().walk(&mut |block| {
        if let BlockKind::Image(image) = &block.kind {
            let description: String = image.description.iter().map(Block::plain_text).collect();
            images.push((image.alt.clone(), description));
        }
    });
    assert_eq!(images, [(Some("A seal".to_owned()), "It sleeps on a rock.".to_owned())]);
}

#[test]
fn each_note_in_a_group_of_images_describes_one() {
    let book = book_with_divisions(
        "<bodymatter><level1><h1>One</h1><imggroup><img id=\"a\" src=\"a.png\" alt=\"A\"/><prodnote>First.</prodnote>\
         <img id=\"b\" src=\"b.png\" alt=\"B\"/><prodnote>Second.</prodnote><prodnote imgref=\"gone\">Third.</prodnote>\
         <prodnote imgref=\"a\">Fourth.</prodnote></imggroup></level1></bodymatter>",
    );
    let mut descriptions = Vec::new();
    book.walk(&mut |block| {
        if let BlockKind::Image(image) = &block.kind {
            descriptions
                .push(image.description.iter().map(|one| plain_text(one.inlines())).collect::<Vec<_>>());
        }
    });
    assert_eq!(descriptions, [["First.", "Fourth."], ["Second.", "Third."]]);
}

#[test]
fn divisions_and_words_outside_of_the_body_are_read() {
    let book = book_with_divisions("<level1><h1>One</h1><p>Words.</p></level1>");
    assert_eq!(book_words(&book), "One Words.");
    let book = book_with_divisions("<bodymatter>Loose <level1><h1>One</h1></level1>words</bodymatter>");
    assert_eq!(book_words(&book), "Loose One words");
}

#[test]
fn lines_of_an_address_stay_lines() {
    let book = book_with_divisions(
        "<bodymatter><level1><address><line>Street</line><line>Town</line></address></level1></bodymatter>",
    );
    assert_eq!(book_words(&book), "Street Town");
}

#[test]
fn a_text_that_its_package_calls_xml_is_found() {
    let opf = "<package xmlns=\"http://openebook.org/namespaces/oeb-package/1.0/\"><metadata/><manifest>\
        <item id=\"t\" href=\"book.xml\" media-type=\"text/xml\"/><item id=\"p\" href=\"a.pdf\" media-type=\"application/pdf\"/>\
        </manifest></package>";
    let text = "<dtbook><book><bodymatter><level1><h1>One</h1></level1></bodymatter></book></dtbook>";
    let book = read_book(zip_files([("a/book.opf", opf), ("a/book.xml", text)])).unwrap();
    assert_eq!(book_words(&book), "One");
}

#[test]
fn a_sentence_in_another_language_stays_one() {
    let book = book_with_divisions(
        "<bodymatter><level1><p><sent>Yes.</sent> <sent xml:lang=\"fr\">Oui.</sent></p></level1></bodymatter>",
    );
    let mut languages = Vec::new();
    book.walk(&mut |block| {
        let all = block.inlines().iter().filter_map(Inline::attrs);
        languages.extend(all.filter_map(|attrs| attrs.lang.clone()));
    });
    assert_eq!(languages, ["fr"]);
}

#[test]
fn sentences_without_a_space_between_them_get_one_if_their_script_has_spaces() {
    let book = book_with_divisions(
        "<bodymatter><level1><p><sent>Yes.</sent><sent>No</sent><sent>.</sent></p>\
         <p><sent>\u{662f}\u{3002}</sent><sent>\u{5426}\u{3002}</sent></p></level1></bodymatter>",
    );
    assert_eq!(book_words(&book), "Yes. No. \u{662f}\u{3002}\u{5426}\u{3002}");
}

#[test]
fn code_of_several_lines_keeps_them() {
    let book = book_with_divisions(
        "<bodymatter><level1><code>let tide = 2;\n  wait();</code><p>In <code>one\nline</code>.</p></level1></bodymatter>",
    );
    let mut code = Vec::new();
    book.walk(&mut |block| {
        if let BlockKind::Preformatted(inlines) = &block.kind {
            code.push(plain_text(inlines));
        }
    });
    assert_eq!(code, ["let tide = 2;\n  wait();"]);
}

#[test]
fn the_title_and_the_authors_of_a_dtbook_are_on_a_page_of_its_epub() {
    let text = |title: &str, heading: &str| {
        format!(
            "<?xml version=\"1.0\"?><dtbook xmlns=\"http://www.daisy.org/z3986/2005/dtbook/\" version=\"2005-3\" xml:lang=\"en\"><head>\
             <meta name=\"dc:Title\" content=\"{title}\"/><meta name=\"dc:Creator\" content=\"Ada Harbor\"/></head><book>\
             <frontmatter><doctitle>{title}</doctitle><docauthor>Ada Harbor</docauthor><level1><p>For the keepers.</p></level1></frontmatter>\
             <bodymatter><level1><h1>{heading}</h1><p>Words.</p></level1></bodymatter></book></dtbook>"
        )
    };
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let made = convert(Format::Epub3, text("Tides", "One").into_bytes().into(), &options, &mut ()).unwrap();
    let page = unzip_text(&made, "EPUB/text/part0001.xhtml");
    assert!(page.contains(">Tides</h1>") && page.contains(">Ada Harbor</p>"), "{page}");
    assert!(unzip_text(&made, "EPUB/text/part0002.xhtml").contains("For the keepers."));
    for (_, problems) in run_epubcheck(&[("titled".to_owned(), made)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
}
