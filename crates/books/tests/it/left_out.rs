//! Content that other readers of EPUB are reported to lose: pages, references, words and lines.

use books::testkit::{EpubBuilder, MINIMAL_PNG, unzip_text, zip_files};
use books::{FindingKind, Format, Limits, Options, convert};

fn convert_to(format: Format, book: Vec<u8>) -> Vec<u8> {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    convert(format, book.into(), &options, &mut ()).unwrap()
}

/// The files of a book, with changes in one of them.
fn change_part(book: &EpubBuilder, path: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let parts = book.parts().into_iter().map(|(name, bytes)| {
        let changed = || change(std::str::from_utf8(&bytes).unwrap()).into_bytes();
        let bytes = if name == path { changed() } else { bytes };
        (name, bytes)
    });
    zip_files(parts)
}

#[test]
fn pages_that_only_the_text_marks_are_in_the_navigation_that_is_delivered() {
    let page = |n: u8| format!("<span epub:type=\"pagebreak\" id=\"p{n}\" title=\"{n}\"></span>");
    let markup = format!("<p>{}One.</p><p>Two {}three.</p>", page(1), page(2));
    let book = EpubBuilder::new("Pages").chapter("Tides", &markup);
    let read = books::epub::read(book.build().into(), &Limits::default(), &mut ()).unwrap();
    let labels: Vec<&str> = read.pages.iter().map(|page| page.label.as_str()).collect();
    assert_eq!(labels, ["1", "2"]);
    let nav = unzip_text(&convert_to(Format::Epub3, book.build()), "OEBPS/nav.xhtml");
    assert!(nav.contains("page-list") && nav.contains("<a href=\"chapter1.xhtml#p2\">2</a>"), "{nav}");
    // A list that the book has stays the only one, and so does a book without pages.
    let listed = unzip_text(
        &convert_to(Format::Epub3, book.page("1", "chapter1.xhtml#p1").build()),
        "OEBPS/nav.xhtml",
    );
    assert_eq!(listed.matches("page-list").count(), 1, "{listed}");
    let none = unzip_text(
        &convert_to(Format::Epub3, EpubBuilder::new("None").chapter("One", "<p>a</p>").build()),
        "OEBPS/nav.xhtml",
    );
    assert!(!none.contains("page-list"), "{none}");
}

#[test]
fn contents_that_reading_apps_would_not_find_are_in_the_navigation_that_is_delivered() {
    let book = EpubBuilder::new("Contents").chapter("Tides", "<p>a</p>").chapter("Waves", "<p>b</p>");
    let read_nav = |start: &str, end: &str| {
        let changed = change_part(&book, "OEBPS/nav.xhtml", |text| {
            let (before, rest) = text.split_once("<nav").unwrap();
            let (_, list) = rest.split_once('>').unwrap();
            let (list, after) = list.split_once("</nav>").unwrap();
            format!("{before}<nav{start}>{list}{end}</nav>{after}")
        });
        unzip_text(&convert_to(Format::Epub3, changed), "OEBPS/nav.xhtml")
    };
    for (start, end) in [("", ""), (" role=\"doc-toc\"", ""), (" epub:type=\"toc\"><div", "</div>")] {
        let nav = read_nav(start, end);
        assert_eq!(nav.matches("epub:type=\"toc\"").count(), 1, "{nav}");
        let (_, contents) = nav.split_once("epub:type=\"toc\"").unwrap();
        assert!(contents.contains("<a href=\"chapter2.xhtml\">Waves</a>"), "{nav}");
    }
    assert!(!read_nav(" epub:type=\"toc\"", "").contains("hidden"));
}

#[test]
fn references_are_read_from_the_base_that_a_document_states() {
    let book = EpubBuilder::new("Base")
        .chapter(
            "One",
            "<p>See <a href=\"../chapter2.xhtml#x\">two</a>.</p><p><img src=\"a.png\" alt=\"A crab\"/></p>",
        )
        .chapter("Two", "<p id=\"x\">Here.</p>")
        .file("pictures/a.png", "image/png", MINIMAL_PNG);
    for base in [
        "<head><base href=\"pictures/\"/>",
        "<head><base href=\"./pictures/none.html\"/>",
        "<head xml:base=\"pictures/\">",
    ] {
        let based = change_part(&book, "OEBPS/chapter1.xhtml", |text| text.replace("<head>", base));
        let read = books::epub::read(based.clone().into(), &Limits::default(), &mut ()).unwrap();
        let kinds: Vec<FindingKind> =
            read.reporter.to_report().findings.iter().map(|finding| finding.kind).collect();
        assert!(kinds.iter().all(|kind| *kind == FindingKind::InexactName), "{kinds:?}");
        let daisy = convert_to(Format::Daisy, based);
        assert!(unzip_text(&daisy, "book.xml").contains("alt=\"A crab\""), "{base}");
    }
}

#[test]
fn words_after_a_sign_for_less_are_words() {
    let book = EpubBuilder::new("Signs").chapter("One", "<p>MARK</p>");
    let soup = change_part(&book, "OEBPS/chapter1.xhtml", |text| {
        text.replace("MARK", "If a<b and c>d, then <i>x</i><y or so.<br>The end")
    });
    let read = books::epub::read(soup.clone().into(), &Limits::default(), &mut ()).unwrap();
    let kinds: Vec<FindingKind> =
        read.reporter.to_report().findings.iter().map(|finding| finding.kind).collect();
    assert!(kinds.contains(&FindingKind::IllFormed), "{kinds:?}");
    let text = unzip_text(&convert_to(Format::Daisy, soup), "book.xml");
    assert!(text.contains("If a&lt;b and c&gt;d, then ") && text.contains("&lt;y or so."), "{text}");
}

#[test]
fn entries_of_the_contents_lead_into_paragraphs_in_every_format() {
    let book = EpubBuilder::new("Contents").chapter(
        "Tides",
        "<p>First words.</p><p>Other words, <a id=\"mid\"></a>and the ebb.</p><p>Last.</p>",
    );
    let book = change_part(&book, "OEBPS/nav.xhtml", |nav| {
        nav.replace("</ol></nav>", "<li><a href=\"chapter1.xhtml#mid\">Ebb</a></li></ol></nav>")
    });
    let ncx = unzip_text(&convert_to(Format::Daisy, book), "navigation.ncx");
    let labels: Vec<&str> =
        ncx.split("<navLabel><text>").skip(1).map(|part| part.split('<').next().unwrap()).collect();
    assert_eq!(labels, ["Tides", "Ebb"], "{ncx}");
}

#[test]
fn documents_that_the_spine_does_not_name_are_read_after_the_others() {
    let page = |words: &str| {
        format!(
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>t</title></head><body>{words}</body></html>"
        )
    };
    let reference = "<a epub:type=\"noteref\" href=\"notes.xhtml#n\">1</a>";
    let book = EpubBuilder::new("Spine")
        .chapter("One", "<p>Low tide.</p>")
        .chapter("Two", &format!("<p>High tide.{reference}</p>"))
        .chapter("Three", "<p>Slack water.</p>")
        .file("notes.xhtml", "application/xhtml+xml", page("<p id=\"n\">The moon pulls.</p>").as_bytes())
        .file("unused.xhtml", "application/xhtml+xml", page("<p>A draft.</p>").as_bytes());
    let unnamed =
        change_part(&book, "OEBPS/package.opf", |package| package.replace("<itemref idref=\"c2\"/>", ""));
    let text = unzip_text(&convert_to(Format::Daisy, unnamed), "book.xml");
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
    assert!(at("Low tide.") < at("Slack water.") && at("Slack water.") < at("High tide."), "{text}");
    assert_eq!((text.matches("The moon pulls.").count(), text.matches("<noteref").count()), (1, 1), "{text}");
    assert!(!text.contains("A draft."), "{text}");
}
