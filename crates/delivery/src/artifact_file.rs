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
    /// Whether this call, or one under way at the same time, has made it.
    pub made: bool,
    /// What was made for the ear, when this call has made it.
    pub narration: Option<Narration>,
    /// How many volumes of braille, when this call has made them.
    pub volumes: Option<usize>,
    /// How many bytes the text of the DAISY book has, when this call has made it.
    pub text: Option<u64>,
}
