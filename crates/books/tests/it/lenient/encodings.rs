//! Texts in any encoding, and markup of any quality, in every part of a package.

use books::testkit::{Epub2Builder, EpubBuilder, unzip};
use books::{FindingKind, Format};

use super::{change_files, change_text, read_with_findings};
use crate::support::{book_words, convert_to};

const RUSSIAN_TEXT: &str = "Тихая вода у самого причала, и чайки кричали над нею до утра.";

fn book_with_chapter_bytes(bytes: &[u8]) -> Vec<u8> {
    change_files(Epub2Builder::new().chapter("One", "<p>x</p>").parts(), |name, old| {
        Some((name.to_owned(), if name == "OEBPS/c1.html" { bytes.to_vec() } else { old }))
    })
}

/// Windows-1251, for the letters of Russian.
fn to_windows_1251(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match u32::from(c) {
            code @ 0x410..=0x44F => u8::try_from(code - 0x410 + 0xC0).unwrap(),
            code => u8::try_from(code).unwrap(),
        })
        .collect()
}

#[test]
fn a_chapter_is_read_in_the_encoding_that_it_states_or_has() {
    let page = |head: &str, meta: &str| {
        format!("{head}<html><head>{meta}<title>x</title></head><body><p>{RUSSIAN_TEXT}</p></body></html>")
    };
    let declared = page("<?xml version=\"1.0\" encoding=\"windows-1251\"?>", "");
    let meta = page("", "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=windows-1251\"/>");
    let wrong = page("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "");
    let utf16 = page("<?xml version=\"1.0\" encoding=\"UTF-16\"?>", "");
    let le: Vec<u8> = utf16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let be: Vec<u8> = format!("\u{feff}{utf16}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    let utf32: Vec<u8> =
        format!("\u{feff}{utf16}").chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    for (bytes, kinds) in [
        (to_windows_1251(&declared), vec![]),
        (to_windows_1251(&meta), vec![]),
        (to_windows_1251(&wrong), vec![FindingKind::GuessedEncoding]),
        (to_windows_1251(&page("", "")), vec![FindingKind::GuessedEncoding]),
        (le, vec![]),
        (be, vec![]),
        (utf32, vec![]),
        (utf16.into_bytes(), vec![]),
    ] {
        let source = book_with_chapter_bytes(&bytes);
        let (book, found) = read_with_findings(source.clone());
        assert_eq!(book_words(&book), RUSSIAN_TEXT);
        assert_eq!(found, kinds);
        // Delivered files are in UTF-8.
        let made = unzip(&convert_to(Format::Epub3, source));
        let (_, text) = made.into_iter().find(|(name, _)| name == "OEBPS/c1.html").unwrap();
        assert!(String::from_utf8(text).unwrap().contains(RUSSIAN_TEXT));
    }
}

#[test]
fn a_chapter_of_an_epub_3_in_an_old_encoding_is_delivered_in_utf_8() {
    let page = format!(
        "<?xml version=\"1.0\" encoding=\"windows-1251\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x</title></head><body><p>{RUSSIAN_TEXT}</p></body></html>"
    );
    let source = EpubBuilder::new("T")
        .chapter("One", "")
        .raw_file("OEBPS/chapter1.xhtml", &to_windows_1251(&page))
        .build();
    let made = unzip(&convert_to(Format::Epub3, source));
    let (_, text) = made.into_iter().find(|(name, _)| name == "OEBPS/chapter1.xhtml").unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(RUSSIAN_TEXT) && !text.contains("1251"), "{text}");
}

#[test]
fn a_wrong_byte_costs_itself() {
    let (book, kinds) = read_with_findings(book_with_chapter_bytes(
        &["<html><body><p>caf\u{e9} \u{e9}t\u{e9} ".as_bytes(), b"\xFF here</p></body></html>"].concat(),
    ));
    assert_eq!(book_words(&book), "caf\u{e9} \u{e9}t\u{e9} \u{fffd} here");
    assert_eq!(kinds, [FindingKind::WrongBytes]);
}

#[test]
fn every_part_of_a_package_is_repaired_and_may_use_the_names_of_html() {
    let epub = || EpubBuilder::new("Tides").chapter("One", "<p>The sea.</p>").parts();
    let old = || Epub2Builder::new().chapter("One", "<p>The sea.</p>").parts();
    for (files, file, from, to) in [
        (epub(), "OEBPS/package.opf", "<dc:title>", "<dc:title>S&atilde;o & <b>"),
        (epub(), "OEBPS/package.opf", "<manifest>", "<manifest><x:y z='1' z='2'>&nosuch;</x:y>"),
        (epub(), "OEBPS/package.opf", "</spine>", "<spine>"),
        (epub(), "OEBPS/package.opf", " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"", ""),
        (epub(), "OEBPS/package.opf", "<?xml", "\n\n<?xml"),
        (epub(), "OEBPS/package.opf", "encoding=\"UTF-8\"", "encoding=\"utf-16\""),
        (epub(), "OEBPS/package.opf", "version=\"1.0\"", "version=\"1.1\""),
        (epub(), "OEBPS/nav.xhtml", "</li>", "<br></li>"),
        (epub(), "OEBPS/nav.xhtml", "<!DOCTYPE html>", "<!DOCTYPE html [<!ENTITY % m SYSTEM 'a'>%m;]>"),
        (epub(), "OEBPS/nav.xhtml", " xmlns:epub=\"http://www.idpf.org/2007/ops\"", ""),
        (epub(), "META-INF/container.xml", "</rootfiles>", "&eacute;"),
        (epub(), "OEBPS/chapter1.xhtml", "The sea.", "The sea. \u{1}a < b & c"),
        (epub(), "OEBPS/chapter1.xhtml", "<?xml", "junk <?xml"),
        (epub(), "OEBPS/chapter1.xhtml", "</title>", ""),
        (old(), "OEBPS/toc.ncx", "<navMap>", "<navMap><p>&nbsp; & <b></i>"),
        (old(), "OEBPS/toc.ncx", "</navMap></ncx>", ""),
    ] {
        let source = change_text(files, file, |text| {
            assert!(text.contains(from), "{file}: {from}");
            text.replacen(from, to, 1)
        });
        let (book, _) = read_with_findings(source.clone());
        assert!(book_words(&book).contains("The sea."), "{file}: {to}");
        assert_eq!(book.nav.len(), 1, "{file}: {to}");
        assert_eq!(book.nav[0].label, "One", "{file}: {to}");
        let again = convert_to(Format::Epub3, source);
        assert!(book_words(&read_with_findings(again).0).contains("The sea."), "{file}: {to}");
    }
}

#[test]
fn repairs_are_reported_with_their_line() {
    let source = change_text(EpubBuilder::new("T").chapter("One", "\n<p>A<p>B").parts(), "none", |text| text);
    let (_, report) = super::try_read(source);
    let finding = &report.findings[0];
    assert_eq!((finding.kind, finding.file.as_str()), (FindingKind::IllFormed, "OEBPS/chapter1.xhtml"));
    assert!(finding.line.is_some_and(|line| line > 1), "{finding:?}");
}

#[test]
fn declared_entities_are_expanded_in_broken_texts_and_the_declaration_is_no_text() {
    let head = "<!DOCTYPE html [\n <!ENTITY press \"Harbor <i>Press</i>\">\n <!ENTITY other SYSTEM \"other.xhtml\">\n]>\n";
    for body in
        ["<p>By &press;.</p><p>An open one<p>Another", "<p title='&press;'>By &press; and &other;.</p>"]
    {
        let page = format!(
            "{head}<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>One</title></head><body>{body}</body></html>"
        );
        let source = EpubBuilder::new("T")
            .chapter("One", "")
            .raw_file("OEBPS/chapter1.xhtml", page.as_bytes())
            .build();
        let text = book_words(&read_with_findings(source.clone()).0);
        assert!(text.starts_with("By Harbor Press"), "{text}");
        let made = unzip(&convert_to(Format::Epub3, source));
        let (_, text) = made.into_iter().find(|(name, _)| name == "OEBPS/chapter1.xhtml").unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.contains("]>") && !text.contains("ENTITY") && text.contains("<head>"), "{text}");
    }
}

#[test]
fn numbers_of_windows_are_characters_in_every_part() {
    let source = change_text(
        Epub2Builder::new().chapter("It&#146;s", "<p>It&#146;s &#150; &#x85;</p>").parts(),
        "OEBPS/package.opf",
        |opf| opf.replace("Old Book", "It&#146;s old"),
    );
    let (book, kinds) = read_with_findings(source);
    assert_eq!(book_words(&book), "It\u{2019}s \u{2013} \u{2026}");
    assert_eq!(
        (book.metadata.title.as_str(), book.nav[0].label.as_str()),
        ("It\u{2019}s old", "It\u{2019}s")
    );
    assert_eq!(kinds, [FindingKind::WindowsReference]);
}

#[test]
fn formulas_with_a_prefix_that_is_not_declared_stay_formulas() {
    let source = EpubBuilder::new("T")
        .chapter("One", "<p>So <m:math><m:mi>n</m:mi><m:mo>+</m:mo><m:mn>7</m:mn></m:math>.</p>")
        .build();
    let (book, _) = read_with_findings(source);
    assert_eq!(book.survey().formulas, 1);
}

#[test]
fn a_bomb_costs_its_chapter_and_the_whole_book_if_there_is_no_other() {
    let bomb = (1..30)
        .fold("<!ENTITY e0 'ha'>".to_owned(), |all, n| format!("{all}<!ENTITY e{n} '&e{0};&e{0};'>", n - 1));
    for (doctype, body) in [
        (format!("<!DOCTYPE html [{bomb}]>"), "<p>&e29;<b></p>"),
        (format!("<!DOCTYPE html [<!ENTITY % p \"{bomb}\">%p;]>"), "<p>&e29;</p>"),
        (format!("<!DOCTYPE html [<!ENTITY % p \"{bomb}\">%p;%p;%p;]>"), "<p title='&e29;'>"),
    ] {
        let page = format!("{doctype}<html><body>{body}</body></html>");
        let one = EpubBuilder::new("T").chapter("One", "");
        let alone = one.clone().raw_file("OEBPS/chapter1.xhtml", page.as_bytes()).build();
        let (refused, _) = super::try_read(alone);
        assert!(matches!(refused, Err(books::Error::ExpandsEntities { .. })), "{refused:?}");
        let two =
            one.chapter("Two", "<p>Calm.</p>").raw_file("OEBPS/chapter1.xhtml", page.as_bytes()).build();
        let (book, kinds) = read_with_findings(two);
        assert_eq!(book_words(&book), "Two Calm.");
        assert_eq!(kinds, [FindingKind::UnreadableDocument]);
    }
}

#[test]
fn control_characters_are_those_of_windows() {
    let source = EpubBuilder::new("T").chapter("", "<p>Wait\u{97}it\u{92}s late\u{85}</p>").build();
    let (book, kinds) = read_with_findings(source.clone());
    assert_eq!(book_words(&book), "Wait\u{2014}it\u{2019}s late\u{2026}");
    assert_eq!(kinds, [FindingKind::WindowsReference]);
    let (delivered, kinds) = read_with_findings(convert_to(Format::Epub3, source));
    assert_eq!((book_words(&delivered), kinds), (book_words(&book), vec![]));
}
