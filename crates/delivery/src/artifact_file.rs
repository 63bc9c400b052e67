//! An artifact as a file.

use books::daisy::Narration;

use crate::keys::Key;

/// An artifact in the file store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArtifactFile {
    /// Its key.
    pub key: Key,
    /// Bytes.
    pub size: u64,
    /// Whether this call, or a concurrent one, made it.
    pub made: bool,
    /// The size of its plan and its map in bytes, if this call made them.
    pub accessories: Option<u64>,
    /// The narration, if this call made one.
    pub narration: Option<Narration>,
    /// The number of braille volumes, if this call made them.
    pub volumes: Option<usize>,
    /// The size of the DAISY book's text in bytes, if this call made it.
    pub text: Option<u64>,
}
