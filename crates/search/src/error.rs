//! Errors of an index.

/// An error of the index.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The index is missing, incomplete, damaged, or was made with another schema. It contains only derived
    /// data: rebuild it (`openshelf reindex`).
    #[error("the index must be rebuilt: {0}")]
    NeedsRebuild(String),
    /// Another process writes to this index or rebuilds it.
    #[error("another process is writing to the index")]
    Locked,
    /// A cursor was used with another sort order or direction than it was made for.
    #[error("the cursor belongs to another sort order")]
    CursorMismatch,
    /// The search engine failed.
    #[error("search engine: {0}")]
    Engine(#[from] tantivy::TantivyError),
    /// The disk failed.
    #[error("index files: {0}")]
    Io(#[from] std::io::Error),
}
