//! What the writers make, checked by the outside validators.

use std::io::Cursor;

use books::testkit::{
    Epub2Builder, EpubBuilder, PNG, epubcheck, in_order, small_book, unzip, unzip_text, validate_daisy, words,
};
use books::{Error, Format, Key, Limits, Mark, Options, convert, epub, mark, resources, trace};
use bytes::Bytes;

fn options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn made(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &options(), &mut ()).unwrap()
}

fn marked(format: Format, package: &[u8]) -> Vec<u8> {
    let one = Mark::new("Jane Doe", "2026-01-02".parse().unwrap(), 42);
    mark(format, Cursor::new(package), Cursor::new(Vec::new()), &one, &key()).unwrap().into_inner()
}

fn key() -> Key {
    Key::new(b"key of the library")
}

/// Books with what is hard about books.
pub(crate) fn hard_books() -> Vec<(&'static str, Vec<u8>)> {
    let chapter = |markup: &str| {
        let note = "<aside epub:type=\"footnote\" id=\"n\"><p>note</p></aside>";
        let reference = "<p>x<a epub:type=\"noteref\" href=\"#n\">1</a></p>";
        EpubBuilder::new("Hard")
            .file("a.png", "image/png", PNG)
            .chapter("One", &format!("{markup}{reference}{note}"))
            .build()
    };
    vec![
        ("small", small_book()),
        ("empty", EpubBuilder::new("Empty").chapter("", "").build()),
        ("heading only", EpubBuilder::new("Bare").chapter("One", "").chapter("Two", "").build()),
        ("levels", chapter("<h3>a</h3><h6>b</h6><p>c</p><h2>d</h2><h2>e</h2><p>f</p>")),
        (
            "lists",
            chapter(
                "<ol start=\"3\" type=\"i\"><li><p>a</p><ul><li>b</li></ul></li><li/></ol><dl><dt>c</dt><dd><p>d</p></dd></dl>",
            ),
        ),
        (
            "tables",
            chapter(
                "<table><caption>T</caption><thead><tr><th scope=\"col\">a</th><th colspan=\"2\">b</th></tr></thead><tbody><tr>\
             <td rowspan=\"2\"><p>c</p><ul><li>d</li></ul></td><td/><td><img src=\"a.png\" alt=\"A\"/></td></tr><tr>\
             <td>e<span epub:type=\"pagebreak\" id=\"p\" title=\"3\"/></td><td><table><tr><td>f</td><td>g</td></tr></table></td></tr></tbody>\
             <tfoot><tr><td>h</td><td>i</td><td>j</td></tr></tfoot></table>",
            ),
        ),
        (
            "quotes",
            chapter(
                "<blockquote>loose<h2>head</h2><p>a</p><blockquote><p>b</p></blockquote><hr/></blockquote>\
             <aside><h2>box</h2><p>c</p><figure><img src=\"a.png\" alt=\"A\"/><figcaption>cap <em>tion</em></figcaption></figure></aside>\
             <section epub:type=\"epigraph\"><p>d</p></section><figure><p>e</p><img src=\"a.png\" alt=\"\"/><figcaption><p>f</p></figcaption></figure>",
            ),
        ),
        (
            "verse",
            chapter(
                "<div class=\"poem\"><p>a<br/>b</p><hr/><ul><li>c</li></ul></div><blockquote epub:type=\"z3998:poem\"><p>d<br/>e</p>\
             <div class=\"stanza\"><div>f</div><blockquote><p>g</p></blockquote></div></blockquote>",
            ),
        ),
        (
            "inlines",
            chapter(
                "<p><a href=\"https://example.org/\">a <a href=\"#z\">b</a></a> <abbr title=\"c\">d</abbr> <q>e</q><sub>f</sub>\
             <code>g</code> <ruby>h<rt>i</rt></ruby> <s>j</s> <span dir=\"rtl\" lang=\"he\">k</span> <a href=\"chapter1.xhtml\">l</a>\
             <a id=\"z\"/></p><pre>m\n  n</pre><p>o <img src=\"a.png\" alt=\"p &lt;q&gt;\"/> r</p>",
            ),
        ),
        (
            "images",
            chapter(
                "<p><img src=\"a.png\"/></p><p><img src=\"gone.png\" alt=\"lost\"/></p><svg xmlns=\"http://www.w3.org/2000/svg\" \
             viewBox=\"0 0 1 1\"><title>drawn</title><circle r=\"1\"/></svg>",
            ),
        ),
        (
            "math",
            chapter(
                "<p>a <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math></p><div><math \
             xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"><mi>y</mi></math></div>",
            ),
        ),
        (
            "right to left",
            EpubBuilder::new("ספר")
                .language("he")
                .right_to_left()
                .chapter("פרק", "<p dir=\"rtl\">שלום</p>")
                .build(),
        ),
        ("contents", EpubBuilder::new("Contents").contents_page().chapter("One", "<p>a</p>").build()),
        ("fixed layout", fixed_layout()),
        ("old", old_book()),
    ]
}

fn fixed_layout() -> Vec<u8> {
    EpubBuilder::new("Fixed")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("One", "")
        .raw(
            "OEBPS/chapter1.xhtml",
            b"<html xmlns='http://www.w3.org/1999/xhtml'><head><title>One</title><meta name='viewport' \
              content='width=600, height=800'/></head><body><p>A page.</p></body></html>",
        )
        .build()
}

fn old_book() -> Vec<u8> {
    Epub2Builder::new()
        .metadata(
            "<dc:creator opf:role=\"aut\" opf:file-as=\"Harbor, Ada\">Ada Harbor</dc:creator>\
             <dc:date opf:event=\"creation\">2001</dc:date><dc:date opf:event=\"publication\">1999</dc:date>\
             <meta name=\"calibre:series\" content=\"Primers\"/>",
        )
        .chapter(
            "One",
            "<h2><a id=\"top\" name=\"top\"></a>One</h2><p align=\"center\">a&nbsp;b <big>c</big> <tt>d</tt> <acronym title=\"x\">e</acronym></p>\
             <table border=\"1\" width=\"50%\" cellpadding=\"2\" summary=\"s\"><tfoot><tr><td>z</td></tr></tfoot>\
             <tbody><tr><td valign=\"top\" nowrap=\"nowrap\">f</td></tr></tbody></table><p><br clear=\"all\"/>g</p>",
        )
        .chapter("Two", "<h2>Two</h2><p><a href=\"c1.html#top\">back</a></p>")
        .build()
}

#[test]
fn epub_3_is_valid_plain_and_marked() {
    let mut all = Vec::new();
    // These three are not valid themselves, and an EPUB is passed through.
    for (name, source) in
        hard_books().into_iter().filter(|(name, _)| !matches!(*name, "images" | "inlines" | "empty"))
    {
        let epub = made(Format::Epub3, source);
        all.push((format!("{name}, marked"), marked(Format::Epub3, &epub)));
        all.push((name.to_owned(), epub));
    }
    for (name, problems) in epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn daisy_is_valid_plain_and_marked() {
    for (name, source) in hard_books() {
        let daisy = made(Format::Daisy, source);
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new(), "{name}");
        let marked = marked(Format::Daisy, &daisy);
        assert_eq!(validate_daisy(&marked).unwrap_or_default(), Vec::<String>::new(), "{name}, marked");
        check_references(name, &marked);
    }
}

/// What the official validator checks beyond the DTDs: every reference leads to an element, every
/// file is in the manifest, times are those of the clips (none), the order of playing has no gaps.
fn check_references(name: &str, daisy: &[u8]) {
    let files = unzip(daisy);
    let text = |wanted: &str| {
        String::from_utf8(files.iter().find(|(path, _)| path == wanted).unwrap().1.clone()).unwrap()
    };
    let exists = |reference: &str| {
        let (file, id) = reference.split_once('#').expect(reference);
        assert!(text(file).contains(&format!(" id=\"{id}\"")), "{name}: {reference} leads nowhere");
    };
    let values = |source: &str, attribute: &str| -> Vec<String> {
        let mark = format!(" {attribute}=\"");
        source.split(&mark).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let book = text("book.xml");
    for reference in values(&book, "smilref") {
        exists(&reference);
    }
    for id in values(&book, "idref").iter().chain(&values(&book, "href")).filter(|id| id.starts_with('#')) {
        exists(&format!("book.xml{id}"));
    }
    for image in values(&book, "src") {
        assert!(files.iter().any(|(path, _)| *path == image), "{name}: {image}");
    }
    let ncx = text("navigation.ncx");
    for reference in values(&ncx, "src") {
        exists(&reference);
    }
    let mut order: Vec<usize> = values(&ncx, "playOrder").iter().map(|n| n.parse().unwrap()).collect();
    order.sort_unstable();
    order.dedup();
    assert_eq!(order, (1..=order.len()).collect::<Vec<_>>(), "{name}");
    let opf = text("book.opf");
    let uid = opf.split("<dc:Identifier id=\"uid\">").nth(1).unwrap().split('<').next().unwrap();
    let same = format!("name=\"dtb:uid\" content=\"{uid}\"");
    assert!(book.contains(&same) && ncx.contains(&same), "{name}");
    let listed = values(&opf, "href");
    for (path, bytes) in &files {
        assert!(listed.contains(path), "{name}: {path} is not in the manifest");
        if path.ends_with(".smil") {
            let smil = String::from_utf8(bytes.clone()).unwrap();
            for reference in values(&smil, "src") {
                exists(&reference);
            }
            assert!(smil.contains(&same), "{name}: {path}");
            assert!(smil.contains("name=\"dtb:totalElapsedTime\" content=\"0:00:00\""));
        }
    }
    assert!(
        opf.contains("name=\"dtb:totalTime\" content=\"0:00:00\"") && opf.contains("content=\"textNCX\"")
    );
}

#[test]
fn every_word_is_in_the_daisy_text_in_its_order() {
    for (name, source) in hard_books() {
        let text = words(&unzip_text(&made(Format::Daisy, source.clone()), "book.xml"), &[]);
        let book = epub::read(source.clone().into(), &Limits::default(), &mut ()).unwrap();
        for section in &book.sections {
            // In a table the foot comes last, whatever its place in the source.
            let source = words(&unzip_text(&source, &section.path), &["head", "svg", "math", "tfoot"]);
            in_order(&source, &text).unwrap_or_else(|missing| panic!("{name}: not in the text: {missing}"));
        }
    }
}

#[test]
fn a_small_daisy_book() {
    let daisy = made(Format::Daisy, small_book());
    insta::assert_snapshot!("small_daisy_text", unzip_text(&daisy, "book.xml"));
    insta::assert_snapshot!("small_daisy_package", unzip_text(&daisy, "book.opf"));
    insta::assert_snapshot!("small_daisy_ncx", unzip_text(&daisy, "navigation.ncx"));
    insta::assert_snapshot!("small_daisy_smil", unzip_text(&daisy, "book0002.smil"));
}

#[test]
fn epub_3_passes_everything_through_but_the_package_document() {
    let source = small_book();
    let epub = made(Format::Epub3, source.clone());
    for (name, bytes) in unzip(&source) {
        let written = unzip(&epub).into_iter().find(|(path, _)| *path == name).unwrap().1;
        assert_eq!(written == bytes, name != "OEBPS/package.opf", "{name}");
    }
    insta::assert_snapshot!("small_epub_package", unzip_text(&epub, "OEBPS/package.opf"));
    assert_eq!(unzip(&epub)[0].0, "mimetype");
}

#[test]
fn nothing_is_claimed_that_was_not_found() {
    let opf = |markup: &str| {
        let source =
            EpubBuilder::new("Claims").file("a.png", "image/png", PNG).chapter("One", markup).build();
        unzip_text(&made(Format::Epub3, source), "OEBPS/package.opf")
    };
    let bare = opf("<p>a</p>");
    for absent in [
        "alternativeText",
        "pageBreakMarkers",
        "MathML",
        "visual",
        "synchronizedAudioText",
        "longDescriptions",
    ] {
        assert!(!bare.contains(absent), "{absent}");
    }
    assert!(bare.contains(">textual<") && bare.contains(">none<") && bare.contains("structuralNavigation"));
    let without = opf("<p><img src=\"a.png\" alt=\"A\"/><img src=\"a.png\"/></p>");
    assert!(!without.contains("alternativeText") && without.contains("textual,visual"));
    assert!(without.contains("1 of 2 images lack a text alternative."));
    let with = opf("<p><img src=\"a.png\" alt=\"A\"/> b</p>");
    assert!(with.contains("alternativeText") && with.contains("schema:accessModeSufficient\">textual<"));
}

#[test]
fn a_book_of_nothing_but_pictures_says_so() {
    let source = EpubBuilder::new("Scans")
        .file("a.png", "image/png", PNG)
        .chapter("", "<p><img src=\"a.png\"/></p>")
        .build();
    let opf = unzip_text(&made(Format::Epub3, source), "OEBPS/package.opf");
    assert!(opf.contains(books::model::PICTURES_ONLY), "{opf}");
    assert!(opf.contains("schema:accessModeSufficient\">visual<") && !opf.contains("textual"), "{opf}");
}

#[test]
fn a_document_without_a_language_gets_that_of_the_book() {
    let page = |attributes: &str| {
        format!(
            "<?xml version=\"1.0\"?><html {attributes} xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>T</title></head>\
             <body><p>a&#160;b</p></body></html>"
        )
    };
    let source = EpubBuilder::new("Langue")
        .language("fr")
        .chapter("One", "<p>a</p>")
        .chapter("Two", "<p>a</p>")
        .chapter("Three", "<p>a</p>")
        .raw("OEBPS/chapter1.xhtml", page("").as_bytes())
        .raw("OEBPS/chapter2.xhtml", page("xml:lang=\"en\"").as_bytes())
        .raw("OEBPS/chapter3.xhtml", page("lang=\"\"").as_bytes())
        .build();
    let epub = made(Format::Epub3, source.clone());
    for chapter in [1, 3] {
        let text = unzip_text(&epub, &format!("OEBPS/chapter{chapter}.xhtml"));
        assert_eq!(
            (text.matches("<html lang=\"fr\" xml:lang=\"fr\" ").count(), text.matches("lang=").count()),
            (1, 2),
            "{text}"
        );
    }
    let stated = "OEBPS/chapter2.xhtml";
    assert_eq!(unzip_text(&epub, stated), unzip_text(&source, stated));
    assert!(unzip_text(&epub, "OEBPS/package.opf").contains("<package xml:lang=\"fr\" "));
    for (_, problems) in epubcheck(&[("languages".into(), epub)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
    let old = Epub2Builder::new().chapter("One", "<p>a</p>").build();
    let opf = unzip_text(&made(Format::Epub3, old), "OEBPS/package.opf");
    assert!(opf.contains(" xml:lang=\"en\""), "{opf}");
}

#[test]
fn what_the_publisher_states_stays() {
    let source = EpubBuilder::new("Stated")
        .metadata("<meta property=\"schema:accessibilityHazard\">flashing</meta><meta property=\"schema:accessibilitySummary\">Mine.</meta>")
        .chapter("One", "<p>a</p>")
        .build();
    let opf = unzip_text(&made(Format::Epub3, source), "OEBPS/package.opf");
    assert_eq!(opf.matches("accessibilityHazard").count(), 1);
    assert_eq!(opf.matches("accessibilitySummary").count(), 1);
    assert_eq!(opf.matches("dcterms:modified").count(), 1);
    assert!(opf.contains("2026-01-02T03:04:05Z"));
}

#[test]
fn an_ill_formed_text_is_delivered_repaired() {
    let source = EpubBuilder::new("Soup")
        .chapter("One", "<p>a</p>")
        .raw(
            "OEBPS/chapter1.xhtml",
            b"<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head><body><p>a<br>b & c</body></html>",
        )
        .build();
    let epub = made(Format::Epub3, source);
    for (_, problems) in epubcheck(&[("repaired".into(), epub.clone())]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
    assert_eq!(words(&unzip_text(&epub, "OEBPS/chapter1.xhtml"), &["head"]), ["a", "b", "c"]);
}

#[test]
fn the_same_source_gives_the_same_bytes() {
    for format in [Format::Epub3, Format::Daisy] {
        assert_eq!(made(format, small_book()), made(format, small_book()), "{format}");
    }
}

#[test]
fn a_book_can_be_handed_to_another_thread() {
    fn needs<T: Send + Sync>() {}
    needs::<books::model::Book>();
    needs::<Error>();
}

#[test]
fn pdf_needs_a_writer() {
    assert!(matches!(
        convert(Format::Pdf, small_book().into(), &options(), &mut ()),
        Err(Error::NoConversion(Format::Pdf))
    ));
}

#[test]
fn the_contents_of_an_epub_lead_to_its_documents() {
    let contents = books::contents(made(Format::Epub3, small_book()).into(), &Limits::default()).unwrap();
    assert_eq!(contents.documents, ["OEBPS/chapter1.xhtml", "OEBPS/chapter2.xhtml"]);
    assert_eq!(contents.navigation.as_deref(), Some("OEBPS/nav.xhtml"));
    assert_eq!(contents.cover.as_deref(), Some("OEBPS/cover.png"));
    assert!(!contents.toc.is_empty() && !contents.right_to_left);
    let mut waiting: Vec<_> = contents.toc.iter().chain(&contents.pages).collect();
    while let Some(entry) = waiting.pop() {
        assert!(contents.documents.contains(&entry.path) && !entry.title.is_empty(), "{entry:?}");
        waiting.extend(&entry.children);
    }
    // What is no EPUB has none.
    let daisy = books::contents(made(Format::Daisy, small_book()).into(), &Limits::default());
    assert!(daisy.is_err());
}

#[test]
fn the_files_of_a_package_are_listed_in_its_order() {
    let files = resources(made(Format::Epub3, small_book()).into(), &Limits::default()).unwrap();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "OEBPS/package.opf",
            "OEBPS/nav.xhtml",
            "OEBPS/chapter1.xhtml",
            "OEBPS/chapter2.xhtml",
            "OEBPS/cover.png",
            "mimetype",
            "META-INF/container.xml"
        ]
    );
    assert_eq!(files[4].media_type, "image/png");
    assert_eq!(files[4].size, PNG.len() as u64);
    let daisy: Bytes = made(Format::Daisy, small_book()).into();
    let files = resources(daisy.clone(), &Limits::default()).unwrap();
    let types: Vec<&str> = files.iter().take(3).map(|file| file.media_type.as_str()).collect();
    assert_eq!(
        types,
        ["application/oebps-package+xml", "application/x-dtbncx+xml", "application/x-dtbook+xml"]
    );
    assert!(files[0].modified.is_some());
    let text = books::read_resource(daisy.clone(), "book.xml", &Limits::default()).unwrap();
    assert!(text.starts_with(b"<?xml"));
    assert!(books::read_resource(daisy, "../x", &Limits::default()).is_err());
}

mod marks {
    use super::*;

    /// A book long enough to be marked in several places.
    fn long_book() -> Vec<u8> {
        let mut builder = EpubBuilder::new("Long").author("Ada Harbor");
        for n in 1..=9 {
            builder =
                builder.chapter(&format!("Chapter {n}"), &"<p>The sea was calm that day.</p>\n".repeat(12));
        }
        builder.build()
    }

    fn found(bytes: Vec<u8>, key: &Key) -> Option<books::Trace> {
        trace(&bytes.into(), key, &Limits::default()).unwrap()
    }

    #[test]
    fn the_notice_is_seen_in_the_front_matter() {
        let epub = marked(Format::Epub3, &made(Format::Epub3, long_book()));
        assert!(
            unzip_text(&epub, "OEBPS/notice.xhtml")
                .contains("This copy was made for Jane Doe on 2026-01-02.")
        );
        let opf = unzip_text(&epub, "OEBPS/package.opf");
        let spine = &opf[opf.find("<spine").unwrap()..];
        assert!(spine.find("notice").unwrap() < spine.find("c1").unwrap());
        let daisy = marked(Format::Daisy, &made(Format::Daisy, long_book()));
        let text = unzip_text(&daisy, "book.xml");
        let notice = text.find("This copy was made for Jane Doe on 2026-01-02.").unwrap();
        assert!(text.find("<docauthor").unwrap() < notice && notice < text.find("</frontmatter>").unwrap());
        assert!(unzip_text(&daisy, "book0001.smil").contains("book.xml#copy-notice"));
    }

    #[test]
    fn a_whole_package_and_each_single_marked_file_lead_to_the_record() {
        for format in [Format::Epub3, Format::Daisy] {
            let plain = made(format, long_book());
            assert_eq!(found(plain.clone(), &key()), None, "{format}");
            let copy = marked(format, &plain);
            let whole = found(copy.clone(), &key()).unwrap();
            assert_eq!(whole.record, 42);
            let before = unzip(&plain);
            let mut texts = 0;
            let mut places = 0;
            for (name, bytes) in unzip(&copy) {
                if let Some(single) = found(bytes.clone(), &key()) {
                    assert_eq!(single.record, 42, "{name}");
                    texts += 1;
                    places += single.places_found;
                } else if let Some((_, original)) = before.iter().find(|(path, _)| *path == name) {
                    assert!(
                        *original == bytes || name.ends_with(".smil"),
                        "{name} is changed without a fingerprint"
                    );
                }
            }
            assert!(texts >= 3, "{format}: {texts}");
            assert_eq!(places, whole.places_found);
        }
    }

    #[test]
    fn it_survives_stripped_metadata_ids_and_white_space() {
        for format in [Format::Epub3, Format::Daisy] {
            let copy = marked(format, &made(format, long_book()));
            let changed = |change: &dyn Fn(&str) -> String| {
                let files = unzip(&copy).into_iter().map(|(name, bytes)| {
                    let text = change(&String::from_utf8(bytes).unwrap());
                    (name, text.into_bytes())
                });
                books::testkit::zip_of(files)
            };
            let no_metadata =
                changed(&|text| text.replace("openshelf:copy\" content=\"", "gone\" content=\"x"));
            let no_runs = changed(&|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
            let no_names =
                changed(&|text| text.replace(" id=\"m", " id=\"x").replace(" class=\"m", " class=\"x"));
            for stripped in [no_metadata, no_runs, no_names] {
                assert_eq!(found(stripped, &key()).map(|trace| trace.record), Some(42), "{format}");
            }
        }
    }

    #[test]
    fn another_library_finds_nothing() {
        let copy = marked(Format::Epub3, &made(Format::Epub3, long_book()));
        assert_eq!(found(copy, &Key::new(b"another key")), None);
        assert_eq!(found(b"no book at all".to_vec(), &key()), None);
        assert_eq!(found(b"PK but no container".to_vec(), &key()), None);
    }

    #[test]
    fn two_copies_differ_and_each_is_the_same_every_time() {
        let plain = made(Format::Epub3, long_book());
        let of = |record| {
            let one = Mark::new("Jane Doe", "2026-01-02".parse().unwrap(), record);
            mark(Format::Epub3, Cursor::new(&plain), Cursor::new(Vec::new()), &one, &key())
                .unwrap()
                .into_inner()
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert_eq!(found(of(2), &key()).unwrap().record, 2);
    }

    #[test]
    fn the_words_of_the_book_are_the_same_in_every_copy() {
        let plain = made(Format::Epub3, long_book());
        let copy = marked(Format::Epub3, &plain);
        for n in 1..=9 {
            let path = format!("OEBPS/chapter{n}.xhtml");
            let visible = |bytes: &[u8]| {
                unzip_text(bytes, &path)
                    .split('<')
                    .map(|part| part.split('>').nth(1).unwrap_or("").trim().to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(visible(&plain), visible(&copy));
        }
    }

    #[test]
    fn a_format_without_marks_is_refused() {
        let one = Mark::new("Jane Doe", "2026-01-02".parse().unwrap(), 1);
        let refused = mark(Format::Pdf, Cursor::new(b""), Cursor::new(Vec::new()), &one, &key());
        assert!(matches!(refused, Err(Error::NoConversion(Format::Pdf))));
    }
}
