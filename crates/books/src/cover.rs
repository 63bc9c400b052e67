//! The cover image.

use crate::error::Result;
use crate::model::Book;

/// A cover image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cover {
    /// The image file.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: String,
}

/// The cover image of a book; `None` when it has none or the file is missing.
///
/// # Errors
/// The image cannot be unpacked within the limits.
pub fn cover(book: &Book) -> Result<Option<Cover>> {
    let resource = book.metadata.cover.as_deref().and_then(|path| book.resources.get(path));
    resource
        .map(|resource| {
            Ok(Cover { bytes: book.resources.read(&resource.path)?, media_type: resource.media_type.clone() })
        })
        .transpose()
}
