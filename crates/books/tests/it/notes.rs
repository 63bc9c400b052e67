//! The numbers of notes, and links that lead back from them.

use books::testkit::{
    EpubBuilder, audio_tools, in_order, python_docx, unzip, unzip_text, validate_daisy, words,
};
use books::{Format, Options, convert};
use serde_json::json;

use crate::audio;

fn made(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &Options::new("2026-01-02T03:04:05Z".parse().unwrap()), &mut ()).unwrap()
}

/// A book whose notes say their numbers themselves, in all the ways that books have.
fn numbered() -> Vec<u8> {
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
    let Some(found) = python_docx(&made(Format::Docx, numbered())) else { return };
    let notes: Vec<&str> =
        found["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().trim()).collect();
    assert_eq!(
        json!(notes),
        json!([
            "In many countries.",
            "Tides.",
            "Elsewhere.",
            "Streams.",
            "5 boats came.",
            "60. is no number."
        ])
    );
}

#[test]
fn nothing_leads_back_where_a_note_is_read_in_its_place() {
    let daisy = made(Format::Daisy, numbered());
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let text = unzip_text(&daisy, "book.xml");
    assert!(!text.contains("Back to") && !text.contains("Return"), "{text}");
    // There the number of a note is nobody else's.
    let wanted = ["1", "In", "many", "2", "Tides", "3", "Elsewhere", "4", "Streams"].map(str::to_owned);
    in_order(&wanted, &words(&text, &["head"])).unwrap();
    let (_, braille) = unzip(&made(Format::Brf, numbered())).remove(0);
    let braille = String::from_utf8(braille).unwrap().to_lowercase();
    assert!(!braille.contains("back") && !braille.contains("return"), "{braille}");
    if audio_tools() {
        let (_, _, said) = audio::made(Format::DaisyAudio, numbered());
        assert!(!said.iter().any(|line| line.contains("Back to") || line.contains("Return")), "{said:?}");
    }
}
