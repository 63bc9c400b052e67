//! Broken and hostile files: each kind has its own error, which names the place.

use books::testkit::{Epub2Builder, EpubBuilder, small_book, unzip, zip_files};
use books::{Error, Format, Limits, Stop, epub};

use crate::support::convert_to;

fn base_book() -> EpubBuilder {
    EpubBuilder::new("Tides").chapter("One", "<p>The sea.</p>")
}

fn read_book(bytes: Vec<u8>) -> Result<books::model::Book, Error> {
    epub::read(bytes.into(), &Limits::default(), &mut ())
}

/// The error of a file, and that its text holds these words.
fn expect_refusal(bytes: Vec<u8>, words: &[&str]) -> Error {
    let error = read_book(bytes).expect_err("the file must be refused");
    for word in words {
        assert!(error.to_string().contains(word), "{word:?} is not in: {error}");
    }
    assert!(error.is_permanent(), "{error}");
    error
}

/// The package document of the book, changed.
fn book_with_opf(change: impl Fn(String) -> String) -> Vec<u8> {
    let parts = base_book().parts().into_iter().map(|(name, bytes)| match name.as_str() {
        "OEBPS/package.opf" => (name, change(String::from_utf8(bytes).unwrap()).into_bytes()),
        _ => (name, bytes),
    });
    zip_files(parts)
}

/// The book without one of its files.
fn book_without_file(lost: &str) -> Vec<u8> {
    zip_files(base_book().parts().into_iter().filter(|(name, _)| name != lost))
}

#[test]
fn a_file_that_is_not_a_zip_container() {
    for bytes in [Vec::new(), b"%PDF-1.7".to_vec(), small_book()[..200].to_vec()] {
        assert!(matches!(expect_refusal(bytes, &["not a zip"]), Error::NotAZip { .. }));
    }
}

#[test]
fn a_package_document_that_is_not_there() {
    assert!(matches!(
        expect_refusal(
            book_without_file("OEBPS/package.opf"),
            &["OEBPS/package.opf", "META-INF/container.xml"]
        ),
        Error::MissingEntry { .. }
    ));
}

#[test]
fn a_package_document_without_its_manifest() {
    let renamed = |opf: String| opf.replace("<manifest", "<other").replace("</manifest", "</other");
    assert!(matches!(
        expect_refusal(book_with_opf(renamed), &["manifest is missing", "OEBPS/package.opf"]),
        Error::BadPackage { .. }
    ));
}

#[test]
fn a_book_without_any_text() {
    assert!(matches!(
        expect_refusal(
            book_without_file("OEBPS/chapter1.xhtml"),
            &["OEBPS/chapter1.xhtml", "OEBPS/package.opf"]
        ),
        Error::MissingEntry { .. }
    ));
}

#[test]
fn a_text_of_a_type_that_is_not_read() {
    let parts = base_book().raw_file("OEBPS/chapter1.xhtml", b"%PDF-1.7").parts();
    let bytes = zip_files(parts.into_iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(&bytes).replace(
            "href=\"chapter1.xhtml\" media-type=\"application/xhtml+xml\"",
            "href=\"chapter1.xhtml\" media-type=\"application/pdf\"",
        );
        (name, text.into_bytes())
    }));
    assert!(matches!(
        expect_refusal(bytes, &["application/pdf", "OEBPS/chapter1.xhtml"]),
        Error::Unsupported { .. }
    ));
}

#[test]
fn fallbacks_in_a_circle_end() {
    let bytes = book_with_opf(|opf| {
        opf.replace(
        "<item id=\"c1\" href=\"chapter1.xhtml\" media-type=\"application/xhtml+xml\"/>",
        "<item id=\"c1\" href=\"a.bin\" media-type=\"x/y\" fallback=\"d\"/><item id=\"d\" href=\"b.bin\" media-type=\"x/y\" fallback=\"c1\"/>",
    )
    });
    let bytes = zip_files(unzip(&bytes).into_iter().filter(|(name, _)| name != "OEBPS/chapter1.xhtml"));
    assert!(matches!(expect_refusal(bytes, &["a.bin"]), Error::MissingEntry { .. }));
}

#[test]
fn protected_books_are_refused() {
    let encryption = |algorithm: &str| {
        format!(
            "<encryption><EncryptedData><EncryptionMethod Algorithm=\"{algorithm}\"/><CipherData>\
             <CipherReference URI=\"OEBPS/chapter1.xhtml\"/></CipherData></EncryptedData></encryption>"
        )
    };
    let drm = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc");
    let encrypted: Vec<u8> = (0..400_u32).map(|n| u8::try_from(n * n * 31 % 251).unwrap()).collect();
    let protected = base_book()
        .raw_file("OEBPS/chapter1.xhtml", &encrypted)
        .raw_file("META-INF/encryption.xml", drm.as_bytes());
    assert!(matches!(
        expect_refusal(protected.build(), &["OEBPS/chapter1.xhtml", "aes128-cbc"]),
        Error::Encrypted { .. }
    ));
    // Of a book whose protection was taken away, the list is left.
    let unprotected = base_book().raw_file("META-INF/encryption.xml", drm.as_bytes()).build();
    read_book(unprotected.clone()).expect("the chapter is not encrypted");
    let delivered = convert_to(Format::Epub3, unprotected);
    assert!(unzip(&delivered).iter().all(|(name, _)| name != "META-INF/encryption.xml"));
    let fonts = encryption("http://www.idpf.org/2008/embedding");
    read_book(base_book().raw_file("META-INF/encryption.xml", fonts.as_bytes()).build())
        .expect("obfuscated fonts protect nothing");
    for empty in ["", "  \n", "<encryption/>", "<encryption"] {
        read_book(base_book().raw_file("META-INF/encryption.xml", empty.as_bytes()).build())
            .expect("a list of nothing protects nothing");
    }
}

#[test]
fn a_comment_of_another_length_than_stated_costs_nothing() {
    let mut bytes = base_book().build();
    let at = bytes.len() - 2;
    bytes[at] = 1;
    read_book(bytes).expect("the end of the directory is where it is");
}

#[test]
fn an_encrypted_container() {
    // The flag of encryption, in the local header and in the directory of every entry.
    let mut bytes = base_book().build();
    for at in 0..bytes.len() - 10 {
        match &bytes[at..at + 4] {
            b"PK\x03\x04" => bytes[at + 6] |= 1,
            b"PK\x01\x02" => bytes[at + 8] |= 1,
            _ => {}
        }
    }
    assert!(matches!(expect_refusal(bytes, &["encrypted", "zip"]), Error::Encrypted { .. }));
}

#[test]
fn an_entry_that_does_not_unpack() {
    let mut bytes = base_book().raw_file("OEBPS/chapter1.xhtml", &b"<p>noise</p>".repeat(50)).build();
    let name = b"OEBPS/chapter1.xhtml";
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap();
    for byte in &mut bytes[at + name.len()..at + name.len() + 12] {
        *byte ^= 0xFF;
    }
    assert!(matches!(
        expect_refusal(bytes, &["OEBPS/chapter1.xhtml", "damaged"]),
        Error::DamagedEntry { .. }
    ));
}

#[test]
fn decompression_bombs_are_refused() {
    let blank = base_book().file("a.bmp", "image/bmp", &vec![0; 3 << 20]).build();
    assert!(read_book(blank).is_ok());
    let zeros = vec![b' '; 8 << 20];
    let bomb = base_book().file("a.css", "text/css", &zeros).build();
    assert!(matches!(expect_refusal(bomb.clone(), &["OEBPS/a.css", "250"]), Error::ExpandsTooMuch { .. }));
    let limited = |limits: Limits| epub::read(bomb.clone().into(), &limits, &mut ()).unwrap_err();
    let ratio = Limits { expansion_ratio: 5000, ..Limits::default() };
    assert!(matches!(limited(Limits { entry_size: 1 << 20, ..ratio }), Error::EntryTooLarge { .. }));
    assert!(matches!(limited(Limits { total_size: 1 << 20, ..ratio }), Error::PackageTooLarge { .. }));
    assert!(matches!(limited(Limits { entries: 3, ..ratio }), Error::TooManyEntries { found: 6, limit: 3 }));
}

#[test]
fn a_size_that_lies_is_found_while_unpacking() {
    let mut bytes = base_book().file("big.css", "text/css", &vec![b'x'; 6 << 20]).build();
    // The directory says that the entry is small; what comes out is counted.
    let size = (6_u32 << 20).to_le_bytes();
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..*at + 4] == size).collect();
    for at in places {
        bytes[at..at + 4].copy_from_slice(&100_u32.to_le_bytes());
    }
    let book = read_book(bytes).unwrap();
    assert!(matches!(
        book.resources.read("OEBPS/big.css"),
        Err(Error::ExpandsTooMuch { .. } | Error::DamagedEntry { .. })
    ));
}

#[test]
fn nesting_without_end() {
    let deep = format!("{}deep{}", "<div>".repeat(5000), "</div>".repeat(5000));
    let error = expect_refusal(
        EpubBuilder::new("Deep").chapter("One", &deep).build(),
        &["OEBPS/chapter1.xhtml", "200"],
    );
    assert!(matches!(error, Error::TooDeep { limit: 200, .. }));
    let allowed = format!("{}deep{}", "<div><p><span>".repeat(60), "</span></p></div>".repeat(60));
    let book = EpubBuilder::new("Deep").chapter("One", &allowed).build();
    books::convert(books::Format::Daisy, book.into(), &fast_options(), &mut ())
        .expect("what is allowed needs no great stack");
}

fn fast_options() -> books::Options {
    books::Options::new("2026-01-02T03:04:05Z".parse().unwrap())
}

#[test]
fn more_nodes_than_allowed() {
    let many = EpubBuilder::new("Many").chapter("One", &"<p>a</p>".repeat(1000)).build();
    let limits = Limits { xml_nodes: 500, ..Limits::default() };
    let error = epub::read(many.into(), &limits, &mut ()).unwrap_err();
    assert!(
        matches!(error, Error::TooManyNodes { limit: 500, ref entry } if entry == "OEBPS/chapter1.xhtml")
    );
}

#[test]
fn external_entities_are_never_read() {
    let text = br#"<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a &x; b</p></body></html>"#;
    let book = read_book(base_book().raw_file("OEBPS/chapter1.xhtml", text).build()).unwrap();
    assert!(!format!("{:?}", book.sections).contains("root:"));
}

#[test]
fn an_ill_formed_text_is_read_as_browsers_read_it() {
    let text = b"<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body><p>One &nbsp; two<br>three<p>four & five</body></html>";
    let book = read_book(base_book().raw_file("OEBPS/chapter1.xhtml", text).build()).unwrap();
    assert!(book.sections[0].repaired);
    assert_eq!(book.sections[0].blocks.len(), 2);
}

#[test]
fn a_run_stops_on_request() {
    let bytes: bytes::Bytes = small_book().into();
    for (stop, permanent) in [(Stop::Cancelled, false), (Stop::OutOfTime, false)] {
        let mut watch = |done: usize, _total: usize| (done == 1).then_some(stop);
        let error = epub::read(bytes.clone(), &Limits::default(), &mut watch).unwrap_err();
        assert_eq!(error.is_permanent(), permanent, "{error}");
        assert!(matches!(
            (stop, error),
            (Stop::Cancelled, Error::Cancelled) | (Stop::OutOfTime, Error::OutOfTime)
        ));
    }
}

mod mutations {
    use super::*;
    use proptest::prelude::*;

    /// Everything that is done with a file that someone sends.
    fn read_and_convert(bytes: Vec<u8>) {
        let bytes = bytes::Bytes::from(bytes);
        let limits =
            Limits { total_size: 64 << 20, entry_size: 16 << 20, xml_nodes: 200_000, ..Limits::default() };
        if let Ok(book) = epub::read(bytes.clone(), &limits, &mut ()) {
            let _ = books::find_cover(&book);
            let _ = books::convert_book(books::Format::Daisy, &book, &fast_options(), &mut ());
        }
        let _ = books::convert(books::Format::Epub3, bytes.clone(), &fast_options(), &mut ());
        let _ = books::list_resources(bytes.clone(), &limits);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bytes_changed_in_a_container_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
            let mut bytes = small_book();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            read_and_convert(bytes);
        }

        #[test]
        fn markup_changed_in_a_book_never_panics(
            file in 0_usize..3,
            at in any::<prop::sample::Index>(),
            length in 0_usize..40,
            with in "(</?(p|div|ol|li|table|tr|td|h1|h6|span|a|section|figure|img|math|svg|ruby|br|dl|dt|aside)( (id|href|epub:type|src|role)=\"[#a-z0-9:. ]{0,12}\")?/?>|[a-z &;<>]{0,6}){0,8}",
        ) {
            let name = ["OEBPS/package.opf", "OEBPS/nav.xhtml", "OEBPS/chapter2.xhtml"][file];
            let parts = unzip(&small_book()).into_iter().map(|(path, bytes)| {
                if path != name {
                    return (path, bytes);
                }
                let mut text: Vec<char> = String::from_utf8(bytes).unwrap().chars().collect();
                let start = at.index(text.len());
                let end = (start + length).min(text.len());
                text.splice(start..end, with.chars());
                (path, text.into_iter().collect::<String>().into_bytes())
            });
            read_and_convert(zip_files(parts));
        }

        #[test]
        fn an_old_book_of_any_markup_never_panics(
            markup in "(</?(p|div|font|center|table|tfoot|tr|td|big|tt|dir|li|map|hr|img|object|ins)( (align|width|name|id|color|alt|lang)=\"[#a-z0-9% ]{0,8}\")?/?>|[a-z ]{0,6}){0,20}",
        ) {
            read_and_convert(Epub2Builder::new().chapter("One", &markup).build());
        }
    }
}
