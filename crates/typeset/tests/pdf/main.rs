//! PDF as pikepdf, qpdf and pdftotext see it.

#![expect(clippy::unwrap_used, reason = "a test that fails says where")]

mod words_with_marks;

use std::io::Cursor;
use std::sync::Arc;

use books::testkit::{
    EpubBuilder, MINIMAL_PNG, convert_and_locate, document_words, drawn_comic, inspect_pdf, small_book, unzip,
};
use books::{Format, Limits, Options};
use marks::{Key, Watermark, WatermarkPlan, mark_with, plan_pdf, trace_copy};
use position_maps::{Edition, SentenceMap};
use serde_json::json;

fn make_pdf(source: Vec<u8>) -> Vec<u8> {
    let book = books::epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    typeset::write(&book, "2026-01-02T03:04:05Z".parse().unwrap(), &mut ()).unwrap()
}

fn copy_by_plan(pdf: &[u8], one: &Watermark) -> books::Result<Vec<u8>> {
    let (package, out) = (Cursor::new(pdf), Cursor::new(Vec::new()));
    Ok(mark_with(Some(&typeset::Pdf), Format::Pdf, package, out, one, &Key::new(b"key"))?.into_inner())
}

fn mark_for_reader(pdf: &[u8]) -> Vec<u8> {
    let one = Watermark::new("Zoë <Ł> \"#Doe\" כהן", "2026-01-02".parse().unwrap(), 42);
    copy_by_plan(pdf, &one).unwrap()
}

/// The share of words that are in the text in order; a few may be split at line ends.
fn share_of_words_in_order(words: &[String], text: &str) -> f64 {
    let text: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (mut at, mut found) = (0, 0_u32);
    for word in words {
        if let Some(ahead) = text[at..].iter().take(80).position(|other| other == word) {
            at += ahead + 1;
            found += 1;
        }
    }
    f64::from(found) / f64::from(u32::try_from(words.len()).unwrap())
}

#[test]
fn a_small_book_is_tagged_throughout() {
    let pdf = make_pdf(small_book());
    assert_eq!(pdf, make_pdf(small_book()), "the same book gives the same bytes");
    let Some(found) = inspect_pdf(&pdf) else {
        return;
    };
    assert_eq!(found["check"], 0);
    assert_eq!(
        (&found["ua"], &found["marked"], &found["display_title"]),
        (&json!("1"), &json!(true), &json!(true))
    );
    assert_eq!(
        (&found["language"], &found["title"], &found["author"]),
        (&json!("en"), &json!("The Lighthouse Keeper"), &json!("Ada Harbor"))
    );
    assert_eq!((&found["faults"], &found["tabs"]), (&json!([]), &json!(true)));
    // Title, contents, the first chapter, and the second, where page 2 of the print edition begins.
    assert_eq!(found["labels"], json!(["0-1", "0-2", "1", "2"]));
    let count = |tag: &str| found["tags"][tag].as_u64().unwrap_or(0);
    assert_eq!(
        (count("H2"), count("Table"), count("TH"), count("TD"), count("Note"), count("L")),
        (1, 1, 2, 4, 1, 2),
        "{found}"
    );
    assert_eq!(found["formulas"], json!(["the square root of h"]));
    assert_eq!(found["languages"], json!(["en", "fr"]));
    assert_eq!(found["scopes"], json!(["/Column", "/Column"]));
    let bookmarks = json!([["Contents", []], ["The Lamp", []], ["The Log", [["A Rhyme", []]]]]);
    assert_eq!(found["bookmarks"], bookmarks);
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("[2]"), "the page of the print edition");
    assert!(
        text.contains("[A lighthouse above a grey sea]"),
        "its file is damaged, so its words stand there"
    );
}

#[test]
fn pictures_have_alternative_text() {
    let mut png = Cursor::new(Vec::new());
    image::RgbaImage::new(40, 30).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><title>drawn</title><circle r=\"4\"/></svg>";
    let book = EpubBuilder::new("Pictures")
        .file("a.png", "image/png", png.get_ref())
        .chapter(
            "One",
            &format!(
                "<p>x <img src=\"a.png\" alt=\"a ferry\"/></p><figure><img src=\"a.png\"/><figcaption>The <em>quay</em></figcaption></figure>\
                 <p><img src=\"a.png\" role=\"presentation\" alt=\"\"/></p><p>{svg}</p><p><img src=\"a.png\"/></p>\
                 <h2><img src=\"a.png\" alt=\"The end\"/></h2>"
            ),
        )
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let alternatives = json!(["a ferry", "The quay", "drawn", "Image without a description", "The end"]);
    assert_eq!((&found["ua"], &found["alternatives"]), (&json!("1"), &alternatives));
    assert_eq!((&found["tags"]["H2"], &found["faults"]), (&json!(1), &json!([])));
    assert!(found["text"].as_str().unwrap().contains("The quay"));
}

#[test]
fn text_that_is_drawn_is_text() {
    let (book, words) = drawn_comic();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
    assert_eq!(found["tags"]["Figure"], 12);
    let raw = found["raw"].as_str().unwrap();
    assert!(
        (share_of_words_in_order(&words, raw) - 1.0).abs() < f64::EPSILON,
        "{}: {raw}",
        share_of_words_in_order(&words, raw)
    );
    // The pictures show the words too, as shapes.
    for name in ["text", "raw"] {
        let found: Vec<&str> = found[name].as_str().unwrap().split(|c: char| !c.is_alphanumeric()).collect();
        for word in words.iter().filter(|word| word.contains(char::is_numeric)) {
            assert_eq!(found.iter().filter(|other| *other == word).count(), 1, "{name}: {word}");
        }
        let of = |word: &str| words.iter().filter(|other| *other == word).count();
        for word in ["harbor", "steps", "granite", "faintly", "she"] {
            let times = found.iter().filter(|other| **other == word).count();
            assert_eq!(times, of(word), "{name}: {word}");
        }
    }
}

#[test]
fn text_that_only_a_drawing_has_stays_text() {
    let drawing = |inside: &str, attributes: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"60\" {attributes}>{inside}<path d=\"M0 0H9\"/></svg>"
        )
    };
    let book = EpubBuilder::new("Drawn")
        .chapter(
            "One",
            &[
                drawing("<title>Lowwater</title><text y=\"20\">Lowwater</text>", ""),
                drawing("<text y=\"20\">Highwater</text>", ""),
                drawing("<text y=\"20\">Ornament</text>", "role=\"presentation\""),
            ]
            .concat(),
        )
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
    let text = found["text"].as_str().unwrap();
    for (word, times) in [("Lowwater", 1), ("Highwater", 1), ("Ornament", 0)] {
        assert_eq!(text.matches(word).count(), times, "{word}: {text}");
    }
}

#[test]
fn words_stay_in_reading_order() {
    let paragraph = "<p>Nobody in Anstey had ever asked why the ferry went <em>twice</em> on Fridays, and the ferryman, \
                     who knew, did not say.</p>";
    let list = "<ul><li>oil</li><li>rope <ol><li>long</li><li>short</li></ol></li></ul>";
    let table = "<table><tr><th>Day</th><td colspan=\"2\">Friday</td></tr><tr><th>Boats</th><td>two</td><td>three</td></tr></table>";
    let book = EpubBuilder::new("Ferry")
        .chapter(
            "One",
            &format!("{}{list}{table}<blockquote><p>Quoth he.</p></blockquote><hr/>", paragraph.repeat(12)),
        )
        .chapter(
            "Two",
            &format!(
                "<div class=\"poem\"><p>Light on the water,<br/>wind in the door.</p></div>{}",
                paragraph.repeat(9)
            ),
        )
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book.clone())) else {
        return;
    };
    let source: Vec<String> = unzip(&book)
        .into_iter()
        .filter(|(path, _)| path.contains("chapter"))
        .flat_map(|(_, text)| document_words(&String::from_utf8(text).unwrap(), &["head"]))
        .collect();
    let text = found["text"].as_str().unwrap();
    // Behind the table of contents.
    let (_, text) = text.split_once("Two .").unwrap_or(("", text));
    assert!(
        share_of_words_in_order(&source, text) >= 0.98,
        "{}: {text}",
        share_of_words_in_order(&source, text)
    );
    assert_eq!(found["scopes"], json!(["/Row", "/Row"]));
}

#[test]
fn pages_have_the_names_of_the_print_edition() {
    let page = |label: &str| format!("<span epub:type=\"pagebreak\" id=\"p{label}\" title=\"{label}\"/>");
    let long = "<p>Nobody in Anstey had ever asked why the ferry went twice on Fridays.</p>".repeat(24);
    let book = EpubBuilder::new("Pages")
        .chapter(
            "One",
            &format!("<p>a{}b</p>{long}<p>c{}d{}e</p>{long}", page("xii"), page("1"), page("A-3")),
        )
        .chapter(
            "Two",
            &format!(
                "<h2>He{}ad <em id=\"in\">ing</em></h2><p><a href=\"#in\">f</a> {} <a href=\"#p2\">g</a></p>",
                page("2"),
                page("\u{5d0}")
            ),
        )
        .build();
    let pdf = make_pdf(book);
    let (Some(found), Some(copy)) = (inspect_pdf(&pdf), inspect_pdf(&mark_for_reader(&pdf))) else {
        return;
    };
    let labels: Vec<&str> = found["labels"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
    assert_eq!(labels, ["0-1", "0-2", "xii", "xii-2", "1, A-3", "A-3-2", "A-3-3", "2"], "{found}");
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
    // The page is named before its heading, and not in the table of contents.
    assert_eq!(found["bookmarks"][2], json!(["Two", [["Head ing", []]]]));
    assert_eq!(found["text"].as_str().unwrap().matches("[2]").count(), 1);
    let copied: Vec<&str> = copy["labels"].as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
    assert_eq!(copied, ["0-1", "i", "0-2", "xii", "xii-2", "1, A-3", "A-3-2", "A-3-3", "2"]);
}

#[test]
fn the_number_of_a_page_is_on_the_page_of_the_chapter_that_begins_it() {
    let page = |label: &str| format!("<span epub:type=\"pagebreak\" id=\"p{label}\" title=\"{label}\"/>");
    let book = EpubBuilder::new("Pages")
        .chapter("", &format!("<h1>{}Harbor</h1><p>a</p>", page("xi")))
        .chapter("", "<div epub:type=\"pagebreak\" id=\"p\" title=\"12\"></div><h1>Ferry</h1><p>b</p>")
        .chapter("Island", "<p>c</p>")
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let pages: Vec<&str> = found["text"].as_str().unwrap().split('\u{c}').skip(2).collect();
    let begins =
        |page: &str, words: &[&str]| page.split_whitespace().take(words.len()).eq(words.iter().copied());
    assert!(
        begins(pages[0], &["[xi]", "Harbor", "a"]) && begins(pages[1], &["[12]", "Ferry", "b"]),
        "{pages:?}"
    );
    assert!(begins(pages[2], &["Island", "c"]), "{pages:?}");
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
}

#[test]
fn a_word_wider_than_the_line_is_not_cut_off() {
    let word = "Lebensversicherungsgesellschaftsangestelltenvertretungsvorsitzende";
    let book = EpubBuilder::new("Words")
        .chapter(
            word,
            &format!("<p>The {word} came.</p><ul><li><blockquote><p>{word}</p></blockquote></li></ul><pre>{word}</pre>"),
        )
        .chapter("Two", "<p>b</p>")
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let letters: String = found["text"].as_str().unwrap().split_whitespace().collect();
    // In the table of contents, too.
    assert_eq!(letters.matches(word).count(), 5, "{letters}");
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
}

#[test]
fn inline_quotations_have_marks() {
    let book = EpubBuilder::new("Quotations").chapter("One", "<p>He said <q>yes, <q>no</q></q>.</p>").build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("He said \u{201c}yes, \u{2018}no\u{2019}\u{201d}."), "{text}");
}

#[test]
fn every_page_has_its_number_at_its_foot() {
    let paragraph = "<p>Nobody in Anstey had ever asked why the ferry went twice on Fridays.</p>";
    let book =
        EpubBuilder::new("Ferry").chapter("One", &paragraph.repeat(130)).chapter("Two", paragraph).build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let text = found["text"].as_str().unwrap();
    let last = |page: &str| {
        page.lines().rev().find(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
    };
    let feet: Vec<String> = text.split('\u{c}').filter_map(last).collect();
    let wanted: Vec<String> =
        (1..=found["pages"].as_u64().unwrap()).map(|number| number.to_string()).collect();
    assert!(wanted.len() > 11, "of two digits as well");
    assert_eq!((feet, &found["labels"]), (wanted.clone(), &json!(wanted)));
    // It is not part of the text.
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
    assert_eq!(found["tags"]["P"].as_u64().unwrap(), 131);
}

#[test]
fn each_sentence_is_on_the_page_that_the_map_says() {
    let paragraph = |n: usize| format!("<p>Crossing {n} was as long as all others before it.</p>");
    let chapter = |from: usize| (from..from + 60).map(paragraph).collect::<Vec<_>>().concat();
    let book =
        EpubBuilder::new("Crossings").chapter("One", &chapter(1000)).chapter("Two", &chapter(2000)).build();
    let options = Options {
        pdf: Some(Arc::new(typeset::Pdf)),
        ..Options::new("2026-01-02T03:04:05Z".parse().unwrap())
    };
    let (pdf, packed) = convert_and_locate(Format::Pdf, &book, &options);
    let map = packed.map;
    // Each chapter has its heading.
    assert_eq!((map.sentence_count(), SentenceMap::parse(&map.to_bytes()).as_ref()), (122, Some(&map)));
    let words = |sentence: usize| match (sentence / 61, sentence % 61) {
        (0, 0) => "One".to_owned(),
        (_, 0) => "Two".to_owned(),
        (chapter, paragraph) => format!("Crossing {} was", 1000 * (chapter + 1) + paragraph - 1),
    };
    let (Some(found), Some(copy)) = (inspect_pdf(&pdf), inspect_pdf(&mark_for_reader(&pdf))) else {
        return;
    };
    // The copy has the notice behind the title page.
    for (edition, found) in [(Edition::Plain, found), (Edition::Marked, copy)] {
        let pages: Vec<&str> = found["text"].as_str().unwrap().split('\u{c}').collect();
        assert!(pages.len() > 6, "{}", pages.len());
        for sentence in 0..map.sentence_count() {
            let (words, location) = (words(sentence), map.sentence_location(sentence, edition).unwrap());
            let page: usize = location["page=".len()..].split(';').next().unwrap().parse().unwrap();
            let text = pages[page - 1].split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(&words), "{words} is not at {location}: {text}");
            assert!(map.find_sentence(&location, edition).unwrap().abs_diff(sentence) <= 1, "{location}");
        }
    }
}

#[test]
fn contents_lists_and_pages_between_items_are_not_numbered() {
    let page = "<span epub:type=\"pagebreak\" id=\"p6\" title=\"6\"/>";
    let list = format!(
        "<ol start=\"7\"><li>ebb</li><li>{page}</li><li>flood</li></ol>\
         <ol start=\"-1\"><li>low</li><li>slack</li></ol><ol type=\"i\" start=\"0\"><li>none</li><li>some</li></ol>"
    );
    let book = EpubBuilder::new("Tides").contents_page().chapter("1. Why There Are Tides", &list).build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("1. Why There Are Tides") && !text.contains("1. 1."), "{text}");
    assert_eq!((text.matches("8.").count(), text.matches("[6]").count(), text.contains("9.")), (1, 1, false));
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for number in ["\u{2212}1. low", "0. slack", "0. none", "i. some"] {
        assert!(words.contains(number), "{number}: {text}");
    }
    assert_eq!((&found["ua"], &found["faults"]), (&json!("1"), &json!([])));
}

/// The tables and pictures of a page, word by word: `pdftotext` splits a word that is broken, and joins words
/// that run into one another.
#[test]
fn words_of_a_table_stay_whole_and_in_their_column() {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    let row = |tag: &str| days.map(|day| format!("<{tag}>{day}</{tag}>")).concat();
    let rows = |count: usize| {
        format!(
            "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
            row("th"),
            format!("<tr>{}</tr>", row("td")).repeat(count)
        )
    };
    let uneven = format!(
        "<table><tr><td>Wednesday</td><td>{}</td><td>Interoperability</td></tr></table>",
        "the tide comes in and goes out again ".repeat(12)
    );
    let book = EpubBuilder::new("Week").chapter("One", &format!("{}{uneven}", rows(3))).build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    let text = found["text"].as_str().unwrap();
    for day in days {
        let count = text.split_whitespace().filter(|word| *word == day).count();
        assert_eq!(count, 4 + usize::from(day == "Wednesday"), "{day}: {text}");
    }
    assert!(text.split_whitespace().any(|word| word == "Interoperability"), "{text}");
    assert_eq!(found["tags"]["Table"], 2);
}

#[test]
fn a_table_that_no_page_is_wide_enough_for_is_written_row_by_row() {
    let long = |n: usize| format!("Incomprehensibilities{n}");
    let row = |tag: &str, from: usize| {
        (from..from + 6).map(|n| format!("<{tag}>{}</{tag}>", long(n))).collect::<Vec<_>>().concat()
    };
    let table = format!(
        "<table><thead><tr>{}</tr></thead><tbody><tr>{}</tr></tbody></table>",
        row("th", 0),
        row("td", 10)
    );
    let Some(found) = inspect_pdf(&make_pdf(EpubBuilder::new("Wide").chapter("One", &table).build())) else {
        return;
    };
    let text = found["text"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for n in 0..6 {
        assert!(text.contains(&format!("{}: {}", long(n), long(n + 10))), "{text}");
    }
    assert_eq!((&found["ua"], found["tags"].get("Table")), (&json!("1"), None));
}

#[test]
fn a_caption_stays_with_what_it_names() {
    let mut png = Cursor::new(Vec::new());
    image::RgbaImage::new(400, 300).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let rows = "<tr><td>high</td><td>water</td></tr>".repeat(3);
    // Each begins a little further down a page than the one before.
    let chapters = (0..24).map(|n| {
        let lines = "<p>Nobody in Anstey had asked.</p>".repeat(n);
        format!(
            "{lines}<table><caption>Caption of rows</caption><thead><tr><th>Firstrow</th><th>b</th></tr></thead><tbody>{rows}</tbody></table>\
             {lines}<figure><img src=\"a.png\" alt=\"sea\"/><figcaption>Caption of picture, {}</figcaption></figure>",
            "which says very much of it ".repeat(3)
        )
    });
    let book = EpubBuilder::new("Captions").file("a.png", "image/png", png.get_ref());
    let book = chapters.enumerate().fold(book, |book, (n, text)| book.chapter(&format!("Part {n}"), &text));
    let Some(found) = inspect_pdf(&make_pdf(book.build())) else {
        return;
    };
    let text = found["text"].as_str().unwrap();
    for page in text.split('\u{c}') {
        for (at, _) in page.match_indices("Caption of rows") {
            assert!(page[at..].contains("Firstrow") && page[at..].contains("high"), "{page}");
        }
    }
}

#[test]
fn hostile_text_stays_text() {
    let code =
        "#read(&quot;/etc/passwd&quot;) \\ $x$ *b* _i_ `r` &lt;l&gt; @r ~ // = + - / [a] #{1+1} \u{1}a1\u{1}";
    let deep =
        format!("{}x{}", "<blockquote><div><ul><li>".repeat(30), "</li></ul></div></blockquote>".repeat(30));
    let book = EpubBuilder::new("#set page(width: 1pt) &quot;]")
        .language("x-bad\"]#panic(1)")
        .author("\\&quot;#")
        .file("broken.png", "image/png", b"\x89PNG no picture")
        .file("out.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><image href='/etc/passwd'/></svg>")
        .chapter(
            code,
            &format!(
                "<p>{code}</p><p lang=\"&quot;]#panic()\">a</p>{deep}<p><a href=\"javascript:x\">b</a> <a href=\"#none\">c</a></p>\
                 <p><img src=\"broken.png\" alt=\"&quot;#x\"/><img src=\"out.svg\" alt=\"y\"/><img src=\"../../etc/passwd\" alt=\"z\"/></p>\
                 <table><tr><td rowspan=\"999\" colspan=\"99\">1</td></tr><tr/></table><ol start=\"-5\"><li>d</li></ol>\
                 <p><math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>#&quot;</mi><mo>\\</mo></math></p>"
            ),
        )
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    assert_eq!(
        (&found["check"], &found["ua"], &found["title"]),
        (&json!(0), &json!("1"), &json!("#set page(width: 1pt) \"]"))
    );
    let text = found["text"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("#read(\"/etc/passwd\") \\ $x$ *b*") && !text.contains("root:"), "{text}");
    assert!(text.contains("[\"#x]"), "{text}");
}

#[test]
fn other_scripts_run_their_own_way() {
    let book = EpubBuilder::new("ספר")
        .language("he")
        .right_to_left()
        .file("a.png", "image/png", MINIMAL_PNG)
        .chapter("פרק", "<p>שלום <span lang=\"en\" dir=\"ltr\">peace 12</span></p><aside><p>קטן</p></aside>")
        .build();
    let Some(found) = inspect_pdf(&make_pdf(book)) else {
        return;
    };
    assert_eq!((&found["language"], &found["languages"]), (&json!("he"), &json!(["en"])));
    assert!(found["text"].as_str().unwrap().contains("peace 12"), "{found}");
}

#[test]
fn a_copy_names_its_recipient_and_can_be_traced() {
    let pdf = make_pdf(small_book());
    let copy = mark_for_reader(&pdf);
    let (key, limits) = (Key::new(b"key"), Limits::default());
    let traced = trace_copy(&copy.clone().into(), &key, &limits).unwrap().unwrap();
    assert_eq!((traced.record, traced.places_found >= 5), (42, true), "{traced:?}");
    assert_eq!(trace_copy(&pdf.clone().into(), &key, &limits).unwrap(), None);
    assert_eq!(trace_copy(&copy.clone().into(), &Key::new(b"other"), &limits).unwrap(), None);
    let (Some(before), Some(found)) = (inspect_pdf(&pdf), inspect_pdf(&copy)) else {
        return;
    };
    assert_eq!(
        (&found["check"], &found["ua"], &found["bookmarks"]),
        (&json!(0), &json!("1"), &before["bookmarks"])
    );
    assert_eq!((&found["faults"], &found["labels"]), (&json!([]), &json!(["0-1", "i", "0-2", "1", "2"])));
    assert_eq!(found["pages"].as_u64().unwrap(), before["pages"].as_u64().unwrap() + 1);
    assert_eq!(found["tags"]["P"].as_u64().unwrap(), before["tags"]["P"].as_u64().unwrap() + 1);
    let text = found["text"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let notice = text.find("This copy was made for Zoë <Ł> \"#Doe\"").unwrap();
    assert!(notice < text.find("Contents").unwrap() && text.contains("2026-01-02"), "{text}");
}

#[test]
fn a_copy_by_plan_is_the_same() {
    let one = Watermark::new("Zoë <Ł> \"#Doe\" כהן", "2026-01-02".parse().unwrap(), 42);
    let pdf = make_pdf(small_book());
    let plan = WatermarkPlan::parse(&plan_pdf(Cursor::new(&pdf)).unwrap().to_bytes()).unwrap();
    let copy = |end: &[u8]| plan.build_copy(end, Some(&typeset::Pdf), &one, &Key::new(b"key")).unwrap();
    let end = plan.read_tail(&mut Cursor::new(&pdf)).unwrap();
    let mut out = Vec::new();
    copy(&end).unwrap().write_to(Cursor::new(&pdf), &mut out).unwrap();
    assert!(out == mark_for_reader(&pdf));
    let other = make_pdf(EpubBuilder::new("Other").chapter("One", "<p>text</p>").build());
    assert!(copy(&plan.read_tail(&mut Cursor::new(&other)).unwrap_or_default()).is_none());
    assert!(copy(&end[1..]).is_none());
}

#[test]
fn documents_of_other_programs_are_not_marked() {
    for file in [&b""[..], b"PK", b"%PDF-1.7\nxref\n0 9\nstartxref\n9\n%%EOF"] {
        let one = Watermark::new("Jane Doe", "2026-01-02".parse().unwrap(), 42);
        assert!(copy_by_plan(file, &one).is_err());
        assert!(plan_pdf(Cursor::new(file)).is_err());
    }
}

#[test]
fn a_drawing_that_shows_a_picture_costs_no_other_picture() {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='20' height='10'>\
        <image xlink:href='a.png' width='20' height='10'/><image href='gone.png' width='2' height='2'/>\
        <image href='http://example.org/a.png' width='2' height='2'/></svg>";
    let mut picture = Cursor::new(Vec::new());
    image::RgbImage::new(40, 30).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    let source = EpubBuilder::new("Drawings")
        .file("a.png", "image/png", picture.get_ref())
        .file("a.svg", "image/svg+xml", drawing.as_bytes())
        .chapter("One", &format!("<p><img src=\"a.png\" alt=\"A field\"/></p><p><img src=\"a.svg\" alt=\"A plate\"/></p><div>{drawing}</div><p><img src=\"gone.png\" alt=\"A lost boat\"/></p>"))
        .build();
    let Some(found) = inspect_pdf(&make_pdf(source)) else { return };
    let text = found["text"].as_str().unwrap();
    assert!(text.contains("[A lost boat]"), "{text}");
    assert!(!text.contains("[A field]") && !text.contains("[A plate]"), "{text}");
    assert_eq!(found["tags"]["Figure"], 3, "{found}");
}
