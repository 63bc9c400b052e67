//! Errors of braille translation.

/// Result of translation.
pub type Result<T> = std::result::Result<T, Error>;

/// Reasons why there is no braille.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The tables of liblouis are not installed, or this one is not among them.
    #[error("the braille table {0} cannot be read: is liblouis-data installed?")]
    Table(&'static str),
    /// The library was built with another character size.
    #[error("liblouis was built with characters of {0} bytes; 4 are needed")]
    CharSize(usize),
    /// A text exceeds the library's limit.
    #[error("a paragraph of {0} characters is too long for braille")]
    TooLong(usize),
    /// A formula that cannot be translated.
    #[error("a formula cannot be written in braille: {0}")]
    Math(String),
}
