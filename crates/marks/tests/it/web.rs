//! Copies as pages for a browser.

use books::testkit::EpubBuilder;
use books::{Format, Limits};
use web_reader::{MadeFor, split_pages};

use crate::{find_trace, mark_copy, test_key, watermark_for};

#[test]
fn a_marked_copy_is_traced_from_each_of_its_pages() {
    let mut book = EpubBuilder::new("Tides");
    for n in 0..12 {
        book = book.chapter(&format!("Chapter {n}"), "<p>Words.</p>");
    }
    let copy = mark_copy(Format::Epub3, &book.build(), &watermark_for("Ann Moe", 4711));
    let mut pages = Vec::new();
    web_reader::write_pages(copy.into(), &Limits::default(), &mut pages, &mut ()).unwrap();
    let (outline, rest) = split_pages(&pages).unwrap();
    assert!(outline.notice.as_deref().unwrap().contains("Ann Moe"), "{:?}", outline.notice);
    assert!(outline.chapters.len() >= 12);
    for (n, chapter) in outline.chapters.iter().enumerate() {
        let html = chapter.html.slice(rest).unwrap();
        assert_eq!(find_trace(html, &test_key()).map(|traced| traced.record), Some(4711), "{n}");
    }
}

#[test]
fn the_outline_of_a_copy_has_the_values_of_its_notice() {
    let book = EpubBuilder::new("Tides").chapter("One", "<p>Words.</p>").build();
    let copy = mark_copy(Format::Epub3, &book, &watermark_for("Ann  O'Moe & Co", 4711));
    let made_for = |book: &[u8], name: &str, day: &str| -> Option<MadeFor> {
        let known = MadeFor { name: name.to_owned(), date: day.parse().unwrap() };
        let mut pages = Vec::new();
        let (book, limits) = (book.to_vec().into(), Limits::default());
        web_reader::write_copy(book, Some(known), &limits, &mut pages, &mut ()).unwrap();
        split_pages(&pages).unwrap().0.made_for
    };
    let own = made_for(&copy, "Ann  O'Moe & Co", "2026-01-02").expect("the values of this copy");
    assert_eq!((own.name.as_str(), own.date.to_string().as_str()), ("Ann  O'Moe & Co", "2026-01-02"));
    assert_eq!(made_for(&copy, "Ann Lund", "2026-01-02"), None, "the account has another name by now");
    assert_eq!(made_for(&copy, "Ann  O'Moe & Co", "2026-01-03"), None);
    assert_eq!(made_for(&book, "Ann  O'Moe & Co", "2026-01-02"), None, "a free title has no notice");
}
