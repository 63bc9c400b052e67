//! Copies of Word documents, inspected with python-docx.

use books::Format;
use books::testkit::{EpubBuilder, inspect_docx, small_book, unzip_text};
use marks::Key;

use crate::{convert_sample, find_trace, mark_copy, test_key, watermark_for};

#[test]
fn a_copy_names_its_recipient_and_can_be_traced() {
    let document = convert_sample(Format::Docx, &small_book());
    let copy = mark_copy(Format::Docx, &document, &watermark_for("Zoë <Ł> Doe", 42));
    let traced = find_trace(copy.clone(), &test_key()).unwrap();
    assert_eq!((traced.record, traced.places_found >= 8), (42, true), "{traced:?}");
    assert_eq!(find_trace(document, &test_key()), None);
    assert_eq!(find_trace(copy.clone(), &Key::new(b"other")), None);
    // Each of these alone is enough.
    for part in ["word/document.xml", "word/footnotes.xml", "docProps/custom.xml"] {
        assert!(find_trace(unzip_text(&copy, part), &test_key()).is_some(), "{part}");
    }
    let Some(seen) = inspect_docx(&copy) else { return };
    let text = seen["text"].as_str().unwrap();
    let notice = "This copy was made for Zoë <Ł> Doe on 2026-01-02.";
    assert!(text.find(notice).unwrap() < text.find("Each evening").unwrap(), "{text}");
}

#[test]
fn hostile_text_stays_text_in_a_copy() {
    let book = EpubBuilder::new("]]&gt;&lt;w:p/&gt;&quot;")
        .chapter("&lt;/w:t&gt;&#x202e;", "<p>a&#x85;b \u{fffe}f</p>")
        .build();
    let copy =
        mark_copy(Format::Docx, &convert_sample(Format::Docx, &book), &watermark_for("</w:t><w:p/>", 42));
    let Some(seen) = inspect_docx(&copy) else { return };
    assert_eq!(seen["title"], "]]><w:p/>\"");
    assert_eq!(seen["headings"][0][1], "</w:t>\u{202e}");
    assert!(seen["text"].as_str().unwrap().contains("made for </w:t><w:p/> on"), "{}", seen["text"]);
}
