//! Names of files, and references to them.

use books::testkit::{EpubBuilder, MINIMAL_PNG, unzip};
use books::{FindingKind, Format, list_resources, read_resource};

use super::{change_files, change_text, read_with_findings};
use crate::support::{book_words, convert_to};

const COMPOSED_NAME: &str = "Caf\u{e9} \u{c9}t\u{e9}";
const DECOMPOSED_NAME: &str = "Cafe\u{301} E\u{301}te\u{301}";

/// A chapter at `chapter` with a picture that it calls `picture`, in a manifest that calls them so; the
/// container calls them by the last two names.
fn book_with_names(chapter: &str, picture: &str, stored_chapter: &str, stored_picture: &str) -> Vec<u8> {
    let markup = format!("<p>The kettle sang.</p><p><img src=\"{picture}\" alt=\"A square\"/></p>");
    let files =
        EpubBuilder::new("Names").chapter("One", &markup).file("p.png", "image/png", MINIMAL_PNG).parts();
    change_files(files, |name, bytes| {
        let name = match name {
            "OEBPS/chapter1.xhtml" => format!("OEBPS/{stored_chapter}"),
            "OEBPS/p.png" => format!("OEBPS/{stored_picture}"),
            other => other.to_owned(),
        };
        if !name.ends_with(".opf") && !name.ends_with("nav.xhtml") {
            return Some((name, bytes));
        }
        let text =
            String::from_utf8(bytes).unwrap().replace("chapter1.xhtml", chapter).replace("p.png", picture);
        Some((name, text.into_bytes()))
    })
}

#[test]
fn names_in_an_old_encoding_are_found() {
    for (written, label) in
        [("Stra\u{df}e", "windows-1252"), ("目录", "gbk"), ("もくじ", "shift_jis"), ("Глава", "ibm866")]
    {
        let (bytes, ..) = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(written);
        // The packer takes only text.
        let placeholder = "Q".repeat(bytes.len());
        let source =
            book_with_names(&format!("{written}.xhtml"), "p.png", &format!("{placeholder}.xhtml"), "p.png");
        let stored = format!("OEBPS/{placeholder}.xhtml");
        let mut packed = source.clone();
        for (at, _) in source.windows(stored.len()).enumerate().filter(|(_, part)| *part == stored.as_bytes())
        {
            packed[at + 6..at + 6 + bytes.len()].copy_from_slice(&bytes);
        }
        let (book, kinds) = read_with_findings(packed);
        assert!(book_words(&book).contains("The kettle sang."), "{label}");
        assert!(kinds.contains(&FindingKind::InexactName), "{label}: {kinds:?}");
    }
}

#[test]
fn a_file_is_found_by_every_name_that_means_it() {
    for (written, stored) in [
        (COMPOSED_NAME, DECOMPOSED_NAME),
        (DECOMPOSED_NAME, COMPOSED_NAME),
        ("text", "TEXT"),
        ("Stra\u{df}e", "STRASSE"),
        ("a%20b", "a b"),
        ("a%2520b", "a b"),
        ("a%20b", "a%20b"),
        ("a+b", "a b"),
        ("%E9", "\u{e9}"),
        ("x%2Fy", "x/y"),
        ("x\\y", "x/y"),
        ("x/y", "x\\y"),
        ("./x//y", "x/y"),
        ("../OEBPS/y", "y"),
        ("../../../OEBPS/y", "y"),
        ("/OEBPS/y", "y"),
        ("/y", "y"),
        ("y", "./y"),
    ] {
        // In a folder, the chapter would refer to the picture by another name.
        let in_folder = stored.contains(['/', '\\']) && !stored.starts_with("./");
        let (chapter, stored_chapter) = if in_folder { ("c", "c") } else { (written, stored) };
        let source = book_with_names(
            &format!("{chapter}.xhtml"),
            &format!("{written}.png"),
            &format!("{stored_chapter}.xhtml"),
            &format!("{stored}.png"),
        );
        let (book, _) = read_with_findings(source.clone());
        assert!(book_words(&book).contains("The kettle sang."), "{written} for {stored}");
        for format in [Format::Daisy, Format::Docx, Format::Epub3] {
            let files = unzip(&convert_to(format, source.clone()));
            let has_picture =
                files.iter().any(|(name, bytes)| name.ends_with(".png") && bytes == MINIMAL_PNG);
            assert!(has_picture, "{format:?}: {written} for {stored}");
        }
        // Whatever is listed can be fetched.
        let listed = list_resources(source.clone().into(), &books::Limits::default()).unwrap();
        for file in &listed {
            let bytes = read_resource(source.clone().into(), &file.path, &books::Limits::default());
            assert_eq!(bytes.unwrap().len() as u64, file.size, "{}", file.path);
        }
        let contents = books::read_contents(source.into(), &books::Limits::default()).unwrap();
        assert_eq!(contents.toc.len(), 1, "{written} for {stored}");
        assert!(listed.iter().any(|file| file.path == contents.documents[0]), "{written} for {stored}");
    }
}

#[test]
fn an_inexact_name_is_reported_with_the_file_that_writes_it() {
    let (_, report) = super::try_read(book_with_names("Text.xhtml", "p.png", "text.xhtml", "p.png"));
    let finding = &report.findings[0];
    assert_eq!(
        (finding.kind, finding.file.as_str(), finding.subject.as_str()),
        (FindingKind::InexactName, "OEBPS/package.opf", "Text.xhtml")
    );
    assert!(super::try_read(book_with_names("a.xhtml", "p.png", "a.xhtml", "p.png")).1.is_empty());
}

#[test]
fn a_name_that_means_several_files_means_none() {
    let markup = "<p>One.</p><p><img src=\"A.PNG\" alt=\"A square\"/></p>";
    let files = EpubBuilder::new("Names")
        .chapter("One", markup)
        .file("a.png", "image/png", MINIMAL_PNG)
        .file("A.png", "image/png", MINIMAL_PNG)
        .build();
    let daisy = unzip(&convert_to(Format::Daisy, files));
    assert!(!daisy.iter().any(|(_, bytes)| bytes == MINIMAL_PNG));
}

#[test]
fn a_container_made_on_windows_or_with_its_folder_is_read() {
    let files = || EpubBuilder::new("Names").chapter("One", "<p>Rain.</p>").parts();
    let backslashes = change_files(files(), |name, bytes| Some((name.replace('/', "\\"), bytes)));
    let folder = change_files(files(), |name, bytes| Some((format!("My book/{name}"), bytes)));
    let capitals = change_files(files(), |name, bytes| Some((name.replace("META-INF", "meta-inf"), bytes)));
    for source in [backslashes, folder, capitals] {
        assert!(book_words(&read_with_findings(source.clone()).0).contains("Rain."));
        let made = convert_to(Format::Epub3, source);
        let names: Vec<String> = unzip(&made).into_iter().map(|(name, _)| name).collect();
        assert!(names.iter().all(|name| !name.contains('\\') && !name.starts_with("My book")), "{names:?}");
        assert!(books::read_book(made.into(), &books::Limits::default(), &mut ()).is_ok());
    }
}

#[test]
fn an_epub_that_is_made_lists_the_names_that_it_has() {
    let source = book_with_names("Text.xhtml", "Pic.PNG", "text.xhtml", "pic.png");
    let names: Vec<String> =
        unzip(&convert_to(Format::Epub3, source)).into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| name == "OEBPS/Text.xhtml"), "{names:?}");
    assert!(names.iter().any(|name| name == "OEBPS/Pic.PNG"), "{names:?}");
}

#[test]
fn too_many_dots_lead_to_the_root_and_never_out() {
    let files = EpubBuilder::new("Dots")
        .chapter("One", "<p>Words.</p><p><img src=\"../../../img/a.png\" alt=\"A ladder\"/></p>")
        .raw_file("img/a.png", MINIMAL_PNG)
        .parts();
    let (book, kinds) = read_with_findings(change_text(files, "OEBPS/package.opf", |opf| {
        opf.replace(
            "</manifest>",
            "<item id=\"i\" href=\"../../../img/a.png\" media-type=\"image/png\"/>\
             <item id=\"j\" href=\"../../../etc/passwd\" media-type=\"text/plain\"/></manifest>",
        )
    }));
    assert!(book.resources.get("img/a.png").is_some());
    assert_eq!(kinds, [FindingKind::ClimbingReference]);
}

#[test]
fn thousands_of_names_that_differ_in_case_alone_are_looked_up_in_one_step_each() {
    // 2^13 names that are all the same after case folding, and references to none of them.
    let name = |n: u32| -> String {
        let letters = (0..13).map(|bit| if n >> bit & 1 == 1 { 'A' } else { 'a' });
        letters.collect::<String>() + ".png"
    };
    let references = (0..20_000)
        .map(|n| format!("<img src=\"{}\" alt=\"x\"/>", name(n % 8192).to_lowercase() + "x"))
        .collect::<Vec<_>>()
        .concat();
    let book = EpubBuilder::new("Names").chapter("One", &format!("<p>Words. {references}</p>"));
    let book = (0..8192).fold(book, |book, n| book.raw_file(&format!("OEBPS/{}", name(n)), b""));
    assert!(book_words(&read_with_findings(book.build()).0).contains("Words."));
}
