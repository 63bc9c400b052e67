use books::Limits;
use books::testkit::{EpubBuilder, zip_files};
use bytes::Bytes;
use proptest::prelude::*;

use super::{
    BookOutline, ChapterPicture, NarrationClip, OutlineChapter, PageLanguages, PartRange, PictureSource,
    PlaceholderWord, TextPiece, fill_placeholders, split_pages, write_pages,
};

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// A page whose words and text are in one language.
const SAME_LANGUAGES: PageLanguages<'_> = PageLanguages { words: "en", text: "en-GB" };

/// A book as pages.
struct BookPages {
    outline: BookOutline,
    rest: Vec<u8>,
}

impl BookPages {
    fn from_epub(book: Vec<u8>) -> Self {
        let mut out = Vec::new();
        write_pages(Bytes::from(book), &Limits::default(), &mut out, &mut ()).unwrap();
        let (outline, rest) = split_pages(&out).unwrap();
        Self { outline, rest: rest.to_vec() }
    }

    fn part_bytes(&self, part: PartRange) -> &[u8] {
        part.slice(&self.rest).unwrap()
    }

    fn chapter_html(&self, chapter: usize) -> String {
        self.chapter_html_in(chapter, SAME_LANGUAGES)
    }

    fn chapter_html_in(&self, chapter: usize, languages: PageLanguages<'_>) -> String {
        let html = self.part_bytes(self.outline.chapters[chapter].html);
        fill_placeholders(std::str::from_utf8(html).unwrap(), languages, |word| format!("[{word:?}]"))
    }

    fn chapter_pictures(&self, chapter: usize) -> Vec<ChapterPicture> {
        serde_json::from_slice(self.part_bytes(self.outline.chapters[chapter].pictures)).unwrap()
    }

    fn find_chapter(&self, title: &str) -> &OutlineChapter {
        self.outline.chapters.iter().find(|chapter| chapter.title == title).unwrap()
    }
}

/// The page of a book with one chapter.
fn page_html(markup: &str) -> String {
    let pages = BookPages::from_epub(EpubBuilder::new("Tides").chapter("One", markup).build());
    let at = pages.outline.chapters.iter().position(|chapter| chapter.title == "One").unwrap();
    pages.chapter_html(at)
}

#[test]
fn pages_run_and_load_nothing_of_the_source() {
    let html = page_html(
        r#"<h2 onclick="alert(1)" style="display:none">One</h2>
        <script>alert(2)</script><style>p { visibility: visible }</style>
        <p style="color:transparent" class="x" onmouseover="alert(3)">Words <a href="javascript:alert(4)">that</a>
        <a href="https://elsewhere.example/">stay</a>.</p>
        <form action="https://elsewhere.example/"><p>Form <input name="a"/></p><button>B</button></form>
        <iframe src="https://elsewhere.example/"></iframe><object data="x.swf"></object>
        <p><img src="https://elsewhere.example/a.png" alt="outside"/> <img src="x" alt="none" onerror="alert(5)"/></p>
        <p>&lt;script&gt;alert(6)&lt;/script&gt;</p>
        <svg xmlns="http://www.w3.org/2000/svg"><script>alert(7)</script><text>Drawn</text></svg>
        <p><math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="x" href="javascript:alert(8)"><mi>x</mi></maction></math></p>"#,
    );
    for bad in [
        "<script", "onclick", "onmouse", "onerror", "javascript:", "style=", "<style", "<form", "<input",
        "<button", "<iframe", "<object", "href=\"http", "src=\"http", "class=\"x\"",
    ] {
        assert!(!html.contains(bad), "{bad} in {html}");
    }
    for text in ["Words", "stay", "Form", "&lt;script&gt;alert(6)", "Drawn"] {
        assert!(html.contains(text), "{text} in {html}");
    }
}

#[test]
fn a_page_has_one_first_heading_and_skips_no_level() {
    let html = page_html("<h2>Part</h2><h5>Deep</h5><p>a</p><h3>Next</h3><h2>Second</h2><h1>Over</h1>");
    let levels: Vec<&str> = html.match_indices("<h").map(|(at, _)| &html[at + 2..at + 3]).collect();
    assert_eq!(levels.first(), Some(&"1"), "{html}");
    assert_eq!(levels.iter().filter(|level| **level == "1").count(), 1, "{html}");
    let numbers: Vec<u8> = levels.iter().map(|level| level.parse().unwrap()).collect();
    assert!(numbers.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{numbers:?}");
    assert!(
        BookPages::from_epub(EpubBuilder::new("Tides").chapter("One", "").build()).outline.chapters[0].headed
    );
    let bare = BookPages::from_epub(
        EpubBuilder::new("Tides").chapter("", "<aside><h3>Box</h3></aside><p>a</p>").build(),
    );
    assert!(
        !bare.outline.chapters[0].headed && bare.chapter_html(0).contains("<h2"),
        "{}",
        bare.chapter_html(0)
    );
    assert_eq!(bare.outline.chapters[0].title, "Tides");
}

#[test]
fn notes_lead_there_and_back() {
    let html = page_html(
        r##"<p>Text<a epub:type="noteref" href="#n1">1</a>.</p>
        <aside epub:type="footnote" id="n1"><p>The note.</p></aside>"##,
    );
    assert!(html.contains("role=\"doc-noteref\" class=\"b-ref\" href=\"#b.n1\""), "{html}");
    let back = html.split("role=\"doc-backlink\" href=\"#").nth(1).unwrap().split('"').next().unwrap();
    assert!(html.contains(&format!("id=\"{back}\"")), "{back} in {html}");
    assert!(html.contains(">[Back] 1</a>"), "{html}");
}

#[test]
fn the_way_back_from_a_note_names_the_note() {
    let html = page_html(
        r##"<p>Text<a epub:type="noteref" href="#n1">[a]</a>, more<a epub:type="noteref" href="#n2">*</a>, and
        <a epub:type="noteref" href="#n3">(see the third note)</a>.</p>
        <aside epub:type="footnote" id="n1"><p>One.</p></aside>
        <aside epub:type="footnote" id="n2"><p>Two.</p></aside>
        <aside epub:type="footnote" id="n3"><p>Three.</p></aside>"##,
    );
    let names: Vec<&str> =
        html.split("[Back] ").skip(1).map(|rest| rest.split_once("</a>").unwrap().0).collect();
    assert_eq!(names, ["a", "2", "3"], "{html}");
}

#[test]
fn the_region_of_a_table_has_a_name() {
    let table = |caption: &str| format!("<table>{caption}<tr><td>Monday</td><td>4 m</td></tr></table>");
    let caption = "<caption id=\"n.1\">Tides</caption>";
    let html =
        page_html(&[table(caption), table(""), table("<caption> </caption>"), table(caption)].concat());
    let regions: Vec<&str> = html
        .split("<div class=\"b-table\" role=\"region\" tabindex=\"0\" ")
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap().0)
        .collect();
    let [first, second, third, last] = regions.as_slice() else { panic!("{html}") };
    assert_eq!((*second, *third), ("aria-label=\"[Table]\"", "aria-label=\"[Table] 2\""), "{html}");
    for region in [first, last] {
        let id = region.strip_prefix("aria-labelledby=").expect("a caption");
        assert_eq!(html.matches(&format!("<caption id={id}>")).count(), 1, "{html}");
        assert_eq!(html.matches(&format!(" id={id}")).count(), 1, "{html}");
    }
    assert_ne!(first, last);
}

/// A chapter with all words of the page, some of them in a part in French.
const WORDS_MARKUP: &str = r##"
    <p>Text<a epub:type="noteref" href="#n1">1</a> and <img src="a.png"/>
    <span epub:type="pagebreak" role="doc-pagebreak" id="p12" aria-label="12"/> after.</p>
    <table><tr><td>Monday</td><td>4 m</td></tr></table><table lang="cy"><tr><td>Llun</td><td>4 m</td></tr></table>
    <table><caption>Tides</caption><tr><td>Noon</td><td>4 m</td></tr></table>
    <figure><img src="a.png" alt="A boat" aria-details="long"/></figure><div id="long" hidden="hidden"><p>A long boat.</p></div>
    <blockquote lang="fr"><table><tr><td>Lundi</td><td>4 m</td></tr></table></blockquote>
    <aside epub:type="footnote" id="n1"><p>The note.</p></aside>"##;

#[test]
fn words_of_the_page_say_their_language_where_the_text_has_another() {
    let book =
        EpubBuilder::new("Tides").chapter("One", WORDS_MARKUP).file("a.png", "image/png", PNG_SIGNATURE);
    let pages = BookPages::from_epub(book.build());
    let german = pages.chapter_html_in(0, PageLanguages { words: "de", text: "en" });
    for said in [
        " lang=\"de\">[Back] 1</a>",
        "alt=\"[Undescribed]\" lang=\"de\" loading=",
        "class=\"b-page\" lang=\"de\"><span class=\"hidden\">[Page] </span>12</span>",
        "<summary lang=\"de\">[Description]</summary>",
        // The name of a region is in the language of the page, and what is in it in that of the book.
        "aria-label=\"[Table]\" lang=\"de\">\n<table id=\"b.cfi.4.6\" lang=\"en\">",
        "aria-label=\"[Table] 2\" lang=\"de\">\n<table id=\"b.cfi.4.8\" lang=\"cy\">",
        "aria-label=\"[Table] 3\" lang=\"de\">\n<table id=\"b.cfi.4.16.2\" lang=\"fr\">",
    ] {
        assert_eq!(german.matches(said).count(), 1, "{said} in {german}");
    }
    assert_eq!(german.matches(" lang=\"de\"").count(), 7, "a table with a caption is named by it: {german}");
    // On a page in French, the part in French says nothing more.
    let french = pages.chapter_html_in(0, PageLanguages { words: "fr", text: "en" });
    assert!(french.contains("aria-label=\"[Table] 3\">\n<table id=\"b.cfi.4.16.2\">"), "{french}");
    assert_eq!(french.matches(" lang=\"fr\"").count(), 1 + 6, "its own and those of the words: {french}");
}

#[test]
fn words_in_the_language_of_the_text_add_nothing() {
    let book =
        EpubBuilder::new("Tides").chapter("One", WORDS_MARKUP).file("a.png", "image/png", PNG_SIGNATURE);
    let pages = BookPages::from_epub(book.build());
    for languages in [
        PageLanguages { words: "en", text: "en" },
        PageLanguages { words: "en", text: "EN-gb" },
        PageLanguages { words: "de", text: "" },
    ] {
        let html = pages.chapter_html_in(0, languages);
        assert!(html.contains("aria-label=\"[Table]\">\n<table id=\"b.cfi.4.6\">"), "{languages:?}: {html}");
        assert!(html.contains("<summary>[Description]</summary>"), "{languages:?}: {html}");
        assert!(!html.contains('\u{1}') && !html.contains(" >"), "{languages:?}: {html}");
    }
}

#[test]
fn formulas_that_may_be_wider_than_the_window_are_scrolled_with_the_keyboard() {
    let formula = |attributes: &str, inside: &str| {
        let namespace = "xmlns=\"http://www.w3.org/1998/Math/MathML\"";
        let html = page_html(&format!("<p>So <math {namespace} {attributes}>{inside}</math> holds.</p>"));
        let (_, rest) = html.split_once("<math ").unwrap_or_else(|| panic!("{html}"));
        rest.split_once('>').unwrap().0.contains("tabindex=\"0\"")
    };
    let (short, long) = ("<mi>x</mi><mo>=</mo><mn>20</mn>", "<mi>x</mi><mo>=</mo><mn>2000000</mn>");
    assert!(!formula("", short) && formula("", long));
    assert!(formula("display=\"block\"", short), "alone in its line, it is as wide as the window");
    let noted = "<semantics><mi>x</mi><annotation encoding=\"TeX\">{x}_{\\relax}</annotation></semantics>";
    assert!(!formula("", noted), "only what is shown counts");
}

#[test]
fn languages_tables_formulas_pages_and_verse_are_kept() {
    let html = page_html(
        r#"<p lang="fr">Le <span lang="la" dir="ltr">mare</span></p><p dir="rtl">x</p>
        <table><caption>Tides</caption><thead><tr><th>Day</th><th>High</th></tr></thead>
        <tbody><tr><th>Monday</th><td colspan="2">4 m</td></tr></tbody></table>
        <p><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="x squared"><msup><mi>x</mi><mn>2</mn></msup></math></p>
        <p>Before <span epub:type="pagebreak" role="doc-pagebreak" id="p12" aria-label="12"/> after.</p>
        <ol start="3" type="a"><li>Item</li></ol>"#,
    );
    for kept in [
        "lang=\"fr\"", "<span id=\"", "lang=\"la\" dir=\"ltr\">mare", "dir=\"rtl\"", "<caption id=\"",
        "scope=\"col\">", "scope=\"row\">", "colspan=\"2\"", "<math alttext=\"x squared\">", "<msup>",
        "id=\"b.p12\" class=\"b-page\"", "12</span>", "<ol", "type=\"a\" start=\"3\"",
    ] {
        assert!(html.contains(kept) || kept.starts_with("<span id"), "{kept} in {html}");
    }
}

#[test]
fn pictures_are_files_of_the_package_or_cleaned_drawings() {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script><rect onload='x' width='1' height='1'/></svg>";
    let book = EpubBuilder::new("Tides")
        .chapter("One", r#"<p><img src="a.png" alt="A boat"/></p><p><img src="b.svg" alt="A map"/></p><p><img src="a.png"/></p>"#)
        .file("a.png", "image/png", PNG_SIGNATURE)
        .file("b.svg", "image/svg+xml", svg)
        .build();
    let pages = BookPages::from_epub(book);
    let html = pages.chapter_html(0);
    assert!(html.contains("<img src=\"files/OEBPS/a.png\" alt=\"A boat\""), "{html}");
    assert!(html.contains("<img src=\"drawings/0\" alt=\"A map\""), "{html}");
    assert!(html.contains("alt=\"[Undescribed]\""), "{html}");
    assert_eq!(pages.outline.files, ["OEBPS/a.png"]);
    let drawing = String::from_utf8(pages.part_bytes(pages.outline.drawings[0]).to_vec()).unwrap();
    assert!(
        drawing.contains("<rect") && !drawing.contains("script") && !drawing.contains("onload"),
        "{drawing}"
    );
}

/// A PNG file whose header states 300 by 200 pixels.
fn wide_png() -> Vec<u8> {
    let mut bytes = books::testkit::MINIMAL_PNG.to_vec();
    bytes[16..24].copy_from_slice(&[0, 0, 0x01, 0x2C, 0, 0, 0, 0xC8]);
    // The checksum of its header.
    bytes[29..33].copy_from_slice(&WIDE_PNG_CRC);
    bytes
}

const WIDE_PNG_CRC: [u8; 4] = [0x52, 0xDF, 0xDC, 0x55];

/// Pages of a chapter with a picture `a.png` of 300 by 200 pixels, a small one `sign.png`, and a drawing
/// `b.svg`.
fn pages_with_pictures(markup: &str) -> BookPages {
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 40'><circle r='9'/></svg>";
    let book = EpubBuilder::new("Tides").chapter("One", markup).file("a.png", "image/png", &wide_png());
    let book = book.file("sign.png", "image/png", books::testkit::MINIMAL_PNG);
    BookPages::from_epub(book.file("b.svg", "image/svg+xml", svg).build())
}

#[test]
fn a_picture_is_a_link_to_its_own_page_with_one_name() {
    let pages = pages_with_pictures(
        r#"<p id="x">Before.</p><p><img src="a.png" alt="A boat"/></p><p>A <img src="a.png" alt="A buoy"/> far out,
        an <img src="sign.png" alt="anchor"/> near.</p><p><img src="sign.png" alt="anchor"/></p>
        <p><img src="a.png" alt=""/></p><div lang="fr"><img src="b.svg" alt="Une carte"/></div>"#,
    );
    let html = pages.chapter_html(0);
    let boat = "<a class=\"b-picture\" id=\"p.1\" href=\"1/pictures/1\"><img src=\"files/OEBPS/a.png\" alt=\"A boat\" \
                width=\"300\" height=\"200\" loading=\"lazy\"><span class=\"b-enlarge\"><span class=\"hidden\">. </span>[Enlarge]</span></a>";
    assert!(html.contains(boat), "{html}");
    assert!(html.contains("A <a class=\"b-picture b-in-line\" id=\"p.2\" href=\"1/pictures/2\">"), "{html}");
    assert_eq!(html.matches("alt=\"A boat\"").count(), 1, "{html}");
    assert_eq!(html.matches("[Enlarge]").count(), 3, "not of ornaments and signs: {html}");
    let pictures = pages.chapter_pictures(0);
    let [boat, buoy, map] = pictures.as_slice() else { panic!("{pictures:?}") };
    assert_eq!((boat.id.as_str(), boat.size, boat.alt.as_deref()), ("p.1", (300, 200), Some("A boat")));
    assert_eq!(boat.source, PictureSource::Address("files/OEBPS/a.png".to_owned()));
    assert_eq!(boat.lang, "");
    let outline = &pages.outline;
    assert!(outline.place_offset(0, &buoy.place).is_some_and(|before| before > 0), "{buoy:?}");
    assert_eq!((map.size, map.lang.as_str()), ((600, 800), "fr"), "a drawing is as wide as a column");
    assert_eq!(map.source, PictureSource::Address("drawings/0".to_owned()));
    let undescribed = pages_with_pictures(r#"<p><img src="a.png"/></p>"#).chapter_html(0);
    assert!(undescribed.contains("<span class=\"hidden\">. </span>[Enlarge] 1</span></a>"), "{undescribed}");
}

#[test]
fn links_to_pictures_are_neither_in_links_nor_in_names() {
    let pages = pages_with_pictures(
        r##"<h2>Boats <img src="a.png" alt="A boat"/></h2>
        <p>See <a href="#t"><img src="a.png" alt="A buoy"/> there</a>.</p>
        <table id="t"><tr><th>Map <img src="b.svg" alt="The bay"/></th><td><img src="b.svg" alt="The pier"/></td></tr></table>"##,
    );
    let html = pages.chapter_html(0);
    let link = |number: usize| {
        format!(
            "<a class=\"b-enlarge\" id=\"p.{number}\" href=\"1/pictures/{number}\">[Enlarge] {number}</a>"
        )
    };
    assert!(html.contains(&format!("</h2>\n<p>{}</p>", link(1))), "{html}");
    assert!(html.contains(&format!(" there</a> {}.</p>", link(2))), "{html}");
    assert!(html.contains(&format!("</table></div>\n<p>{}</p>", link(3))), "{html}");
    let (_, cell) = html.split_once("<td").unwrap();
    assert!(cell.split_once("</td>").unwrap().0.contains("<a class=\"b-picture\" id=\"p.4\""), "{html}");
    let heading = html.split_once("<h2").unwrap().1.split_once("</h2>").unwrap().0;
    assert!(!heading.contains("<a "), "{heading}");
    assert_eq!(pages.chapter_pictures(0).len(), 4);
}

#[test]
fn the_page_of_a_picture_has_its_caption_and_description() {
    let pages = pages_with_pictures(
        r##"<figure><img src="a.png" alt="A chart" aria-details="long"/><figcaption>Tides, see <a href="#n">below</a></figcaption></figure>
        <div id="long" hidden="hidden"><p>High at <em>six</em>.</p></div><p id="n">Below.</p>"##,
    );
    let html = String::from_utf8(pages.part_bytes(pages.outline.chapters[0].html).to_vec()).unwrap();
    let pictures = pages.chapter_pictures(0);
    let parts = pictures[0].cut_parts(0, &html).unwrap();
    assert!(parts.caption.contains("Tides, see <a href=\"../../1#b.n\">below</a>"), "{parts:?}");
    assert!(parts.description.contains("High at <em>six</em>."), "{parts:?}");
    assert_eq!((parts.copy, parts.drawing.as_str()), (None, ""));
}

#[test]
fn abbreviations_are_listed_with_their_full_forms() {
    let who = "<abbr title=\"World Health Organization\">WHO</abbr>";
    let html = page_html(&format!(
        "<p>The {who} and the {who}, <abbr>etc.</abbr>, <abbr title=\"AD\">ad</abbr>.</p><p lang=\"fr\">L’<abbr title=\"Organisation &lt;x&gt;\">O</abbr></p>"
    ));
    let list = "<details class=\"b-abbreviations\"><summary>[Abbreviations]</summary>\n<dl>\n\
                <dt>WHO</dt>\n<dd>World Health Organization</dd>\n\
                <dt lang=\"fr\">O</dt>\n<dd lang=\"fr\">Organisation &lt;x&gt;</dd>\n</dl></details>";
    assert!(html.ends_with(&format!("</div>{list}\n")), "{html}");
    assert!(!page_html("<p>The WHO.</p>").contains("<details"));
}

#[test]
fn headers_of_a_table_are_for_their_column_or_their_row() {
    let html = page_html(
        "<table><tr><td></td><th>High</th><th>Low</th></tr><tr><th>Monday</th><td>4 m</td><td>1 m</td></tr>\
         <tr><th colspan=\"3\">Spring tide</th></tr><tr><th>Tuesday</th><td></td><td></td></tr></table>",
    );
    for (header, scope) in
        [("High", "col"), ("Low", "col"), ("Monday", "row"), ("Spring tide", "col"), ("Tuesday", "row")]
    {
        let (before, _) = html.split_once(&format!("{header}<")).unwrap_or_else(|| panic!("{html}"));
        let (_, tag) = before.rsplit_once("<th ").unwrap();
        assert!(tag.contains(&format!("scope=\"{scope}\"")), "{header}: {tag}");
    }
}

#[test]
fn long_lines_of_code_are_scrolled_with_the_keyboard_and_have_a_name() {
    let markup = "<pre id=\"c\">let tide = 4;\n  rise();</pre>";
    let html = page_html(markup);
    let group =
        "<div class=\"b-pre\" role=\"group\" tabindex=\"0\" aria-label=\"[Preformatted]\"><pre id=\"b.c\">";
    assert!(html.contains(&format!("{group}let tide = 4;\n  rise();</pre></div>")), "{html}");
    let pages = BookPages::from_epub(EpubBuilder::new("Tides").chapter("One", markup).build());
    let html = pages.chapter_html_in(0, PageLanguages { words: "de", text: "en" });
    assert!(
        html.contains("aria-label=\"[Preformatted]\" lang=\"de\"><pre id=\"b.c\" lang=\"en\">"),
        "{html}"
    );
}

#[test]
fn places_are_canonical_fragment_identifiers() {
    let markup = r#"<p id="a">First words.</p><div><p>Second words.</p></div>"#;
    let pages = BookPages::from_epub(
        EpubBuilder::new("Tides").chapter("One", markup).chapter("Two", "<p>End</p>").build(),
    );
    let outline = &pages.outline;
    let chapter = pages.find_chapter("One");
    let (id, path, before) = chapter.places.iter().find(|place| place.0 == "b.a").unwrap();
    let body = path.strip_suffix("/4").unwrap_or(path);
    assert!(path.starts_with("/4/") && *before >= 3, "{path} {before} {body}");
    let at = outline.chapters.iter().position(|one| one.title == "One").unwrap();
    let location = outline.place_cfi(at, Some(id));
    assert_eq!(location, format!("epubcfi(/6/{}!{path})", 2 * (at + 1)));
    assert_eq!(outline.find_location(&location), Some((at, Some("b.a"))));
    // A place inside of a block, and one of an app that adds assertions.
    let inside = format!("epubcfi(/6/{}[one]!{path}[a]/1:4)", 2 * (at + 1));
    assert_eq!(outline.find_location(&inside), Some((at, Some("b.a"))));
    // A range counts as where it begins.
    let range = format!("epubcfi(/6/{}!{path},/1:4,/1:9)", 2 * (at + 1));
    let innermost = outline.innermost_place(&range).unwrap();
    assert_eq!(innermost, (at, "b.a", path.as_str(), format!("{path}/1:4")));
    for bad in ["", "epubcfi(/6/0!/4)", "epubcfi(/6/3!/4)", "epubcfi(/6/999!/4)", "/6/2", "epubcfi(/2/2)"] {
        assert_eq!(outline.find_location(bad), None, "{bad}");
    }
    assert!(outline.progression(0, 0).abs() < f64::EPSILON);
    assert!((outline.progression(outline.chapters.len(), 0) - 1.0).abs() < f64::EPSILON);
    let second = outline.progression(at, *before);
    assert_eq!(outline.place_at(second), Some((at, Some("b.a"))));
}

#[test]
fn the_words_can_be_searched() {
    let pages = BookPages::from_epub(
        EpubBuilder::new("Tides").chapter("One", "<p id='a'>The <em>wind</em>\n rose.</p>").build(),
    );
    let pieces: Vec<TextPiece> =
        serde_json::from_slice(pages.part_bytes(pages.outline.chapters[0].text)).unwrap();
    assert!(pieces.iter().any(|piece| piece.id == "b.a" && piece.text == "The wind rose."), "{pieces:?}");
}

#[test]
fn placeholders_are_words_of_the_reader_and_never_of_the_book() {
    let worded =
        |html: &str, word: &dyn Fn(PlaceholderWord) -> String| fill_placeholders(html, SAME_LANGUAGES, word);
    assert_eq!(worded("a\u{1}db\u{1}", &|_| "<é>".into()), "a&lt;é&gt;b");
    assert!(
        PlaceholderWord::ALL
            .iter()
            .all(|word| worded(&format!("\u{1}{}", word.placeholder_letter()), &|one| format!("{one:?}"))
                == format!("{word:?}"))
    );
    assert!(!page_html("<p>a&#1;d</p>").contains("[Description]"));
}

#[test]
fn narration_is_listed_with_its_times() {
    let smil = br#"<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="chapter1.xhtml#a"/><audio src="one.mp3" clipBegin="0s" clipEnd="1.5s"/></par></body></smil>"#;
    let book = EpubBuilder::new("Tides")
        .chapter("One", "<p id='a'>Words.</p>")
        .file("one.smil", "application/smil+xml", smil)
        .file("one.mp3", "audio/mpeg", b"ID3");
    let parts = book.parts().into_iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(&bytes)
            .replace("<item id=\"c1\"", "<item media-overlay=\"f0\" id=\"c1\"");
        (name, if text.contains("media-overlay") { text.into_bytes() } else { bytes })
    });
    let pages = BookPages::from_epub(zip_files(parts));
    let narrated: Vec<&OutlineChapter> =
        pages.outline.chapters.iter().filter(|one| one.clips.length > 0).collect();
    assert!(!narrated.is_empty());
    let clips: Vec<NarrationClip> = serde_json::from_slice(pages.part_bytes(narrated[0].clips)).unwrap();
    let expected =
        NarrationClip { id: "b.a".into(), audio: "files/OEBPS/one.mp3".into(), begin: 0.0, end: Some(1.5) };
    assert_eq!(clips, [expected]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the text is, the page is made of known elements and attributes.
    #[test]
    fn any_markup_becomes_known_elements(parts in proptest::collection::vec(any_markup(), 0..12)) {
        let html = page_html(&parts.concat());
        for tag in html.split('<').skip(1) {
            let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            prop_assert!(KNOWN_ELEMENTS.contains(&name.as_str()), "{} in {}", name, html);
        }
        for bad in [" on", "javascript:", " style=", "//elsewhere"] {
            let attributes = html.split('<').skip(1).map(|tag| tag.split('>').next().unwrap());
            prop_assert!(attributes.clone().all(|tag| !tag.contains(bad)), "{} in {}", bad, html);
        }
    }
}

const KNOWN_ELEMENTS: [&str; 57] = [
    "a", "abbr", "blockquote", "br", "caption", "cite", "code", "dd", "del", "details", "dfn", "div", "dl",
    "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li", "mark",
    "math", "mfrac", "mi", "mn", "mo", "mrow", "msqrt", "msub", "msup", "mtext", "ol", "p", "pre", "q",
    "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "u", "ul", "mspace",
];

/// A piece of markup, seldom well-formed.
fn any_markup() -> impl Strategy<Value = String> {
    let names = proptest::sample::select(vec![
        "p", "div", "h1", "h4", "script", "style", "img", "svg", "math", "mi", "table", "tr", "td", "th",
        "ul", "li", "a", "span", "em", "iframe", "form", "input", "object", "aside", "pre", "dl", "dt", "dd",
        "custom-x", "video",
    ]);
    let attributes = proptest::sample::select(vec![
        "",
        " onclick='a()'",
        " style='display:none'",
        " href='javascript:x'",
        " src='//elsewhere'",
        " id='a'",
        " class='b'",
        " epub:type='pagebreak' aria-label='3'",
        " epub:type='noteref' href='#a'",
        " lang='de'",
        " xmlns='http://www.w3.org/2000/svg'",
        " hidden='hidden'",
        " alttext='&lt;b&gt;'",
    ]);
    (names, attributes, "[abcxyz<>&;\"' ]{0,8}", 0..3_u8).prop_map(|(name, attribute, text, end)| match end {
        0 => format!("<{name}{attribute}>{text}"),
        1 => format!("<{name}{attribute}/>{text}"),
        _ => format!("<{name}{attribute}>{}</{name}>", books::xml::escape(&text)),
    })
}
