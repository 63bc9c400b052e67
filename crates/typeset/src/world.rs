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
use crate::pictures::PictureData;

pub(crate) struct BookWorld {
    main_source: Source,
    /// By their numbers: `/1.png` is the first.
    pictures: Vec<(FileId, Bytes)>,
    fonts: &'static Fonts,
}

static TYPST_LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| {
    // Summaries of tables, and cells that head their row.
    let features = [Feature::A11yExtras].into_iter().collect();
    LazyHash::new(Library::builder().with_features(features).build())
});

/// The identity of a name. Each is kept for ever by the typesetter, so names are few: numbers.
fn file_id(name: &str) -> FileId {
    let path = VirtualPath::new(name).expect("a plain name");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

impl BookWorld {
    pub(crate) fn new(source: String, pictures: Vec<PictureData>) -> Self {
        let pictures = pictures.into_iter().map(|picture| (file_id(&picture.name), picture.bytes)).collect();
        Self {
            main_source: Source::new(file_id("/book.typ"), source),
            pictures,
            fonts: fonts::installed_fonts(),
        }
    }
}

impl World for BookWorld {
    fn library(&self) -> &LazyHash<Library> {
        &TYPST_LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.fonts.book
    }

    fn main(&self) -> FileId {
        self.main_source.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.main_source.id() { Ok(self.main_source.clone()) } else { Err(FileError::AccessDenied) }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let known = self.pictures.iter().find(|(known, _)| *known == id);
        known.map(|(_, bytes)| bytes.clone()).ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.font(index)
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
