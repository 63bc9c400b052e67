//! Tables of contents that are broken, lead nowhere, or are not there.

use books::FindingKind;
use books::model::Book;
use books::testkit::{Epub2Builder, EpubBuilder};

use super::{change_files, change_text, read_with_findings};

/// Three chapters without headings; the navigation document has this body, and the NCX says "old".
fn book_with_nav(nav: &str, with_ncx: bool) -> Vec<u8> {
    let files = (1..4)
        .fold(EpubBuilder::new("T"), |book, n| {
            book.chapter("", &format!("<p class='t'>Name {n}</p><p>Words.</p>"))
        })
        .raw_file("OEBPS/old.ncx", old_ncx().as_bytes())
        .parts();
    change_files(files, |name, bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = match name {
            "OEBPS/nav.xhtml" => format!(
                "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><head><title>x</title></head><body>{nav}</body></html>"
            ),
            "OEBPS/package.opf" if with_ncx => text.replace(
                "</manifest>",
                "<item id='ncx' href='old.ncx' media-type='application/x-dtbncx+xml'/></manifest>",
            ),
            "OEBPS/old.ncx" if !with_ncx => return None,
            _ => text,
        };
        Some((name.to_owned(), text.into_bytes()))
    })
}

fn old_ncx() -> String {
    let point = |n: usize| {
        format!(
            "<navPoint id='n{n}' playOrder='{n}'><navLabel><text>old {n}</text></navLabel><content src='chapter{n}.xhtml'/></navPoint>"
        )
    };
    format!(
        "<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/' version='2005-1'><navMap>{}{}{}</navMap></ncx>",
        point(1),
        point(2),
        point(3)
    )
}

fn nav_labels(book: &Book) -> Vec<String> {
    let mut labels = Vec::new();
    book.nav
        .iter()
        .for_each(|point| point.walk(1, &mut |point, depth| labels.push(format!("{depth} {}", point.label))));
    labels
}

fn nav_list(item: impl Fn(usize) -> String) -> String {
    (1..4).map(|n| format!("<li>{}</li>", item(n))).collect::<Vec<_>>().concat()
}

#[test]
fn lists_and_links_count_wherever_they_are() {
    let link = |n: usize| format!("<a href='chapter{n}.xhtml'>new {n}</a>");
    let expected = ["1 new 1", "1 new 2", "1 new 3"];
    for nav in [
        format!("<div><section><nav epub:type='toc'><ol>{}</ol></nav></section></div>", nav_list(link)),
        format!(
            "<nav epub:type='toc'><div class='l'><ol>{}</ol></div></nav>",
            nav_list(|n| format!("<p>{}</p>", link(n)))
        ),
        format!("<nav epub:type='toc'><ul>{}</ul></nav>", nav_list(link)),
        format!("<nav epub:type='TOC'><ol>{}</ol></nav>", nav_list(link)),
        format!("<nav role='doc-toc'><ol>{}</ol></nav>", nav_list(link)),
        format!("<nav><ol>{}</ol></nav>", nav_list(link)),
        format!("<nav id='toc'><h1>x</h1>{}{}{}</nav>", link(1), link(2), link(3)),
        format!("<h1>Contents</h1><ol>{}</ol>", nav_list(link)),
        format!("<p>{}</p><p>{}</p><p>{}</p>", link(1), link(2), link(3)),
        format!("<nav epub:type='toc'><ol>{}</ol></nav>", nav_list(|n| format!("<span>{}</span>", link(n)))),
        format!(
            "<nav epub:type='toc'><ol>{}</ol></nav>",
            nav_list(|n| format!("<a href='chapter{n}.xhtml'><img src='x.png' alt='new {n}'/></a>"))
        ),
        format!(
            "<nav epub:type='toc'><ol>{}</ol></nav><nav epub:type='toc'><ol><li><a href='chapter1.xhtml'>again</a></li></ol></nav>",
            nav_list(link)
        ),
    ] {
        let (book, _) = read_with_findings(book_with_nav(&nav, true));
        assert_eq!(nav_labels(&book), expected, "{nav}");
    }
    let nested = "<nav epub:type='toc'><ol><li>Part<div><ol><li><a href='chapter1.xhtml'>new 1</a></li></ol></div></li><li><a href='chapter2.xhtml'>new 2</a></li><ol><li><a href='chapter3.xhtml'>new 3</a></li></ol></ol></nav>";
    assert_eq!(
        nav_labels(&read_with_findings(book_with_nav(nested, true)).0),
        ["1 Part", "2 new 1", "1 new 2", "2 new 3"]
    );
    let several = "<nav epub:type='toc'><ol><li><a href='chapter1.xhtml'>new<br/>1</a></li></ol><h2>Part</h2><ol><li><a href='chapter2.xhtml'>new 2</a></li></ol></nav>";
    assert_eq!(nav_labels(&read_with_findings(book_with_nav(several, true)).0), ["1 new 1", "1 new 2"]);
    let inside = "<nav epub:type='toc'><ol><li><a href='chapter1.xhtml'>new 1<ol><li><a href='chapter2.xhtml'>new 2</a></li></ol></a></li></ol></nav>";
    assert_eq!(nav_labels(&read_with_findings(book_with_nav(inside, true)).0), ["1 new 1", "2 new 2"]);
}

#[test]
fn a_navigation_document_that_leads_nowhere_is_replaced_by_the_ncx() {
    for nav in [
        format!("<nav epub:type='toc'><ol>{}</ol></nav>", nav_list(|n| format!("<span>new {n}</span>"))),
        format!(
            "<nav epub:type='toc'><ol>{}</ol></nav>",
            nav_list(|n| format!("<a href='gone{n}.xhtml'>new {n}</a>"))
        ),
        format!("<nav epub:type='toc'><ol>{}</ol></nav>", nav_list(|n| format!("<a>new {n}</a>"))),
        format!(
            "<nav epub:type='toc'><ol>{}</ol></nav>",
            nav_list(|n| format!("<a href='http://example.org/{n}'>new {n}</a>"))
        ),
        format!("<nav epub:type='toc'><ol>{}</ol></nav>", nav_list(|n| format!("<a href=''>new {n}</a>"))),
        format!("<nav epub:type='toc'><ol>{}</ol></nav>", nav_list(|n| format!("<a href='#'>new {n}</a>"))),
        String::new(),
        "<nav epub:type='toc'><ol/></nav>".to_owned(),
    ] {
        let (read_book, kinds) = read_with_findings(book_with_nav(&nav, true));
        assert_eq!(nav_labels(&read_book), ["1 old 1", "1 old 2", "1 old 3"], "{nav}");
        assert_eq!(kinds, [FindingKind::NoContents], "{nav}");
        let (read_book, kinds) = read_with_findings(book_with_nav(&nav, false));
        assert!(read_book.nav.is_empty(), "{nav}");
        assert_eq!(kinds, [FindingKind::NoContents], "{nav}");
    }
}

#[test]
fn an_ncx_that_the_manifest_does_not_list_is_found() {
    let source = change_files(Epub2Builder::new().chapter("One", "<p>x</p>").parts(), |name, bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = text
            .replace("<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>", "")
            .replace(" toc=\"ncx\"", "");
        Some((name.to_owned(), text.into_bytes()))
    });
    assert_eq!(nav_labels(&read_with_findings(source).0), ["1 One"]);
}

#[test]
fn an_ncx_in_small_letters_is_read() {
    let source = change_files(Epub2Builder::new().chapter("One", "<p>x</p>").parts(), |name, bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = if name.ends_with(".ncx") { text.to_lowercase() } else { text };
        Some((name.to_owned(), text.into_bytes()))
    });
    assert_eq!(nav_labels(&read_with_findings(source).0), ["1 one"]);
}

#[test]
fn a_navigation_document_that_is_not_marked_is_found_by_its_name() {
    let files = EpubBuilder::new("T").chapter("One", "<p>x</p>").parts();
    let source = change_text(files, "OEBPS/package.opf", |opf| opf.replace(" properties=\"nav\"", ""));
    let (book, kinds) = read_with_findings(source);
    assert_eq!(nav_labels(&book), ["1 One"]);
    assert!(kinds.contains(&FindingKind::NoContents), "{kinds:?}");
}

#[test]
fn the_page_of_contents_of_the_guide_counts_if_there_is_no_other() {
    let files = Epub2Builder::new()
        .chapter("", "<p><a href='c2.html'>The lamp</a></p><p><a href='c3.html'>The log</a></p>")
        .chapter("", "<p>Words.</p>")
        .chapter("", "<p>Words.</p>")
        .parts();
    let source = change_files(files, |name, bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let text = text.replace("<reference type=\"text\"", "<reference type=\"toc\"");
        (!name.ends_with(".ncx")).then(|| (name.to_owned(), text.into_bytes()))
    });
    let (book, kinds) = read_with_findings(source);
    assert_eq!(nav_labels(&book), ["1 The lamp", "1 The log"]);
    assert!(kinds.contains(&FindingKind::NoContents), "{kinds:?}");
}

#[test]
fn entries_have_their_letters_without_the_readings_above_them() {
    let list = nav_list(|n| {
        format!("<a href='chapter{n}.xhtml'><ruby>\u{6d77}<rp>(</rp><rt>umi</rt><rp>)</rp></ruby> {n}</a>")
    });
    let (book, _) =
        read_with_findings(book_with_nav(&format!("<nav epub:type='toc'><ol>{list}</ol></nav>"), false));
    assert_eq!(nav_labels(&book), ["1 \u{6d77} 1", "1 \u{6d77} 2", "1 \u{6d77} 3"]);
}
