//! The numbers of notes, and links that lead back from them.

use books::testkit::{
    EpubBuilder, audio_tools, check_order, document_words, inspect_docx, unzip, unzip_text, validate_daisy,
};
use books::{Format, Options, convert};
use serde_json::json;

use crate::audio;

fn convert_to_format(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &Options::new("2026-01-02T03:04:05Z".parse().unwrap()), &mut ()).unwrap()
}

/// A book whose notes say their numbers themselves, in all the ways that books have.
fn book_with_numbered_notes() -> Vec<u8> {
    let call = |n: u32| format!("<p>x{n}<a epub:type=\"noteref\" id=\"r{n}\" href=\"#n{n}\">{n}</a></p>");
    let note = |n: u32, text: &str| format!("<aside epub:type=\"footnote\" id=\"n{n}\">{text}</aside>");
    let back = |n: u32, text: &str| format!("<a role=\"doc-backlink\" href=\"#r{n}\">{text}</a>");
    let notes = [
        note(1, "<p>1. In many countries.</p>"),
        note(2, &format!("<p>[2] Tides. {}</p>", back(2, "Back to the text"))),
        note(3, &format!("<p>{}. Elsewhere.</p>", back(3, "3"))),
        note(4, &format!("<p><sup>4</sup> Streams.</p><p>{}</p>", back(4, "Return"))),
        note(5, "<p>5 boats came.</p>"),
        note(6, "<p>60. is no number.</p>"),
    ];
    let calls: String = (1..=6).map(call).collect();
    EpubBuilder::new("Notes").chapter("One", &format!("{calls}{}", notes.concat())).build()
}

#[test]
fn word_shows_the_number_of_a_note_once() {
    let Some(found) = inspect_docx(&convert_to_format(Format::Docx, book_with_numbered_notes())) else {
        return;
    };
    let notes: Vec<&str> =
        found["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().trim()).collect();
    assert_eq!(
        json!(notes),
        json!([
            "In many countries.", "Tides.", "Elsewhere.", "Streams.", "5 boats came.", "60. is no number."
        ])
    );
}

#[test]
fn links_back_are_dropped_where_a_note_is_read_in_its_place() {
    let daisy = convert_to_format(Format::Daisy, book_with_numbered_notes());
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let text = unzip_text(&daisy, "book.xml");
    assert!(!text.contains("Back to") && !text.contains("Return"), "{text}");
    // There the number of a note is nobody else's.
    let wanted = ["1", "In", "many", "2", "Tides", "3", "Elsewhere", "4", "Streams"].map(str::to_owned);
    check_order(&wanted, &document_words(&text, &["head"])).unwrap();
    let (_, braille) = unzip(&convert_to_format(Format::Brf, book_with_numbered_notes())).remove(0);
    let braille = String::from_utf8(braille).unwrap().to_lowercase();
    assert!(!braille.contains("back") && !braille.contains("return"), "{braille}");
    if audio_tools() {
        let (_, _, said) = audio::convert_with_speech(Format::DaisyAudio, book_with_numbered_notes());
        assert!(!said.iter().any(|line| line.contains("Back to") || line.contains("Return")), "{said:?}");
    }
}

/// A book whose references are words of sentences, as links of EPUB and of DAISY surround them.
fn book_with_worded_references() -> Vec<u8> {
    let text = "<h2>On <a epub:type=\"noteref\" href=\"#n3\">the Tides</a></h2>\
        <p>As <a epub:type=\"noteref\" href=\"#n1\">Harbor <em>and</em> Vance</a> wrote, the pier<a epub:type=\"noteref\" href=\"#n2\">2</a> fell.</p>\
        <p>Then <a epub:type=\"noteref\" href=\"#n1\">Vance</a> left, and <a epub:type=\"noteref\" href=\"#gone\">others</a>.</p>\
        <aside epub:type=\"footnote\" id=\"n1\"><p>First note.</p></aside><aside epub:type=\"footnote\" id=\"n2\"><p>Second note.</p></aside>\
        <aside epub:type=\"footnote\" id=\"n3\"><p>Third note.</p></aside>";
    EpubBuilder::new("Words").chapter("One", text).build()
}

#[test]
fn references_that_are_words_are_read_in_every_format() {
    let read = |text: &str, part: &str| {
        let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains(part), "{part:?} is not in {squeezed}");
    };
    let strip = |xml: &str| {
        let mut out = String::new();
        for (n, piece) in xml.split('<').enumerate() {
            out.push_str(if n == 0 { piece } else { piece.split_once('>').map_or("", |(_, text)| text) });
        }
        out
    };
    let daisy = convert_to_format(Format::Daisy, book_with_worded_references());
    let text = strip(&unzip_text(&daisy, "book.xml"));
    read(&text, "As Harbor and Vance* wrote, the pier2 fell.");
    read(&text, "On the Tides");
    read(&text, "Then Vance* left, and others.");
    assert!(unzip_text(&daisy, "navigation.ncx").contains("<text>On the Tides</text>"));
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let word =
        unzip_text(&convert_to_format(Format::Docx, book_with_worded_references()), "word/document.xml");
    read(&strip(&word), "As Harbor and Vance wrote, the pier fell.");
    assert_eq!(word.matches("<w:footnoteReference ").count(), 3);
    let braille = unzip(&convert_to_format(Format::Brf, book_with_worded_references()));
    let braille = String::from_utf8_lossy(&braille[0].1).into_owned();
    read(&braille, ",H>BOR");
    read(&braille, "! ,TIDES");
}

#[test]
fn references_that_are_words_are_spoken_as_part_of_the_sentence() {
    if !audio_tools() {
        return;
    }
    let (_, _, said) = audio::convert_with_speech(Format::DaisyAudio, book_with_worded_references());
    let all = said.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("As Harbor and Vance wrote") || all.contains("As Harbor and Vance"), "{all}");
    assert!(all.contains("On the Tides") && all.contains("Then Vance"), "{all}");
}

#[test]
fn a_note_in_another_language_says_so() {
    let book = EpubBuilder::new("Notes")
        .chapter(
            "One",
            "<p>x<a epub:type=\"noteref\" href=\"#n\">1</a></p>\
             <aside epub:type=\"footnote\" id=\"n\" lang=\"fr\"><p>La mer.</p></aside>",
        )
        .build();
    let daisy = convert_to_format(Format::Daisy, book);
    let text = unzip_text(&daisy, "book.xml");
    assert!(text.contains("class=\"footnote\" xml:lang=\"fr\""), "{text}");
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
}
