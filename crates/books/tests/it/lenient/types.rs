//! The kind of a document, whatever the manifest says of it.

use books::model::Book;
use books::testkit::{Epub2Builder, EpubBuilder, run_epubcheck, unzip, unzip_text};
use books::{FindingKind, Format};

use super::{change_files, change_text, item_id, read_with_findings};
use crate::support::{book_words, convert_to};

#[test]
fn the_root_element_decides_and_not_the_media_type() {
    for media_type in [
        "text/xml", "application/xml", "text/html", "text/x-oeb1-document", "text/plain", "",
        "application/octet-stream", "Application/XHTML+XML",
    ] {
        let files = EpubBuilder::new("T").chapter("One", "<p>The sea.</p>").parts();
        let source = change_text(files, "OEBPS/package.opf", |opf| {
            opf.replacen(
                "chapter1.xhtml\" media-type=\"application/xhtml+xml\"",
                &format!("chapter1.xhtml\" media-type=\"{media_type}\""),
                1,
            )
        });
        let (book, kinds) = read_with_findings(source.clone());
        assert_eq!(book_words(&book), "One The sea.", "{media_type}");
        let is_known = matches!(media_type, "text/html" | "text/x-oeb1-document" | "Application/XHTML+XML");
        assert_eq!(kinds.contains(&FindingKind::WrongMediaType), !is_known, "{media_type}: {kinds:?}");
        convert_to(Format::Epub3, source);
    }
}

#[test]
fn a_drawing_in_the_spine_is_read_whatever_its_type() {
    for media_type in ["image/svg+xml", "application/xhtml+xml", "text/xml"] {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><text>Harbor</text></svg>";
        let files = EpubBuilder::new("T")
            .chapter("One", "<p>The sea.</p>")
            .file("d.svg", media_type, svg.as_bytes())
            .parts();
        let source = change_text(files, "OEBPS/package.opf", |opf| {
            let id = item_id(&opf, "d.svg");
            opf.replace("</spine>", &format!("<itemref idref=\"{id}\"/></spine>"))
        });
        assert!(book_words(&read_with_findings(source).0).contains("Harbor"), "{media_type}");
    }
}

#[test]
fn plain_text_in_the_spine_is_read() {
    let text = "The <tide> & the sea.\n\nThe bell.\n";
    let files = EpubBuilder::new("T")
        .chapter("One", "<p>The sea.</p>")
        .file("a.txt", "text/plain", text.as_bytes())
        .parts();
    let source = change_text(files, "OEBPS/package.opf", |opf| {
        let id = item_id(&opf, "a.txt");
        opf.replace("</spine>", &format!("<itemref idref=\"{id}\"/></spine>"))
    });
    let (book, kinds) = read_with_findings(source.clone());
    assert_eq!(book_words(&book), "One The sea. The <tide> & the sea. The bell.");
    assert_eq!(kinds, [FindingKind::WrongMediaType]);
    let package = unzip_text(&convert_to(Format::Epub3, source), "OEBPS/package.opf");
    assert!(!package.contains("text/plain"), "{package}");
}

#[test]
fn the_first_readable_fallback_is_read() {
    let files =
        EpubBuilder::new("T").chapter("One", "<p>The sea.</p>").raw_file("OEBPS/a.pdf", b"%PDF-1.4").parts();
    let source = change_text(files, "OEBPS/package.opf", |opf| {
        opf.replace("</manifest>", "<item id=\"p\" href=\"a.pdf\" media-type=\"application/pdf\" fallback=\"q\"/><item id=\"q\" href=\"gone.xhtml\" media-type=\"application/xhtml+xml\" fallback=\"c1\"/></manifest>")
            .replace("<itemref idref=\"c1\"/>", "<itemref idref=\"p\"/>")
    });
    assert_eq!(book_words(&read_with_findings(source).0), "One The sea.");
}

/// The package document of a book with `p.png` as fallback of a PDF in its spine.
fn name_picture(opf: &str) -> String {
    opf.replace(
        "</manifest>",
        "<item id=\"a\" href=\"a.pdf\" media-type=\"application/pdf\" fallback=\"p\"/>\
         <item id=\"p\" href=\"p.png\" media-type=\"image/png\" fallback=\"a\"/></manifest>",
    )
}

#[test]
fn a_picture_in_the_spine_is_shown() {
    let png = books::testkit::MINIMAL_PNG;
    let pictures = |book: &Book| book.survey().images;
    let with_picture = |mut files: Vec<(String, Vec<u8>)>| {
        files.extend([
            ("OEBPS/a.pdf".to_owned(), b"%PDF-1.4".to_vec()),
            ("OEBPS/p.png".to_owned(), png.to_vec()),
        ]);
        files
    };
    let files = with_picture(EpubBuilder::new("T").chapter("One", "<p>The sea.</p>").parts());
    let source = change_text(files.clone(), "OEBPS/package.opf", |opf| {
        name_picture(&opf).replace("<spine>", "<spine><itemref idref=\"a\"/>")
    });
    let (book, kinds) = read_with_findings(source.clone());
    assert_eq!((book_words(&book).as_str(), pictures(&book)), ("One The sea.", 1));
    assert!(kinds.is_empty(), "{kinds:?}");
    assert!(unzip(&convert_to(Format::Daisy, source.clone())).iter().any(|(_, bytes)| bytes == png));
    convert_to(Format::Epub3, source.clone());
    assert!(books::locate_sentences(source.into(), &books::Limits::default(), &mut ()).unwrap().is_some());

    // Documents that only the manifest lists are read also.
    let source = change_text(files, "OEBPS/package.opf", |opf| {
        name_picture(&opf).replace("<itemref idref=\"c1\"/>", "<itemref idref=\"a\"/>")
    });
    let (book, kinds) = read_with_findings(source);
    assert_eq!((book_words(&book).as_str(), pictures(&book)), ("One The sea.", 1));
    assert_eq!(kinds, [FindingKind::NoSpine]);

    // EPUB 3 has documents in the spine: a picture of an EPUB 2 gets one, to which links to it lead.
    let text = "<p>The sea. <a href=\"p.png\">A map</a></p>";
    let files = with_picture(Epub2Builder::new().chapter("One", text).parts());
    let source = change_text(files, "OEBPS/package.opf", |opf| {
        name_picture(&opf)
            .replace("</spine>", "<itemref idref=\"a\" linear=\"no\"/></spine>")
            .replace("</guide>", "<reference type=\"cover\" title=\"Cover\" href=\"p.png\"/></guide>")
    });
    assert_eq!(pictures(&read_with_findings(source.clone()).0), 1);
    let written = convert_to(Format::Epub3, source.clone());
    let package = unzip_text(&written, "OEBPS/package.opf");
    assert_eq!(package.matches("<itemref").count(), 2, "{package}");
    assert_eq!(package.matches("linear=\"no\"").count(), 1, "{package}");
    assert!(unzip_text(&written, "OEBPS/p.png.xhtml").contains("<img src=\"p.png\""));
    assert!(unzip_text(&written, "OEBPS/c1.html").contains("<a href=\"p.png.xhtml\">"));
    assert!(unzip_text(&written, "OEBPS/nav.xhtml").contains("href=\"p.png.xhtml\""));
    assert!(books::locate_sentences(source.into(), &books::Limits::default(), &mut ()).unwrap().is_some());

    // The manifest may call it a document.
    let files = EpubBuilder::new("T")
        .chapter("One", "<p>The sea.</p>")
        .file("p.png", "application/xhtml+xml", png)
        .parts();
    let source = change_text(files, "OEBPS/package.opf", |opf| {
        opf.replace("</spine>", "<itemref idref=\"f0\"/></spine>")
    });
    let (book, kinds) = read_with_findings(source);
    assert_eq!((book_words(&book).as_str(), pictures(&book)), ("One The sea.", 1));
    assert_eq!(kinds, [FindingKind::WrongMediaType]);

    // A book of nothing else is written as documents.
    let files = with_picture(EpubBuilder::new("T").parts());
    let source = change_text(files, "OEBPS/package.opf", |opf| {
        name_picture(&opf).replace("<spine>", "<spine><itemref idref=\"a\"/>")
    });
    let (book, _) = read_with_findings(source.clone());
    assert_eq!((book.sections.len(), pictures(&book)), (1, 1));
    let written = convert_to(Format::Epub3, source);
    assert!(pictures(&read_with_findings(written).0) > 0);
}

#[test]
fn a_picture_with_a_wrong_type_is_shown() {
    let png = books::testkit::MINIMAL_PNG;
    let source = EpubBuilder::new("T")
        .chapter("One", "<p><img src=\"p.png\" alt=\"A sea\"/></p>")
        .file("p.png", "application/octet-stream", png)
        .build();
    assert_eq!(read_with_findings(source.clone()).1, [FindingKind::WrongMediaType]);
    assert!(unzip(&convert_to(Format::Daisy, source)).iter().any(|(_, bytes)| bytes == png));
}

/// A text of `DTBook` with a link to another, in the same EPUB 2.
fn dtbook_with_link(name: &str, other: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE dtbook PUBLIC \"-//NISO//DTD dtbook 2005-2//EN\" \"http://www.daisy.org/z3986/2005/dtbook-2005-2.dtd\">\n\
         <dtbook xmlns=\"http://www.daisy.org/z3986/2005/dtbook/\" version=\"2005-2\" xml:lang=\"en\"><head/><book><bodymatter>\
         <level1 id=\"{name}1\"><h1>{name} one</h1><p>The tide.</p></level1><level1 id=\"{name}2\"><h1>{name} two</h1><p>See <a href=\"{other}\">there</a>.<noteref idref=\"#n\">1</noteref></p>\
         <note id=\"n\"><p>A note.</p></note></level1></bodymatter></book></dtbook>"
    )
}

#[test]
fn texts_of_dtbook_in_an_epub_2_are_read_and_become_an_epub_3() {
    let files =
        Epub2Builder::new().chapter("Page", "<p>Before.</p>").chapter("A", "").chapter("B", "").parts();
    let source = change_files(files, |name, bytes| {
        let bytes = match name {
            "OEBPS/c2.html" => dtbook_with_link("A", "c3.html#B2").into_bytes(),
            "OEBPS/c3.html" => dtbook_with_link("B", "c1.html").into_bytes(),
            "OEBPS/toc.ncx" => String::from_utf8(bytes)
                .unwrap()
                .replace("src=\"c3.html\"", "src=\"c3.html#B2\"")
                .into_bytes(),
            "OEBPS/package.opf" => String::from_utf8(bytes)
                .unwrap()
                .replace(
                    "c2.html\" media-type=\"application/xhtml+xml\"",
                    "c2.html\" media-type=\"application/x-dtbook+xml\"",
                )
                // The root element decides.
                .into_bytes(),
            _ => bytes,
        };
        Some((name.to_owned(), bytes))
    });
    let (book, kinds) = read_with_findings(source.clone());
    assert_eq!(book.sections.len(), 5);
    assert!(kinds.is_empty(), "{kinds:?}");
    let text = book_words(&book);
    for word in ["Before.", "A one", "A two", "B one", "B two"] {
        assert!(text.contains(word), "{text}");
    }
    let targets: Vec<_> = book.nav.iter().filter_map(|point| point.target.as_ref()).collect();
    for target in &targets {
        assert!(book.sections.iter().any(|section| section.path == target.path), "{target:?}");
    }
    assert_eq!(targets[2].path, book.sections[4].path);
    let mut links = Vec::new();
    book.walk(&mut |block| {
        for inline in block.inlines() {
            if let books::model::Inline::Link { href: books::model::Href::Inside(target), .. } = inline {
                links.push(target.path.clone());
            }
        }
    });
    assert_eq!(links, [book.sections[4].path.clone(), book.sections[0].path.clone()]);
    let epub = convert_to(Format::Epub3, source.clone());
    assert!(book_words(&read_with_findings(epub.clone()).0).contains("B two"));
    for (_, problems) in run_epubcheck(&[("dtbook".to_owned(), epub)]).into_iter().flatten() {
        assert!(problems.is_empty(), "{problems:#?}");
    }
    assert!(books::locate_sentences(source.into(), &books::Limits::default(), &mut ()).unwrap().is_some());
}

#[test]
fn mathml_is_declared_as_the_extension_of_daisy_says() {
    let doctype = "<!DOCTYPE dtbook PUBLIC \"-//NISO//DTD dtbook 2005-3//EN\" \"http://www.daisy.org/z3986/2005/dtbook-2005-3.dtd\" [\n\
        <!ENTITY % MATHML.prefixed \"INCLUDE\">\n<!ENTITY % MATHML.prefix \"m\">\n<!ENTITY % Schema.prefix \"sch\">\n\
        <!ENTITY % MATHML.Common.attrib \"xlink:href CDATA #IMPLIED\">\n\
        <!ENTITY % mathML2 PUBLIC \"-//W3C//DTD MathML 2.0//EN\" \"http://www.w3.org/Math/DTD/mathml2/mathml2.dtd\">\n%mathML2;\n\
        <!ENTITY % externalFlow \"| m:math\">\n<!ENTITY % externalNamespaces \"xmlns:m CDATA #FIXED 'http://www.w3.org/1998/Math/MathML'\">\n]>";
    for prefix in ["xmlns:m=\"http://www.w3.org/1998/Math/MathML\" ", ""] {
        let text = format!(
            "{doctype}<dtbook xmlns=\"http://www.daisy.org/z3986/2005/dtbook/\" {prefix}version=\"2005-3\" xml:lang=\"en\"><head><meta name=\"dtb:uid\" content=\"u\"/>\
             <meta name=\"dc:Title\" content=\"Sums\"/></head><book><bodymatter><level1><h1>One</h1><p>There are <m:math><m:mi>n</m:mi><m:mo>+</m:mo><m:mn>7</m:mn></m:math> gulls.</p>\
             </level1></bodymatter></book></dtbook>"
        );
        let (book, kinds) = read_with_findings(text.clone().into());
        assert_eq!(book.survey().formulas, 1, "{prefix}");
        assert!(book_words(&book).contains("gulls."));
        assert_eq!(kinds.is_empty(), !prefix.is_empty(), "{kinds:?}");
        convert_to(Format::Epub3, text.into());
    }
}
