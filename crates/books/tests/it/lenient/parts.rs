//! Parts of an EPUB that are missing or cannot be read.

use books::testkit::{EpubBuilder, MINIMAL_PNG, unzip, unzip_text};
use books::{Error, FindingKind, Format};

use super::{change_files, change_text, item_id, read_with_findings, try_read};
use crate::support::{book_words, convert_to};

const OPF_PATH: &str = "OEBPS/package.opf";

fn base_book() -> EpubBuilder {
    EpubBuilder::new("Tides").chapter("One", "<p>The sea.</p>").chapter("Two", "<p>The land.</p>")
}

fn book_with_opf(change: impl Fn(String) -> String) -> Vec<u8> {
    change_text(base_book().parts(), OPF_PATH, change)
}

#[test]
fn an_entry_of_the_spine_without_a_document_costs_that_entry() {
    let item = |item: &str| {
        let item = item.to_owned();
        book_with_opf(move |opf| {
            opf.replace("<spine>", "<spine><itemref idref=\"cover\"/>")
                .replace("</manifest>", &format!("{item}</manifest>"))
        })
    };
    let empty = change_files(base_book().raw_file("OEBPS/cover.xhtml", b"").parts(), |name, bytes| {
        let text =
            String::from_utf8_lossy(&bytes).replace("<spine>", "<spine><itemref idref=\"cover\"/>").replace(
                "</manifest>",
                "<item id=\"cover\" href=\"cover.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>",
            );
        Some((name.to_owned(), if name == OPF_PATH { text.into_bytes() } else { bytes }))
    });
    for (source, kind) in [
        (item(""), FindingKind::MissingItem),
        (
            item("<item id=\"cover\" href=\"cover.xhtml\" media-type=\"application/xhtml+xml\"/>"),
            FindingKind::MissingFile,
        ),
        (
            item("<item id=\"cover\" href=\"http://example.org/\" media-type=\"application/xhtml+xml\"/>"),
            FindingKind::MissingFile,
        ),
        (
            item("<item id=\"cover\" href=\"nav.xhtml\" media-type=\"application/pdf\" fallback=\"gone\"/>"),
            FindingKind::WrongMediaType,
        ),
        (empty, FindingKind::EmptyDocument),
        (
            book_with_opf(|opf| {
                opf.replace("<spine>", "<spine><itemref idref=\"c2\"/><itemref idref=\"c2\"/>")
            }),
            FindingKind::RepeatedItem,
        ),
    ] {
        let (book, kinds) = read_with_findings(source.clone());
        assert!(
            book_words(&book).contains("The sea.") && book_words(&book).contains("The land."),
            "{kind:?}"
        );
        assert!(kinds.contains(&kind), "{kind:?}: {kinds:?}");
        for format in [Format::Daisy, Format::Epub3] {
            convert_to(format, source.clone());
        }
    }
}

#[test]
fn canonical_positions_count_the_entries_without_a_document() {
    let source = book_with_opf(|opf| opf.replace("<spine>", "<spine><itemref idref=\"cover\"/>"));
    let contents = books::read_contents(source.into(), &books::Limits::default()).unwrap();
    assert_eq!(contents.spine, ["", "OEBPS/chapter1.xhtml", "OEBPS/chapter2.xhtml"]);
}

#[test]
fn the_documents_of_the_manifest_are_read_if_the_spine_leads_nowhere() {
    let gone = |opf: String| {
        let start = opf.find("<spine").unwrap();
        let end = opf.find("</spine>").unwrap() + "</spine>".len();
        format!("{}{}", &opf[..start], &opf[end..])
    };
    for source in [
        book_with_opf(gone),
        book_with_opf(|opf| {
            opf.replace("idref=\"c1\"", "idref=\"x\"").replace("idref=\"c2\"", "idref=\"y\"")
        }),
        book_with_opf(|opf| {
            opf.replace("<itemref idref=\"c1\"/>", "").replace("<itemref idref=\"c2\"/>", "")
        }),
    ] {
        let (book, kinds) = read_with_findings(source);
        assert_eq!(book_words(&book), "One The sea. Two The land.");
        assert!(kinds.contains(&FindingKind::NoSpine), "{kinds:?}");
    }
}

#[test]
fn documents_that_nothing_lists_are_read_by_their_names() {
    let source = book_with_opf(|opf| {
        let start = opf.find("<item id=\"c1\"").unwrap();
        let end = opf.find("</manifest>").unwrap();
        format!("{}{}", &opf[..start], &opf[end..])
    });
    let (book, kinds) = read_with_findings(source.clone());
    assert_eq!(book_words(&book), "One The sea. Two The land.");
    assert!(kinds.contains(&FindingKind::NoSpine), "{kinds:?}");
    assert_eq!(
        book_words(&read_with_findings(convert_to(Format::Epub3, source)).0),
        "One The sea. Two The land."
    );
}

#[test]
fn an_entry_may_name_a_path_or_have_spaces_around_its_id() {
    let source = book_with_opf(|opf| {
        opf.replace("idref=\"c1\"", "idref=\"chapter1.xhtml\"").replace("idref=\"c2\"", "idref=\" c2 \"")
    });
    assert_eq!(book_words(&read_with_findings(source).0), "One The sea. Two The land.");
    let source = book_with_opf(|opf| opf.replace("idref=\"c1\"", "idref=\"C1\""));
    let (book, kinds) = read_with_findings(source);
    assert_eq!(
        (book_words(&book).as_str(), kinds),
        ("One The sea. Two The land.", vec![FindingKind::InexactName])
    );
}

#[test]
fn a_document_that_does_not_unpack_costs_that_document() {
    let mut bytes = base_book().chapter("Three", &"<p>noise</p>".repeat(50)).build();
    let name = b"OEBPS/chapter3.xhtml";
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap();
    for byte in &mut bytes[at + name.len()..at + name.len() + 12] {
        *byte ^= 0xFF;
    }
    let (book, kinds) = read_with_findings(bytes.clone());
    assert_eq!(book_words(&book), "One The sea. Two The land.");
    assert_eq!(kinds, [FindingKind::DamagedFile]);
    convert_to(Format::Epub3, bytes);
}

#[test]
fn a_document_with_a_wrong_check_sum_is_read() {
    let mut bytes = base_book().chapter("Three", "<p>The air.</p>").build();
    let name = b"OEBPS/chapter3.xhtml";
    let at = bytes.windows(name.len()).rposition(|window| window == name).unwrap();
    // The check sum of the directory is 30 bytes before the name.
    bytes[at - 30] ^= 0xFF;
    let (book, kinds) = read_with_findings(bytes.clone());
    assert_eq!(book_words(&book), "One The sea. Two The land. Three The air.");
    assert_eq!(kinds, [FindingKind::WrongChecksum]);
    let (book, kinds) = read_with_findings(convert_to(Format::Epub3, bytes));
    assert_eq!((book_words(&book).as_str(), kinds), ("One The sea. Two The land. Three The air.", vec![]));
}

#[test]
fn a_document_that_is_too_deep_costs_that_document() {
    let deep = format!("{}deep{}", "<div>".repeat(5000), "</div>".repeat(5000));
    let (book, kinds) = read_with_findings(base_book().chapter("Three", &deep).build());
    assert_eq!(book_words(&book), "One The sea. Two The land.");
    assert_eq!(kinds, [FindingKind::UnreadableDocument]);
}

#[test]
fn pictures_styles_fonts_and_narration_that_are_missing_cost_nothing_else() {
    let source = book_with_opf(|opf| {
        opf.replace(
            "</manifest>",
            "<item id=\"s\" href=\"a.css\" media-type=\"text/css\"/><item id=\"f\" href=\"a.ttf\" media-type=\"font/ttf\"/>\
             <item id=\"i\" href=\"a.png\" media-type=\"image/png\" properties=\"cover-image\"/>\
             <item id=\"m\" href=\"a.smil\" media-type=\"application/smil+xml\"/></manifest>",
        )
        .replacen("<item id=\"c1\"", "<item media-overlay=\"m\" id=\"c1\"", 1)
        .replacen("<item id=\"c2\"", "<item media-overlay=\"none\" id=\"c2\"", 1)
    });
    let (read_book, kinds) = read_with_findings(source.clone());
    assert_eq!(book_words(&read_book), "One The sea. Two The land.");
    assert!(kinds.contains(&FindingKind::MissingNarration), "{kinds:?}");
    for format in [Format::Daisy, Format::Epub3, Format::Docx] {
        convert_to(format, source.clone());
    }
}

#[test]
fn a_recording_that_is_missing_or_on_another_server_costs_its_clips() {
    for lost in ["gone.mp3", "http://a.example/gone.mp3"] {
        let smil = format!(
            "<smil xmlns='http://www.w3.org/ns/SMIL' version='3.0'><body><par><text src='chapter1.xhtml'/><audio src='{lost}'/></par>\
             <par><text src='chapter1.xhtml'/><audio src='here.mp3' clipBegin='0s' clipEnd='2s'/></par></body></smil>"
        );
        let files = base_book()
            .file("a.smil", "application/smil+xml", smil.as_bytes())
            .file("here.mp3", "audio/mpeg", b"x")
            .parts();
        let source = change_text(files, OPF_PATH, |opf| {
            let id = item_id(&opf, "a.smil");
            opf.replacen("<item id=\"c1\"", &format!("<item media-overlay=\"{id}\" id=\"c1\""), 1)
        });
        let (book, kinds) = read_with_findings(source);
        assert_eq!(book.overlays[0].clips.len(), 1, "{lost}");
        assert_eq!(kinds, [FindingKind::MissingNarration], "{lost}");
    }
}

#[test]
fn the_version_is_recognized_where_it_is_not_stated() {
    for (version, expected) in
        [("", 3), ("version=\"x\"", 3), ("version=\"3\"", 3), ("version=\"3.3\"", 3), ("version=\"2.0\"", 2)]
    {
        let source = book_with_opf(|opf| opf.replacen("version=\"3.0\"", version, 1));
        let (book, kinds) = read_with_findings(source.clone());
        assert_eq!(book.metadata.epub_version, expected, "{version}");
        assert_eq!(book.nav.len(), 2, "{version}");
        assert_eq!(
            kinds.contains(&FindingKind::UnknownVersion),
            !version.contains('3') && !version.contains('2'),
            "{version}"
        );
        convert_to(Format::Epub3, source);
    }
}

#[test]
fn a_book_without_title_identifier_and_language_gets_them_from_its_contents() {
    let source = |heading: &str, text: &str| {
        change_text(EpubBuilder::new("x").chapter(heading, text).parts(), OPF_PATH, |opf| {
            let mut opf = opf;
            for name in ["title", "identifier", "language"] {
                let start = opf.find(&format!("<dc:{name}")).unwrap();
                let end = opf.find(&format!("</dc:{name}>")).unwrap();
                let close = start + opf[start..].find('>').unwrap() + 1;
                opf.replace_range(close..end, "");
            }
            opf
        })
    };
    let english = "<p>The tide comes in twice a day, and the water that covers the rocks is cold. It was not for his boat.</p>";
    let (one, kinds) = read_with_findings(source("Harbor One", english));
    assert_eq!(one.metadata.title, "Harbor One");
    assert_eq!(one.metadata.language(), "en");
    for kind in [FindingKind::NoTitle, FindingKind::NoIdentifier] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    let (two, _) = read_with_findings(source("Harbor Two", english));
    let (again, _) = read_with_findings(source("Harbor One", english));
    assert!(one.metadata.identifier().starts_with("urn:sha256:"), "{}", one.metadata.identifier());
    assert_ne!(one.metadata.identifier(), two.metadata.identifier());
    assert_eq!(one.metadata.identifier(), again.metadata.identifier());
    let daisy = convert_to(Format::Daisy, source("Harbor One", english));
    let opf = unzip_text(&daisy, "book.opf");
    assert!(opf.contains("<dc:Title>Harbor One</dc:Title>") && opf.contains("urn:sha256:"), "{opf}");
}

#[test]
fn a_text_without_any_heading_is_untitled() {
    let text = "<dtbook version=\"2005-3\"><head/><book><bodymatter><level1><p>Words.</p></level1></bodymatter></book></dtbook>";
    let (book, kinds) = read_with_findings(text.into());
    assert_eq!(book.metadata.title, "Untitled");
    assert!(kinds.contains(&FindingKind::NoTitle) && kinds.contains(&FindingKind::NoIdentifier), "{kinds:?}");
}

#[test]
fn a_container_that_names_no_package_document_is_read_by_its_only_one() {
    let container = |text: &str| base_book().raw_file("META-INF/container.xml", text.as_bytes()).build();
    let rootfile = |attributes: &str| {
        container(&format!("<container><rootfiles><rootfile {attributes}/></rootfiles></container>"))
    };
    let without = change_files(base_book().parts(), |name, bytes| {
        (name != "META-INF/container.xml").then(|| (name.to_owned(), bytes))
    });
    let bare = change_files(base_book().parts(), |name, bytes| {
        (name != "META-INF/container.xml" && name != "mimetype").then(|| (name.to_owned(), bytes))
    });
    for source in [
        without,
        bare,
        container("<container><rootfiles/></container>"),
        container("no xml"),
        container(""),
        rootfile("full-path=\"\" media-type=\"application/oebps-package+xml\""),
        rootfile("media-type=\"application/oebps-package+xml\""),
        rootfile("full-path=\"gone.opf\" media-type=\"application/oebps-package+xml\""),
    ] {
        let (book, kinds) = read_with_findings(source.clone());
        assert_eq!(book_words(&book), "One The sea. Two The land.");
        assert!(kinds.contains(&FindingKind::NoContainer), "{kinds:?}");
        assert!(
            read_with_findings(convert_to(Format::Epub3, source)).1.is_empty(),
            "what is made names its package document"
        );
    }
    let (book, kinds) =
        read_with_findings(rootfile("full-path=\"OEBPS/package.opf\" media-type=\"text/xml\""));
    assert_eq!(book_words(&book), "One The sea. Two The land.");
    assert_eq!(kinds, [FindingKind::WrongMediaType]);
    assert_eq!(
        book_words(&read_with_findings(rootfile("full-path=\"/oebps/Package.opf\"")).0),
        "One The sea. Two The land."
    );
}

#[test]
fn other_containers_are_refused_with_the_reason_and_without_mentioning_daisy() {
    let two = change_files(base_book().raw_file("b.opf", b"<package/>").parts(), |name, bytes| {
        (name != "META-INF/container.xml").then(|| (name.to_owned(), bytes))
    });
    for (source, reason) in [
        (two, "META-INF/container.xml"),
        (
            base_book()
                .raw_file("b.opf", b"<package/>")
                .raw_file(
                    "META-INF/container.xml",
                    b"<container><rootfiles><rootfile full-path=\"\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>",
                )
                .build(),
            "the full-path of its rootfile is empty",
        ),
        (change_files(base_book().parts(), |name, bytes| (!name.ends_with(".opf")).then(|| (name.to_owned(), bytes))), "OEBPS/package.opf"),
        (change_files(base_book().parts(), |name, bytes| (!name.contains("chapter")).then(|| (name.to_owned(), bytes))), "chapter1.xhtml"),
    ] {
        let (error, _) = try_read(source);
        let message = error.unwrap_err().to_string();
        assert!(message.contains(reason), "{message}");
        assert!(!["SMIL", "DTBook", "DAISY"].iter().any(|word| message.contains(word)), "{message}");
    }
}

#[test]
fn reads_the_first_rendition_whose_text_flows() {
    let fixed = "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata><meta property='rendition:layout'>pre-paginated</meta></metadata>\
                 <manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest><spine><itemref idref='a'/></spine></package>";
    let page = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>x</title></head><body><p>Fixed.</p></body></html>";
    let container = "<container><rootfiles><rootfile full-path='fixed.opf' media-type='application/oebps-package+xml'/>\
                     <rootfile full-path='OEBPS/package.opf' media-type='application/oebps-package+xml'/></rootfiles></container>";
    let source = base_book()
        .raw_file("fixed.opf", fixed.as_bytes())
        .raw_file("a.xhtml", page.as_bytes())
        .raw_file("META-INF/container.xml", container.as_bytes());
    let (book, kinds) = read_with_findings(source.build());
    assert_eq!(book_words(&book), "One The sea. Two The land.");
    assert_eq!(kinds, [FindingKind::OtherRendition]);
}

#[test]
fn the_mimetype_may_be_missing_last_or_compressed() {
    let last = {
        let mut files = base_book().parts();
        files.rotate_left(1);
        change_files(files, |name, bytes| Some((name.to_owned(), bytes)))
    };
    let missing = change_files(base_book().parts(), |name, bytes| {
        (name != "mimetype").then(|| (name.to_owned(), bytes))
    });
    let wrong = change_files(base_book().parts(), |name, bytes| {
        Some((name.to_owned(), if name == "mimetype" { b"application/zip\n".to_vec() } else { bytes }))
    });
    for source in [last, missing, wrong] {
        assert_eq!(book_words(&read_with_findings(source.clone()).0), "One The sea. Two The land.");
        let made = unzip(&convert_to(Format::Epub3, source));
        assert_eq!(made[0], ("mimetype".to_owned(), b"application/epub+zip".to_vec()));
    }
}

#[test]
fn junk_around_a_container_is_skipped() {
    let book = base_book().build();
    for source in [
        [b"HTTP/1.1 200 OK\r\n\r\n".as_slice(), &book].concat(),
        [book.as_slice(), &[0; 300]].concat(),
        [book.as_slice(), b"\r\n"].concat(),
    ] {
        assert_eq!(book_words(&read_with_findings(source).0), "One The sea. Two The land.");
    }
}

#[test]
fn repeated_entries_are_read_once_if_equal_and_refused_if_different() {
    let twice = |second: &[u8]| {
        let mut bytes = base_book().raw_file("OEBPS/aaaa", b"1").raw_file("OEBPS/bbbb", second).build();
        for at in 0..bytes.len() - 4 {
            if &bytes[at..at + 4] == b"bbbb" {
                bytes[at..at + 4].copy_from_slice(b"aaaa");
            }
        }
        bytes
    };
    let (_, kinds) = read_with_findings(twice(b"1"));
    assert_eq!(kinds, [FindingKind::RepeatedFile]);
    assert!(matches!(try_read(twice(b"2")).0, Err(Error::DuplicateEntry)));
    let slashes =
        |second: &[u8]| base_book().raw_file("OEBPS/a.txt", b"1").raw_file("OEBPS\\a.txt", second).build();
    assert_eq!(read_with_findings(slashes(b"1")).1, [FindingKind::RepeatedFile]);
    assert!(matches!(try_read(slashes(b"2")).0, Err(Error::DuplicateEntry)));
}

#[test]
fn names_that_lead_out_of_the_container_are_ignored_and_never_written() {
    for name in ["../evil", "OEBPS/../../x", "C:\\evil", "..\\evil"] {
        let source = base_book().raw_file(name, b"evil").build();
        let (book, kinds) = read_with_findings(source.clone());
        assert_eq!(book_words(&book), "One The sea. Two The land.", "{name}");
        assert_eq!(kinds, [FindingKind::UnsafeName], "{name}");
        let listed = books::list_resources(source.clone().into(), &books::Limits::default()).unwrap();
        assert!(
            listed.iter().all(|file| !file.path.contains("..") && !file.path.contains("evil")),
            "{listed:?}"
        );
        assert!(
            books::read_resource(source.clone().into(), name, &books::Limits::default()).is_err(),
            "{name}"
        );
        for format in [Format::Epub3, Format::Daisy] {
            assert!(
                unzip(&convert_to(format, source.clone()))
                    .iter()
                    .all(|(name, bytes)| !name.contains("..") && bytes != b"evil")
            );
        }
    }
}

#[test]
fn a_picture_that_the_manifest_does_not_list_is_shown() {
    let source = EpubBuilder::new("T")
        .chapter("One", "<p><img src=\"p.png\" alt=\"A sea\"/></p>")
        .raw_file("OEBPS/p.png", MINIMAL_PNG)
        .build();
    assert!(unzip(&convert_to(Format::Daisy, source)).iter().any(|(_, bytes)| bytes == MINIMAL_PNG));
}
