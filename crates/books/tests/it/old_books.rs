//! EPUB 2 made into EPUB 3, with the faults that such books have.

use books::testkit::{MINIMAL_PNG, run_epubcheck, unzip_text, zip_files};
use books::{FindingKind, Format, convert};

use crate::support::{ReportCollector, dated_options};

const CONTAINER_XML: &str = "<?xml version=\"1.0\"?><container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\
    <rootfiles><rootfile full-path=\"OPS/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";

/// An EPUB 2 of these documents. `metadata`, `items` and `behind` are parts of the package document.
fn old_book(metadata: &str, items: &str, behind: &str, documents: &[(&str, &str)]) -> Vec<u8> {
    let numbered = || documents.iter().enumerate().map(|(n, (name, _))| (n, name));
    let joined = |parts: Vec<String>| parts.concat();
    let manifest = joined(
        numbered()
            .map(|(n, name)| {
                format!("<item id=\"d{n}\" href=\"{name}\" media-type=\"application/xhtml+xml\"/>")
            })
            .collect(),
    );
    let spine = joined(numbered().map(|(n, _)| format!("<itemref idref=\"d{n}\"/>")).collect());
    let points = joined(
        numbered()
            .map(|(n, name)| {
                format!(
                    "<navPoint id=\"n{n}\" playOrder=\"{n}\"><navLabel><text>Part {n}</text></navLabel><content src=\"{name}\"/></navPoint>"
                )
            })
            .collect(),
    );
    let package = format!(
        "<?xml version=\"1.0\"?><package xmlns=\"http://www.idpf.org/2007/opf\" version=\"2.0\" unique-identifier=\"uid\">\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:opf=\"http://www.idpf.org/2007/opf\">\
         <dc:identifier id=\"uid\">urn:x:old</dc:identifier><dc:title>Old</dc:title><dc:language>en</dc:language>{metadata}</metadata>\
         <manifest>{manifest}{items}<item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/></manifest>\
         <spine toc=\"ncx\">{spine}</spine>{behind}</package>"
    );
    let ncx = format!(
        "<?xml version=\"1.0\"?><ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\"><head/>\
         <docTitle><text>Old</text></docTitle><navMap>{points}<navPoint id=\"x\" playOrder=\"9\"><navLabel><text>Nowhere</text></navLabel>\
         <content src=\"gone.html#x\"/></navPoint></navMap></ncx>"
    );
    let mut files = vec![
        ("mimetype".to_owned(), b"application/epub+zip".to_vec()),
        ("META-INF/container.xml".to_owned(), CONTAINER_XML.into()),
        ("OPS/book.opf".to_owned(), package.into()),
        ("OPS/toc.ncx".to_owned(), ncx.into()),
        ("OPS/a b.png".to_owned(), MINIMAL_PNG.to_vec()),
        ("OPS/other.png".to_owned(), MINIMAL_PNG.to_vec()),
        ("OPS/style.css".to_owned(), b"@charset \"iso-8859-1\"; .caf\xe9 { color: red } @import url(gone.css); p { direction: ltr; color: red } @font-face { font-family: a; src: url('gone.ttf') } div { background: url(other.png) }".to_vec()),
    ];
    files.extend(documents.iter().map(|(name, body)| {
        let text = format!("<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en_US\">{body}</html>");
        (format!("OPS/{name}"), text.into_bytes())
    }));
    zip_files(files)
}

fn upgrade_book(book: Vec<u8>) -> (Vec<u8>, Vec<FindingKind>) {
    let mut collector = ReportCollector::default();
    let made = convert(Format::Epub3, book.into(), &dated_options(), &mut collector).unwrap();
    let kinds = collector.to_report().findings.into_iter().map(|finding| finding.kind).collect();
    (made, kinds)
}

#[test]
fn a_note_in_a_picture_is_its_alternative() {
    let page = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>t</title></head><body>\
        <p>Sea<img src=\"other.png\" alt=\"\" zy-footnote=\"A note.\"/>.</p></body></html>";
    let picture = "<item id=\"p\" href=\"other.png\" media-type=\"image/png\"/>";
    let book = old_book("", picture, "", &[("one.html", page)]);
    let (made, _) = upgrade_book(book.clone());
    let text = unzip_text(&made, "OPS/one.html");
    assert!(text.contains("alt=\"A note.\"") && !text.contains("zy-footnote"), "{text}");
    let daisy = convert(Format::Daisy, book.into(), &dated_options(), &mut ()).unwrap();
    assert!(unzip_text(&daisy, "book.xml").contains("A note."));
}

/// Faults of books that people read, and words that stay.
const FAULTY_MARKUP: [(&str, &[&str]); 12] = [
    ("<body>words in the body <b>alone</b></body>", &["words in the body", "alone"]),
    ("<head><title/></head><body><h2>Head</h2><p>a</p></body>", &["Head"]),
    (
        "<head><title>a</title><title>b</title><base href=\"x\"/><meta http-equiv=\"x\" content=\"y\"/></head><body><p>one</p></body>",
        &["one"],
    ),
    (
        "<head><title>t</title><link rel=\"stylesheet\" type=\"application/vnd.adobe-page-template+xml\" href=\"pt.xpgt\"/><link rel=\"stylesheet\" href=\"style.css\" type=\"text/css\"/></head><body><p>two</p><style>p{}</style></body>",
        &["two"],
    ),
    (
        "<head><title>t</title></head><body><p>a<div>b<p>c<p>d</p></p></div></p><b><p>bold</p></b><h1>x<p>y</p></h1></body>",
        &["bold", "y"],
    ),
    (
        "<head><title>t</title></head><body><ul>loose<li>item</li><ol><li>inner</li></ol></ul><dl><dd>definition</dd></dl><li>stray</li></body>",
        &["loose", "inner", "definition", "stray"],
    ),
    (
        "<head><title>t</title></head><body><table border=\"1\" summary=\"s\">text<tr><td>cell</td>beside</tr><p>para</p><caption>late</caption></table><td>alone</td></body>",
        &["text", "cell", "beside", "para", "late", "alone"],
    ),
    (
        "<head><title>t</title></head><body><p id=\"1\">a</p><p id=\"d\">b</p><p id=\"d\">c</p><a name=\"x y\">d</a><a href=\"#x%20y\">to d</a><a href=\"#gone\">gone</a><a href=\"nofile.html#a\">away</a><a href=\"other.png\">picture</a></body>",
        &["to d", "gone", "away", "picture"],
    ),
    (
        "<head><title>t</title></head><body><p><img src=\"a b.png\"/><img src=\"nopic.jpg\" alt=\"A lost boat\"/><img src=\"http://example.org/a.png\" alt=\"A far pier\"/><object data=\"gone.swf\" type=\"application/x-shockwave-flash\"><param name=\"a\" value=\"b\"/>Fallback words</object></p></body>",
        &["A lost boat", "A far pier", "Fallback words"],
    ),
    (
        "<head><title>t</title></head><body><center><font size=\"3\" color=\"#f00\">f</font><big>big</big><tt>tt</tt><u>u</u><strike>s</strike><acronym title=\"x\">ac</acronym><nobr>nb</nobr></center><hr size=\"1\"/><o:p xmlns:o=\"urn:o\">other</o:p><blink>blinks</blink></body>",
        &["big", "ac", "other", "blinks"],
    ),
    (
        "<head><title>t</title></head><body><p><a href=\"http://a b/c\">odd <a href=\"#x\">inner</a></a><span align=\"x\" style=\"direction:rtl;color:blue\" onclick=\"go()\">s</span></p><form action=\"x\"><input type=\"text\" name=\"a\"/></form><script src=\"gone.js\"></script></body>",
        &["odd", "inner"],
    ),
    (
        "<head><title>t</title></head><body><map name=\"m\"><area href=\"#x\" coords=\"1,2\" shape=\"rect\"/></map><p><img src=\"other.png\" usemap=\"#m\" width=\"50%\" hspace=\"1\" alt=\"\"/></p><ruby>r<rt>t</rt></ruby><h1><ul><li>listed</li></ul></h1></body>",
        &["listed"],
    ),
];

#[test]
fn an_old_book_becomes_valid_whatever_its_faults_and_keeps_its_words() {
    let names: Vec<String> = (0..FAULTY_MARKUP.len()).map(|n| format!("part {n}.html")).collect();
    let documents: Vec<(&str, &str)> =
        names.iter().zip(FAULTY_MARKUP).map(|(name, (body, _))| (name.as_str(), body)).collect();
    let metadata = "<dc:date/><dc:date opf:event=\"modification\">2009-13-45</dc:date><dc:language>UND</dc:language><dc:subject/>\
        <meta name=\"cover\" content=\"nope\"/><dc:creator opf:role=\"aut\" opf:file-as=\"\"> </dc:creator><dc:creator opf:role=\"aut\" opf:file-as=\"Doe, J\">J Doe</dc:creator>\
        <dc:identifier opf:scheme=\"ISBN\">123</dc:identifier>";
    let items = "<item id=\"again\" href=\"part%200.html\" media-type=\"application/xhtml+xml\"/><item id=\"css\" href=\"style.css\" media-type=\"text/css\"/>\
        <item id=\"gone\" href=\"nopic.jpg\" media-type=\"image/jpeg\"/><item id=\"png\" href=\"a%20b.png\" media-type=\"image/jpeg\"/>\
        <item id=\"far\" href=\"http://example.org/a.png\" media-type=\"image/png\"/>";
    let guide = "<guide><reference type=\"cover\" href=\"cover.html\"/><reference type=\"text\" href=\"part%200.html\"/></guide>";
    let hrefs: Vec<String> = names.iter().map(|name| name.replace(' ', "%20")).collect();
    let encoded: Vec<(&str, &str)> =
        hrefs.iter().zip(&documents).map(|(href, (_, body))| (href.as_str(), *body)).collect();
    // Names in the container are not encoded.
    let book = old_book(metadata, items, guide, &encoded);
    let book = zip_files(
        books::testkit::unzip(&book).into_iter().map(|(name, bytes)| (name.replace("%20", " "), bytes)),
    );
    let (made, kinds) = upgrade_book(book);
    for (name, (_, words)) in names.iter().zip(FAULTY_MARKUP) {
        let text = unzip_text(&made, &format!("OPS/{name}"));
        for word in words {
            assert!(text.contains(word), "{name} has lost {word:?}:\n{text}");
        }
        assert!(!text.contains("<title></title>") && text.contains("<title>"), "{text}");
    }
    for kind in [
        FindingKind::DanglingLink,
        FindingKind::MissingPicture,
        FindingKind::RemotePicture,
        FindingKind::UnreadableEmbedding,
    ] {
        assert!(kinds.contains(&kind), "{kind:?} is not reported");
    }
    for (_, problems) in run_epubcheck(&[("old".to_owned(), made)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
}

#[test]
fn links_follow_ids_that_had_to_change() {
    let body = |inside: &str| format!("<head><title>t</title></head><body>{inside}</body>");
    let one = body(
        "<p><a href=\"two.html#1%20x\">there</a> <a href=\"two.html#no\">near</a> <a href=\"loose.html\">loose</a></p>",
    );
    let two = body("<p id=\"1 x\">here</p><a name=\"n:1\">name</a><a href=\"#n:1\">back</a>");
    let book = old_book("", "", "", &[("one.html", &one), ("two.html", &two)]);
    let mut files = books::testkit::unzip(&book);
    files.push((
        "OPS/loose.html".to_owned(),
        format!("<html xmlns=\"http://www.w3.org/1999/xhtml\">{}</html>", body("<p>Not in the manifest</p>"))
            .into_bytes(),
    ));
    let (made, _) = upgrade_book(zip_files(files));
    let one = unzip_text(&made, "OPS/one.html");
    assert!(
        one.contains("href=\"two.html#id-1_x\"") && one.contains("<a href=\"two.html\">near</a>"),
        "{one}"
    );
    let two = unzip_text(&made, "OPS/two.html");
    assert!(
        two.contains("id=\"id-1_x\"") && two.contains("<a id=\"n_1\">") && two.contains("href=\"#n_1\""),
        "{two}"
    );
    assert!(unzip_text(&made, "OPS/book.opf").contains("href=\"loose.html\""));
    for (_, problems) in run_epubcheck(&[("old".to_owned(), made)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
}
