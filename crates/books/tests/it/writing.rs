//! The output of the writers, checked by external validators.

use books::testkit::{
    Epub2Builder, EpubBuilder, MINIMAL_PNG, check_daisy_references, check_order, document_words, hard_books,
    run_epubcheck, small_book, unzip, unzip_text, validate_daisy, zip_files,
};
use books::{Error, Format, Limits, Options, convert, epub, list_resources};
use bytes::Bytes;

fn writing_options() -> Options {
    Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

fn convert_to_format(format: Format, source: Vec<u8>) -> Vec<u8> {
    convert(format, source.into(), &writing_options(), &mut ()).unwrap()
}

#[test]
fn epub_3_is_valid() {
    let mut all = Vec::new();
    // These three are not valid themselves, and an EPUB is passed through.
    for (name, source) in
        hard_books().into_iter().filter(|(name, _)| !matches!(*name, "images" | "inlines" | "empty"))
    {
        all.push((name.to_owned(), convert_to_format(Format::Epub3, source)));
    }
    for (name, problems) in run_epubcheck(&all).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn daisy_is_valid() {
    for (name, source) in hard_books() {
        let daisy = convert_to_format(Format::Daisy, source);
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new(), "{name}");
        check_daisy_references(name, &daisy);
    }
}

#[test]
fn every_word_is_in_the_daisy_text_in_its_order() {
    for (name, source) in hard_books() {
        let text =
            document_words(&unzip_text(&convert_to_format(Format::Daisy, source.clone()), "book.xml"), &[]);
        let book = epub::read(source.clone().into(), &Limits::default(), &mut ()).unwrap();
        for section in &book.sections {
            // In a table the foot comes last, whatever its place in the source.
            let source =
                document_words(&unzip_text(&source, &section.path), &["head", "svg", "math", "tfoot"]);
            check_order(&source, &text)
                .unwrap_or_else(|missing| panic!("{name}: not in the text: {missing}"));
        }
    }
}

#[test]
fn a_small_daisy_book() {
    let daisy = convert_to_format(Format::Daisy, small_book());
    insta::assert_snapshot!("small_daisy_text", unzip_text(&daisy, "book.xml"));
    insta::assert_snapshot!("small_daisy_package", unzip_text(&daisy, "book.opf"));
    insta::assert_snapshot!("small_daisy_ncx", unzip_text(&daisy, "navigation.ncx"));
    insta::assert_snapshot!("small_daisy_smil", unzip_text(&daisy, "book0002.smil"));
}

#[test]
fn epub_3_passes_everything_through_but_the_package_document() {
    let source = small_book();
    let epub = convert_to_format(Format::Epub3, source.clone());
    for (name, bytes) in unzip(&source) {
        let written = unzip(&epub).into_iter().find(|(path, _)| *path == name).unwrap().1;
        assert_eq!(written == bytes, name != "OEBPS/package.opf", "{name}");
    }
    insta::assert_snapshot!("small_epub_package", unzip_text(&epub, "OEBPS/package.opf"));
    assert_eq!(unzip(&epub)[0].0, "mimetype");
}

#[test]
fn the_manifest_of_an_epub_3_states_what_its_documents_have() {
    let manifest = |markup: &str, stated: &str| {
        let mut parts = EpubBuilder::new("Parts").chapter("One", "<p>a</p>").parts();
        for (path, bytes) in &mut parts {
            let text = String::from_utf8_lossy(bytes);
            if path.ends_with("chapter1.xhtml") {
                *bytes = text.replace("<p>a</p>", markup).into_bytes();
            } else if path.ends_with(".opf") {
                let item = "href=\"chapter1.xhtml\"";
                *bytes = text.replace(item, &format!("{stated}{item}")).into_bytes();
            }
        }
        let opf = unzip_text(&convert_to_format(Format::Epub3, zip_files(parts)), "OEBPS/package.opf");
        let item = opf.split("<item").find(|item| item.contains("chapter1.xhtml")).unwrap();
        item.split("properties=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or_default()
            .to_owned()
    };
    let math = "<p>a <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math></p>";
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>t</text></svg>";
    assert_eq!(manifest("<p>a</p><script type=\"application/json\">{}</script>", ""), "");
    assert_eq!(manifest(math, ""), "mathml");
    assert_eq!(manifest(math, "properties=\"mathml\" "), "mathml");
    assert_eq!(manifest(svg, "properties=\"mathml\" "), "mathml svg");
    assert_eq!(manifest(&format!("{svg}<script>0</script>"), ""), "svg scripted");
}

#[test]
fn accessibility_claims_only_state_facts_that_were_found() {
    let opf = |markup: &str| {
        let source =
            EpubBuilder::new("Claims").file("a.png", "image/png", MINIMAL_PNG).chapter("One", markup).build();
        unzip_text(&convert_to_format(Format::Epub3, source), "OEBPS/package.opf")
    };
    let bare = opf("<p>a</p>");
    for absent in [
        "alternativeText", "pageBreakMarkers", "MathML", "visual", "synchronizedAudioText", "longDescription",
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
        .file("a.png", "image/png", MINIMAL_PNG)
        .chapter("", "<p><img src=\"a.png\"/></p>")
        .build();
    let opf = unzip_text(&convert_to_format(Format::Epub3, source), "OEBPS/package.opf");
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
        .raw_file("OEBPS/chapter1.xhtml", page("").as_bytes())
        .raw_file("OEBPS/chapter2.xhtml", page("xml:lang=\"en\"").as_bytes())
        .raw_file("OEBPS/chapter3.xhtml", page("lang=\"\"").as_bytes())
        .build();
    let epub = convert_to_format(Format::Epub3, source.clone());
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
    for (_, problems) in run_epubcheck(&[("languages".into(), epub)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
    let old = Epub2Builder::new().chapter("One", "<p>a</p>").build();
    let opf = unzip_text(&convert_to_format(Format::Epub3, old), "OEBPS/package.opf");
    assert!(opf.contains(" xml:lang=\"en\""), "{opf}");
    assert!(opf.contains("<meta property=\"schema:accessibilitySummary\">"), "{opf}");
    // The summary is in English.
    let french = EpubBuilder::new("Le bac").language("fr").chapter("Un", "<p>a</p>").build();
    let opf = unzip_text(&convert_to_format(Format::Epub3, french), "OEBPS/package.opf");
    assert!(opf.contains("<meta property=\"schema:accessibilitySummary\" xml:lang=\"en\">"), "{opf}");
}

#[test]
fn statements_of_the_publisher_stay() {
    let source = EpubBuilder::new("Stated")
        .metadata("<meta property=\"schema:accessibilityHazard\">flashing</meta><meta property=\"schema:accessibilitySummary\">Mine.</meta>")
        .chapter("One", "<p>a</p>")
        .build();
    let opf = unzip_text(&convert_to_format(Format::Epub3, source), "OEBPS/package.opf");
    assert_eq!(opf.matches("accessibilityHazard").count(), 1);
    assert_eq!(opf.matches("accessibilitySummary").count(), 1);
    assert_eq!(opf.matches("dcterms:modified").count(), 1);
    assert!(opf.contains("2026-01-02T03:04:05Z"));
}

#[test]
fn an_ill_formed_text_is_delivered_repaired() {
    let source = EpubBuilder::new("Soup")
        .chapter("One", "<p>a</p>")
        .raw_file(
            "OEBPS/chapter1.xhtml",
            b"<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head><body><p>a<br>b & c</body></html>",
        )
        .build();
    let epub = convert_to_format(Format::Epub3, source);
    for (_, problems) in run_epubcheck(&[("repaired".into(), epub.clone())]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
    assert_eq!(document_words(&unzip_text(&epub, "OEBPS/chapter1.xhtml"), &["head"]), ["a", "b", "c"]);
}

#[test]
fn converting_a_source_again_gives_the_same_bytes() {
    for format in [Format::Epub3, Format::Daisy] {
        assert_eq!(
            convert_to_format(format, small_book()),
            convert_to_format(format, small_book()),
            "{format}"
        );
    }
}

#[test]
fn a_book_can_be_handed_to_another_thread() {
    fn assert_send_and_sync<T: Send + Sync>() {}
    assert_send_and_sync::<books::model::Book>();
    assert_send_and_sync::<Error>();
}

#[test]
fn pdf_needs_a_writer() {
    assert!(matches!(
        convert(Format::Pdf, small_book().into(), &writing_options(), &mut ()),
        Err(Error::NoConversion(Format::Pdf))
    ));
}

#[test]
fn the_contents_of_an_epub_lead_to_its_documents() {
    let contents =
        books::read_contents(convert_to_format(Format::Epub3, small_book()).into(), &Limits::default())
            .unwrap();
    assert_eq!(contents.documents, ["OEBPS/chapter1.xhtml", "OEBPS/chapter2.xhtml"]);
    assert_eq!(contents.navigation.as_deref(), Some("OEBPS/nav.xhtml"));
    assert_eq!(contents.cover.as_deref(), Some("OEBPS/cover.png"));
    assert!(!contents.toc.is_empty() && !contents.right_to_left && !contents.fixed_layout);
    let mut waiting: Vec<_> = contents.toc.iter().chain(&contents.pages).collect();
    while let Some(entry) = waiting.pop() {
        assert!(contents.documents.contains(&entry.path) && !entry.title.is_empty(), "{entry:?}");
        waiting.extend(&entry.children);
    }
    let fixed = EpubBuilder::new("Fixed")
        .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
        .chapter("Page", "<p>One.</p>");
    assert!(books::read_contents(fixed.build().into(), &Limits::default()).unwrap().fixed_layout);
    // Other formats have none.
    let daisy =
        books::read_contents(convert_to_format(Format::Daisy, small_book()).into(), &Limits::default());
    assert!(daisy.is_err());
}

#[test]
fn the_files_of_a_package_are_listed_in_its_order() {
    let files =
        list_resources(convert_to_format(Format::Epub3, small_book()).into(), &Limits::default()).unwrap();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "OEBPS/package.opf", "OEBPS/nav.xhtml", "OEBPS/chapter1.xhtml", "OEBPS/chapter2.xhtml",
            "OEBPS/cover.png", "mimetype", "META-INF/container.xml"
        ]
    );
    assert_eq!(files[4].media_type, "image/png");
    assert_eq!(files[4].size, MINIMAL_PNG.len() as u64);
    let daisy: Bytes = convert_to_format(Format::Daisy, small_book()).into();
    let files = list_resources(daisy.clone(), &Limits::default()).unwrap();
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
