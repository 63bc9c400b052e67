//! Lists whose items have neither numbers nor bullets.

use books::testkit::{EpubBuilder, audio_tools, python_docx, unzip, unzip_text, validate_daisy};
use books::{Format, Options, convert};
use serde_json::json;

use crate::audio;

fn made(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &Options::new("2026-01-02T03:04:05Z".parse().unwrap()), &mut ()).unwrap()
}

/// A book whose table of contents is in its text, with one ordered list next to it.
fn contents() -> Vec<u8> {
    EpubBuilder::new("Tides")
        .contents_page()
        .chapter("1. Why There Are Tides", "<p>a</p>")
        .chapter("2. How They Are Told", "<ol><li>moon</li><li>sun</li></ol>")
        .build()
}

/// EPUB 3.3, section 7.3: the items of navigation are shown without marks.
#[test]
fn a_table_of_contents_is_not_numbered() {
    let daisy = made(Format::Daisy, contents());
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let text = unzip_text(&daisy, "book.xml");
    assert_eq!((text.matches("type=\"pl\"").count(), text.matches("type=\"ol\"").count()), (1, 1), "{text}");
    // The first part is the title page.
    let text = unzip_text(&made(Format::Epub3, daisy), "EPUB/text/part0002.xhtml");
    assert!(text.contains("<ul style=\"list-style-type: none\">"), "{text}");
    let (_, braille) = unzip(&made(Format::Brf, contents())).remove(0);
    let braille = String::from_utf8(braille).unwrap().to_lowercase();
    // In braille code, numbers begin with #; the chapter says its own, and the list its two.
    assert!(braille.contains("#b4 sun"), "{braille}");
    assert!(!braille.contains("#a4 #a4") && !braille.contains("#b4 #b4"), "{braille}");
    if let Some(found) = python_docx(&made(Format::Docx, contents())) {
        assert_eq!(found["numbered"], json!([[0, "moon"], [0, "sun"]]));
    }
}

#[test]
fn nothing_is_said_before_an_item_without_a_mark() {
    if !audio_tools() {
        return;
    }
    let (_, _, said) = audio::made(Format::DaisyAudio, contents());

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
        let text = unzip_text(&made(Format::Daisy, source), "book.xml");
        assert!(text.contains(&format!("<list type=\"{kind}\"")), "{style}: {text}");
    }
}
