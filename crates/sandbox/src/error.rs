//! What can be wrong with the sources of the demo library.

/// A fault in an embedded source; names the file.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A file that another one names is not there.
    #[error("{0} is missing")]
    Missing(String),
    /// A TOML file does not say what it must.
    #[error("{file}: {source}")]
    Toml {
        /// Path of the file.
        file: String,
        /// What the parser says.
        source: Box<toml::de::Error>,
    },
    /// A chapter is not well-formed XHTML.
    #[error("{file}: {source}")]
    Markup {
        /// Path of the file.
        file: String,
        /// What the parser says.
        source: roxmltree::Error,
    },
    /// A file lacks something that every book must have.
    #[error("{file}: {fault}")]
    Content {
        /// Path of the file.
        file: String,
        /// What is missing.
        fault: String,
    },
    /// The archive could not be written.
    #[error("archive: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// The archive could not be written.
    #[error("archive: {0}")]
    Write(#[from] std::io::Error),
}
