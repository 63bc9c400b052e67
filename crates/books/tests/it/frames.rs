//! Documents, images and other media that a text shows: their alternatives are followed until something
//! readable comes.

use books::testkit::{EpubBuilder, unzip_text};
use books::{FindingKind, Format, Limits, Options, convert};

fn book_in_daisy(builder: &EpubBuilder) -> String {
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    unzip_text(&convert(Format::Daisy, builder.build().into(), &options, &mut ()).unwrap(), "book.xml")
}

fn finding_kinds(builder: &EpubBuilder) -> Vec<FindingKind> {
    let book = books::epub::read(builder.build().into(), &Limits::default(), &mut ()).unwrap();
    book.reporter.to_report().findings.iter().map(|finding| finding.kind).collect()
}

fn xhtml_document(body: &str) -> Vec<u8> {
    format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>t</title></head><body>{body}</body></html>"
    )
    .into_bytes()
}

fn book_with_frame(markup: &str, framed: &str) -> EpubBuilder {
    EpubBuilder::new("Frames").chapter("One", &format!("<p>Before.</p>{markup}<p>After.</p>")).file(
        "sailings.xhtml",
        "application/xhtml+xml",
        &xhtml_document(framed),
    )
}

#[test]
fn the_words_of_a_framed_document_are_words_of_the_book_at_their_place() {
    for frame in [
        "<iframe src=\"sailings.xhtml\" title=\"zz\"></iframe>",
        "<p>Look: <iframe src=\"sailings.xhtml\"></iframe></p>",
        "<object data=\"sailings.xhtml\" type=\"application/xhtml+xml\"><p>zz</p></object>",
        "<embed src=\"sailings.xhtml\"/>",
    ] {
        let text = book_in_daisy(&book_with_frame(frame, "<p>The first ferry leaves at seven.</p>"));
        let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("{frame}: {word}: {text}"));
        assert!(at("Before.") < at("ferry") && at("ferry") < at("After."), "{frame}: {text}");
        assert!(!text.contains("zz"), "{frame}: {text}");
    }
}

#[test]
fn a_document_is_shown_once_and_links_follow_it() {
    let frame = "<iframe src=\"sailings.xhtml\" title=\"Sailings\"></iframe>";
    let builder = book_with_frame(
        &format!("{frame}{frame}<p><a href=\"sailings.xhtml#late\">late ferry</a></p>"),
        "<p>ferry</p><p id=\"late\">The last boat.</p>",
    );
    let text = book_in_daisy(&builder);
    assert_eq!((text.matches("The last boat.").count(), text.contains("Sailings")), (1, true), "{text}");
    let link = text.split("<a ").find(|part| part.contains("late ferry")).unwrap();
    let id = link.split("href=\"#").nth(1).unwrap().split('"').next().unwrap();
    assert!(text.contains(&format!("id=\"{id}\"")), "{id}: {text}");
    // A document of the reading order is read there.
    let text = book_in_daisy(
        &EpubBuilder::new("a")
            .chapter("One", "<p>a</p><iframe src=\"chapter2.xhtml\" title=\"Next\"></iframe>")
            .chapter("Two", "<p>Only here.</p>"),
    );
    assert_eq!(text.matches("Only here.").count(), 1, "{text}");
}

#[test]
fn frames_that_cannot_be_shown_are_replaced_by_their_content_fallback_or_name() {
    for (markup, wanted) in [
        ("<object data=\"a.swf\" type=\"application/x-shockwave-flash\"><p>inside</p></object>", "inside"),
        (
            "<object data=\"gone.png\" type=\"image/png\"><object data=\"b.swf\"><b>inside</b></object></object>",
            "inside",
        ),
        ("<video src=\"a.mp4\"><p>inside</p></video>", "inside"),
        ("<p><audio controls=\"controls\"><source src=\"a.mp3\"/>inside</audio></p>", "inside"),
        ("<canvas><p>inside</p></canvas>", "inside"),
        ("<noscript><p>inside</p></noscript>", "inside"),
        ("<iframe src=\"http://example.org/\" title=\"inside\"></iframe>", "inside"),
        ("<embed src=\"gone.xyz\" aria-label=\"inside\"/>", "inside"),
        ("<picture><source srcset=\"a.avif\"/><img src=\"gone.png\" alt=\"inside\"/></picture>", "inside"),
    ] {
        let text = book_in_daisy(&EpubBuilder::new("a").chapter("One", markup));
        assert!(text.contains(wanted), "{markup}: {text}");
    }
}

#[test]
fn a_frame_that_cannot_be_read_is_reported() {
    for markup in [
        "<iframe src=\"http://example.org/\"></iframe>",
        "<iframe src=\"gone.xhtml\"></iframe>",
        "<video src=\"a.mp4\"></video>",
    ] {
        let builder = EpubBuilder::new("a").chapter("One", &format!("<p>a</p>{markup}"));
        assert_eq!(finding_kinds(&builder), [FindingKind::UnreadableEmbedding], "{markup}");
    }
}

#[test]
fn frames_that_show_themselves_or_one_another_end() {
    let own = "<p>ferry</p><iframe src=\"sailings.xhtml\"></iframe><iframe src=\"other.xhtml\"></iframe>";
    let builder = book_with_frame("<iframe src=\"sailings.xhtml\"></iframe>", own).file(
        "other.xhtml",
        "application/xhtml+xml",
        &xhtml_document(
            "<p>boat</p><iframe src=\"sailings.xhtml\"></iframe><iframe src=\"chapter1.xhtml\"></iframe>",
        ),
    );
    let text = book_in_daisy(&builder);
    assert_eq!((text.matches("ferry").count(), text.matches("boat").count()), (1, 1), "{text}");
}

#[test]
fn many_frames_cost_no_more_than_their_documents() {
    let mut builder =
        EpubBuilder::new("Bomb").chapter("One", "<iframe src=\"f0.xhtml\"></iframe>".repeat(200).as_str());
    for n in 0..30 {
        let next = format!("<iframe src=\"f{}.xhtml\"></iframe>", n + 1).repeat(20);
        builder = builder.file(
            &format!("f{n}.xhtml"),
            "application/xhtml+xml",
            &xhtml_document(&format!("<p>w{n}w</p>{next}")),
        );
    }
    let text = book_in_daisy(&builder);
    assert_eq!(text.matches("w0w").count(), 1);
    assert!(!text.contains("w29w"));
}

#[test]
fn a_document_that_is_written_in_a_frame_is_read_at_its_place() {
    let frame = "<iframe srcdoc=\"&lt;p id=&quot;a&quot;>The &lt;b>ferry&lt;/b> leaves.&lt;p>See &lt;a \
                 href='#a'>above&lt;/a>&amp;eacute;&lt;img src='gone.png' alt='A pier'>\" \
                 src=\"https://example.org/x\"/>";
    let builder =
        EpubBuilder::new("Frames").chapter("One", &format!("<p id=\"a\">Before.</p>{frame}<p>After.</p>"));
    let text = book_in_daisy(&builder);
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
    assert!(
        at("Before.") < at("ferry") && at("ferry") < at("A pier") && at("A pier") < at("After."),
        "{text}"
    );
    // Its links lead to its own places.
    let link = text.split("<a ").find(|part| part.contains("above")).unwrap();
    let id = link.split("href=\"#").nth(1).unwrap().split('"').next().unwrap();
    assert!(text.contains(&format!("id=\"{id}\"")), "{id}: {text}");
    assert_eq!(finding_kinds(&builder), [FindingKind::MissingPicture]);
}

#[test]
fn documents_in_frames_in_frames_are_bounded() {
    let mut nested = "<p>deepest</p>".to_owned();
    for level in 0..12 {
        let source = nested.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        nested = format!("<p>level{level}</p><iframe srcdoc=\"{source}\"></iframe>");
    }
    let text = book_in_daisy(&EpubBuilder::new("Frames").chapter("One", &nested));
    assert!(text.contains("level11") && text.contains("level8") && !text.contains("deepest"), "{text}");
    let many = "<iframe srcdoc=\"&lt;p>word&lt;/p>\"></iframe>".repeat(2100);
    let text = book_in_daisy(&EpubBuilder::new("Frames").chapter("One", &many));
    assert!((1000..3000).contains(&text.matches(">word<").count()));
}
