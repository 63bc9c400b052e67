//! Breaks between scenes, and documents that only links reach.

use std::fmt::Write as _;

use books::model::{Block, BlockKind};
use books::testkit::{EpubBuilder, unzip_text};
use books::{FindingKind, Format, Limits};

use crate::support::convert_to;

fn read_blocks(markup: &str) -> Vec<Block> {
    let book = EpubBuilder::new("Tides").chapter("", markup).build();
    books::epub::read(book.into(), &Limits::default(), &mut ()).unwrap().sections.remove(0).blocks
}

fn is_separator(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Separator)
}

#[test]
fn signs_in_a_paragraph_of_their_own_are_a_break() {
    for signs in ["***", "<b>*</b> * *", "# # #", "\u{2014}\u{2042}\u{2014}", "&#xA0;* * *<br/>"] {
        let blocks = read_blocks(&format!("<p>a</p><p class=\"c\">{signs}</p><p>b</p>"));
        assert_eq!(blocks.iter().map(is_separator).collect::<Vec<_>>(), [false, true, false], "{signs}");
    }
    let quoted = read_blocks("<blockquote><p>a</p><p>***</p><p>b</p></blockquote>");
    assert!(quoted[0].children().any(is_separator));
}

#[test]
fn signs_that_may_mean_something_stay_text() {
    for markup in [
        "<p>a</p><p id=\"x\">***</p>",
        "<p>a</p><p>*</p>",
        "<table><tr><td><p>***</p></td><td>b</td></tr></table>",
        "<ul><li><p>***</p></li></ul>",
        "<p>a</p><p><a href=\"#y\">***</a></p><p id=\"y\">b</p>",
    ] {
        let mut has_separator = false;
        for block in read_blocks(markup) {
            block.walk(&mut |one| has_separator |= is_separator(one));
        }
        assert!(!has_separator, "{markup}");
    }
}

#[test]
fn every_format_draws_a_break() {
    let book = || EpubBuilder::new("Tides").chapter("One", "<p>a</p><p>#&#xA0;#&#xA0;#</p><p>b</p>").build();
    assert!(
        unzip_text(&convert_to(Format::Daisy, book()), "book.xml").contains("class=\"separator\">* * *</p>")
    );
    assert!(unzip_text(&convert_to(Format::Docx, book()), "word/document.xml").contains("* * *"));
    // The delivered EPUB keeps the signs of the source.
    assert!(unzip_text(&convert_to(Format::Epub3, book()), "OEBPS/chapter1.xhtml").contains("#&#xA0;#"));
}

#[test]
fn documents_beyond_those_that_links_may_reach_are_reported() {
    let count = 2_001;
    let mut links = String::new();
    let mut book = EpubBuilder::new("Links");
    for n in 0..count {
        let _ = write!(links, "<a href=\"x{n}.xhtml\">{n}</a> ");
        let page = format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>w{n}</body></html>");
        book = book.file(&format!("x{n}.xhtml"), "application/xhtml+xml", page.as_bytes());
    }
    let source = book.chapter("One", &format!("<p>{links}</p>")).build();
    let read = books::epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    assert_eq!(read.sections.len(), count);
    let findings = read.reporter.to_report().findings;
    let found: Vec<_> = findings.iter().map(|finding| (finding.kind, finding.file.as_str())).collect();
    assert_eq!(found, [(FindingKind::UnlistedDocument, "OEBPS/x2000.xhtml")]);
}
