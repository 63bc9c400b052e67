//! The typesetter's sandboxed view: one source, the pictures of the book, and the fonts. No file, no network,
//! no clock.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Feature, Library, LibraryExt, World};

use crate::fonts::{self, Fonts};
use crate::pictures::Data;

/// The world of one book.
pub(crate) struct BookWorld {
    main: Source,
    /// By their numbers: `/1.png` is the first.
    pictures: Vec<(FileId, Bytes)>,
    fonts: &'static Fonts,
}

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| {
    // Summaries of tables, and cells that head their row.
    let features = [Feature::A11yExtras].into_iter().collect();
    LazyHash::new(Library::builder().with_features(features).build())
});

/// The identity of a name. Each is kept for ever by the typesetter, so names are few: numbers.
fn id(name: &str) -> FileId {
    let path = VirtualPath::new(name).expect("a plain name");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

impl BookWorld {
    pub(crate) fn new(source: String, pictures: Vec<Data>) -> Self {
        let pictures = pictures.into_iter().map(|picture| (id(&picture.name), picture.bytes)).collect();
        Self { main: Source::new(id("/book.typ"), source), pictures, fonts: fonts::all() }
    }
}

impl World for BookWorld {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.fonts.book
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main.id() { Ok(self.main.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let known = self.pictures.iter().find(|(known, _)| *known == id);
        known.map(|(_, bytes)| bytes.clone()).ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index)
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
