//! Texts of books, and scores.

use super::{FileMaker, HostileReader, entity_bomb, many_attributes, repeat_numbered};
use crate::testkit::{EpubBuilder, daisy202_book, talking_book, unzip, zip_files};

pub(super) const TEXT_MAKERS: &[FileMaker] = &[
    ("entities", HostileReader::Epub, || epub_with_text(&with_entities("html", "<p>&bomb;</p>"))),
    ("entities in attributes", HostileReader::Epub, || {
        epub_with_text(&with_entities("html", "<p title='&bomb;'/>"))
    }),
    ("entities in the package", HostileReader::Epub, || {
        epub_with_file("OEBPS/package.opf", &with_entities("package", "&bomb;"))
    }),
    ("entities of entities", HostileReader::Epub, nested_entities),
    ("attributes", HostileReader::Epub, || epub_with_chapter(&format!("<p{}>a</p>", many_attributes()))),
    ("attributes of HTML", HostileReader::Epub, || {
        epub_with_chapter(&format!("<br><p{}>a", many_attributes()))
    }),
    ("namespaces", HostileReader::Epub, many_namespaces),
    ("table", HostileReader::Epub, || {
        epub_with_chapter(&table_with_spans("colspan='1000' rowspan='65534'", 200, 200))
    }),
    ("table of few columns", HostileReader::Epub, || {
        epub_with_chapter(&table_with_spans("rowspan='65534'", 10, 5000))
    }),
    ("table of one wide row", HostileReader::Epub, wide_row),
    ("tables in tables", HostileReader::Epub, || {
        epub_with_chapter(&nest_tags("<table><tr><td>", "</td></tr></table>", 30_000))
    }),
    ("nesting", HostileReader::Epub, || epub_with_chapter(&nest_tags("<div>", "</div>", 100_000))),
    ("nesting without ends", HostileReader::Epub, || epub_with_chapter(&"<div>".repeat(100_000))),
    ("nested readings", HostileReader::Epub, || {
        epub_with_chapter(&nest_tags("<ruby>a<rt>", "</rt></ruby>", 90))
    }),
    ("nested lists", HostileReader::Epub, || epub_with_chapter(&nest_tags("<ul><li>a", "</li></ul>", 90))),
    ("open elements", HostileReader::Epub, open_elements),
    ("one word", HostileReader::Epub, || epub_with_chapter(&format!("<p>{}</p>", "x".repeat(900_000)))),
    ("paragraphs", HostileReader::Epub, || epub_with_chapter(&"<p/>".repeat(300_000))),
    ("links", HostileReader::Epub, || {
        epub_with_chapter(&repeat_numbered(20_000, |n| format!("<a href='#i{}' id='i{n}'>a</a>", n + 1)))
    }),
    ("notes of notes", HostileReader::Epub, many_notes),
    ("deep formula", HostileReader::Epub, || epub_with_formula(&nest_tags("<mrow>", "</mrow>", 90))),
    ("deeper formula", HostileReader::Epub, || epub_with_formula(&nest_tags("<msqrt>", "</msqrt>", 5000))),
    ("wide formula", HostileReader::Epub, || epub_with_formula(&"<mi>x</mi><mo>+</mo>".repeat(50_000))),
    ("formulas", HostileReader::Epub, || {
        epub_with_chapter(&"<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>x</mi></math>".repeat(2000))
    }),
    ("style sheet", HostileReader::Epub, heavy_style),
    ("spine", HostileReader::Epub, repeating_spine),
    ("table of contents", HostileReader::Epub, deep_contents),
    ("entities", HostileReader::Dtbook, || {
        with_entities("dtbook", "<book><bodymatter><level1><p>&bomb;</p></level1></bodymatter></book>").into()
    }),
    ("attributes", HostileReader::Dtbook, || dtbook_with_markup(&format!("<p{}>a</p>", many_attributes()))),
    ("nesting", HostileReader::Dtbook, || dtbook_with_markup(&nest_tags("<level>", "</level>", 100_000))),
    ("table", HostileReader::Dtbook, || {
        dtbook_with_markup(&table_with_spans("colspan='1000' rowspan='65534'", 200, 200))
    }),
    ("entities", HostileReader::Daisy, || {
        talking_book_with("disc/book.ncx", &with_entities("ncx", "&bomb;"))
    }),
    ("synchronization in a circle", HostileReader::Daisy, many_steps),
    ("deep navigation", HostileReader::Daisy, deep_ncx),
    ("open elements", HostileReader::Daisy, || {
        daisy202_book_with("disc/text.html", &unclosed_formatting("<p>a"))
    }),
    ("synchronization without ends", HostileReader::Daisy, || {
        daisy202_book_with("disc/one.smil", &"<seq><par>".repeat(50_000))
    }),
    ("entities", HostileReader::Score, || {
        with_entities("score-partwise", "<part-list/><part><measure>&bomb;</measure></part>").into()
    }),
    ("repeats", HostileReader::Score, repeated_notes),
    ("bars", HostileReader::Score, || {
        score_with_bars(&"<measure><note><rest/></note></measure>".repeat(60_000))
    }),
    ("voices", HostileReader::Score, || {
        score_with_bars(&format!(
            "<measure>{}</measure>",
            repeat_numbered(50_000, |n| format!("<note><rest/><voice>{n}</voice><staff>{n}</staff></note>"))
        ))
    }),
    ("chord", HostileReader::Score, || {
        score_with_bars(&format!(
            "<measure>{}</measure>",
            "<note><chord/><pitch><step>C</step><octave>4</octave></pitch></note>".repeat(50_000)
        ))
    }),
];

fn epub_with_chapter(markup: &str) -> Vec<u8> {
    EpubBuilder::new("Hostile").chapter("One", markup).build()
}

fn epub_with_text(text: &str) -> Vec<u8> {
    epub_with_file("OEBPS/chapter1.xhtml", text)
}

fn epub_with_file(name: &str, text: &str) -> Vec<u8> {
    EpubBuilder::new("Hostile").chapter("One", "").raw_file(name, text.as_bytes()).build()
}

fn dtbook_with_markup(markup: &str) -> Vec<u8> {
    format!("<dtbook version='2005-3'><book><bodymatter><level>{markup}</level></bodymatter></book></dtbook>")
        .into()
}

fn epub_with_formula(inside: &str) -> Vec<u8> {
    epub_with_chapter(&format!("<p><math xmlns='http://www.w3.org/1998/Math/MathML'>{inside}</math></p>"))
}

fn score_with_bars(bars: &str) -> Vec<u8> {
    format!(
        "<score-partwise><part-list><score-part id='P1'><part-name>A</part-name></score-part></part-list>\
         <part id='P1'>{bars}</part></score-partwise>"
    )
    .into()
}

fn nest_tags(open: &str, close: &str, times: usize) -> String {
    format!("{}<p>a</p>{}", open.repeat(times), close.repeat(times))
}

fn with_entities(root: &str, inside: &str) -> String {
    let (declared, references) = entity_bomb(root);
    // The kind of a file is recognized by its beginning.
    format!("<!-- <{root} -->{declared}<{root}>{}</{root}>", inside.replace("&bomb;", &references))
}

fn nested_entities() -> Vec<u8> {
    let declared = repeat_numbered(9, |n| format!("<!ENTITY e{} '{}'>", n + 1, format!("&e{n};").repeat(20)));
    epub_with_text(&format!(
        "<!DOCTYPE html [<!ENTITY e0 'ha'>{declared}]><html><body><p>&e9;</p></body></html>"
    ))
}

fn many_namespaces() -> Vec<u8> {
    let declared = |from: usize| repeat_numbered(190, |n| format!(" xmlns:a{}='urn:{n}'", from + n));
    let outer = repeat_numbered(5, |n| format!("<div{}>", declared(190 * n)));
    epub_with_chapter(&format!("{outer}{}{}", "<p xmlns:b='urn:b'/>".repeat(100_000), "</div>".repeat(5)))
}

fn table_with_spans(spans: &str, rows: usize, columns: usize) -> String {
    let row = format!("<tr>{}</tr>", format!("<td {spans}>a</td>").repeat(rows.min(columns)));
    let (rows, row) = if rows < columns { (columns, row) } else { (rows, row) };
    format!("<table>{}</table>", row.repeat(rows))
}

fn wide_row() -> Vec<u8> {
    let wide = "<td>a</td>".repeat(10_000);
    epub_with_chapter(&format!("<table><tr>{wide}</tr>{}</table>", "<tr><td>a</td></tr>".repeat(20_000)))
}

/// Elements of which each is opened again in every paragraph.
fn unclosed_formatting(paragraph: &str) -> String {
    format!(
        "<html><body><p>{}{}",
        repeat_numbered(150, |n| format!("<b class='{n}'>")),
        paragraph.repeat(100_000)
    )
}

fn open_elements() -> Vec<u8> {
    epub_with_text(&unclosed_formatting("<p>a"))
}

fn many_notes() -> Vec<u8> {
    let note = |n: usize| {
        format!(
            "<aside epub:type='footnote' id='n{n}'><p>a <a epub:type='noteref' href='#n{0}'>1</a> <a epub:type='noteref' href='#n{0}'>2</a></p></aside>",
            (n + 1) % 1000
        )
    };
    epub_with_chapter(&format!(
        "<p>a <a epub:type='noteref' href='#n0'>1</a></p>{}",
        repeat_numbered(1000, note)
    ))
}

fn heavy_style() -> Vec<u8> {
    let rules = format!(
        "{}{}",
        "a{".repeat(50_000),
        repeat_numbered(50_000, |n| format!("a:not(.b{n}) > * ~ * {{ color: red }}\n"))
    );
    EpubBuilder::new("Hostile")
        .chapter("One", &format!("<style>{rules}</style><p style='{}'>a</p>", "a:b;".repeat(50_000)))
        .file("a.css", "text/css", rules.as_bytes())
        .build()
}

/// A spine that reads one text again and again.
fn repeating_spine() -> Vec<u8> {
    let book = EpubBuilder::new("Hostile").chapter("One", &"<p>a</p>".repeat(20_000));
    zip_files(book.parts().into_iter().map(|(name, bytes)| match name.as_str() {
        "OEBPS/package.opf" => {
            let text = String::from_utf8_lossy(&bytes)
                .replace("<itemref idref=\"c1\"/>", &"<itemref idref=\"c1\"/>".repeat(20_000));
            (name, text.into_bytes())
        }
        _ => (name, bytes),
    }))
}

fn deep_contents() -> Vec<u8> {
    let open = "<li><a href='chapter1.xhtml'>a</a><ol>";
    let nav = format!(
        "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><body><nav epub:type='toc'><ol>{}{}</ol></nav></body></html>",
        open.repeat(20_000),
        "</ol></li>".repeat(20_000)
    );
    epub_with_file("OEBPS/nav.xhtml", &nav)
}

/// A book with one file replaced.
fn replace_file(book: &[u8], file: &str, text: &str) -> Vec<u8> {
    zip_files(unzip(book).into_iter().map(|(name, bytes)| {
        let bytes = if name == file { text.as_bytes().to_vec() } else { bytes };
        (name, bytes)
    }))
}

fn talking_book_with(file: &str, text: &str) -> Vec<u8> {
    replace_file(&talking_book("Hostile", b"sound"), file, text)
}

fn daisy202_book_with(file: &str, text: &str) -> Vec<u8> {
    replace_file(&daisy202_book("Hostile", true), file, text)
}

fn many_steps() -> Vec<u8> {
    let par = |n: usize| {
        format!(
            "<par id='s{n}'><text src='one.smil#s{}'/><audio src='one.mp3' clip-begin='npt=0s' clip-end='npt=1s'/></par>",
            n + 1
        )
    };
    daisy202_book_with(
        "disc/one.smil",
        &format!(
            "<smil><body><seq>{}<par id='s1'><text src='one.smil#s1'/></par></seq></body></smil>",
            repeat_numbered(20_000, par)
        ),
    )
}

fn deep_ncx() -> Vec<u8> {
    let point = "<navPoint><navLabel><text>a</text></navLabel><content src='one.smil#a'/>";
    let text = format!(
        "<ncx><head/><navMap>{}{}</navMap></ncx>",
        point.repeat(20_000),
        "</navPoint>".repeat(20_000)
    );
    talking_book_with("disc/book.ncx", &text)
}

fn repeated_notes() -> Vec<u8> {
    let bar = "<measure><barline location='left'><repeat direction='forward'/></barline><note><rest/></note>\
               <barline><ending number='1, 2, 3, 4' type='start'/><repeat direction='backward' times='4000000000'/></barline></measure>";
    score_with_bars(&bar.repeat(2000))
}
