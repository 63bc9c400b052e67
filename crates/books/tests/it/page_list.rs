//! Every entry of the page list is a page of the book.

use books::testkit::{Epub2Builder, EpubBuilder, unzip_text, zip_files};
use books::{FindingKind, Format, Limits, Options, convert};

fn page_labels(builder: &EpubBuilder) -> (Vec<String>, String) {
    pages_of_daisy(builder.build())
}

fn pages_of_daisy(book: Vec<u8>) -> (Vec<String>, String) {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let made = convert(Format::Daisy, book.into(), &options, &mut ()).unwrap();
    let text = unzip_text(&made, "book.xml");
    let found = text
        .split("<pagenum")
        .skip(1)
        .map(|part| part.split('>').nth(1).unwrap().trim_end_matches("</pagenum").to_owned());
    (found.collect(), text)
}

fn book_with_pages(markup: &str, pages: &[(&str, &str)]) -> EpubBuilder {
    let builder = EpubBuilder::new("Pages").chapter("One", markup).chapter("Two", "<p id=\"z\">Last.</p>");
    pages.iter().fold(builder, |builder, (label, href)| builder.page(label, href))
}

#[test]
fn pages_begin_at_documents_items_rows_cells_terms_and_headings() {
    let markup = "<h2 id=\"h\">Two</h2><ul><li id=\"i\">An item.</li><li>Another.</li></ul>\
        <table><tbody id=\"b\"><tr><th>k</th><th>v</th></tr></tbody><tr id=\"r\"><td>1</td><td>2</td></tr>\
        <tr><td id=\"c\">3</td><td>4</td></tr></table><dl><dt id=\"t\">Term</dt><dd id=\"d\">Meaning</dd></dl>\
        <blockquote id=\"q\"><p>Said.</p></blockquote><p id=\"p\">Last.</p>";
    let names = ["", "#h", "#i", "#b", "#r", "#c", "#t", "#d", "#q", "#p"];
    let hrefs: Vec<String> = names.iter().map(|id| format!("chapter1.xhtml{id}")).collect();
    let labels: Vec<String> = (1..=names.len()).map(|n| n.to_string()).collect();
    let list: Vec<(&str, &str)> = labels
        .iter()
        .map(String::as_str)
        .zip(hrefs.iter().map(String::as_str))
        .chain([("11", "chapter2.xhtml")])
        .collect();
    let (found, text) = page_labels(&book_with_pages(markup, &list));
    let wanted: Vec<String> = (1..=11).map(|n| n.to_string()).collect();
    assert_eq!(found, wanted, "{text}");
}

#[test]
fn a_page_whose_place_is_missing_begins_at_the_nearest_one_and_is_reported() {
    let builder = book_with_pages(
        "<p id=\"a\">A.</p><p>B.</p><p id=\"c\">C.</p>",
        &[
            ("1", "chapter1.xhtml#a"),
            ("2", "chapter1.xhtml#gone"),
            ("3", "chapter1.xhtml#c"),
            ("4", "gone.xhtml#x"),
            ("5", "chapter2.xhtml#z"),
        ],
    );
    let (found, text) = page_labels(&builder);
    assert_eq!(found, ["1", "2", "3", "4", "5"], "{text}");
    let book = books::epub::read(builder.build().into(), &Limits::default(), &mut ()).unwrap();
    let report = book.reporter.to_report();
    let dangling: Vec<&str> = report
        .findings
        .iter()
        .filter(|finding| finding.kind == FindingKind::DanglingPage)
        .map(|finding| finding.subject.as_str())
        .collect();
    assert_eq!(dangling, ["2", "4"]);
}

#[test]
fn several_pages_at_one_place_are_all_pages() {
    let list = [
        ("1", "chapter1.xhtml"),
        ("2", "chapter1.xhtml"),
        ("3", "chapter1.xhtml#a"),
        ("4", "chapter1.xhtml#a"),
    ];
    let (found, text) = page_labels(&book_with_pages("<p>x</p><p id=\"a\">A.</p>", &list));
    assert_eq!(found.len(), 4, "{text}");
    assert_eq!(found[..2], ["1", "2"], "{text}");
}

#[test]
fn words_inside_a_page_break_are_words_of_the_text() {
    for (markup, label, words) in [
        (
            "<p>a <span epub:type=\"pagebreak\" id=\"x\" title=\"12\">the harbor opens</span> b</p>",
            "12",
            "the harbor opens",
        ),
        ("<div epub:type=\"pagebreak\" title=\"12\"><p>the harbor opens</p></div>", "12", "the harbor opens"),
        (
            "<p role=\"doc-pagebreak\" aria-label=\"Page 12\">12 boats in the harbor</p>",
            "12",
            "12 boats in the harbor",
        ),
        ("<p>a<span epub:type=\"pagebreak\">12</span>b</p>", "12", "a"),
        ("<p>a<span epub:type=\"pagebreak\" title=\"12\">[Page 12]</span>b</p>", "12", "a"),
        // Pictures of numbers, and elements of the text.
        ("<p>a<img epub:type=\"pagebreak\" src=\"p.png\" alt=\"12\"/>b</p>", "12", "a"),
        ("<p>a</p><img role=\"doc-pagebreak\" src=\"p.png\" alt=\"\" id=\"page_12\"/>", "12", "a"),
        ("<p>a<img epub:type=\"pagebreak\" src=\"p.png\" alt=\"Map\" id=\"page_12\"/>b</p>", "12", "Map"),
        ("<h2 epub:type=\"pagebreak\" title=\"12\">The harbor</h2><p>a</p>", "12", "The harbor</h2>"),
    ] {
        let (found, text) = page_labels(&EpubBuilder::new("a").chapter("One", markup));
        assert!(found == [label] && text.contains(words) && !text.contains("[Page"), "{markup}: {text}");
    }
}

#[test]
fn printed_numbers_of_pages_are_pages_by_their_classes() {
    for (markup, label) in [
        ("<p>a <span class=\"pagenum\" id=\"Page_12\">[Pg 12]</span>b</p>", Some("12")),
        ("<p>a <span class=\"pagenum\"><a id=\"Page_12\" name=\"Page_12\">{12}</a></span>b</p>", Some("12")),
        ("<p>a <span class=\"x-ebookmaker-pageno\" title=\"xii\"><a id=\"p\"></a></span>b</p>", Some("xii")),
        ("<p>a b</p><p class=\"pagenum\">[12]</p>", Some("12")),
        // Numbers of a table of contents, and words.
        ("<p>a b <a href=\"chapter1.xhtml\"><span class=\"pagenum\" id=\"x\">12</span></a></p>", None),
        ("<p>a b <span class=\"pagenum\">12</span></p>", None),
        ("<p class=\"pagenum\" id=\"x\">a b, page 12</p>", None),
    ] {
        let (found, text) = page_labels(&EpubBuilder::new("a").chapter("One", markup));
        assert_eq!(found, label.into_iter().collect::<Vec<_>>(), "{markup}: {text}");
        assert!(!text.contains("Pg"), "{markup}: {text}");
    }
    // The page list has the label, and leads to the anchor inside.
    let markup = "<p>a <span class=\"pagenum\"><a id=\"x\">[Pg 12]</a></span>b</p>";
    let (found, text) = page_labels(&book_with_pages(markup, &[("Page 12", "chapter1.xhtml#x")]));
    assert_eq!(found, ["12"], "{text}");
}

#[test]
fn a_list_of_pages_that_is_called_landmarks_is_a_page_list() {
    let list = "<nav epub:type=\"landmarks\" aria-label=\"Page List\"><ol id=\"pages\" class=\"pagelist\">\
        <li><a href=\"chapter1.xhtml#x\" epub:type=\"frontmatter\">[Pg xiii]</a></li>\
        <li><a href=\"chapter1.xhtml#y\" epub:type=\"normal\">[Pg 2]</a></li></ol></nav></body>";
    let mut parts = book_with_pages("<p>a <a id=\"x\"/>b <a id=\"y\"/>c</p>", &[]).parts();
    for (path, bytes) in &mut parts {
        if path.ends_with("nav.xhtml") {
            *bytes = String::from_utf8(bytes.clone()).unwrap().replace("</body>", list).into_bytes();
        }
    }
    assert_eq!(pages_of_daisy(zip_files(parts)).0, ["xiii", "2"]);
}

#[test]
fn pages_of_an_old_book_without_a_page_list_get_one() {
    let markup =
        "<p>a <span class=\"pagenum\" id=\"Page_2\">[Pg 2]</span>b</p><p class=\"pagenum\">[3]</p><p>c</p>";
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    let old = Epub2Builder::new().chapter("One", markup).build();
    let made = convert(Format::Epub3, old.into(), &options, &mut ()).unwrap();
    let nav = unzip_text(&made, "OEBPS/nav.xhtml");
    let list = nav.split("page-list").nth(1).unwrap_or_default();
    assert!(list.contains("<a href=\"c1.html#Page_2\">2</a>") && !list.contains(">3</a>"), "{nav}");
}

#[test]
fn a_page_map_is_a_page_list() {
    let map = "<page-map xmlns=\"http://www.idpf.org/2007/opf\"><page name=\"1\" href=\"chapter1.xhtml\"/>\
        <page name=\"ii\" href=\"chapter1.xhtml#x\"/><page href=\"chapter1.xhtml\"/></page-map>";
    let book = book_with_pages("<p>a <a id=\"x\"/>b</p>", &[]);
    let book = book.file("map.xml", "application/oebps-page-map+xml", map.as_bytes());
    let (found, text) = page_labels(&book);
    assert_eq!(found, ["1", "ii"], "{text}");
}

#[test]
fn a_long_page_list_of_missing_places_is_placed_in_one_pass() {
    let mut builder = book_with_pages(&"<p>x</p>".repeat(2_000), &[]);
    for n in 0..5_000 {
        builder = builder.page(&format!("{}", n + 1), &format!("chapter1.xhtml#gone{n}"));
    }
    assert_eq!(page_labels(&builder).0.len(), 5_000);
}

#[test]
fn the_label_of_a_page_may_be_the_text_of_another_element() {
    let markup = "<p>a<span epub:type=\"pagebreak\" id=\"p8\" aria-labelledby=\"n8\"/>\
        <span id=\"n8\" hidden=\"hidden\">8</span>b</p>";
    let (labels, text) = page_labels(&book_with_pages(markup, &[]));
    assert_eq!(labels, ["8"], "{text}");
}
