//! Copies of Word documents, inspected with python-docx.

use books::Format;
use books::testkit::{EpubBuilder, python_docx, small_book, unzip_text};
use marks::Key;

use crate::{found, key, made, marked, one};

#[test]
fn a_copy_says_whose_it_is_and_can_be_traced() {
    let document = made(Format::Docx, &small_book());
    let copy = marked(Format::Docx, &document, &one("Zoë <Ł> Doe", 42));
    let traced = found(copy.clone(), &key()).unwrap();
    assert_eq!((traced.record, traced.places_found >= 8), (42, true), "{traced:?}");
    assert_eq!(found(document, &key()), None);
    assert_eq!(found(copy.clone(), &Key::new(b"other")), None);
    // Each of these alone is enough.
    for part in ["word/document.xml", "word/footnotes.xml", "docProps/custom.xml"] {
        assert!(found(unzip_text(&copy, part), &key()).is_some(), "{part}");
    }
    let Some(seen) = python_docx(&copy) else { return };
    let text = seen["text"].as_str().unwrap();
    let notice = "This copy was made for Zoë <Ł> Doe on 2026-01-02.";
    assert!(text.find(notice).unwrap() < text.find("Each evening").unwrap(), "{text}");
}

#[test]
fn hostile_text_stays_text_in_a_copy() {
    let book = EpubBuilder::new("]]&gt;&lt;w:p/&gt;&quot;")
        .chapter("&lt;/w:t&gt;&#x202e;", "<p>a&#x85;b \u{fffe}f</p>")
        .build();
    let copy = marked(Format::Docx, &made(Format::Docx, &book), &one("</w:t><w:p/>", 42));
    let Some(seen) = python_docx(&copy) else { return };
    assert_eq!(seen["title"], "]]><w:p/>\"");
    assert_eq!(seen["headings"][0][1], "</w:t>\u{202e}");
    assert!(seen["text"].as_str().unwrap().contains("made for </w:t><w:p/> on"), "{}", seen["text"]);
}
