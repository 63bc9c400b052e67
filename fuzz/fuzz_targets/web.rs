//! Any bytes, read as the text of an EPUB and written as a page for a browser: nothing in it runs or loads
//! anything.

#![no_main]

use books::Limits;
use books::testkit::EpubBuilder;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { total_size: 64 << 20, entry_size: 16 << 20, xml_nodes: 200_000, ..Limits::default() };
    // As a page of fixed layout, too, whose picture is drawn.
    for layout in ["reflowable", "pre-paginated"] {
        let metadata = format!(
            "<meta property=\"rendition:layout\">{layout}</meta><meta name=\"original-resolution\" content=\"600x800\"/>"
        );
        let book = EpubBuilder::new("Tides").metadata(&metadata).chapter("One", "");
        check(book.raw_file("OEBPS/chapter1.xhtml", bytes).build(), &limits);
    }
});

fn check(book: Vec<u8>, limits: &Limits) {
    let mut out = Vec::new();
    if web_reader::write_pages(book.into(), limits, &mut out, &mut ()).is_err() {
        return;
    }
    let (outline, rest) = web_reader::split_pages(&out).unwrap();
    for chapter in &outline.chapters {
        let html = std::str::from_utf8(chapter.html.slice(rest).unwrap()).unwrap();
        for tag in html.split('<').skip(1).filter_map(|tag| tag.split('>').next()) {
            let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap();
            assert!(!["script", "style", "iframe", "object", "embed", "form", "input", "link", "base"].contains(&name));
        }
    }
}
