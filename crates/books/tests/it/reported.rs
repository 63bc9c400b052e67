//! Small cases after problems that people have reported about other readers: DAISY 2.02, narration, tables,
//! text from right to left, formulas. The rules that they show are listed in docs/formats.md.

use std::time::Duration;

use books::model::{Block, BlockKind, Book, Direction, Inline};
use books::testkit::{Epub2Builder, EpubBuilder, unzip_text, validate_daisy, zip_files};
use books::{Format, Limits};

use crate::support::{book_words, convert_to};

fn read_book(source: Vec<u8>) -> Book {
    books::read_book(source.into(), &Limits::default(), &mut ()).unwrap()
}

/// Begin and end of each clip in milliseconds, in the order of playing.
fn clip_times(book: &Book) -> Vec<(u128, Option<u128>)> {
    let clips = book.overlays.iter().flat_map(|overlay| &overlay.clips);
    clips.map(|clip| (clip.begin.as_millis(), clip.end.map(|end| end.as_millis()))).collect()
}

/// A DAISY 2.02 book of one SMIL file with these steps and this text.
fn daisy2_book(steps: &str, text: Option<&str>) -> Vec<u8> {
    let ncc = "<html><head><title>Tides</title><meta name=\"dc:title\" content=\"Tides\"/></head><body>\
               <h1 class=\"title\" id=\"t\"><a href=\"a.smil#s1\">Tides</a></h1><h1 id=\"h\"><a \
               href=\"a.smil#s2\">One</a></h1></body></html>";
    let smil = format!("<smil><body><seq>{steps}</seq></body></smil>");
    let mut files = vec![("ncc.html", ncc.to_owned()), ("a.smil", smil), ("a.mp3", "sound".to_owned())];
    files.extend(text.map(|text| ("a.html", format!("<html><body>{text}</body></html>"))));
    zip_files(files)
}

fn audio_element(begin: &str, end: &str) -> String {
    format!("<audio src=\"a.mp3\" clip-begin=\"npt={begin}s\" clip-end=\"npt={end}s\"/>")
}

#[test]
fn a_step_of_several_recordings_is_heard_as_a_whole_also_with_a_gap_between_them() {
    let step = |id: &str, target: &str, inside: String| {
        format!("<par endsync=\"last\" id=\"{id}\"><text src=\"a.html#{target}\"/>{inside}</par>")
    };
    let several = format!(
        "<seq>{}{}{}</seq>",
        audio_element("2", "2.5"),
        audio_element("2.5", "4"),
        audio_element("5", "6")
    );
    let steps = step("s1", "t", audio_element("0", "2"))
        + &step("s2", "h", several)
        + &step("s3", "p", audio_element("6", "7"));
    let text = "<h1 class=\"title\" id=\"t\">Tides</h1><h1 id=\"h\">One</h1><p id=\"p\">The sea.</p>";
    let book = read_book(daisy2_book(&steps, Some(text)));
    let expected = [(0, 2000), (2000, 2500), (2500, 4000), (5000, 6000), (6000, 7000)];
    assert_eq!(clip_times(&book), expected.map(|(begin, end)| (begin, Some(end))));
    assert_eq!(book_words(&book), "One The sea.");
}

#[test]
fn a_book_whose_texts_do_not_exist_is_heard_with_its_headings() {
    let step = |id: &str, sound: String| format!("<par id=\"{id}\"><text src=\"gone.html#x\"/>{sound}</par>");
    let steps = step("s1", audio_element("0", "2")) + &step("s2", audio_element("2", "9"));
    let book = read_book(daisy2_book(&steps, None));
    assert!(book_words(&book).contains("One"), "{}", book_words(&book));
    assert_eq!(clip_times(&book).last(), Some(&(2000, Some(9000))));
}

fn narrated_book(steps: &str) -> Book {
    let smil =
        format!("<smil xmlns=\"http://www.w3.org/ns/SMIL\" version=\"3.0\"><body>{steps}</body></smil>");
    let source = EpubBuilder::new("Tides")
        .chapter("One", "<p id=\"a\">The sea.</p><p id=\"b\">The land.</p>")
        .file("one.smil", "application/smil+xml", smil.as_bytes())
        .file("a.mp3", "audio/mpeg", b"sound")
        .parts();
    let files = source.into_iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if name != "OEBPS/package.opf" {
            return (name, bytes);
        }
        let smil = text.split("<item ").find(|item| item.contains("one.smil")).unwrap();
        let id = smil.split("id=\"").nth(1).unwrap().split('"').next().unwrap();
        let with = format!("href=\"chapter1.xhtml\" media-overlay=\"{id}\"");
        (name, text.replace("href=\"chapter1.xhtml\"", &with).into_bytes())
    });
    read_book(zip_files(files.collect::<Vec<_>>()))
}

#[test]
fn clips_without_a_beginning_or_an_end_are_played_from_the_beginning_or_to_the_end() {
    let book = narrated_book(
        "<par><text src=\"chapter1.xhtml#a\"/><audio src=\"a.mp3\" clipEnd=\"2s\"/></par>\
         <par><text src=\"chapter1.xhtml#b\"/><audio src=\"a.mp3\" clipBegin=\"0:00:02.000\"/></par>",
    );
    assert_eq!(clip_times(&book), [(0, Some(2000)), (2000, None)]);
    assert_eq!(book.overlays[0].clips[0].end, Some(Duration::from_secs(2)));
}

#[test]
fn steps_may_name_a_document_without_a_place_and_recordings_with_a_fragment() {
    let book = narrated_book(
        "<par><text src=\"chapter1.xhtml#\"/><audio src=\"a.mp3#t=1\" clipBegin=\"0s\" clipEnd=\"1s\"/></par>\
         <par><text src=\"chapter1.xhtml\"/><audio src=\"a.mp3\" clipBegin=\"1s\" clipEnd=\"2s\"/></par>\
         <par><text src=\"chapter1.xhtml#gone\"/><audio src=\"a.mp3\" clipBegin=\"2s\" clipEnd=\"3s\"/></par>",
    );
    assert_eq!(clip_times(&book), [(0, Some(1000)), (1000, Some(2000)), (2000, Some(3000))]);
    assert!(
        book.overlays.iter().flat_map(|overlay| &overlay.clips).all(|clip| clip.audio.ends_with("a.mp3"))
    );
}

fn book_with_chapter(body: &str) -> Vec<u8> {
    EpubBuilder::new("Tides").chapter("One", body).build()
}

#[test]
fn spans_that_reach_beyond_the_table_make_valid_books() {
    let source = book_with_chapter(
        "<table><tr><th>X</th><td colspan=\"9\">Y</td></tr><tr><td rowspan=\"9\">1</td><td>2</td><td>3</td></tr>\
         <tr><td colspan=\"0\">4</td><td rowspan=\"0\">5</td></tr></table>",
    );
    let daisy = convert_to(Format::Daisy, source.clone());
    assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    let table = unzip_text(&daisy, "book.xml").split("<table").nth(1).unwrap().to_owned();
    let text: String =
        table.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text.trim()).collect();
    assert!(text.starts_with("XY12345"), "{table}");
    for format in [Format::Docx, Format::Brf] {
        assert!(!convert_to(format, source.clone()).is_empty());
    }
}

#[test]
fn spans_of_old_html_are_spans_of_the_new_book() {
    let table = "<table border=\"1\"><tr><td>X</td><td colspan=\"2\" align=\"center\">Y</td></tr>\
                 <tr><td>1</td><td>2</td><td>3</td></tr></table>";
    let daisy = convert_to(Format::Daisy, book_with_chapter(table));
    let text = unzip_text(&convert_to(Format::Epub3, daisy), "EPUB/text/part0002.xhtml");
    assert!(text.contains("colspan=\"2\"") && text.matches("<tr").count() == 2, "{text}");
    let old = Epub2Builder::new().chapter("One", table).build();
    let text = unzip_text(&convert_to(Format::Epub3, old), "OEBPS/c1.html");
    assert!(text.contains("colspan=\"2\"") && !text.contains("border"), "{text}");
}

fn table_shapes(book: &Book) -> Vec<(usize, Vec<bool>)> {
    let mut found = Vec::new();
    book.walk(&mut |block: &Block| {
        if let BlockKind::Table(table) = &block.kind {
            let first = table.rows().next().unwrap();
            found.push((table.head.len(), first.cells.iter().map(|cell| cell.header).collect()));
        }
    });
    found
}

#[test]
fn a_first_row_that_only_looks_like_headings_is_one() {
    let rows = |first: &str| {
        format!(
            "<table><tr>{first}</tr><tr><td>1</td><td>2</td></tr><tr><td>3</td><td><b>4</b></td></tr></table>"
        )
    };
    let bold = "<td><b>Port</b></td><td><p><strong>Tide</strong></p></td>";
    assert_eq!(table_shapes(&read_book(book_with_chapter(&rows(bold)))), [(1, vec![true, true])]);
    for other in [
        "<td><b>Port</b></td><td>Tide</td>",
        "<td><b>Port</b> of call</td><td><b>Tide</b></td>",
        "<td></td><td></td>",
    ] {
        assert_eq!(
            table_shapes(&read_book(book_with_chapter(&rows(other)))),
            [(0, vec![false, false])],
            "{other}"
        );
    }
    // All bold, or marked already: nothing stands out.
    let all = "<table><tr><td><b>a</b></td></tr><tr><td><b>b</b></td></tr></table>";
    assert_eq!(table_shapes(&read_book(book_with_chapter(all))), [(0, vec![false])]);
    let marked = "<table><tr><td><b>a</b></td><td><b>b</b></td></tr><tr><th>c</th><td>d</td></tr></table>";
    assert_eq!(table_shapes(&read_book(book_with_chapter(marked))), [(0, vec![false, false])]);
}

#[test]
fn text_from_right_to_left_keeps_its_direction_stated_or_not() {
    let page = |attributes: &str| {
        format!(
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>P</title></head><body {attributes}>\
             <h2 dir=\"rtl\">\u{5d8}\u{5e7}\u{5e1}\u{5d8}</h2><p>\u{5e9}\u{5dc}\u{5d5}\u{5dd}, abc <bdo \
             dir=\"rtl\">fed</bdo>.</p><p lang=\"en\">Home.</p></body></html>"
        )
    };
    let source = |attributes: &str| {
        EpubBuilder::new("\u{5e1}\u{5e4}\u{5e8}")
            .language("he")
            .chapter("One", "")
            .raw_file("OEBPS/chapter1.xhtml", page(attributes).as_bytes())
            .build()
    };
    let book = read_book(source("dir=\"RTL\""));
    assert_eq!(book.sections[0].dir, Some(Direction::Rtl));
    for attributes in ["dir=\"rtl\"", ""] {
        let daisy = convert_to(Format::Daisy, source(attributes));
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
        let text = unzip_text(&daisy, "book.xml");
        assert!(text.contains("dir=\"rtl\""), "{attributes}");
        assert_eq!(text.contains("xml:lang=\"en\" dir=\"ltr\""), attributes.is_empty(), "{text}");
        let word = unzip_text(&convert_to(Format::Docx, source(attributes)), "word/document.xml");
        let paragraph =
            word.split("<w:p>").find(|paragraph| paragraph.contains("\u{5e9}\u{5dc}\u{5d5}\u{5dd}"));
        assert!(paragraph.is_some_and(|paragraph| paragraph.contains("<w:bidi")), "{attributes}: {word}");
        let epub = convert_to(Format::Epub3, daisy);
        let package = unzip_text(&epub, "EPUB/package.opf");
        assert!(package.contains("page-progression-direction=\"rtl\""), "{attributes}: {package}");
        let text = unzip_text(&epub, "EPUB/text/part0002.xhtml");
        assert!(text.contains("xml:lang=\"he\" dir=\"rtl\""), "{attributes}: {text}");
    }
}

fn count_formulas(book: &Book) -> usize {
    let mut count = 0;
    book.walk(&mut |block: &Block| {
        count += usize::from(matches!(block.kind, BlockKind::Math(_)));
        for inline in block.inlines() {
            inline.walk(&mut |inline| count += usize::from(matches!(inline, Inline::Math(_))));
        }
    });
    count
}

#[test]
fn a_formula_without_its_namespace_is_one_formula_and_its_source_code_is_not_text() {
    let math = "<math><semantics><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow><annotation \
                encoding=\"application/x-tex\">\\frac{zz}</annotation></semantics></math>";
    for body in [
        format!("<p>Let {math} be.</p>"),
        format!(
            "<p>Let <span class=\"katex\"><span class=\"katex-mathml\">{math}</span><span class=\"katex-html\" \
             aria-hidden=\"true\"><span class=\"base\">x + 1 yy</span></span></span> be.</p>"
        ),
        // Some programs leave out the attribute that hides the drawing of the formula.
        format!(
            "<p>Let <span class=\"katex\"><span class=\"katex-mathml\">{math}</span><span class=\"katex-html\"><span \
             class=\"base\">x + 1 yy</span></span></span> be.</p>"
        ),
    ] {
        let book = read_book(book_with_chapter(&body));
        assert_eq!(count_formulas(&book), 1, "{body}");
        assert!(
            !book_words(&book).contains("zz") && !book_words(&book).contains("yy"),
            "{}",
            book_words(&book)
        );
        let daisy = convert_to(Format::Daisy, book_with_chapter(&body));
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new());
    }
}
