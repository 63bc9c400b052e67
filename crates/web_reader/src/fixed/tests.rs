//! Pages of fixed layout: what is placed where, what stays out, and what hostile pages cost.

use books::Limits;
use books::testkit::EpubBuilder;
use bytes::Bytes;

use super::super::{BookOutline, ChapterPicture, PageLanguages, fill_placeholders, split_pages, write_pages};

const PNG_BYTES: &[u8] = books::testkit::MINIMAL_PNG;
const TEST_LANGUAGES: PageLanguages<'_> = PageLanguages { words: "de", text: "en" };

/// A book of fixed layout with one page of 600 by 800, its head and body as given.
fn fixed_book(head: &str, body: &str) -> EpubBuilder {
    let page = format!(
        "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\"><head><title>P</title>\
         <meta name=\"viewport\" content=\"width=600, height=800\"/>{head}</head>{body}</html>"
    );
    EpubBuilder::new("Tides")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("One", "")
        .file("art.png", "image/png", PNG_BYTES)
        .raw_file("OEBPS/chapter1.xhtml", page.as_bytes())
}

fn write_book(book: &EpubBuilder) -> (BookOutline, Vec<String>) {
    let mut out = Vec::new();
    write_pages(Bytes::from(book.build()), &Limits::default(), &mut out, &mut ()).unwrap();
    let (outline, rest) = split_pages(&out).unwrap();
    let html = outline.chapters.iter().map(|chapter| {
        let html = chapter.html.slice(rest).unwrap();
        fill_placeholders(std::str::from_utf8(html).unwrap(), TEST_LANGUAGES, |word| format!("[{word:?}]"))
    });
    let html = html.collect();
    (outline, html)
}

/// The picture of the only page, and what follows it.
fn page_parts(head: &str, body: &str) -> (String, String) {
    let html = write_book(&fixed_book(head, body)).1.remove(0);
    let (before, rest) = html.split_once("role=\"img\"").unwrap_or_else(|| panic!("no picture: {html}"));
    assert!(before.ends_with("<div class=\"b-drawn\" "), "{before}");
    // Drawings may be nested; the first end of a division is that of the picture.
    let (picture, after) = rest.split_once("</div>").unwrap();
    (picture.to_owned(), after.to_owned())
}

fn no_picture(book: &EpubBuilder) -> String {
    let html = write_book(book).1.remove(0);
    assert!(!html.contains("b-drawn"), "{html}");
    html
}

#[test]
fn text_is_placed_and_follows_as_text() {
    let (picture, after) = page_parts(
        "<style>p { margin: 0; font: bold 20px/30px Arial, sans-serif; color: #00f }\
         div p { color: red } #a { left: 10%; top: 40px; width: 200px; text-align: center }\
         .abs { position: absolute } #b { right: 50px; bottom: 100px; width: 100px; height: 30px; font-style: italic }</style>",
        "<body><div><p class='abs' id='a'>Low tide</p><p class='abs' id='b' style='color: green'>Ebb</p></div></body>",
    );
    assert!(picture.contains("aria-label=\"[Picture] 1\""), "{picture}");
    assert!(
        picture.contains(" lang=\"de\"><div lang=\"en\"><svg "),
        "the name is not in the book's language: {picture}"
    );
    assert!(
        picture.contains("viewBox=\"0 0 600 800\"") && picture.contains("aria-hidden=\"true\""),
        "{picture}"
    );
    // The middle of a box that begins at 60 and is 200 wide; letters of 20 in a line of 30.
    assert!(
        picture.contains("<text x=\"160\" y=\"61\" text-anchor=\"middle\" font-size=\"20\""),
        "{picture}"
    );
    assert!(picture.contains("font-family=\"sans-serif\" fill=\"red\" font-weight=\"bold\""), "{picture}");
    // 800 - 100 - 30 from above.
    let ebb = picture.split("<text").find(|text| text.contains("Ebb")).unwrap();
    assert!(ebb.contains("x=\"450\" y=\"21\"") || ebb.contains("y=\"691\""), "{ebb}");
    assert!(ebb.contains("fill=\"green\"") && ebb.contains("font-style=\"italic\""), "{ebb}");
    assert!(after.contains("Low tide") && after.contains("Ebb"), "{after}");
    let link = "<a class=\"b-enlarge\" id=\"p.1\" href=\"1/pictures/1\" lang=\"de\">[Enlarge] 1</a>";
    assert!(after.contains(link), "{after}");
}

#[test]
fn a_page_can_be_enlarged() {
    let book = fixed_book(
        "",
        "<body><img src='art.png' alt='A gull' style='position:absolute;left:10px;top:20px;width:300px;height:100px'/></body>",
    );
    let mut out = Vec::new();
    write_pages(Bytes::from(book.build()), &Limits::default(), &mut out, &mut ()).unwrap();
    let (outline, rest) = split_pages(&out).unwrap();
    let chapter = &outline.chapters[0];
    let pictures: Vec<ChapterPicture> =
        serde_json::from_slice(chapter.pictures.slice(rest).unwrap()).unwrap();
    assert_eq!(pictures[0].size, (600, 800));
    let html = std::str::from_utf8(chapter.html.slice(rest).unwrap()).unwrap();
    let drawing = pictures[0].cut_parts(0, html).unwrap().drawing;
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>"), "{drawing}");
    assert!(drawing.contains(" href=\"../../files/OEBPS/art.png\""), "{drawing}");
}

#[test]
fn transformed_boxes_keep_their_transformation() {
    let (picture, _) = page_parts(
        "<style>#t { position: absolute; left: 100px; top: 50px; width: 200px; height: 40px; margin: 0;\
         -webkit-transform-origin: 0% 0%; transform: translate(10px, 20px) rotate(90deg) scale(0.5) }</style>",
        "<body><p id='t'>Turned</p></body>",
    );
    // Around (100, 50): moved by (10, 20), a quarter turn, half the size.
    assert!(picture.contains("transform=\"matrix(0 0.5 -0.5 0 135 20)\""), "{picture}");
}

#[test]
fn pictures_and_backgrounds_are_drawn_and_not_shown_twice() {
    let book = fixed_book(
        "<link rel='stylesheet' type='text/css' href='css/page.css'/>",
        "<body><img src='art.png' alt='A gull' style='position:absolute;left:10px;top:20px;width:300px;height:100px'/>\
         <img src='off.png' alt='Elsewhere' style='position:absolute;left:-900px;top:0;width:90px;height:90px'/></body>",
    );
    let book = book
        .file("css/page.css", "text/css", b"/* x */ @media screen { body { background: #fed url('../back.png') no-repeat } } body { background-size: cover }")
        .file("back.png", "image/png", PNG_BYTES)
        .file("off.png", "image/png", PNG_BYTES);
    let (outline, html) = write_book(&book);
    let html = &html[0];
    assert!(html.contains("<image x=\"0\" y=\"0\" width=\"600\" height=\"800\" preserveAspectRatio=\"xMidYMid slice\" href=\"files/OEBPS/back.png\"/>"), "{html}");
    assert!(html.contains("fill=\"#fed\""), "{html}");
    assert!(html.contains("<image x=\"10\" y=\"20\" width=\"300\" height=\"100\""), "{html}");
    // Both alternatives are read; a picture that is not on the page is seen below.
    assert!(html.contains("<img class=\"hidden\" src=\"files/OEBPS/art.png\" alt=\"A gull\""), "{html}");
    assert!(html.contains("<img src=\"files/OEBPS/off.png\" alt=\"Elsewhere\""), "{html}");
    for file in ["OEBPS/art.png", "OEBPS/back.png"] {
        assert!(outline.files.iter().any(|known| known == file), "{file}: {:?}", outline.files);
    }
    assert!(outline.fixed);
}

#[test]
fn drawings_are_nested_with_their_rules_and_own_ids() {
    let svg = |id: &str| {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 60 80' \
             style='position:absolute;left:0;top:0;width:300px;height:400px'><style>.s {{ fill: teal; stroke: url(#{id}) }}</style>\
             <defs><linearGradient id='{id}'/></defs><rect id='r' class='s' width='9' height='9'/>\
             <use xlink:href='#r'/><image xlink:href='art.png' width='9' height='9'/><text x='3' y='9'>Drawn words</text></svg>"
        )
    };
    let (picture, after) = page_parts("", &format!("<body>{}{}</body>", svg("g"), svg("g")));
    assert!(picture.contains("<svg x=\"0\" y=\"0\" width=\"300\" height=\"400\""), "{picture}");
    assert!(
        picture.contains("fill=\"teal\" stroke=\"url(#v1.g)\"") && picture.contains("url(#v2.g)"),
        "{picture}"
    );
    assert!(
        picture.contains("href=\"#v1.r\"") && picture.contains("href=\"files/OEBPS/art.png\""),
        "{picture}"
    );
    assert!(!picture.contains("<style") && picture.contains("Drawn words"), "{picture}");
    assert!(after.contains("Drawn words"), "{after}");
    let ids: Vec<&str> =
        picture.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let unique: std::collections::HashSet<&&str> = ids.iter().collect();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
}

#[test]
fn a_drawing_in_the_spine_is_a_page() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 40'><title>Map</title><circle r='9' onclick='go()'/><text y='9'>North</text></svg>";
    let book = EpubBuilder::new("Tides")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("One", "")
        .raw_file("OEBPS/chapter1.xhtml", svg);
    let html = write_book(&book).1.remove(0);
    assert!(html.contains("viewBox=\"0 0 30 40\"") && html.contains("<circle r=\"9\""), "{html}");
    assert!(!html.contains("onclick") && html.matches("North").count() == 2, "{html}");
}

#[test]
fn the_spine_says_which_pages_have_a_fixed_layout() {
    let with = |metadata: &str, properties: &str| {
        let book = fixed_book("", "<body><p>Words</p></body>");
        let parts = book.parts().into_iter().map(|(name, bytes)| {
            let Ok(text) = String::from_utf8(bytes.clone()) else { return (name, bytes) };
            let text = text
                .replace("<meta property=\"rendition:layout\">pre-paginated</meta>", metadata)
                .replace("<itemref ", &format!("<itemref properties=\"{properties}\" "));
            (name, text.into_bytes())
        });
        let mut out = Vec::new();
        let book = books::testkit::zip_files(parts);
        write_pages(Bytes::from(book), &Limits::default(), &mut out, &mut ()).unwrap();
        String::from_utf8_lossy(&out).contains("b-drawn")
    };
    let whole = "<meta property=\"rendition:layout\">pre-paginated</meta>";
    assert!(with(whole, "") && !with(whole, "rendition:layout-reflowable"));
    assert!(!with("", "") && with("", "page-spread-left rendition:layout-pre-paginated"));
    assert!(with("<meta name=\"fixed-layout\" content=\"true\"/>", ""));
}

#[test]
fn text_that_wraps_stays_whole_and_lines_stay_in_their_box() {
    let words = "The wind rose over the bay and the boats came home before dark";
    let (picture, _) = page_parts(
        "<style>p { margin: 0; width: 200px; font: 16px/20px sans-serif }</style>",
        &format!(
            "<body><p>{words} <b>at</b> <i>last</i>.</p><p dir='rtl'>\u{5e9}\u{5dc}\u{5d5}\u{5dd}</p></body>"
        ),
    );
    let lines: Vec<&str> = picture.split("<text ").skip(1).collect();
    assert!((3..8).contains(&lines.len()), "{picture}");
    let text = |line: &str| {
        let inside = line.split("</text>").next().unwrap();
        inside.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text)).collect::<String>()
    };
    let all: Vec<String> = lines.iter().map(|line| text(line)).collect();
    assert_eq!(all[..all.len() - 1].join(" "), format!("{words} at last."));
    assert!(
        lines.last().unwrap().starts_with("x=\"200\"") && lines.last().unwrap().contains("direction=\"rtl\"")
    );
}

#[test]
fn pictures_run_and_load_nothing() {
    let (picture, after) = page_parts(
        "<style>body { background: url(https://elsewhere.example/a.png) } p { background-image: url('javascript:go()');\
         color: url(//elsewhere.example); font-family: '&quot;&gt;&lt;script&gt;' } @import 'https://elsewhere.example/a.css';</style>\
         <link rel='stylesheet' href='https://elsewhere.example/b.css'/>",
        "<body onload='go()'><p onclick='go()' style='transform: translate(1px) &quot;onload=go()'>Words</p>\
         <script>go()</script><iframe src='https://elsewhere.example/'/>\
         <img src='https://elsewhere.example/c.png' onerror='go()'/>\
         <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script>go()</script>\
         <a href='javascript:go()'><rect width='9' height='9' fill='url(https://elsewhere.example/#a)' onclick='go()'/></a>\
         <image href='https://elsewhere.example/d.png'/><use href='https://elsewhere.example/e.svg#a'/>\
         <foreignObject width='9' height='9'><p xmlns='http://www.w3.org/1999/xhtml' onclick='go()'>Inside</p></foreignObject>\
         <set attributeName='onclick' to='go()'/><style>@import 'https://elsewhere.example/f.css';</style></svg></body>",
    );
    for bad in [
        "elsewhere", "go()", "<script", "onclick", "onload", "<style", "style=", "<set", "<a", "<foreign",
        "<iframe",
    ] {
        assert!(!picture.contains(bad), "{bad} in {picture}");
    }
    assert!(picture.contains("Words") && picture.contains("Inside") && after.contains("Words"), "{picture}");
}

#[test]
fn pages_that_would_take_for_ever_have_text_alone() {
    let body = |inside: &str| fixed_book("", &format!("<body><p>Words</p>{inside}</body>"));
    let deep = body(&format!("{}{}", "<div>".repeat(90), "</div>".repeat(90)));
    let many = body(&"<p style='position:absolute'>a</p>".repeat(31_000));
    let bomb = (1..9)
        .map(|n| format!("<g id='n{n}'>{}</g>", format!("<use href='#n{}'/>", n - 1).repeat(10)))
        .collect::<Vec<_>>()
        .concat();
    let bomb = body(&format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><g id='n0'><rect width='1' height='1'/></g>{bomb}</svg>"
    ));
    let rules = |sheet: &str, elements: &str| {
        fixed_book(&format!("<style>{sheet}</style>"), &format!("<body><p>Words</p>{elements}</body>"))
    };
    let compared = rules(&"i { x: y }\n".repeat(1_500), &"<i>a</i>".repeat(1_500));
    let ways = rules(
        &format!("{} i {{ x: y }}", "div ".repeat(12)),
        &format!("{}{}{}", "<div>".repeat(40), "<i>a</i>".repeat(500), "</div>".repeat(40)),
    );
    let declared = rules(&format!("{}a {{{}}}", "a,".repeat(5_000), "b:c;".repeat(5_000)), "");
    let shrinking =
        body(&format!("{}a{}", "<div style='position:absolute'>".repeat(50), "</div>".repeat(50)));
    for (n, book) in [deep, many, bomb, compared, ways, declared].iter().enumerate() {
        let html = no_picture(book);
        assert!(html.contains("Words"), "{n}");
    }
    assert!(write_book(&shrinking).1[0].contains("b-drawn"));
    // Sizes that no page has.
    for viewport in
        ["width=0, height=9", "width=99999999, height=9", "width=NaN, height=inf", "width=device-width"]
    {
        let page = format!(
            "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>P</title><meta name='viewport' content='{viewport}'/></head><body><p>Words</p></body></html>"
        );
        no_picture(&fixed_book("", "").raw_file("OEBPS/chapter1.xhtml", page.as_bytes()));
    }
    // Sheets that import one another end.
    let circle = fixed_book("<link rel='stylesheet' href='a.css'/>", "<body><p>Words</p></body>")
        .file("a.css", "text/css", b"@import 'b.css'; p { color: red }")
        .file("b.css", "text/css", b"@import url(a.css);");
    assert!(write_book(&circle).1[0].contains("Words"));
}
