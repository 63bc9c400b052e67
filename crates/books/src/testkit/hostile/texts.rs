//! Texts of books, and scores.

use super::{Maker, Way, attributes, each, entities};
use crate::testkit::{EpubBuilder, daisy202_book, talking_book, unzip, zip_of};

pub(super) const ALL: &[Maker] = &[
    ("entities", Way::Epub, || whole(&with_entities("html", "<p>&bomb;</p>"))),
    ("entities in attributes", Way::Epub, || whole(&with_entities("html", "<p title='&bomb;'/>"))),
    ("entities in the package", Way::Epub, || part("OEBPS/package.opf", &with_entities("package", "&bomb;"))),
    ("entities of entities", Way::Epub, nested_entities),
    ("attributes", Way::Epub, || chapter(&format!("<p{}>a</p>", attributes()))),
    ("attributes of HTML", Way::Epub, || chapter(&format!("<br><p{}>a", attributes()))),
    ("namespaces", Way::Epub, namespaces),
    ("table", Way::Epub, || chapter(&table("colspan='1000' rowspan='65534'", 200, 200))),
    ("table of few columns", Way::Epub, || chapter(&table("rowspan='65534'", 10, 5000))),
    ("table of one wide row", Way::Epub, wide_row),
    ("tables in tables", Way::Epub, || chapter(&nested("<table><tr><td>", "</td></tr></table>", 30_000))),
    ("nesting", Way::Epub, || chapter(&nested("<div>", "</div>", 100_000))),
    ("nesting without ends", Way::Epub, || chapter(&"<div>".repeat(100_000))),
    ("nested lists", Way::Epub, || chapter(&nested("<ul><li>a", "</li></ul>", 90))),
    ("open elements", Way::Epub, open_elements),
    ("one word", Way::Epub, || chapter(&format!("<p>{}</p>", "x".repeat(900_000)))),
    ("paragraphs", Way::Epub, || chapter(&"<p/>".repeat(300_000))),
    ("links", Way::Epub, || chapter(&each(20_000, |n| format!("<a href='#i{}' id='i{n}'>a</a>", n + 1)))),
    ("notes of notes", Way::Epub, notes),
    ("deep formula", Way::Epub, || formula(&nested("<mrow>", "</mrow>", 90))),
    ("deeper formula", Way::Epub, || formula(&nested("<msqrt>", "</msqrt>", 5000))),
    ("wide formula", Way::Epub, || formula(&"<mi>x</mi><mo>+</mo>".repeat(50_000))),
    ("formulas", Way::Epub, || {
        chapter(&"<math xmlns='http://www.w3.org/1998/Math/MathML'><mi>x</mi></math>".repeat(2000))
    }),
    ("style sheet", Way::Epub, style),
    ("spine", Way::Epub, spine),
    ("table of contents", Way::Epub, contents),
    ("entities", Way::Dtbook, || {
        with_entities("dtbook", "<book><bodymatter><level1><p>&bomb;</p></level1></bodymatter></book>").into()
    }),
    ("attributes", Way::Dtbook, || dtbook(&format!("<p{}>a</p>", attributes()))),
    ("nesting", Way::Dtbook, || dtbook(&nested("<level>", "</level>", 100_000))),
    ("table", Way::Dtbook, || dtbook(&table("colspan='1000' rowspan='65534'", 200, 200))),
    ("entities", Way::Daisy, || talking("disc/book.ncx", &with_entities("ncx", "&bomb;"))),
    ("synchronization in a circle", Way::Daisy, smil),
    ("deep navigation", Way::Daisy, ncx),
    ("open elements", Way::Daisy, || old("disc/text.html", &formatting("<p>a"))),
    ("synchronization without ends", Way::Daisy, || old("disc/one.smil", &"<seq><par>".repeat(50_000))),
    ("entities", Way::Score, || {
        with_entities("score-partwise", "<part-list/><part><measure>&bomb;</measure></part>").into()
    }),
    ("repeats", Way::Score, repeats),
    ("bars", Way::Score, || score(&"<measure><note><rest/></note></measure>".repeat(60_000))),
    ("voices", Way::Score, || {
        score(&format!(
            "<measure>{}</measure>",
            each(50_000, |n| format!("<note><rest/><voice>{n}</voice><staff>{n}</staff></note>"))
        ))
    }),
    ("chord", Way::Score, || {
        score(&format!(
            "<measure>{}</measure>",
            "<note><chord/><pitch><step>C</step><octave>4</octave></pitch></note>".repeat(50_000)
        ))
    }),
];

fn chapter(markup: &str) -> Vec<u8> {
    EpubBuilder::new("Hostile").chapter("One", markup).build()
}

fn whole(text: &str) -> Vec<u8> {
    part("OEBPS/chapter1.xhtml", text)
}

fn part(name: &str, text: &str) -> Vec<u8> {
    EpubBuilder::new("Hostile").chapter("One", "").raw(name, text.as_bytes()).build()
}

fn dtbook(markup: &str) -> Vec<u8> {
    format!("<dtbook version='2005-3'><book><bodymatter><level>{markup}</level></bodymatter></book></dtbook>")
        .into()
}

fn formula(inside: &str) -> Vec<u8> {
    chapter(&format!("<p><math xmlns='http://www.w3.org/1998/Math/MathML'>{inside}</math></p>"))
}

fn score(bars: &str) -> Vec<u8> {
    format!(
        "<score-partwise><part-list><score-part id='P1'><part-name>A</part-name></score-part></part-list>\
         <part id='P1'>{bars}</part></score-partwise>"
    )
    .into()
}

fn nested(open: &str, close: &str, times: usize) -> String {
    format!("{}<p>a</p>{}", open.repeat(times), close.repeat(times))
}

fn with_entities(root: &str, inside: &str) -> String {
    let (declared, references) = entities(root);
    // What a file is, is seen from its beginning.
    format!("<!-- <{root} -->{declared}<{root}>{}</{root}>", inside.replace("&bomb;", &references))
}

fn nested_entities() -> Vec<u8> {
    let declared = each(9, |n| format!("<!ENTITY e{} '{}'>", n + 1, format!("&e{n};").repeat(20)));
    whole(&format!("<!DOCTYPE html [<!ENTITY e0 'ha'>{declared}]><html><body><p>&e9;</p></body></html>"))
}

fn namespaces() -> Vec<u8> {
    let declared = |from: usize| each(190, |n| format!(" xmlns:a{}='urn:{n}'", from + n));
    let outer = each(5, |n| format!("<div{}>", declared(190 * n)));
    chapter(&format!("{outer}{}{}", "<p xmlns:b='urn:b'/>".repeat(100_000), "</div>".repeat(5)))
}

fn table(spans: &str, rows: usize, columns: usize) -> String {
    let row = format!("<tr>{}</tr>", format!("<td {spans}>a</td>").repeat(rows.min(columns)));
    let (rows, row) = if rows < columns { (columns, row) } else { (rows, row) };
    format!("<table>{}</table>", row.repeat(rows))
}

fn wide_row() -> Vec<u8> {
    let wide = "<td>a</td>".repeat(10_000);
    chapter(&format!("<table><tr>{wide}</tr>{}</table>", "<tr><td>a</td></tr>".repeat(20_000)))
}

/// Elements of which each is opened again in every paragraph.
fn formatting(paragraph: &str) -> String {
    format!("<html><body><p>{}{}", each(150, |n| format!("<b class='{n}'>")), paragraph.repeat(100_000))
}

fn open_elements() -> Vec<u8> {
    whole(&formatting("<p>a"))
}

fn notes() -> Vec<u8> {
    let note = |n: usize| {
        format!(
            "<aside epub:type='footnote' id='n{n}'><p>a <a epub:type='noteref' href='#n{0}'>1</a> <a epub:type='noteref' href='#n{0}'>2</a></p></aside>",
            (n + 1) % 1000
        )
    };
    chapter(&format!("<p>a <a epub:type='noteref' href='#n0'>1</a></p>{}", each(1000, note)))
}

fn style() -> Vec<u8> {
    let rules = format!(
        "{}{}",
        "a{".repeat(50_000),
        each(50_000, |n| format!("a:not(.b{n}) > * ~ * {{ color: red }}\n"))
    );
    EpubBuilder::new("Hostile")
        .chapter("One", &format!("<style>{rules}</style><p style='{}'>a</p>", "a:b;".repeat(50_000)))
        .file("a.css", "text/css", rules.as_bytes())
        .build()
}

/// One text, read again and again.
fn spine() -> Vec<u8> {
    let book = EpubBuilder::new("Hostile").chapter("One", &"<p>a</p>".repeat(20_000));
    zip_of(book.parts().into_iter().map(|(name, bytes)| match name.as_str() {
        "OEBPS/package.opf" => {
            let text = String::from_utf8_lossy(&bytes)
                .replace("<itemref idref=\"c1\"/>", &"<itemref idref=\"c1\"/>".repeat(20_000));
            (name, text.into_bytes())
        }
        _ => (name, bytes),
    }))
}

fn contents() -> Vec<u8> {
    let open = "<li><a href='chapter1.xhtml'>a</a><ol>";
    let nav = format!(
        "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><body><nav epub:type='toc'><ol>{}{}</ol></nav></body></html>",
        open.repeat(20_000),
        "</ol></li>".repeat(20_000)
    );
    part("OEBPS/nav.xhtml", &nav)
}

/// A book with one file replaced.
fn changed(book: &[u8], file: &str, text: &str) -> Vec<u8> {
    zip_of(unzip(book).into_iter().map(|(name, bytes)| {
        let bytes = if name == file { text.as_bytes().to_vec() } else { bytes };
        (name, bytes)
    }))
}

fn talking(file: &str, text: &str) -> Vec<u8> {
    changed(&talking_book("Hostile", b"sound"), file, text)
}

fn old(file: &str, text: &str) -> Vec<u8> {
    changed(&daisy202_book("Hostile", true), file, text)
}

fn smil() -> Vec<u8> {
    let par = |n: usize| {
        format!(
            "<par id='s{n}'><text src='one.smil#s{}'/><audio src='one.mp3' clip-begin='npt=0s' clip-end='npt=1s'/></par>",
            n + 1
        )
    };
    old(
        "disc/one.smil",
        &format!(
            "<smil><body><seq>{}<par id='s1'><text src='one.smil#s1'/></par></seq></body></smil>",
            each(20_000, par)
        ),
    )
}

fn ncx() -> Vec<u8> {
    let point = "<navPoint><navLabel><text>a</text></navLabel><content src='one.smil#a'/>";
    let text = format!(
        "<ncx><head/><navMap>{}{}</navMap></ncx>",
        point.repeat(20_000),
        "</navPoint>".repeat(20_000)
    );
    talking("disc/book.ncx", &text)
}

fn repeats() -> Vec<u8> {
    let bar = "<measure><barline location='left'><repeat direction='forward'/></barline><note><rest/></note>\
               <barline><ending number='1, 2, 3, 4' type='start'/><repeat direction='backward' times='4000000000'/></barline></measure>";
    score(&bar.repeat(2000))
}
