//! Books of many parts.

use std::collections::BTreeMap;
use std::io::Cursor;

use books::testkit::{ENTRIES_INTO_TEXT, EpubBuilder, book_with_entries_into_text, inspect_pdf};
use books::{Error, FindingKind, Format, Limits, Stop, WrittenPdf};
use serde_json::{Value, json};

use super::*;

const SAMPLE_PARAGRAPH: &str = "<p>Nobody in Anstey had ever asked why the ferry went twice on Fridays.</p>";

fn read_book(builder: &EpubBuilder) -> Book {
    books::epub::read(builder.build().into(), &Limits::default(), &mut ()).unwrap()
}

/// The book in parts of this many letters, and the number of parts.
fn write_in_parts(builder: &EpubBuilder, letters: usize) -> (Vec<u8>, usize) {
    let mut parts = 0;
    let mut watch = |_: usize, total: usize| {
        parts = total - 1;
        None
    };
    let modified = "2026-01-02T03:04:05Z".parse().unwrap();
    let pdf = write_parts(
        &read_book(builder),
        modified,
        letters,
        Vec::new(),
        &mut WrittenPdf::default(),
        &mut watch,
    )
    .unwrap();
    (pdf, parts)
}

/// The text of the page with this number.
fn text_of_page(found: &Value, number: &Value) -> String {
    let at = usize::try_from(number.as_u64().unwrap()).unwrap() - 1;
    found["text"].as_str().unwrap().split('\u{c}').nth(at).unwrap().to_owned()
}

fn assert_is_whole(found: &Value) {
    assert_eq!((&found["check"], &found["ua"]), (&json!(0), &json!("1")));
    assert_eq!(
        (&found["structure"], &found["faults"], &found["tabs"]),
        (&json!([]), &json!([]), &json!(true))
    );
}

/// Eight chapters that refer to one another, with pages of a print edition.
fn ferry_book() -> EpubBuilder {
    let mut builder = EpubBuilder::new("Ferry");
    for n in 1..=8 {
        let (next, after) = (n % 8 + 1, (n + 3) % 8 + 1);
        let markup = format!(
            "<p id=\"place\">Place{n} <span epub:type=\"pagebreak\" id=\"p{n}\" title=\"{}\"/></p>{}\
             <p><a href=\"chapter{next}.xhtml#deep\">To{next}</a>, <a href=\"chapter{after}.xhtml#place\">Zu{after} ü</a>,\
             <a href=\"#deep\">Down{n}</a>, <a href=\"https://ferry.example/\">Out</a>\
             <a epub:type=\"noteref\" href=\"#note\">*</a> <a epub:type=\"noteref\" href=\"chapter1.xhtml#note\">1</a></p>\
             <h2>Section {n}</h2>{}<p lang=\"fr\">Le bac</p>\
             <table><tr><th>Day{n}</th><td>Friday</td></tr><tr><td colspan=\"2\">two</td></tr></table>\
             <p id=\"deep\">Deep{n}</p><aside epub:type=\"footnote\" id=\"note\"><p>Note{n}</p></aside>",
            10 * n,
            SAMPLE_PARAGRAPH.repeat(14),
            SAMPLE_PARAGRAPH.repeat(9),
        );
        builder = builder.chapter(&format!("Chapter {n}"), &markup);
    }
    builder
}

#[test]
fn many_parts_are_one_document() {
    let ((one, single), (many, parts)) =
        (write_in_parts(&ferry_book(), usize::MAX), write_in_parts(&ferry_book(), 1_000));
    assert_eq!((single, parts), (1, 8));
    assert!(many == write_in_parts(&ferry_book(), 1_000).0, "the same book gives the same bytes");
    let (Some(one), Some(many)) = (inspect_pdf(&one), inspect_pdf(&many)) else {
        return;
    };
    assert_is_whole(&many);
    for what in
        ["pages", "labels", "bookmarks", "bookmark_pages", "text", "languages", "language", "scopes", "title"]
    {
        assert_eq!(many[what], one[what], "{what}");
    }
    let labels = many["labels"].as_array().unwrap();
    assert_eq!(
        (&labels[0], &labels[2], labels.last().unwrap()),
        (&json!("0-1"), &json!("10"), &json!("80-3"))
    );
    // A footnote that is called again in another part is a link there.
    assert_eq!(many["tags"]["Note"], 8);
    let counted = |found: &Value| {
        let mut tags: BTreeMap<String, u64> = serde_json::from_value(found["tags"].clone()).unwrap();
        tags.retain(|tag, _| tag != "Lbl");
        tags
    };
    assert_eq!(counted(&many), counted(&one));
}

#[test]
fn links_lead_from_part_to_part() {
    let Some(found) = inspect_pdf(&write_in_parts(&ferry_book(), 1_000).0) else {
        return;
    };
    let (mut places, mut contents, mut notes) = (0, Vec::new(), 0);
    for link in found["links"].as_array().unwrap() {
        let (target, said) = (&link[1][0], link[2].as_str().unwrap());
        assert!(!said.contains("openshelf") && !said.is_empty(), "{link}");
        if link[1] == json!("https://ferry.example/") {
        } else if let Some(n) = said.strip_prefix("To") {
            assert!(text_of_page(&found, target).contains(&format!("Deep{n}")), "{link}");
            places += 1;
        } else if let Some(n) = said.strip_prefix("Zu") {
            assert!(
                text_of_page(&found, target).contains(&format!("Place{}", n.trim_end_matches(" ü"))),
                "{link}"
            );
            places += 1;
        } else if link[0] == json!(2) {
            contents.push((said.to_owned(), target.as_u64().unwrap()));
        } else if said == "1" {
            assert!(text_of_page(&found, target).contains("Note1"), "{link}");
            notes += 1;
        }
    }
    assert_eq!((places, notes), (16, 8));
    // The pages in the table of contents are those where the headings are, and so are the bookmarks.
    let headings: Vec<(String, u64)> = serde_json::from_value(found["bookmark_pages"].clone()).unwrap();
    let (front, headings) = headings.split_first().unwrap();
    assert_eq!((front, headings.len(), contents.len()), (&("Contents".to_owned(), 2), 16, 16));
    let listed = text_of_page(&found, &json!(2));
    for ((said, target), (title, number)) in contents.iter().zip(headings) {
        assert_eq!((said, target), (&format!(" “{title}” page {number}"), number));
        assert!(text_of_page(&found, &json!(number)).lines().any(|line| line.trim() == title));
        let line = listed.lines().find(|line| line.contains(title.as_str())).unwrap();
        assert_eq!(line.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap(), number.to_string(), "{line}");
    }
}

#[test]
fn places_in_the_text_are_bookmarks_and_in_the_table_of_contents() {
    let (pdf, parts) = write_in_parts(&book_with_entries_into_text(), 1_000);
    assert!(parts > 1, "{parts}");
    let Some(found) = inspect_pdf(&pdf) else {
        return;
    };
    assert_is_whole(&found);
    let bookmarks: Vec<(String, u64)> = serde_json::from_value(found["bookmark_pages"].clone()).unwrap();
    let (front, bookmarks) = bookmarks.split_first().unwrap();
    assert_eq!((front.0.as_str(), bookmarks.len()), ("Contents", ENTRIES_INTO_TEXT.len()), "{bookmarks:?}");
    let listed = text_of_page(&found, &json!(front.1));
    for ((name, word), (title, page)) in ENTRIES_INTO_TEXT.iter().zip(bookmarks) {
        assert_eq!(title, name);
        let text = text_of_page(&found, &json!(page));
        assert!(text.contains(word), "{word} on page {page}: {text}");
        let line = listed.lines().find(|line| line.contains(name)).unwrap();
        assert!(line.trim_end().ends_with(&page.to_string()), "{line}");
    }
    // Only what is on the page is a heading: that of the contents, and two pictures, one after the name of
    // its entry.
    assert_eq!(found["tags"]["H1"], 3);
}

#[test]
fn a_copy_of_many_parts_is_marked() {
    let (pdf, _) = write_in_parts(&ferry_book(), 1_000);
    let mark = marks::Watermark::new("Jane Doe", "2026-01-02".parse().unwrap(), 42);
    let key = marks::Key::new(b"key");
    let out = Cursor::new(Vec::new());
    let copy = marks::mark_with(Some(&crate::Pdf), Format::Pdf, Cursor::new(&pdf), out, &mark, &key)
        .unwrap()
        .into_inner();
    let traced = marks::trace_copy(&copy.clone().into(), &key, &Limits::default()).unwrap().unwrap();
    assert_eq!((traced.record, traced.places_found), (42, 8));
    let (Some(before), Some(after)) = (inspect_pdf(&pdf), inspect_pdf(&copy)) else {
        return;
    };
    assert_is_whole(&after);
    assert_eq!(before["bookmarks"], after["bookmarks"]);
    assert!(text_of_page(&after, &json!(2)).contains("Jane Doe"));
    assert_eq!(after["labels"].as_array().unwrap()[..4], ["0-1", "i", "0-2", "10"].map(Value::from));
}

#[test]
fn a_long_chapter_is_cut_where_it_can_be() {
    let long = format!(
        "<div lang=\"fr\" id=\"all\"><p>Le bac{}</p>{}<h3>Plus loin</h3>{}</div><p><a href=\"#all\">Up</a></p>\
         <table><tr><td>one</td></tr></table>",
        "<a epub:type=\"noteref\" href=\"#note\">*</a>",
        SAMPLE_PARAGRAPH.repeat(40),
        "<p>Et alors<a epub:type=\"noteref\" href=\"#other\">*</a></p>".repeat(60)
    );
    let notes = "<aside epub:type=\"footnote\" id=\"note\"><p>First</p></aside>\
                 <aside epub:type=\"footnote\" id=\"other\"><p>Second</p></aside>";
    let builder = EpubBuilder::new("Long").chapter("One", &format!("<h2>Sub</h2>{long}{notes}"));
    let ((one, single), (many, parts)) =
        (write_in_parts(&builder, usize::MAX), write_in_parts(&builder, 700));
    assert!(single == 1 && parts > 3, "{parts}");
    let (Some(one), Some(many)) = (inspect_pdf(&one), inspect_pdf(&many)) else {
        return;
    };
    assert_is_whole(&many);
    let words = |found: &Value| {
        let text = found["raw"].as_str().unwrap();
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        // Page numbers differ, because there are more pages.
        words.retain(|word| !word.chars().all(|c| c.is_ascii_digit() || c == '.'));
        // And so are texts whose footnotes are at the end.
        words.sort_unstable();
        words
    };
    assert_eq!(words(&many), words(&one));
    assert_eq!((&many["bookmarks"], &many["languages"]), (&one["bookmarks"], &one["languages"]));
    assert_eq!(
        (&many["tags"]["H3"], &many["tags"]["P"], &many["tags"]["Note"]),
        (&json!(1), &one["tags"]["P"], &json!(2))
    );
    let links = many["links"].as_array().unwrap();
    let up = links.iter().find(|link| link[2] == "Up").unwrap();
    assert!(text_of_page(&many, &up[1][0]).contains("Le bac"), "{up}");
    // The second footnote keeps its number wherever it is called again.
    assert!(links.iter().filter(|link| link[2] == "2").count() > 10);
}

#[test]
fn pictures_are_those_of_their_part() {
    let picture = |shade: u8| {
        let mut png = Cursor::new(Vec::new());
        let image = image::RgbImage::from_pixel(30, 20, image::Rgb([shade, 9, 9]));
        image.write_to(&mut png, image::ImageFormat::Png).unwrap();
        png.into_inner()
    };
    let mut builder = EpubBuilder::new("Pictures");
    for n in 1..=5_u8 {
        let name = format!("{n}.png");
        let markup = format!("<p>Look: <img src=\"{name}\" alt=\"Shade {n}\"/></p>{SAMPLE_PARAGRAPH}");
        builder =
            builder.file(&name, "image/png", &picture(40 * n)).chapter(&format!("Chapter {n}"), &markup);
    }
    let (pdf, parts) = write_in_parts(&builder, 1_000);
    assert_eq!(parts, 5);
    let Some(found) = inspect_pdf(&pdf) else {
        return;
    };
    assert_is_whole(&found);
    assert_eq!(found["alternatives"], json!(["Shade 1", "Shade 2", "Shade 3", "Shade 4", "Shade 5"]));
}

#[test]
fn a_character_that_no_font_has_costs_only_the_claim_of_pdf_ua() {
    // The first box of a font, one of the same script, and one of another.
    let rare = "\u{31350}\u{31351}\u{1fbff}";
    let source = EpubBuilder::new("Rare").chapter("One", &format!("<p>before {rare} behind</p>")).build();
    let book = books::epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let pdf = crate::write(&book, "2026-01-02T03:04:05Z".parse().unwrap(), &mut ()).unwrap();
    let reported = book.reporter.to_report().findings;
    let subjects: Vec<_> = reported.iter().map(|finding| (finding.kind, finding.subject.as_str())).collect();
    assert_eq!(
        subjects,
        [
            (FindingKind::MissingGlyph, "Han: 2 characters, first U+31350 \u{31350}"),
            (FindingKind::MissingGlyph, "Signs: 1 character, first U+1FBFF \u{1fbff}"),
        ]
    );
    let Some(found) = inspect_pdf(&pdf) else {
        return;
    };
    assert_eq!((&found["check"], &found["ua"], &found["marked"]), (&json!(0), &Value::Null, &json!(true)));
    assert_eq!(found["display_title"], true);
    assert!(!found["faults"].as_array().unwrap().is_empty(), "the validator would say the same");
    let text = found["text"].as_str().unwrap();
    assert!(text.contains(&format!("before {rare} behind")), "the text of boxes is kept: {text}");
}

#[test]
fn progress_is_reported_and_a_run_stops_between_parts() {
    let ferry = read_book(&ferry_book());
    let modified = "2026-01-02T03:04:05Z".parse().unwrap();
    let mut steps = Vec::new();
    let whole =
        write_parts(&ferry, modified, 1_000, Vec::new(), &mut WrittenPdf::default(), &mut |done, total| {
            steps.push((done, total));
            None
        });
    let parts: Vec<(usize, usize)> = (0..=8).map(|part| (part, 9)).collect();
    assert!(steps.ends_with(&parts), "{steps:?}");
    for (stop, last) in [(Stop::Cancelled, 3), (Stop::OutOfTime, 8)] {
        let mut out = Vec::new();
        let stopped =
            write_parts(&ferry, modified, 1_000, &mut out, &mut WrittenPdf::default(), &mut |done, total| {
                (total == 9 && done == last).then_some(stop)
            });
        match stop {
            Stop::Cancelled => assert!(matches!(stopped, Err(Error::Cancelled))),
            Stop::OutOfTime => assert!(matches!(stopped, Err(Error::OutOfTime))),
        }
        // Partial output remains, but nothing that could be mistaken for a document.
        assert!(!out.is_empty() && out.len() < whole.as_ref().unwrap().len());
        assert!(marks::plan_pdf(Cursor::new(out)).is_err());
    }
    assert!(
        write_parts(&ferry, modified, 1_000, Vec::new(), &mut WrittenPdf::default(), &mut ()).unwrap()
            == whole.unwrap()
    );
}

#[test]
fn failures_are_limited_to_their_part() {
    let math = |inner: &str| format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>");
    // A character that is written as three, which the typesetter refuses as one.
    let refused = math("<mi>a</mi><mo>\u{2e3b}</mo><mi>b</mi>");
    let plain = |n: usize| format!("<p>Text {n} {}</p>", math(&format!("<mi>x</mi><mo>+</mo><mn>{n}</mn>")));
    let builder = EpubBuilder::new("Formulas")
        .chapter("One", &format!("{}{}", plain(1), SAMPLE_PARAGRAPH.repeat(20)))
        .chapter("Two", &format!("<p>Refused: {refused}.</p>{}{}", plain(2), SAMPLE_PARAGRAPH.repeat(20)))
        .chapter("Three", &plain(3));
    let (pdf, parts) = write_in_parts(&builder, 1_000);
    assert_eq!(parts, 3);
    let Some(found) = inspect_pdf(&pdf) else {
        return;
    };
    assert_is_whole(&found);
    assert_eq!(found["formulas"], json!(["x+1", "x+3"]));
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("Refused: a") && text.contains("Text 2 x+2"), "{text}");
}

#[test]
fn long_notes_of_items_stay_in_their_items() {
    let item = |n: usize| {
        format!(
            "<li>Item {n}, of more than one line<a epub:type=\"noteref\" href=\"#note{n}\">*</a>\
             <ul><li>Within {n}<a epub:type=\"noteref\" href=\"#more{n}\">*</a></li></ul></li>"
        )
    };
    let note = |n: usize| {
        let text = SAMPLE_PARAGRAPH.repeat(4 + 5 * (n % 3));
        format!(
            "<aside epub:type=\"footnote\" id=\"note{n}\">{text}</aside>\
             <aside epub:type=\"footnote\" id=\"more{n}\">{text}</aside>"
        )
    };
    let (items, notes): (String, String) = (0..6).map(|n| (item(n), note(n))).unzip();
    for lines in 0..6 {
        let markup = format!("{}<ol>{items}</ol>{notes}", "<p>Before</p>".repeat(lines));
        let (pdf, _) = write_in_parts(&EpubBuilder::new("Items").chapter("One", &markup), usize::MAX);
        let Some(found) = inspect_pdf(&pdf) else {
            return;
        };
        assert_is_whole(&found);
    }
}
