//! Faults in the sources of the demo library.

/// A fault in an embedded source; names the file.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A referenced file is missing.
    #[error("{0} is missing")]
    Missing(String),
    /// Invalid content of a TOML file.
    #[error("{file}: {source}")]
    Toml {
        file: String,
        /// The parser's error.
        source: Box<toml::de::Error>,
    },
    /// A chapter is not well-formed XHTML.
    #[error("{file}: {source}")]
    Markup { file: String, source: roxmltree::Error },
    /// A file lacks required content.
    #[error("{file}: {fault}")]
    Content {
        file: String,
        /// The missing part.
        fault: String,
    },
    /// The archive could not be written.
    #[error("archive: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// The archive could not be written.
    #[error("archive: {0}")]
    Write(#[from] std::io::Error),
}
