//! Word documents, inspected with python-docx.

use books::testkit::{
    EpubBuilder, MINIMAL_PNG, check_order, document_words, hard_books, inspect_docx, small_book, unzip,
    unzip_text,
};
use books::{Format, Options, convert};
use serde_json::{Value, json};

fn convert_to_docx(source: Vec<u8>) -> Vec<u8> {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    convert(Format::Docx, source.into(), &options, &mut ()).unwrap()
}

fn text_words(found: &Value) -> Vec<String> {
    let text = found["text"].as_str().unwrap();
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn a_small_book_keeps_what_it_says() {
    let Some(found) = inspect_docx(&convert_to_docx(small_book())) else { return };
    assert_eq!(found["title"], "The Lighthouse Keeper");
    assert_eq!(found["creator"], "Ada Harbor");
    assert_eq!(found["language"], "en");
    assert_eq!(found["identifier"], "urn:test:The Lighthouse Keeper");
    assert_eq!(found["headings"], json!([[1, "The Lamp"], [1, "The Log"], [2, "A Rhyme"]]));
    assert_eq!(found["outline"], json!([0, 0, 1]));
    assert_eq!(found["alternatives"], json!(["A lighthouse above a grey sea"]));
    assert_eq!(found["languages"], json!(["fr"]));
    assert_eq!(found["header_rows"], 1);
    assert_eq!(found["rows"], json!([["Day", "Ship"], ["1", "Heron"], ["2", "Tern"]]));
    assert_eq!(found["numbered"], json!([[0, "oil"], [0, "wick"], [1, "long"], [1, "short"]]));
    assert_eq!(found["notes"], json!(["Ninety, if one does not count the threshold."]));
    assert_eq!(found["calls"], 1);
    assert_eq!(found["formulas"], json!(["h"]));
    assert_eq!(found["unknown_styles"], json!([]));
    assert!(found["text"].as_str().unwrap().contains("[1]"), "the page of the print edition");
}

#[test]
fn every_hard_book_opens_and_keeps_its_words() {
    for (name, source) in hard_books() {
        let document = convert_to_docx(source.clone());
        let Some(found) = inspect_docx(&document) else { return };
        assert_eq!(found["unknown_styles"], json!([]), "{name}");
        assert_eq!(found["jumps"], json!([]), "{name}: links that lead nowhere");
        let own = text_words(&found);
        for (path, bytes) in unzip(&source).into_iter().filter(|(path, _)| path.contains("chapter")) {
            let text = document_words(
                &String::from_utf8(bytes).unwrap(),
                &["head", "aside", "math", "svg", "sup", "a", "rt"],
            );
            assert_eq!(check_order(&text, &own), Ok(()), "{name} {path}");
        }
    }
}

#[test]
fn a_column_of_row_headings_may_have_spans_and_end_with_a_sum() {
    let table = |second: &str| {
        let book = EpubBuilder::new("Tides").chapter(
            "One",
            &format!(
                "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><th rowspan=\"2\">c</th><td>d</td></tr>\
                 <tr><td>e</td></tr><tr>{second}</tr></tbody><tfoot><tr><td>f</td><td>g</td></tr></tfoot></table>"
            ),
        );
        unzip_text(&convert_to_docx(book.build()), "word/document.xml")
    };
    assert!(table("<th>h</th><td>i</td>").contains("w:firstColumn=\"1\""));
    assert!(table("<td>h</td><td>i</td>").contains("w:firstColumn=\"0\""));
}

#[test]
fn an_item_that_begins_with_a_list_keeps_its_number() {
    let lists = "<ol><li>one</li><li><ol type=\"a\"><li>two a</li></ol></li></ol>\
                 <ul><li><ul><li>inner</li></ul></li></ul>";
    let book = EpubBuilder::new("Lists").chapter("One", lists).build();
    let text = unzip_text(&convert_to_docx(book), "word/document.xml");
    assert_eq!(text.matches("w:numId w:val=").count(), 4, "{text}");
}

#[test]
fn numbers_that_word_cannot_count_are_text() {
    let lists = "<ol start=\"-1\"><li>low</li><li>slack</li><li>high</li></ol>\
                 <ol type=\"i\" start=\"0\"><li>none</li><li><table><tr><td>one</td></tr></table></li></ol>\
                 <ol start=\"-5\"><li><ol type=\"a\"><li>inner</li></ol></li></ol>";
    let book = EpubBuilder::new("Lists").chapter("One", lists).build();
    let document = convert_to_docx(book);
    let text = unzip_text(&document, "word/document.xml");
    for number in ["-1. ", "0. ", "-5. "] {
        assert_eq!(text.matches(&format!("preserve\">{number}</w:t>")).count(), 1, "{number}: {text}");
    }
    let starts = unzip_text(&document, "word/numbering.xml");
    // Slack water and the next hour, the table, and the list inside.
    assert_eq!(starts.matches("startOverride w:val=\"0\"").count(), 1, "{starts}");
    assert_eq!(starts.matches("startOverride w:val=\"1\"").count(), 2, "{starts}");
}

#[test]
fn hard_tables_lists_and_directions_become_word_structures() {
    let book = EpubBuilder::new("ספר")
        .language("he")
        .right_to_left()
        .file("a.png", "image/png", MINIMAL_PNG)
        .chapter(
            "פרק",
            "<p>שלום <span lang=\"en\" dir=\"ltr\">peace</span></p><ol start=\"4\"><li/><li><p>a</p><p>b</p></li></ol>\
             <table><thead><tr><th colspan=\"2\">x</th><th rowspan=\"9\">y</th></tr></thead><tbody><tr><td rowspan=\"2\">1</td>\
             <td>2</td></tr><tr><td>3</td></tr></tbody></table><p><img src=\"a.png\" role=\"presentation\" alt=\"\"/></p>",
        )
        .build();
    let Some(found) = inspect_docx(&convert_to_docx(book)) else { return };
    assert_eq!(found["rows"], json!([["x", "x", "y"], ["1", "2", ""], ["1", "3", ""]]));
    assert_eq!(found["numbered"], json!([[0, ""], [0, "a"]]));
    assert!(found["right_to_left"].as_array().unwrap().contains(&json!("שלום peace")), "{found}");
    assert_eq!(found["alternatives"], json!([""]), "a decoration");
}

#[test]
fn inline_quotations_have_the_marks_of_their_language() {
    let book = EpubBuilder::new("Quotations")
        .chapter(
            "One",
            "<p>He said <q>yes, <q>no</q></q>, <q>\u{201c}perhaps\u{201d}</q>.</p><p lang=\"fr\"><q>Oui</q>.</p>",
        )
        .build();
    let Some(found) = inspect_docx(&convert_to_docx(book)) else { return };
    let text = found["text"].as_str().unwrap();
    for line in [
        "He said \u{201c}yes, \u{2018}no\u{2019}\u{201d}, \u{201c}perhaps\u{201d}.",
        "\u{ab}\u{a0}Oui\u{a0}\u{bb}.",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn a_page_that_begins_in_a_heading_is_named_before_it() {
    let page = |label: &str| format!("<span epub:type=\"pagebreak\" id=\"p{label}\" title=\"{label}\"/>");
    let book = EpubBuilder::new("Pages")
        .chapter("One", &format!("<p>The fer{}ry leaves.</p>", page("6")))
        .chapter("Two", &format!("<p>b</p><h2>{}Second <em>{}part</em></h2><p>c</p>", page("7"), page("8")))
        .build();
    let document = convert_to_docx(book);
    let text = unzip_text(&document, "word/document.xml");
    let heading = text.split("<w:p>").find(|paragraph| paragraph.contains("Heading2")).unwrap();
    assert!(heading.contains("Second ") && !heading.contains("[7]") && !heading.contains("[8]"), "{heading}");
    let places: Vec<_> = ["[7]", "[8]", "\"Heading2\""].iter().map(|needle| text.find(needle)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    // One that begins within a word is named after the word.
    let places: Vec<_> = [">ry</w:t>", "[6]", "> leaves."].iter().map(|needle| text.find(needle)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    // The number of the page on which a chapter begins is on that page.
    let book = EpubBuilder::new("Pages")
        .chapter("One", "<p>a</p>")
        .chapter("", "<div epub:type=\"pagebreak\" id=\"p\" title=\"9\"></div><h1>Two</h1><p>b</p>")
        .build();
    let text = unzip_text(&convert_to_docx(book), "word/document.xml");
    let begins_page = |needle: &str| {
        let paragraph = text.split("<w:p>").find(|paragraph| paragraph.contains(needle)).unwrap();
        paragraph.contains("w:pageBreakBefore")
    };
    assert!(begins_page("[9]") && text.matches("w:pageBreakBefore").count() == 1, "{text}");
}

#[test]
fn a_drawing_is_seen_where_drawings_are_unknown() {
    let rect = "<rect width=\"40\" height=\"20\" fill=\"#ff0000\"/>";
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">{rect}</svg>");
    let book = EpubBuilder::new("Drawings")
        .file("a.svg", "image/svg+xml", svg.as_bytes())
        .chapter("One", &format!("<p><img src=\"a.svg\" alt=\"red\"/> {svg}</p>"))
        .build();
    let document = convert_to_docx(book);
    let drawn = unzip(&document).into_iter().find(|(path, _)| path == "word/media/image1.png").unwrap().1;
    let picture = image::load_from_memory(&drawn).unwrap().to_rgba8();
    assert_eq!(picture.dimensions(), (80, 40));
    assert_eq!(picture.get_pixel(20, 20).0, [255, 0, 0, 255]);
    let relations = unzip_text(&document, "word/_rels/document.xml.rels");
    let id = |target: &str| {
        let (before, _) = relations.split_once(&format!("Target=\"{target}\"")).unwrap();
        let (_, id) = before.rsplit_once("Id=\"").unwrap();
        id.split('"').next().unwrap().to_owned()
    };
    let text = unzip_text(&document, "word/document.xml");
    assert!(text.contains(&format!("<a:blip r:embed=\"{}\"", id("media/image1.png"))), "{relations}");
    assert!(text.contains(&format!("<asvg:svgBlip r:embed=\"{}\"", id("media/image2.svg"))), "{relations}");
}

#[test]
fn hostile_text_stays_text() {
    let book = EpubBuilder::new("]]&gt;&lt;w:p/&gt;&quot;")
        .chapter(
            "&lt;/w:t&gt;&#x202e;",
            "<p>a&#x85;b <a href=\"javascript:alert(1)\">c</a> <a href=\"https://e.example/ x?&quot;&gt;\">d</a> \
             <a href=\"http://[bad\">e</a> \u{fffe}f</p><p><img src=\"gone.png\" alt=\"&quot;/&gt;lost\"/></p>",
        )
        .build();
    let Some(found) = inspect_docx(&convert_to_docx(book)) else { return };
    assert_eq!(found["title"], "]]><w:p/>\"");
    assert_eq!(found["headings"][0][1], "</w:t>\u{202e}");
    let links = found["links"].as_array().unwrap();
    assert!(links.iter().all(|link| link.as_str().unwrap().starts_with("http")), "{links:?}");
    assert!(found["text"].as_str().unwrap().contains("[\"/>lost]"), "{}", found["text"]);
}
