//! Copies as pages for a browser.

use books::testkit::EpubBuilder;
use books::web::{HEADER, Outline};
use books::{Format, Limits};

use crate::{found, key, marked, one};

#[test]
fn a_marked_copy_is_traced_from_each_of_its_pages() {
    let mut book = EpubBuilder::new("Tides");
    for n in 0..12 {
        book = book.chapter(&format!("Chapter {n}"), "<p>Words.</p>");
    }
    let copy = marked(Format::Epub3, &book.build(), &one("Ann Moe", 4711));
    let mut pages = Vec::new();
    books::web::write(copy.into(), &Limits::default(), &mut pages, &mut ()).unwrap();
    let length = usize::from_str_radix(std::str::from_utf8(&pages[..HEADER]).unwrap(), 16).unwrap();
    let rest = pages.split_off(HEADER + length);
    let outline: Outline = serde_json::from_slice(&pages[HEADER..]).unwrap();
    assert!(outline.notice.as_deref().unwrap().contains("Ann Moe"), "{:?}", outline.notice);
    assert!(outline.chapters.len() >= 12);
    for (n, chapter) in outline.chapters.iter().enumerate() {
        let at = usize::try_from(chapter.html.at).unwrap();
        let html = &rest[at..at + usize::try_from(chapter.html.length).unwrap()];
        assert_eq!(found(html, &key()).map(|traced| traced.record), Some(4711), "{n}");
    }
}
