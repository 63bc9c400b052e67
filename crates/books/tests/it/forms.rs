//! Words of elements that a text has seldom.

use books::model::{BlockKind, Inline};
use books::testkit::{EpubBuilder, unzip_text};
use books::{FindingKind, Format, Limits, Options, convert};

fn chapter_in_daisy(markup: &str) -> String {
    let book = EpubBuilder::new("Forms").chapter("One", markup).build();
    let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
    unzip_text(&convert(Format::Daisy, book.into(), &options, &mut ()).unwrap(), "book.xml")
}

#[test]
fn words_of_controls_and_of_unknown_elements_are_read() {
    for (markup, wanted) in [
        (
            "<p>Pick <select><option>red</option><option label=\"blue\"/></select> now.</p>",
            "Pick red, blue now.",
        ),
        ("<p><select><optgroup label=\"Warm\"><option>red</option></optgroup></select></p>", "Warm: red"),
        ("<p>Say <textarea>your name</textarea></p>", "Say your name"),
        ("<p>Say <input placeholder=\"your name\"/></p>", "Say your name"),
        ("<p><input type=\"submit\" value=\"Send it\"/></p>", "Send it"),
        (
            "<p><input type=\"checkbox\" checked=\"checked\"/> Row <input type=\"checkbox\"/> Sail</p>",
            "\u{2611} Row \u{2610} Sail",
        ),
        ("<form><fieldset><legend>Colors</legend><label>Red</label></fieldset></form>", "Colors"),
        ("<p><map name=\"m\"><area href=\"#a\" alt=\"North pier\" shape=\"rect\"/></map></p>", "North pier"),
        ("<p>Done: <progress value=\"3\" max=\"4\"></progress></p>", "Done: 75 %"),
        ("<p>Level <meter value=\"6\">six of ten</meter></p>", "Level six of ten"),
        ("<details><summary>More</summary><p>inside</p></details>", "inside"),
        ("<p>extra<wbr/>ordinary</p>", "extraordinary"),
        ("<center>middle</center>", "middle"),
        ("<p><font>colored</font> <marquee>moving</marquee> <blink>odd</blink></p>", "colored moving odd"),
        ("<p><data value=\"1\">one</data> <time>noon</time> <bdo dir=\"rtl\">abc</bdo></p>", "one noon"),
        ("<dialog open=\"open\"><p>spoken</p></dialog>", "spoken"),
        ("<ul>loose<li>item</li></ul>", "loose"),
        ("<table><tr>loose<td>cell</td></tr></table>", "loose"),
        ("<table><p>before</p><tr><td>cell</td></tr></table>", "before"),
        ("<dl><dt>term</dt>loose<dd>meaning</dd></dl>", "loose"),
        ("<p><i class=\"icon\" aria-label=\"Warning\"></i> hot</p>", "<em>Warning</em> hot"),
        ("<p><span role=\"img\" aria-label=\"three stars\">\u{2605}\u{2605}</span></p>", "three stars"),
        ("<div role=\"img\" aria-label=\"Chart\"><p>2019: five</p></div>", "Chart 2019: five"),
        (
            "<figure role=\"img\" aria-label=\"Chart\"><img src=\"gone.png\" alt=\"\"/></figure>",
            ">Chart</prodnote>",
        ),
        (
            "<p><span role=\"img\" aria-label=\"Hot\"><img src=\"a.png\" aria-hidden=\"true\"/></span></p>",
            "Hot",
        ),
        ("<p id=\"l\">Map</p><p><img src=\"gone.png\" aria-labelledby=\"l\"/></p>", ">Map</prodnote>"),
        ("<figure aria-label=\"Chart\"><img src=\"gone.png\"/></figure>", ">Chart</prodnote>"),
        (
            "<div role=\"math\" aria-label=\"x squared\"><img src=\"gone.png\"/></div>",
            ">x squared</prodnote>",
        ),
        ("<p><a href=\"http://a.example\" title=\"Next\"></a><i title=\"No\"></i></p>", ">Next</a>"),
        ("<p>a<button title=\"Play\"></button></p>", "Play"),
    ] {
        let text = chapter_in_daisy(markup);
        assert!(text.contains(wanted), "{markup}: {text}");
    }
    let text = chapter_in_daisy(
        "<p>a<input type=\"hidden\" value=\"zz\"/><script type=\"text/template\">zz</script></p><template><p>zz</p></template>",
    );
    assert!(!text.contains("zz"), "{text}");
}

#[test]
fn a_figure_with_nothing_but_a_table_is_a_table_with_a_caption() {
    let cells = "<tr><td>a</td><td>b</td></tr>";
    for (markup, captions) in [
        (
            format!(
                "<figure id=\"f\"><figcaption>Tides</figcaption><table id=\"t\">{cells}</table></figure>"
            ),
            1,
        ),
        (
            format!(
                "<figure id=\"f\"><table id=\"t\">{cells}</table><figcaption>Tides</figcaption></figure>"
            ),
            1,
        ),
        (
            format!(
                "<figure id=\"f\"><table id=\"t\">{cells}</table><p>c</p><figcaption>Tides</figcaption></figure>"
            ),
            0,
        ),
    ] {
        let text = chapter_in_daisy(&format!("{markup}<p><a href=\"#f\">f</a><a href=\"#t\">t</a></p>"));
        assert_eq!(text.matches("<caption").count(), captions, "{markup}: {text}");
        assert!(text.contains("Tides") && text.matches("href=\"#").count() == 2, "{markup}: {text}");
    }
}

#[test]
fn a_role_makes_a_heading_and_takes_one_away() {
    for (markup, wanted) in [
        ("<h2 role=\"heading\">Title</h2><p>a</p>", true),
        ("<div role=\"heading\">Title</div><p>a</p>", true),
        ("<p role=\"heading\" aria-level=\"3\">Title</p><p>a</p>", true),
        ("<a href=\"#a\"><h2>Title</h2></a><p id=\"a\">a</p>", true),
        ("<button><h2>Title</h2></button><p>a</p>", true),
        ("<h2 role=\"presentation\">Title</h2><p>a</p>", false),
        ("<h2 role=\"none\">Title</h2><p>a</p>", false),
    ] {
        let book = EpubBuilder::new("a").chapter("One", markup).build();
        let book = books::epub::read(book.into(), &Limits::default(), &mut ()).unwrap();
        let found = book.sections[0]
            .blocks
            .iter()
            .any(|block| matches!(block.kind, BlockKind::Heading { .. }) && block.plain_text() == "Title");
        assert_eq!(found, wanted, "{markup}");
        assert!(chapter_in_daisy(markup).contains("Title"), "{markup}");
    }
}

#[test]
fn readings_that_say_nothing_leave_no_brackets() {
    for (ruby, wanted) in [
        ("<ruby>\u{6f22}<rt>kan</rt></ruby>", "\u{6f22}(kan)"),
        ("<ruby>\u{6f22}<rt/></ruby>", ">\u{6f22}</p>"),
        ("<ruby>\u{6f22}<rp>(</rp><rt></rt><rp>)</rp></ruby>", ">\u{6f22}</p>"),
        ("<ruby>\u{6f22}<rp>[</rp><rt>kan</rt><rp>]</rp></ruby>", "\u{6f22}[kan]"),
        (
            "<ruby>\u{6f22}<rp>(</rp><rt>kan</rt><rp>)</rp>\u{5b57}<rt>ji</rt></ruby>",
            "\u{6f22}(kan)\u{5b57}(ji)",
        ),
        (
            "<ruby><rb>\u{6771}</rb><rb>\u{4eac}</rb><rt>tou</rt><rt>kyou</rt></ruby>",
            "\u{6771}\u{4eac}(toukyou)",
        ),
        (
            "<ruby>\n <rb>\u{8a98}</rb>\n <rt>yuu</rt> <rb>\u{62d0}</rb><rt>kai</rt>\n</ruby>",
            "\u{8a98}(yuu)\u{62d0}(kai)",
        ),
        ("<ruby><rb>\u{6f22}</rb><rtc><rt>kan</rt></rtc><rtc>Han</rtc></ruby>", "\u{6f22}(kan)(Han)"),
    ] {
        let text = chapter_in_daisy(&format!("<p>{ruby}</p>"));
        assert!(text.contains(wanted), "{ruby}: {text}");
    }
}

#[test]
fn a_picture_that_is_not_in_the_book_keeps_its_alternative() {
    let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    for (markup, finding) in [
        (format!("<p>x <img src=\"{png}\" alt=\"A buoy\"/></p>"), None),
        (
            "<p><img src=\"http://127.0.0.1:9/a.png\" alt=\"A buoy\"/></p>".to_owned(),
            Some(FindingKind::RemotePicture),
        ),
        ("<p><img src=\"gone.png\" alt=\"A buoy\"/></p>".to_owned(), Some(FindingKind::MissingPicture)),
        ("<p><img alt=\"A buoy\"/></p>".to_owned(), Some(FindingKind::MissingPicture)),
        (
            "<p><img src=\"data:image/png;base64,!!\" alt=\"A buoy\"/></p>".to_owned(),
            Some(FindingKind::MissingPicture),
        ),
        ("<p><svg xmlns=\"http://www.w3.org/2000/svg\"><title>A buoy</title></svg></p>".to_owned(), None),
        ("<figure><figcaption>A buoy</figcaption></figure>".to_owned(), None),
    ] {
        let source = EpubBuilder::new("a").chapter("One", &markup).build();
        let book = books::epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
        let kinds: Vec<_> = book.reporter.to_report().findings.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, finding.into_iter().collect::<Vec<_>>(), "{markup}");
        assert!(chapter_in_daisy(&markup).contains("A buoy"), "{markup}: {}", chapter_in_daisy(&markup));
    }
    let text = chapter_in_daisy(&format!("<p>x <img src=\"{png}\" alt=\"A buoy\"/></p>"));
    assert!(text.contains("<img") && text.contains(".png"), "{text}");
}

#[test]
fn descriptions_are_found_in_hidden_parts_and_in_documents_beside_the_text() {
    let document = b"<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>d</title></head><body><h2 id=\"d1\">Chart</h2><p>It rises.</p><h2>Other</h2><p>zz</p></body></html>";
    let source = EpubBuilder::new("a")
        .chapter(
            "One",
            "<p><img src=\"gone.png\" alt=\"a\" longdesc=\"d.xhtml#d1\"/> <img src=\"gone.png\" alt=\"b\" aria-details=\"h\"/></p><div id=\"h\" hidden=\"hidden\"><p>It falls.</p></div>",
        )
        .file("d.xhtml", "application/xhtml+xml", document)
        .build();
    let book = books::epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let mut descriptions = Vec::new();
    book.walk(&mut |block| {
        let mut image = |image: &books::model::Image| {
            descriptions.push(
                image.description.iter().map(books::model::Block::plain_text).collect::<Vec<_>>().join(" "),
            );
        };
        if let BlockKind::Image(one) = &block.kind {
            image(one);
        }
        block.inlines().iter().for_each(|inline| {
            if let Inline::Image(one) = inline {
                image(one);
            }
        });
    });
    assert_eq!(descriptions, ["Chart It rises.", "It falls."]);
}

#[test]
fn a_link_around_blocks_is_a_link_in_each_of_them() {
    let text = chapter_in_daisy(
        "<a href=\"http://example.org/\"><h2>Title</h2><div><p>Words</p></div><p>x<a href=\"#a\">y</a></p></a>",
    );
    assert_eq!(text.matches("href=\"http://example.org/\"").count(), 2, "{text}");
}
