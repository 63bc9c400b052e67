//! DAISY books with parts that are missing or broken.

use books::testkit::{daisy202_book, talking_book, unzip, zip_files};
use books::{FindingKind, Format};

use super::{change_files, change_text, read_with_findings, try_read};
use crate::support::{book_words, convert_to};

fn old_files() -> Vec<(String, Vec<u8>)> {
    unzip(&daisy202_book("Tides", true))
}

fn book_without_file(files: Vec<(String, Vec<u8>)>, lost: &str) -> Vec<u8> {
    change_files(files, |name, bytes| (name != lost).then(|| (name.to_owned(), bytes)))
}

#[test]
fn the_files_of_a_textbook_without_audio_are_a_daisy_book() {
    let opf = "<package xmlns='http://openebook.org/namespaces/oeb-package/1.0/' unique-identifier='u'><metadata>\
        <dc-metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:Title>Tides</dc:Title><dc:Identifier id='u'>x\
        </dc:Identifier><dc:Language>en</dc:Language><dc:Format>NIMAS 1.1</dc:Format></dc-metadata></metadata><manifest>\
        <item id='t' href='b.xml' media-type='application/x-dtbook+xml'/></manifest><spine><itemref idref='t'/></spine>\
        </package>";
    let text = "<dtbook version='2005-3' xml:lang='en'><head/><book><bodymatter><level1><h1>One</h1><p>Low water.</p>\
        </level1></bodymatter></book></dtbook>";
    let (book, kinds) = read_with_findings(zip_files([("a/n.opf", opf), ("a/b.xml", text)]));
    assert!(kinds.is_empty(), "{kinds:?}");
    assert_eq!(book.metadata.title, "Tides");
    assert!(book_words(&book).contains("Low water."), "{}", book_words(&book));
}

#[test]
fn a_part_of_daisy_202_that_is_missing_costs_that_part() {
    for (lost, kind) in [
        ("disc/one.mp3", FindingKind::MissingNarration),
        ("disc/text.html", FindingKind::MissingFile),
        ("disc/one.smil", FindingKind::MissingFile),
    ] {
        let source = book_without_file(old_files(), lost);
        let (book, kinds) = read_with_findings(source);
        assert!(book_words(&book).contains("One"), "{lost}: {}", book_words(&book));
        assert!(kinds.contains(&kind), "{lost}: {kinds:?}");
        if lost != "disc/text.html" {
            assert!(book_words(&book).contains("The tide came in at six."), "{lost}");
        }
    }
}

#[test]
fn one_of_several_smil_files_that_is_missing_does_not_cost_the_text() {
    let ncc = "<html><head><meta name='dc:title' content='T'/><meta name='ncc:setInfo' content='1 of 2'/></head><body><h1 class='title'><a href='a.smil#a'>T</a></h1><h1><a href='b.smil#b'>Two</a></h1></body></html>";
    let smil = "<smil><body><par id='a'><text src='a.html#a'/></par></body></smil>";
    let source = zip_files([
        ("ncc.html", ncc),
        ("a.smil", smil),
        ("a.html", "<html><body><h1 id='a'>One</h1></body></html>"),
        ("b.html", "<html><body><h1 id='b'>Two</h1><p>Words.</p></body></html>"),
    ]);
    let (book, kinds) = read_with_findings(source);
    assert_eq!(book_words(&book), "One Two Words.");
    assert_eq!(kinds[0], FindingKind::MissingVolume);
}

#[test]
fn documents_of_daisy_202_that_nothing_plays_are_read_if_a_link_leads_there_or_else_reported() {
    let link = "six. <a href='more.html#m'>More</a></p>";
    let mut files = unzip(&change_text(old_files(), "disc/text.html", |text| text.replace("six.</p>", link)));
    for (name, text) in [
        ("disc/more.html", "<html><body><p id='m'>Linked words.</p></body></html>"),
        ("disc/other.html", "<html><body><p>Lost words.</p></body></html>"),
        ("disc/other.smil", "<smil><body/></smil>"),
    ] {
        files.push((name.to_owned(), text.as_bytes().to_vec()));
    }
    let (book, report) = try_read(zip_files(files));
    let words = book_words(&book.unwrap());
    assert!(words.ends_with("More Linked words."), "{words}");
    let unreferenced = |finding: &&books::Finding| finding.kind == FindingKind::UnreferencedDocument;
    let lost: Vec<&str> = report.findings.iter().filter(unreferenced).map(|own| own.file.as_str()).collect();
    assert_eq!(lost, ["disc/other.smil", "disc/other.html"]);
}

#[test]
fn a_title_in_the_text_that_says_more_than_the_metadata_is_text() {
    let source =
        change_text(old_files(), "disc/text.html", |text| text.replace(">Tides<", ">Tides, or the Sea<"));
    assert!(book_words(&read_with_findings(source).0).starts_with("Tides, or the Sea One"));
    let (book, _) =
        read_with_findings(change_files(old_files(), |name, bytes| Some((name.to_owned(), bytes))));
    assert!(book_words(&book).starts_with("One"));
}

#[test]
fn broken_and_capital_documents_of_daisy_202_are_read() {
    for (file, from, to) in [
        ("disc/ncc.html", "</h1>", ""),
        ("disc/ncc.html", "<html>", "<HTML>"),
        ("disc/ncc.html", "one.smil", "ONE.SMIL"),
        ("disc/ncc.html", "one.smil", ".\\one.smil"),
        ("disc/ncc.html", "<body>", "<body>a & b &nbsp; <"),
        ("disc/one.smil", "</body>", ""),
        ("disc/one.smil", "text.html", "..\\Disc\\TEXT.html"),
        ("disc/one.smil", "<body>", "<body>&eacute; & "),
        ("disc/one.smil", "<smil>", "junk<smil>"),
        ("disc/text.html", "</p>", ""),
    ] {
        let source = change_text(old_files(), file, |text| text.replacen(from, to, 1));
        let (book, _) = read_with_findings(source);
        assert!(book_words(&book).contains("The tide came in at six."), "{file}: {to}");
        assert!(!book.overlays.is_empty(), "{file}: {to}");
    }
}

#[test]
fn a_part_of_daisy_3_that_is_missing_or_broken_costs_that_part() {
    let files = || unzip(&talking_book("Tides", b"sound"));
    for lost in ["disc/two.smil", "disc/book.ncx"] {
        let (book, report) = try_read(book_without_file(files(), lost));
        let book = book.unwrap();
        let reported = |kind: FindingKind| report.findings.iter().any(|finding| finding.kind == kind);
        if lost == "disc/two.smil" {
            assert!(book_words(&book).contains("Inside"), "{lost}");
            assert!(reported(FindingKind::MissingNarration) && reported(FindingKind::MissingFile));
        } else {
            assert!(!book.overlays.is_empty() && reported(FindingKind::NoContents), "{report:?}");
        }
    }
    for (file, from, to) in [
        ("disc/book.opf", "</manifest>", ""),
        ("disc/book.opf", "<manifest>", "<manifest>&nbsp; & "),
        ("disc/book.ncx", "</navMap>", ""),
        ("disc/book.ncx", "One", "One & <All>"),
        ("disc/one.smil", "</par>", ""),
        ("disc/one.smil", "sound.mp3", "SOUND.MP3"),
        ("disc/one.smil", "<body>", "<body>& &nbsp;"),
    ] {
        let (book, _) = read_with_findings(change_text(files(), file, |text| text.replacen(from, to, 1)));
        assert!(book_words(&book).contains("Inside"), "{file}: {to}: {}", book_words(&book));
    }
}

const DTBOOK_TEXT: &str = "<dtbook version='2005-3' xml:lang='en'><head><meta name='dtb:uid' content='u'/><meta name='dc:Title' content='T'/></head><book><bodymatter><level1 id='l'><h1>NAME</h1><p id='p'>The tide of NAME. <a href='OTHER'>There</a></p></level1></bodymatter></book></dtbook>";

fn package_document(manifest: &str) -> String {
    format!(
        "<package><metadata><dc-metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:Title>T</dc:Title><dc:Identifier>u</dc:Identifier></dc-metadata></metadata>{manifest}<spine/></package>"
    )
}

#[test]
fn all_texts_of_a_daisy_book_are_read_and_the_text_is_found_without_the_package() {
    let one = DTBOOK_TEXT.replace("NAME", "one").replace("OTHER", "b.xml#p");
    let two = DTBOOK_TEXT.replace("NAME", "two").replace("OTHER", "a.xml#l");
    let item = |name: &str, kind: &str| format!("<item id='{name}' href='{name}' media-type='{kind}'/>");
    let dtbook = "application/x-dtbook+xml";
    let both =
        package_document(&format!("<manifest>{}{}</manifest>", item("a.xml", dtbook), item("b.xml", dtbook)));
    let (book, kinds) =
        read_with_findings(zip_files([("b.opf", both.as_str()), ("a.xml", &one), ("b.xml", &two)]));
    assert_eq!(book_words(&book), "one The tide of one. There two The tide of two. There");
    assert_eq!(kinds, [FindingKind::NoLanguage]);
    convert_to(Format::Epub3, zip_files([("b.opf", both.as_str()), ("a.xml", &one), ("b.xml", &two)]));
    let smil = item("s.smil", "application/smil");
    for opf in [
        package_document(&format!("<manifest>{smil}{}</manifest>", item("a.xml", "text/xml"))),
        package_document(&format!("<manifest>{smil}</manifest>")),
        package_document(&format!("<manifest>{smil}{}</manifest>", item("gone.xml", dtbook))),
        package_document(&format!(
            "<manifest>{smil}{}{}</manifest>",
            item("a.xml", dtbook),
            item("gone.xml", dtbook)
        )),
    ] {
        let (book, kinds) = read_with_findings(zip_files([("b.opf", opf.as_str()), ("a.xml", &one)]));
        assert!(book_words(&book).contains("The tide of one."), "{opf}");
        assert!(!kinds.is_empty(), "{opf}");
    }
    assert!(
        book_words(&read_with_findings(zip_files([("x/a.xml", one.as_str())])).0)
            .contains("The tide of one.")
    );
}

#[test]
fn text_around_the_parts_of_a_dtbook_and_further_books_are_read() {
    let body = |words: &str| format!("<bodymatter><level1><h1>{words}</h1></level1></bodymatter>");
    let front = "<frontmatter><doctitle>T</doctitle></frontmatter>";
    let text = |inside: &str| {
        format!(
            "<dtbook version='2005-3' xml:lang='en'><head><meta name='dtb:uid' content='u'/><meta name='dc:Title' content='T'/></head>{inside}</dtbook>"
        )
    };
    for (inside, words) in [
        (
            format!("<book>Before<level1><h1>Loose</h1></level1>{}<p>After</p></book>", body("One")),
            "Before Loose One After",
        ),
        (format!("<book>{front}{}</book><book>{front}{}</book>", body("One"), body("Two")), "One Two"),
    ] {
        let (book, kinds) = read_with_findings(text(&inside).into());
        assert_eq!(book_words(&book), words);
        assert!(kinds.is_empty(), "{kinds:?}");
    }
}

#[test]
fn a_broken_dtbook_is_repaired() {
    let whole = DTBOOK_TEXT.replace("NAME", "one").replace("OTHER", "#l");
    for (from, to) in [
        ("</p>", ""),
        ("</level1>", ""),
        ("</book></dtbook>", ""),
        ("tide", "tide & <ebb &nbsp; \u{1}"),
        ("<dtbook", "\n<?xml version='1.0'?><dtbook"),
        ("<dtbook", "<!DOCTYPE dtbook [<!ENTITY x 'y'> <<]><dtbook"),
        ("<h1>", "<h1><m:math><m:mi>x</m:mi></m:math>"),
        ("id='p'", "id='p' id='q' class=a"),
    ] {
        let (book, kinds) = read_with_findings(whole.replacen(from, to, 1).into());
        assert!(book_words(&book).contains("The tide"), "{to}: {}", book_words(&book));
        assert!(!book_words(&book).contains("]>"), "{to}");
        assert!(kinds.contains(&FindingKind::IllFormed), "{to}: {kinds:?}");
    }
    for label in ["windows-1252", "utf-8"] {
        let latin: Vec<u8> =
            format!("<?xml version='1.0' encoding='{label}'?>{}", whole.replace("tide", "caf\u{e9}"))
                .chars()
                .map(|c| u8::try_from(u32::from(c)).unwrap())
                .collect();
        assert!(book_words(&read_with_findings(latin).0).contains("caf\u{e9}"), "{label}");
    }
}
