use super::*;
use crate::report::{FindingKind, Reporter};
use crate::xml::{DecodedDocument, parse, text_of, with_document};

fn mend_and_report(text: &str) -> (Result<String>, Reporter) {
    let reporter = Reporter::default();
    let decoded = DecodedDocument::from_bytes("a.xml", text.as_bytes().to_vec(), None, &reporter).unwrap();
    let read = with_document("a.xml", &decoded, &Limits::default(), &reporter, |document, _| {
        let root = document.root_element();
        format!("{}: {}", root.tag_name().name(), text_of(root))
    });
    (read, reporter)
}

/// The root and the words of a document.
fn read_mended(text: &str) -> String {
    let (read, reporter) = mend_and_report(text);
    let kinds: Vec<_> = reporter.to_report().findings.iter().map(|finding| finding.kind).collect();
    assert!(kinds.contains(&FindingKind::IllFormed), "nothing is reported of {text:?}: {kinds:?}");
    read.unwrap()
}

fn mend_text(text: &str) -> String {
    let mended =
        mend_document("a.xml", text, &Limits::default(), &Reporter::default(), MendOutput::Xml).unwrap();
    assert!(parse("a.xml", &mended.text, &Limits::default()).is_ok(), "{}", mended.text);
    mended.text.split_once("?>\n").unwrap().1.to_owned()
}

#[test]
fn xml_that_is_not_well_formed_is_read() {
    for (text, words) in [
        ("<ncx><navPoint><text>A & B</text></navPoint></ncx>", "ncx: A & B"),
        ("<ncx><text>a < b <3 c</text></ncx>", "ncx: a < b <3 c"),
        ("<ncx><text>a</text>", "ncx: a"),
        ("<ncx><text>a</ncx>", "ncx: a"),
        ("<ncx><text>a</b></text></ncx>", "ncx: a"),
        ("<ncx><text id='1' id='2'>a</text></ncx>", "ncx: a"),
        ("<ncx><text id=1 class>a</text></ncx>", "ncx: a"),
        ("<ncx><text id='1>a</text></ncx>", "ncx: a"),
        ("<ncx><text id=\"1>a</text><text id=\"2\">b</text></ncx>", "ncx: ab"),
        ("<ncx><text>a\u{1}\u{b}b</text></ncx>", "ncx: a b"),
        ("<ncx><text>a&#1;b</text></ncx>", "ncx: a\u{fffd}b"),
        ("<ncx><text>&#xD83D;&#xDE00; a&#55357;</text></ncx>", "ncx: \u{1f600} a\u{fffd}"),
        ("<ncx><text>a]]>b</text></ncx>", "ncx: a]]>b"),
        ("<ncx><text>a</text></ncx><ncx><text>b</text></ncx>", "ncx: ab"),
        ("<ncx><text>a</text></ncx><text>b</text>", "ncx: ab"),
        ("\n\n<?xml version='1.0'?><ncx><text>a</text></ncx>", "ncx: a"),
        ("junk <?xml version='1.0'?><ncx><text>a</text></ncx>", "ncx: a"),
        ("<ncx><x:text y:b='1'>a</x:text></ncx>", "ncx: a"),
        ("<ncx><text><!-- a </text></ncx>", "ncx: a"),
        ("<ncx><text><![CDATA[a</text></ncx>", "ncx: a"),
        ("<ncx><text>mail <me@example.org> now</text></ncx>", "ncx: mail <me@example.org> now"),
        ("<ncx><text>a<b and c>d</text></ncx>", "ncx: a<b and c>d"),
        ("<ncx><text>if a<b then c</text></ncx>", "ncx: if a<b then c"),
        ("<ncx><text>a<b</text></ncx>", "ncx: a<b"),
        ("<ncx><text>&copy 1999 &AMP</text></ncx>", "ncx: \u{a9} 1999 &"),
        ("<dtbook><p>one<p>two</dtbook>", "dtbook: onetwo"),
    ] {
        assert_eq!(read_mended(text), words, "{text}");
    }
}

#[test]
fn a_declaration_of_another_version_or_encoding_is_read() {
    for head in
        ["<?xml version='1.1'?>", "<?xml version=\"1.0\" encoding=\"utf-16\"?>", "<?xml version='2.0'?>"]
    {
        let (read, _) = mend_and_report(&format!("{head}<ncx>a</ncx>"));
        assert_eq!(read.unwrap(), "ncx: a", "{head}");
    }
}

#[test]
fn elements_without_content_end_where_they_begin() {
    let package = "<package><manifest><item id='a' href='a'><item id='b' href='b'></item></manifest><spine>\
                   <itemref idref='a'><itemref idref='b'></spine></package>";
    let text = mend_text(package);
    let document = parse("a", &text, &Limits::default()).unwrap();
    let manifest = crate::xml::find_child(document.root_element(), "manifest").unwrap();
    assert_eq!(crate::xml::find_children(manifest, "item").count(), 2);
}

#[test]
fn paragraphs_and_levels_of_dtbook_do_not_nest() {
    let text = mend_text("<dtbook><level1><h1>a<p>b<em>c<p>d<level2><h2>e<p>f<level1><p>g</dtbook>");
    assert_eq!(
        text,
        "<dtbook><level1><h1>a</h1><p>b<em>c</em></p><p>d</p><level2><h2>e</h2><p>f</p></level2></level1>\
         <level1><p>g</p></level1></dtbook>"
    );
}

#[test]
fn prefixes_that_are_not_declared_mean_what_everybody_means() {
    let text = mend_text("<html><body><p epub:type='note'><m:math><m:mi>x</m:mi></m:math></p></body></html>");
    let document = parse("a", &text, &Limits::default()).unwrap();
    assert!(document.descendants().any(|node| node.has_attribute((crate::xml::OPS_NAMESPACE, "type"))));
    assert!(document.descendants().any(|node| node.has_tag_name((crate::xml::MATHML_NAMESPACE, "mi"))));
}

#[test]
fn declared_entities_are_expanded_and_the_declaration_is_no_text() {
    let head =
        "<!DOCTYPE html [\n<!ENTITY press '<b>Harbor &amp; &#80;ress</b>'>\n<!ENTITY other SYSTEM 'x'>\n]>";
    let html = |body: &str| format!("{head}<html><head><title>t</title></head><body>{body}</body></html>");
    assert_eq!(read_mended(&html("<p>By &press;<p>x")), "html: tBy Harbor & Pressx");
    let (text, reporter) = mend_and_report(&html("<p>&other; &press;</p>"));
    assert_eq!(text.unwrap(), "html: t&other; Harbor & Press");
    let kinds: Vec<_> = reporter.to_report().findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [FindingKind::UnknownEntity]);
    let (text, reporter) = mend_and_report(
        "<!DOCTYPE dtbook [<!ENTITY % m PUBLIC 'a' 'b'> %m; ]><dtbook><m:mi>x</m:mi></dtbook>",
    );
    assert_eq!(text.unwrap(), "dtbook: x");
    assert_eq!(reporter.to_report().findings.len(), 1, "{:?}", reporter.to_report());
    let (text, reporter) =
        mend_and_report("<!DOCTYPE html [<!ENTITY % m SYSTEM 'a'> %m; ]><html><body>x</body></html>");
    assert_eq!(text.unwrap(), "html: x");
    assert!(reporter.to_report().is_empty(), "{:?}", reporter.to_report());
}

#[test]
fn bombs_of_entities_are_stopped_in_broken_documents() {
    let bomb = (1..30)
        .fold("<!ENTITY e0 'ha'>".to_owned(), |all, n| format!("{all}<!ENTITY e{n} '&e{0};&e{0};'>", n - 1));
    for text in [
        format!("<!DOCTYPE a [{bomb}]><a>&e29;<b></a>"),
        format!("<!DOCTYPE a [<!ENTITY % p \"{bomb}\"> %p;]><a>&e29;<b></a>"),
        "<!DOCTYPE a [<!ENTITY b '&b;'>]><a>&b;<c></a>".to_owned(),
        format!("<!DOCTYPE a [<!ENTITY b '{}'>]><a>{}<c></a>", "x".repeat(10_000), "&b;".repeat(10_000)),
        format!("<!DOCTYPE a [{}]><a><c></a>", "<!ENTITY b 'c'>".repeat(600)),
    ] {
        let (read, _) = mend_and_report(&text);
        assert!(matches!(read, Err(Error::ExpandsEntities { .. })), "{text:.60}: {read:.60?}");
    }
}

#[test]
fn deep_and_wide_documents_are_stopped() {
    let (read, _) = mend_and_report(&"<level>".repeat(100_000));
    assert!(matches!(read, Err(Error::TooDeep { .. })), "{read:?}");
    let attributes = (0..1000).map(|n| format!(" a{n}")).collect::<Vec<_>>().concat();
    let (read, _) = mend_and_report(&format!("<dtbook{attributes}>"));
    assert!(matches!(read, Err(Error::TooManyAttributes { .. })), "{read:?}");
    let (read, _) = mend_and_report(&"<dtbook a='".repeat(50_000));
    assert!(read.is_err() || read.is_ok_and(|text| text.len() < 1_000_000));
}

#[test]
fn words_before_a_document_of_html_are_in_its_body() {
    assert_eq!(
        read_mended("Lost words <html><head><title>t</title></head><body><p>a</p></body></html>"),
        "html: tLost wordsa"
    );
    assert_eq!(read_mended("no markup at all"), "html: no markup at all");
}

proptest::proptest! {
    #[test]
    fn any_input_is_mended(
        text in "(</?(p|ncx|level1|x:y|item|meta|script)( (a|b:c|xmlns:d|id)(=|='|=\"|)[a-z<>&;]{0,4}['\"]?){0,3}/?>|<!--|-->|<!\\[CDATA\\[|\\]\\]>|<\\?|<!DOCTYPE a \\[<!ENTITY b '|&[a-z#0-9]{0,5};?|[<>&;'\" a-z\u{1}]{0,4}){0,25}"
    ) {
        let text = format!("<ncx>{text}");
        let mended = mend_document("a", &text, &Limits::default(), &Reporter::default(), MendOutput::Xml).unwrap();
        let parsed = parse("a", &mended.text, &Limits::default());
        proptest::prop_assert!(parsed.is_ok(), "{:?}\n{text}\n{}", parsed, mended.text);
    }
}
