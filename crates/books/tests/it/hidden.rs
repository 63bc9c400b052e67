//! Hidden content of a book is not read; notes that it hides until they are called are.

use books::model::{Block, BlockKind, Book};
use books::testkit::{EpubBuilder, unzip_text};
use books::{FindingKind, Format, Limits, Options, convert};

/// The text of a book with one chapter, as DAISY has it.
fn book_in_daisy(builder: &EpubBuilder) -> String {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    unzip_text(&convert(Format::Daisy, builder.build().into(), &options, &mut ()).unwrap(), "book.xml")
}

fn book_with_chapter(markup: &str) -> EpubBuilder {
    EpubBuilder::new("Hidden").chapter("One", markup)
}

fn read_book(builder: &EpubBuilder) -> Book {
    books::epub::read(builder.build().into(), &Limits::default(), &mut ()).unwrap()
}

/// The notes of a book, as text.
fn note_texts(book: &Book) -> Vec<String> {
    let mut found = Vec::new();
    book.walk(&mut |block: &Block| {
        if let BlockKind::Note { .. } = block.kind {
            found.push(block.plain_text().trim().to_owned());
        }
    });
    found
}

/// A style sheet in a `style` element, which the test kit allows in the body.
fn book_with_styles(sheet: &str, markup: &str) -> EpubBuilder {
    book_with_chapter(&format!("<style>{sheet}</style>{markup}"))
}

#[test]
fn text_for_eyes_only_is_not_read_and_its_twin_is() {
    let text = book_in_daisy(&book_with_chapter(
        "<p><span aria-hidden=\"true\">Q</span><span class=\"sr-only\">Quick</span>\
         <span aria-hidden=\"true\">uick</span> as a fox.</p><p aria-hidden=\"true\">zz</p>\
         <p>Rated <span aria-hidden=\"true\">zz</span><span class=\"visually-hidden\">three stars</span>.</p>\
         <p>a<span aria-hidden=\"false\">b</span></p>",
    ));
    assert!(text.contains("Quick as a fox.") && text.contains("Rated three stars."), "{text}");
    assert!(!text.contains("zz") && text.contains(">ab</p>"), "{text}");
}

#[test]
fn what_shows_once_a_reader_does_something_is_read() {
    for rule in ["#a:checked ~ .x { display: block }", ".y:hover .x, .y:focus + .x { display: inline }"] {
        let sheet = format!(".x {{ display: none }} {rule}");
        let markup = "<p>Why?</p><input type=\"checkbox\" id=\"a\"/><p class=\"y\">Tap</p><div class=\"x\"><p>zz</p></div>";
        let text = book_in_daisy(&book_with_styles(&sheet, markup));
        assert!(text.contains("zz"), "{rule}: {text}");
    }
    let menu = ".x { display: none } p:hover { display: block } .z:hover .x { display: none }";
    let text =
        book_in_daisy(&book_with_styles(menu, "<p>a</p><div class=\"z\"><div class=\"x\">zz</div></div>"));
    assert!(!text.contains("zz"), "{text}");
}

#[test]
fn styles_hide_by_attribute_by_element_and_by_file() {
    let hidden = [
        book_with_styles(".x { display: none }", "<p class=\"x\">zz</p>"),
        book_with_styles("div > p.x, i { visibility: hidden }", "<div><p class=\"x\">zz</p></div>"),
        book_with_styles(
            "[data-a='1'] { display: none !important } #p { display: block }",
            "<p id=\"p\" data-a=\"1\">zz</p>",
        ),
        book_with_styles("@media screen { .x { display: none } }", "<p class=\"x\">zz</p>"),
        book_with_styles("@media speech { .x { display: none } }", "<p class=\"x\">zz</p>"),
        book_with_styles("p:not(.seen) { display: none }", "<p>zz</p><p class=\"seen\">a</p>"),
        book_with_styles("div > p:nth-child(2) { display: none }", "<div><p>a</p><p>zz</p></div>"),
        book_with_styles(
            "div > :last-of-type:not(.seen, i) { display: none }",
            "<div><p>a</p><p>zz</p></div>",
        ),
        book_with_styles("i ~ p, :is(b, u) { visibility: hidden }", "<div><i>a</i><p>zz</p></div>"),
        book_with_styles(
            "@namespace epub 'http://www.idpf.org/2007/ops'; [epub|type~='zz'] { display: none }",
            "<p epub:type=\"zz\">zz</p>",
        ),
        book_with_chapter("<dialog><p>zz</p></dialog>"),
        book_with_chapter("<p style=\"color: red; DISPLAY : None\">zz</p>"),
        book_with_chapter("<link rel=\"stylesheet\" href=\"a.css\"/><div class=\"x\"><p>zz</p></div>")
            .file("a.css", "text/css", b"@import 'b.css';")
            .file("b.css", "text/css", b".x{display:none}"),
        book_with_chapter("").file("a.css", "text/css", b".x{display:none}").raw_file(
            "OEBPS/chapter1.xhtml",
            b"<?xml version='1.0'?><?xml-stylesheet type='text/css' href='a.css'?>\
              <html xmlns='http://www.w3.org/1999/xhtml'><body><h1>One</h1><p class='x'>zz</p></body></html>",
        ),
    ];
    for (n, builder) in hidden.iter().enumerate() {
        assert!(!book_in_daisy(builder).contains("zz"), "{n}: {}", book_in_daisy(builder));
    }
    let shown = [
        book_with_styles(".x { display: none } p.x { display: block }", "<p class=\"x\">zz</p>"),
        book_with_styles(".x { display: none } .x { display: block }", "<p class=\"x\">zz</p>"),
        book_with_styles("@media print { .x { display: none } }", "<p class=\"x\">zz</p>"),
        book_with_styles("@media (max-width: 20em) { .x { display: none } }", "<p class=\"x\">zz</p>"),
        book_with_styles(".x:hover { display: none } .x::before { display: none }", "<p class=\"x\">zz</p>"),
        book_with_styles(
            ".x { visibility: hidden } .y { visibility: visible }",
            "<div class=\"x\">a<p class=\"y\">zz</p></div>",
        ),
        book_with_chapter("<p hidden=\"until-found\">zz</p>"),
        book_with_chapter("<p><button commandfor=\"d\">Open</button></p><dialog id=\"d\"><p>zz</p></dialog>"),
        book_with_styles("dialog { display: block }", "<dialog><p>zz</p></dialog>"),
    ];
    for (n, builder) in shown.iter().enumerate() {
        assert!(book_in_daisy(builder).contains("zz"), "{n}: {}", book_in_daisy(builder));
    }
    // Only the words of the invisible element itself are left out.
    assert!(!book_in_daisy(&shown[5]).contains(">a<"));
}

#[test]
fn a_hidden_note_is_read_if_something_refers_to_it() {
    let call = |id: &str| format!("<p>x<a epub:type=\"noteref\" href=\"#{id}\">1</a></p>");
    for (n, hidden) in [
        "<aside epub:type=\"footnote\" id=\"n\" hidden=\"hidden\"><p>Note.</p></aside>",
        "<aside role=\"doc-footnote\" id=\"n\" style=\"display:none\"><p>Note.</p></aside>",
        "<div hidden=\"hidden\"><section epub:type=\"footnotes\"><aside epub:type=\"footnote\" id=\"n\"><p>Note.</p></aside>\
         <aside epub:type=\"footnote\" id=\"other\"><p>zz</p></aside></section></div>",
        "<div hidden=\"hidden\"><p>zz</p><ol><li id=\"n\">Note.</li><li id=\"m\">zz</li></ol></div>",
        "<ol><li id=\"n\" hidden=\"hidden\">Note.</li></ol>",
        "<div aria-hidden=\"true\" id=\"n\">Note.</div>",
        "<dl hidden=\"hidden\"><dt>zz</dt><dd id=\"n\">Note.</dd></dl>",
        "<p>y<span hidden=\"hidden\" id=\"n\">Note.</span></p>",
    ]
    .into_iter()
    .enumerate()
    {
        let book = read_book(&book_with_chapter(&format!("{}{hidden}", call("n"))));
        assert_eq!(note_texts(&book), ["Note."], "{n}");
        let text = book_in_daisy(&book_with_chapter(&format!("{}{hidden}", call("n"))));
        assert!(text.contains("Note.") && !text.contains("zz"), "{n}: {text}");
        let text = book_in_daisy(&book_with_chapter(&format!("<p>x</p>{hidden}")));
        assert!(!text.contains("Note."), "{n}: {text}");
    }
}

#[test]
fn hidden_notes_of_other_documents_and_of_notes_are_read() {
    let builder = EpubBuilder::new("Notes")
        .chapter("One", "<p>x<a epub:type=\"noteref\" href=\"chapter2.xhtml#a\">1</a></p>")
        .chapter(
            "Two",
            "<p>y</p><div hidden=\"hidden\"><p id=\"a\">First.<a epub:type=\"noteref\" href=\"#b\">2</a></p></div>\
             <div hidden=\"hidden\"><p id=\"b\">Second.</p></div><div hidden=\"hidden\"><p id=\"c\">Third.</p></div>",
        );
    assert_eq!(note_texts(&read_book(&builder)), ["First.", "Second."]);
}

#[test]
fn a_link_shows_a_hidden_answer_and_no_hidden_heading() {
    let text = book_in_daisy(&book_with_chapter(
        "<p><a href=\"#a\">Answer</a> <a href=\"#h\">Chapter</a></p><div hidden=\"hidden\" id=\"a\"><p>Forty.</p></div>\
         <h2 style=\"display:none\" id=\"h\">zz</h2><p>Text.</p>",
    ));
    assert!(text.contains("Forty.") && !text.contains("zz"), "{text}");
    // Links to what is left out lead to what comes next.
    assert!(text.contains("id=\"h\"") || text.matches("href=\"#").count() == 2, "{text}");
}

#[test]
fn a_note_after_its_reference_in_the_same_paragraph_is_a_note() {
    let book = read_book(&book_with_chapter(
        "<p>Words<a epub:type=\"noteref\" href=\"#n\">1</a> <span epub:type=\"footnote\" id=\"n\">The note itself.</span> go on.</p>",
    ));
    assert_eq!(note_texts(&book), ["The note itself."]);
    assert!(book.sections[0].blocks.iter().any(|block| {
        matches!(block.kind, BlockKind::Paragraph(_))
            && block.plain_text().starts_with("Words")
            && block.plain_text().ends_with("go on.")
    }));
}

#[test]
fn hidden_pages_are_pages() {
    let book = read_book(&book_with_styles(
        ".page { display: none }",
        "<p>a<span class=\"page\" epub:type=\"pagebreak\" title=\"7\" id=\"p7\">seven</span>b</p>\
         <div hidden=\"hidden\"><span role=\"doc-pagebreak\" aria-label=\"8\" id=\"p8\"/><p>zz</p></div><p>c</p>",
    ));
    let text = book_in_daisy(&book_with_chapter(
        "<p>a<span hidden=\"hidden\" epub:type=\"pagebreak\" title=\"7\">zz</span>b</p>",
    ));
    assert!(text.contains(">7</pagenum>") && !text.contains("zz"), "{text}");
    let mut pages = 0;
    book.walk(&mut |block| {
        pages += usize::from(matches!(block.kind, BlockKind::PageBreak(_)));
        pages += block
            .inlines()
            .iter()
            .filter(|inline| matches!(inline, books::model::Inline::PageBreak(_)))
            .count();
    });
    assert_eq!(pages, 2);
}

#[test]
fn text_hidden_by_rule_is_not_reported() {
    let book = read_book(&book_with_chapter(
        "<p aria-hidden=\"true\">a</p><div hidden=\"hidden\"><p>b</p></div><p>c</p>",
    ));
    assert!(book.reporter.to_report().is_empty(), "{:?}", book.reporter.to_report());
    let book = read_book(&book_with_chapter("<p>c</p><iframe src=\"http://example.org/\"></iframe>"));
    assert_eq!(book.reporter.to_report().findings[0].kind, FindingKind::UnreadableEmbedding);
    let book = read_book(&book_with_chapter("<p>c</p><dialog><p>a</p></dialog>"));
    assert_eq!(book.reporter.to_report().findings[0].kind, FindingKind::InactiveContent);
}

#[test]
fn style_sheets_that_would_cost_too_much_hide_nothing() {
    let deep = "<div>".repeat(100);
    let selector = "div ".repeat(60);
    let body = format!("{deep}<p class=\"x\">Words.</p>{}", "</div>".repeat(100));
    let text = book_in_daisy(&book_with_styles(&format!("{selector} p {{ display: none }}"), &body));
    assert!(text.contains("Words."), "{text}");
    let rules = (0..3_000).map(|n| format!(".a{n} *, p .b{n} *, * {{ display: block }}"));
    let many = rules.collect::<Vec<_>>().concat();
    let spans = "<p><b>w</b></p>".repeat(2_000);
    assert!(book_in_daisy(&book_with_styles(&format!("{many} p {{ display: none }}"), &spans)).contains('w'));
    // Sheets that import one another end.
    let circle = book_with_chapter("<link rel=\"stylesheet\" href=\"a.css\"/><p>Words.</p>")
        .file("a.css", "text/css", b"@import 'b.css';")
        .file("b.css", "text/css", b"@import url(a.css);");
    assert!(book_in_daisy(&circle).contains("Words."));
}

#[test]
fn thousands_of_hidden_notes_are_read_in_one_pass() {
    let count = 5_000;
    // Each note calls the next one.
    let notes_of_chain = (0..count).map(|n| {
        let call = format!("<a epub:type=\"noteref\" href=\"#n{}\">x</a>", n + 1);
        format!("<p id=\"n{n}\" hidden=\"hidden\">Note {n}{call}</p>")
    });
    let markup = notes_of_chain.collect::<Vec<_>>().concat();
    let book = read_book(&book_with_chapter(&format!(
        "<p>a<a epub:type=\"noteref\" href=\"#n0\">1</a></p>{markup}"
    )));
    assert_eq!(note_texts(&book).len(), count);
}
