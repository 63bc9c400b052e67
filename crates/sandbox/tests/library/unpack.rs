//! Reads EPUBs like a reading system.

use std::io::{Cursor, Read};

use roxmltree::{Document, Node, ParsingOptions};

/// One publication by name, with all its files in archive order.
pub(crate) struct UnpackedEpub {
    pub(crate) name: String,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// Every EPUB of the library, including editions.
pub(crate) fn unpack_all() -> Vec<UnpackedEpub> {
    let books = sandbox::build_books().unwrap().into_iter().map(|book| unpack_epub(book.slug, &book.epub));
    let editions = sandbox::build_periodicals().unwrap().into_iter().flat_map(|series| {
        series
            .editions
            .into_iter()
            .map(move |edition| unpack_epub(&format!("{} {}", series.slug, edition.slug), &edition.epub))
    });
    books.chain(editions).collect()
}

/// One book by key.
pub(crate) fn unpack_book(key: &str) -> (sandbox::SandboxBook, UnpackedEpub) {
    let book = sandbox::build_books().unwrap().into_iter().find(|book| book.key == key).unwrap();
    let files = unpack_epub(book.slug, &book.epub);
    (book, files)
}

pub(crate) fn unpack_epub(name: &str, epub: &[u8]) -> UnpackedEpub {
    let mut zip = zip::ZipArchive::new(Cursor::new(epub)).unwrap();
    let files = (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index(index).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect();
    UnpackedEpub { name: name.to_owned(), files }
}

impl UnpackedEpub {
    /// The text of one file.
    pub(crate) fn text_of(&self, path: &str) -> &str {
        let bytes = &self.files.iter().find(|(name, _)| name == path).unwrap_or_else(|| panic!("{path}")).1;
        std::str::from_utf8(bytes).unwrap()
    }

    /// Names and texts of all files with this extension.
    pub(crate) fn texts_with_extension(&self, extension: &str) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(move |(name, _)| name.ends_with(extension))
            .map(|(name, bytes)| (name.as_str(), std::str::from_utf8(bytes).unwrap()))
    }
}

/// Parses a document; allows a document type.
pub(crate) fn parse_xml(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap()
}

pub(crate) fn elements_named<'a>(
    tree: &'a Document<'a>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    tree.descendants().filter(move |node| node.tag_name().name() == name)
}
