use roxmltree::Document;

use super::*;
use crate::testkit::EpubBuilder;
use crate::{Limits, epub};

/// The body of a cleaned document.
fn clean_body(inside: &str) -> String {
    clean_with_findings(inside).0
}

/// The body of a cleaned document, and what is reported.
fn clean_with_findings(inside: &str) -> (String, Vec<(FindingKind, String)>) {
    let source = EpubBuilder::new("Book").chapter("One", "<p>x</p>").build();
    let package = Package::open(source.clone().into(), Limits::default()).unwrap();
    let book = epub::read(source.into(), &Limits::default(), &mut ()).unwrap();
    let text = format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><head/><body>{inside}</body></html>");
    let document = Document::parse(&text).unwrap();
    let cleaned = clean_document(&document, "OEBPS/chapter1.xhtml", &book, &package);
    let (_, body) = cleaned.text.split_once("<body>").unwrap();
    let findings = book.reporter.to_report().findings;
    let findings = findings.into_iter().map(|finding| (finding.kind, finding.subject)).collect();
    (body.split_once("</body>").unwrap().0.to_owned(), findings)
}

#[test]
fn media_without_a_file_and_groups_of_several_headings_become_valid() {
    for (old, new) in [
        ("<video><source src=\"gone.mp4\"/><track src=\"gone.vtt\"/>words</video>", "<video>words</video>"),
        ("<hgroup><h1>a</h1><p>b</p></hgroup>", "<hgroup><h1>a</h1><p>b</p></hgroup>"),
        ("<hgroup><h1>a</h1><h2>b</h2></hgroup>", "<div><h1>a</h1><h2>b</h2></div>"),
    ] {
        assert_eq!(clean_body(old), new, "{old}");
    }
}

#[test]
fn content_that_a_reader_could_miss_is_reported() {
    use FindingKind::{ChangedElement, ChangedId, DroppedElement, InactiveContent};
    for (old, kind, subject) in [
        ("<script src=\"gone.js\"></script>", InactiveContent, "script gone.js"),
        ("<script>b</script><noscript><p>a</p></noscript>", ChangedElement, "noscript"),
        ("<p onclick=\"play()\">a</p>", InactiveContent, "p onclick"),
        ("<form action=\"http://a.example/\"><p>a</p></form>", InactiveContent, "http://a.example/"),
        ("<applet code=\"Clock\">a</applet>", InactiveContent, "Clock"),
        ("<bgsound src=\"sea.mid\"/>", DroppedElement, "bgsound sea.mid"),
        ("<isindex prompt=\"Search\"/>", DroppedElement, "isindex Search"),
        ("<p>a<title>b</title></p>", DroppedElement, "title b"),
        (
            "<img src=\"data:image/png;base64,AAAA\" alt=\"a\" longdesc=\"far.html\"/>",
            DroppedElement,
            "longdesc far.html",
        ),
        ("<note>a</note>", ChangedElement, "note"),
        (
            "<p><a href=\"http://a.example\">a<a href=\"http://b.example\">b</a></a></p>",
            ChangedElement,
            "a http://b.example",
        ),
        ("<p><a href=\"#1 a\">a</a></p><p id=\"1 a\">b</p>", ChangedId, "1 a"),
        ("<p><a href=\"#d\">a</a></p><p id=\"d\">b</p><p id=\"d\">c</p>", ChangedId, "d"),
        ("<iframe srcdoc=\"a\"></iframe>", ChangedElement, "iframe srcdoc"),
    ] {
        let found = clean_with_findings(old).1;
        let is_image = |kind: &FindingKind| *kind == FindingKind::MissingPicture;
        let found: Vec<_> = found.into_iter().filter(|(kind, _)| !is_image(kind)).collect();
        assert_eq!(found, [(kind, subject.to_owned())], "{old}");
    }
    // A change that looks and sounds the same needs no report.
    for old in [
        "<p><font color=\"red\">a</font></p>",
        "<center>a</center>",
        "<p id=\"1 a\">a</p>",
        "<p><style>b{}</style></p>",
    ] {
        assert_eq!(clean_with_findings(old).1, [], "{old}");
    }
}

#[test]
fn documents_in_frames_and_descriptions_stay_in_the_text() {
    for (old, new) in [
        (
            "<p>a<iframe srcdoc=\"&lt;p id='b'>c &lt;a href='#b'>d&lt;/a>\"></iframe></p>",
            "<p>a<span style=\"display: block\"><span style=\"display: block\">c <span>d</span></span></span></p>",
        ),
        ("<iframe id=\"f\" srcdoc=\"&lt;ul>&lt;li>a\"></iframe>", "<div id=\"f\"><ul><li>a</li></ul></div>"),
        (
            "<table summary=\"Tides by month\"><tr><td>a</td></tr></table>",
            "<table title=\"Tides by month\"><tr><td>a</td></tr></table>",
        ),
    ] {
        assert_eq!(clean_body(old), new, "{old}");
    }
}

#[test]
fn blocks_in_lines_become_blocks_in_blocks_or_lines_in_lines() {
    for (old, new) in [
        ("<div><span><p>a</p></span></div>", "<div><div><p>a</p></div></div>"),
        ("<p>a<p>b</p></p>", "<div>a<p>b</p></div>"),
        ("<p>a<ul><li>b</li></ul></p>", "<div>a<ul><li>b</li></ul></div>"),
        ("<h1><p>a</p></h1>", "<h1><span style=\"display: block\">a</span></h1>"),
        ("<i><div>a</div></i>", "<div style=\"font-style: italic\"><div>a</div></div>"),
        (
            "<p><i>a</i><b><div>c</div></b></p>",
            "<div><i>a</i><div style=\"font-weight: bold\"><div>c</div></div></div>",
        ),
        ("<a href=\"http://a.example\"><p>a</p></a>", "<a href=\"http://a.example\"><p>a</p></a>"),
        (
            "<a href=\"http://a.example\">b<a href=\"http://c.example\">d</a></a>",
            "<a href=\"http://a.example\">b<span>d</span></a>",
        ),
        ("<center>a</center>", "<div style=\"text-align: center\">a</div>"),
        (
            "<pre>a<div>b</div></pre>",
            "<div style=\"white-space: pre-wrap; font-family: monospace\">a<div>b</div></div>",
        ),
        ("<o:p xmlns:o=\"urn:o\">a</o:p><st1>b</st1><x><p>c</p></x>", "a<span>b</span><div><p>c</p></div>"),
        ("<li>a</li><dt>b</dt><td>c</td>", "<div>a</div><div>b</div><div>c</div>"),
    ] {
        assert_eq!(clean_body(old), new, "{old}");
    }
}

#[test]
fn lists_and_tables_get_the_parts_that_they_lack() {
    for (old, new) in [
        (
            "<ul>a<li>b</li><ul><li>c</li></ul></ul>",
            "<ul><li style=\"list-style-type: none\">a</li><li>b</li><li style=\"list-style-type: none\"><ul><li>c</li></ul></li></ul>",
        ),
        ("<dl><dd>a</dd></dl>", "<div><div>a</div></div>"),
        ("<dl><dt>a</dt><dd>b</dd></dl>", "<dl><dt>a</dt><dd>b</dd></dl>"),
        ("<table><tr><td>a</td></tr>b</table>", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>"),
        (
            "<table><td>a</td><tr>c<td>d</td></tr></table>",
            "<table><tr><td>a</td></tr><tr><td>c</td><td>d</td></tr></table>",
        ),
        (
            "<table><col width=\"5\"/><tfoot><tr><td>f</td></tr></tfoot><tbody><tr><td>b</td></tr></tbody><tr><td>r</td></tr><caption>c</caption></table>",
            "<table><caption>c</caption><colgroup><col style=\"width: 5px\"/></colgroup><tbody><tr><td>b</td></tr></tbody><tbody><tr><td>r</td></tr></tbody><tfoot><tr><td>f</td></tr></tfoot></table>",
        ),
    ] {
        assert_eq!(clean_body(old), new, "{old}");
    }
}

#[test]
fn groups_of_columns_ruby_and_controls_fit_html() {
    for (old, new) in [
        (
            "<table><colgroup span=\"2\"><col/></colgroup><colgroup span=\"2\"/><tr><th abbr=\"b\">a</th></tr></table>",
            "<table><colgroup><col/></colgroup><colgroup span=\"2\"></colgroup><tr><th>a</th></tr></table>",
        ),
        (
            "<ruby><rbc><rb>a</rb><rb>b</rb></rbc><rtc><rt>c</rt></rtc></ruby>",
            "<ruby><rb>a</rb><rb>b</rb><rtc><rt>c</rt></rtc></ruby>",
        ),
        (
            "<input placeholder=\"a\"/><input type=\"radio\" placeholder=\"b\"/>",
            "<input placeholder=\"a\"/><input type=\"radio\"/>",
        ),
    ] {
        assert_eq!(clean_body(old), new, "{old}");
    }
}

#[test]
fn pictures_that_are_missing_leave_their_alternative() {
    assert_eq!(
        clean_body("<p><img src=\"gone.png\" alt=\"A boat\" id=\"b\"/></p>"),
        "<p><span id=\"b\">A boat</span></p>"
    );
    assert_eq!(
        clean_body("<p><img src=\"http://a.example/b.png\" alt=\"A boat\"/><img alt=\"\"/></p>"),
        "<p><span>A boat</span></p>"
    );
    assert_eq!(
        clean_body("<p><img src=\"data:image/png;base64,AA AA\" alt=\"A\" border=\"0\"/></p>"),
        "<p><img src=\"data:image/png;base64,AAAA\" alt=\"A\" style=\"border: 0px solid\"/></p>"
    );
}

#[test]
fn attributes_that_html_dropped_become_style() {
    for (old, new) in [
        (
            "<font color=\"red\" size=\"+2\" face=\"Arial\">a</font>",
            "<span style=\"color: red; font-size: x-large; font-family: arial\">a</span>",
        ),
        (
            "<p align=\"center\" lang=\"en_US\">a</p>",
            "<p lang=\"en-US\" xml:lang=\"en-US\" style=\"text-align: center\">a</p>",
        ),
        (
            "<ol type=\"a\" start=\"3\"><li value=\"7\">a</li></ol><ul><li value=\"7\">b</li></ul>",
            "<ol type=\"a\" start=\"3\"><li value=\"7\">a</li></ol><ul><li>b</li></ul>",
        ),
        ("<p style=\"direction: rtl; color: red\">a</p>", "<p style=\"color: red\">a</p>"),
        (
            "<a href=\"http://a.example/b c|d\">a</a><a href=\"javascript:go()\">b</a>",
            "<a href=\"http://a.example/b%20c%7Cd\">a</a><a>b</a>",
        ),
    ] {
        assert_eq!(clean_body(old), new, "{old}");
    }
}
