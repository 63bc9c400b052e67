//! The numbers of items are those of the source, in every format.

use books::testkit::{EpubBuilder, inspect_docx, unzip, unzip_text, validate_daisy};
use books::{Format, Options, convert};

fn convert_to_format(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &Options::new("2026-01-02T03:04:05Z".parse().unwrap()), &mut ()).unwrap()
}

fn book_with_markup(markup: &str) -> Vec<u8> {
    EpubBuilder::new("Numbers").chapter("One", markup).build()
}

/// The marks before the items, as braille has them in lower case; each item is one word.
fn braille_markers(markup: &str, words: &[&str]) -> Vec<String> {
    let (_, cells) = unzip(&convert_to_format(Format::Brf, book_with_markup(markup))).remove(0);
    let cells = String::from_utf8(cells).unwrap().to_lowercase();
    words
        .iter()
        .map(|word| {
            let line =
                cells.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{word}: {cells}"));
            line.split(word).next().unwrap().trim().to_owned()
        })
        .collect()
}

#[test]
fn values_and_counting_down_set_the_numbers_of_items() {
    let markup = "<ol><li value=\"5\">moon</li><li value=\"11\">tide</li><li>mud</li></ol>\
        <ol reversed=\"reversed\"><li>sun</li><li>blue</li><li>lamp</li></ol>";
    assert_eq!(
        braille_markers(markup, &["moon", "tide", "mud", "sun", "blue", "lamp"]),
        ["#e4", "#aa4", "#ab4", "#c4", "#b4", "#a4"]
    );
    let daisy = convert_to_format(Format::Daisy, book_with_markup(markup));
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let text = unzip_text(&daisy, "book.xml");
    for item in ["5. ", "11. ", "12. ", "3. ", "2. ", "1. "] {
        assert!(text.contains(&format!("<li>{item}")), "{item}: {text}");
    }
    // The title has a page of its own.
    let read = unzip_text(&convert_to_format(Format::Epub3, daisy), "EPUB/text/part0002.xhtml");
    assert!(read.contains("11. ") && !read.contains("<ol"), "{read}");
    if let Some(found) = inspect_docx(&convert_to_format(Format::Docx, book_with_markup(markup))) {
        assert_eq!(found["numbered"].as_array().unwrap().len(), 6);
    }
}

#[test]
fn a_page_between_items_does_not_count() {
    let markup = "<ol><li>moon</li><li epub:type=\"pagebreak\" title=\"4\"></li><li>tide</li></ol>";
    assert_eq!(braille_markers(markup, &["moon", "tide"]), ["#a4", "#b4"]);
}

#[test]
fn types_are_read_from_attributes_and_styles() {
    for (list, kind) in [
        ("<ol style=\"list-style-type: upper-roman\"><li>a</li></ol>", "enum=\"I\""),
        ("<ol style=\"list-style: lower-alpha inside\"><li>a</li></ol>", "enum=\"a\""),
        (
            "<style>.x li { list-style-type: lower-roman }</style><ol class=\"x\"><li>a</li></ol>",
            "enum=\"i\"",
        ),
        ("<style>ul.n { list-style: decimal }</style><ul class=\"n\"><li>a</li></ul>", "enum=\"1\""),
        ("<style>.n { list-style: none }</style><ol class=\"n\"><li>1. a</li></ol>", "type=\"pl\""),
        ("<ol style=\"list-style: square\"><li>a</li></ol>", "type=\"ul\""),
        ("<style>.n li { display: block }</style><ol class=\"n\"><li>1. a</li></ol>", "type=\"pl\""),
        ("<ol><li type=\"i\">a</li><li type=\"i\">b</li></ol>", "enum=\"i\""),
        ("<ol type=\"A\" start=\"3\"><li>a</li></ol>", "enum=\"A\" start=\"3\""),
        ("<ul><li>a</li></ul>", "type=\"ul\""),
    ] {
        let text = unzip_text(&convert_to_format(Format::Daisy, book_with_markup(list)), "book.xml");
        assert!(text.contains(kind), "{list}: {text}");
    }
}

#[test]
fn markers_that_formats_lack_are_text() {
    for (list, wanted) in [
        (
            "<ol start=\"9\" style=\"list-style-type: decimal-leading-zero\"><li>x</li><li>y</li></ol>",
            ["09. x", "10. y"],
        ),
        ("<ol style=\"list-style-type: lower-greek\"><li>x</li><li>y</li></ol>", ["α. x", "β. y"]),
        ("<ul style=\"list-style-type: '\\2013  '\"><li>x</li><li>y</li></ul>", ["– x", "– y"]),
        ("<ul style='list-style: \"§ \"'><li>x</li><li>y</li></ul>", ["§ x", "§ y"]),
    ] {
        let text = unzip_text(&convert_to_format(Format::Daisy, book_with_markup(list)), "book.xml");
        assert!(wanted.iter().all(|item| text.contains(item)), "{list}: {text}");
    }
}

#[test]
fn numbers_out_of_all_bounds_are_no_fault() {
    let markup = "<ol start=\"2147483647\"><li>moon</li><li>tide</li><li value=\"-2147483648\">mud</li><li value=\"x\">red</li></ol>\
        <ol reversed=\"\" start=\"-2147483648\"><li>blue</li><li>lamp</li></ol>";
    assert_eq!(braille_markers(markup, &["moon", "lamp"]).len(), 2);
    for format in [Format::Daisy, Format::Docx] {
        convert_to_format(format, book_with_markup(markup));
    }
}
