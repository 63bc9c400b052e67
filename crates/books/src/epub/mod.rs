//! EPUB 2 and 3: reading on bytes, and writing the EPUB 3 that is delivered.

mod build;
mod container;
mod documents;
mod linked;
mod nav;
mod source;
mod write;

use bytes::Bytes;
use position_maps::DocumentTrail;

use crate::model::Book;
use crate::opf::{self, Opf};
use crate::{Limits, Progress, Reporter, Result};

pub(crate) use build::write_book_with_places;
pub use build::{BuiltEpub, write_book};
pub(crate) use container::{
    CONTAINER_PATH, ENCRYPTION_PATH, is_epub_document, is_false_claim, locate_package_document,
};
pub use source::EpubSource;
pub use write::CONVERTER_VERSION;
pub(crate) use write::locate_sentences;
pub(crate) use write::write_source;

/// Reads an EPUB 2 or 3.
///
/// Ill-formed documents are read as browsers read them ([`crate::model::Section::repaired`]). A part that is
/// missing or cannot be read costs that part, and is reported. Files next to the text stay packed until they
/// are asked for.
///
/// # Errors
/// The container is broken, hostile or protected, or no document of the book can be read; see
/// [`crate::Error`].
pub fn read(bytes: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    read_source(&EpubSource::open(bytes, limits, progress.reporter())?, None, progress)
}

/// Reads the metadata of a sidecar package document. The title falls back to the identifier.
///
/// # Errors
/// It is not a package document, or not well-formed.
pub fn read_package_document(bytes: &[u8]) -> Result<crate::model::Metadata> {
    const NAME: &str = "package document";
    let reporter = Reporter::default();
    let decoded = crate::xml::DecodedDocument::from_bytes(NAME, bytes.to_vec(), None, &reporter)?;
    crate::xml::with_document(NAME, &decoded, &Limits::default(), &reporter, |document, _| {
        let opf = Opf::without_package(NAME, document)?;
        let mut metadata = opf::read_metadata(&opf, document);
        if metadata.title.is_empty() {
            metadata.title = metadata.identifier().to_owned();
        }
        Ok(metadata)
    })?
}

/// The index in the spine and the text of each section, in order.
pub(crate) type Trails = Vec<(usize, DocumentTrail)>;

/// Returns another text for a document of the spine, by its path, before it is read.
pub type Rewrite<'r> = &'r mut dyn FnMut(&str, &roxmltree::Document<'_>) -> String;

/// Reads the book; its documents are also kept as trails if these are wanted.
pub(crate) fn read_source(
    source: &EpubSource,
    trails: Option<&mut Trails>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    documents::read_documents(source, trails, None, progress)
}

/// Reads the book from documents that are rewritten first.
pub fn read_rewritten(
    source: &EpubSource,
    rewrite: Rewrite<'_>,
    progress: &mut dyn Progress,
) -> Result<Book> {
    documents::read_documents(source, None, Some(rewrite), progress)
}
