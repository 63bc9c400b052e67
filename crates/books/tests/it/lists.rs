//! Lists whose items have neither numbers nor bullets.

use books::testkit::{EpubBuilder, audio_tools, inspect_docx, unzip, unzip_text, validate_daisy};
use books::{Format, Options, convert};
use serde_json::json;

use crate::audio;

fn convert_to_format(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &Options::new("2026-01-02T03:04:05Z".parse().unwrap()), &mut ()).unwrap()
}

/// A book whose table of contents is in its text, with one ordered list next to it.
fn book_with_contents() -> Vec<u8> {
    EpubBuilder::new("Tides")
        .contents_page()
        .chapter("1. Why There Are Tides", "<p>a</p>")
        .chapter("2. How They Are Told", "<ol><li>moon</li><li>sun</li></ol>")
        .build()
}

/// EPUB 3.3, section 7.3: the items of navigation are shown without marks.
#[test]
fn a_table_of_contents_is_not_numbered() {
    let daisy = convert_to_format(Format::Daisy, book_with_contents());
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let text = unzip_text(&daisy, "book.xml");
    assert_eq!((text.matches("type=\"pl\"").count(), text.matches("type=\"ol\"").count()), (1, 1), "{text}");
    // The first part is the title page.
    let text = unzip_text(&convert_to_format(Format::Epub3, daisy), "EPUB/text/part0002.xhtml");
    assert!(text.contains("<ul style=\"list-style-type: none\">"), "{text}");
    let (_, braille) = unzip(&convert_to_format(Format::Brf, book_with_contents())).remove(0);
    let braille = String::from_utf8(braille).unwrap().to_lowercase();
    // In braille code, numbers begin with #; the chapter says its own, and the list its two.
    assert!(braille.contains("#b4 sun"), "{braille}");
    assert!(!braille.contains("#a4 #a4") && !braille.contains("#b4 #b4"), "{braille}");
    if let Some(found) = inspect_docx(&convert_to_format(Format::Docx, book_with_contents())) {
        assert_eq!(found["numbered"], json!([[0, "moon"], [0, "sun"]]));
    }
}

#[test]
fn items_without_a_marker_have_no_text_before_them() {
    if !audio_tools() {
        return;
    }
    let (_, _, said) = audio::convert_with_speech(Format::DaisyAudio, book_with_contents());

    let has = |line: &str| said.iter().any(|other| other == line);
    assert!(has("en: 1. moon") && has("en: 2. sun"), "{said:?}");
    assert!(has("en: 1. Why There Are Tides") && !said.iter().any(|line| line.contains("1. 1.")), "{said:?}");
}

#[test]
fn a_list_may_say_by_its_style_that_it_has_no_marks() {
    for (style, kind) in
        [("list-style: none", "pl"), ("color:red;list-style-type:none", "pl"), ("color: none", "ol")]
    {
        let source = EpubBuilder::new("Plain")
            .chapter("One", &format!("<ol style=\"{style}\"><li>a</li></ol>"))
            .build();
        let text = unzip_text(&convert_to_format(Format::Daisy, source), "book.xml");
        assert!(text.contains(&format!("<list type=\"{kind}\"")), "{style}: {text}");
    }
}

/// The texts of the paragraphs, headings and items of a chapter with this style sheet.
fn chapter_texts(style: &str, body: &str) -> Vec<String> {
    let source = EpubBuilder::new("Styled").chapter("One", &format!("<style>{style}</style>{body}")).build();
    let book = books::epub::read(source.into(), &books::Limits::default(), &mut ()).unwrap();
    let mut texts = Vec::new();
    for block in &book.sections[0].blocks {
        block.walk(&mut |block| {
            texts.extend(Some(books::model::plain_text(block.inlines())).filter(|text| !text.is_empty()));
        });
    }
    texts.split_off(1)
}

#[test]
fn strings_that_style_sheets_put_before_items_are_read() {
    let list = "<ul><li>One</li><li><p>Two</p></li></ul>";
    for style in [
        "li::before { content: '\\A7  ' }",
        "ul > li:before { content: \"\u{a7} \" !important } li::before { content: none }",
        "li::marker { content: '\u{a7} ' }",
    ] {
        assert_eq!(chapter_texts(style, list), ["\u{a7} One", "\u{a7} Two"], "{style}");
    }
    // Ornaments, files and what is not displayed say nothing.
    for style in [
        "li::before { content: '\u{25a0}' }",
        "li::before { content: url(a.png) }",
        "li::before { content: 'a'; display: none }",
        "li { content: 'a' }",
    ] {
        assert_eq!(chapter_texts(style, list), ["One", "Two"], "{style}");
    }
    let prices = "<p class='w' data-of='two'>3</p><div class='w' data-of='all'><p>9</p></div>";
    assert_eq!(
        chapter_texts(".w::after { content: ' euros (' attr(data-of) ')' }", prices),
        ["3 euros (two)", "9 euros (all)"]
    );
    let warning = "<p class='w'>Keep <b>off</b>.</p><div class='w'><p>Deep water.</p></div>";
    assert_eq!(
        chapter_texts(".w::before { content: 'Warning: ' }", warning),
        ["Warning: Keep off.", "Warning: Deep water."]
    );
}

#[test]
fn counters_of_headings_and_lists_are_read() {
    let body = "<h2>Sea</h2><h3>Tides</h3><h3>Waves</h3><h2>Land</h2><h3>Hills</h3>";
    let style = "body { counter-reset: part } h2 { counter-increment: part; counter-reset: sub }
        h2::before { content: 'Part ' counter(part, upper-roman) ': ' }
        h3::before { counter-increment: sub; content: counter(part) '.' counter(sub) ' ' }";
    assert_eq!(
        chapter_texts(style, body),
        ["Part I: Sea", "1.1 Tides", "1.2 Waves", "Part II: Land", "2.1 Hills"]
    );
    let nested = "<ol><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ol>";
    let style = "ol { list-style: none; counter-reset: i } li { counter-increment: i }
        li::before { content: counters(i, '.') ') ' }";
    assert_eq!(chapter_texts(style, nested), ["1) a", "1.1) b", "1.2) c", "2) d"]);
    let own = "li { list-style: none } li::before { content: 'Rule ' counter(list-item) ': ' }";
    assert_eq!(
        chapter_texts(own, "<ol start='4'><li>a</li><li value='9'>b</li></ol>"),
        ["Rule 4: a", "Rule 9: b"]
    );
    let set =
        "body { counter-reset: n 4 } .a { counter-set: n 9 other } .a::before { content: counter(n) ' ' }";
    assert_eq!(chapter_texts(set, "<p class='a'>A</p>"), ["9 A"]);
    // Hidden content does not count.
    let hidden = "<h2>A</h2><h2 hidden='hidden'>B</h2><h2>C</h2>";
    let style = "h2::before { counter-increment: n; content: counter(n) ' ' }";
    assert_eq!(chapter_texts(style, hidden), ["1 A", "2 C"]);
}

#[test]
fn items_have_their_numbers_in_the_script_of_the_style() {
    for (style, first, second) in [
        ("hebrew", "\u{5d0}. One", "\u{5d1}. Two"),
        ("arabic-indic", "\u{661}. One", "\u{662}. Two"),
        ("cjk-ideographic", "\u{4e00}\u{3001}One", "\u{4e8c}\u{3001}Two"),
        ("upper-greek", "\u{391}. One", "\u{392}. Two"),
    ] {
        let list = "<ol><li>One</li><li>Two</li></ol>";
        assert_eq!(
            chapter_texts(&format!("ol {{ list-style-type: {style} }}"), list),
            [first, second],
            "{style}"
        );
    }
}

#[test]
fn content_between_items_takes_no_number() {
    let source =
        EpubBuilder::new("Loose").chapter("One", "<ol><li>a</li><p>More.</p><li>b</li></ol>").build();
    let book = books::epub::read(source.into(), &books::Limits::default(), &mut ()).unwrap();
    let list = book.sections[0].blocks.iter().find_map(|block| match &block.kind {
        books::model::BlockKind::List(list) => Some(list),
        _ => None,
    });
    let list = list.unwrap();
    assert_eq!((list.items.len(), list.items[0].blocks.len()), (2, 2));
}

/// The lists of the first chapter, each with the text of its items, and the texts next to them.
fn chapter_lists(markup: &str) -> (Vec<Vec<String>>, Vec<String>) {
    let source = EpubBuilder::new("Lists").chapter("", markup).build();
    let book = books::epub::read(source.into(), &books::Limits::default(), &mut ()).unwrap();
    let (mut lists, mut texts) = (Vec::new(), Vec::new());
    for block in &book.sections[0].blocks {
        match &block.kind {
            books::model::BlockKind::List(list) => {
                let numbers = list.item_numbers().map(|number| number.filter(|_| list.numbering.is_some()));
                let items = list.items.iter().zip(numbers).map(|(item, number)| {
                    let text: String = item.blocks.iter().map(books::model::Block::plain_text).collect();
                    number.map_or(text.clone(), |number| format!("{number} {text}"))
                });
                lists.push(items.collect());
            }
            _ => texts.push(block.plain_text()),
        }
    }
    (lists, texts)
}

#[test]
fn content_before_the_first_item_is_before_the_list() {
    for (markup, items, texts) in [
        ("<ol>Loose.<li>a</li><li>b</li></ol>", ["1 a", "2 b"], vec!["Loose."]),
        ("<ol><p>Loose.</p><p>More.</p><li>a</li><li>b</li></ol>", ["1 a", "2 b"], vec!["Loose.", "More."]),
        ("<ul>Loose.<li>a</li><li>b</li></ul>", ["a", "b"], vec!["Loose."]),
        ("<ol style='counter-reset: list-item 4'><li>a</li><li>b</li></ol>", ["5 a", "6 b"], vec![]),
    ] {
        assert_eq!(
            chapter_lists(markup),
            (vec![items.map(str::to_owned).to_vec()], texts.into_iter().map(str::to_owned).collect()),
            "{markup}"
        );
    }
}

#[test]
fn an_element_around_items_is_dissolved() {
    for markup in [
        "<ol><div><li>a</li><li>b</li></div><li>c</li></ol>",
        "<ol><li>a</li><div><span><li>b</li></span><li>c</li></div></ol>",
    ] {
        let (lists, texts) = chapter_lists(markup);
        assert_eq!(
            (lists, texts.len()),
            (vec![vec!["1 a".into(), "2 b".into(), "3 c".into()]], 0),
            "{markup}"
        );
    }
}

#[test]
fn a_style_of_the_first_item_is_not_that_of_the_others() {
    let list = |style: &str| format!("<ol><li style=\"{style}\">a</li><li>b</li></ol>");
    for (style, kind) in [("list-style-type:none", "ol"), ("color:red", "ol")] {
        let source = EpubBuilder::new("First").chapter("One", &list(style)).build();
        let text = unzip_text(&convert_to_format(Format::Daisy, source), "book.xml");
        assert!(text.contains(&format!("<list type=\"{kind}\"")), "{style}: {text}");
    }
}
