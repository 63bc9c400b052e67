//! Why a book could not be read, converted or marked.

use vocabulary::Format;

/// Errors of reading and writing books, with their place in the package. The text is fit for the person who
/// sent the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages name the fields")]
pub enum Error {
    /// The bytes are not a readable zip container.
    #[error("not a zip container: {reason}")]
    NotAZip { reason: String },
    /// The container lists more entries than [`crate::Limits::entries`].
    #[error("the container holds {found} entries, more than the limit of {limit}")]
    TooManyEntries { found: usize, limit: usize },
    /// Braille cannot be made: its tables are missing.
    #[error("no braille: {0}")]
    Braille(String),
    /// One entry is larger than [`crate::Limits::entry_size`].
    #[error("{entry} is larger than the limit of {limit} bytes")]
    EntryTooLarge { entry: String, limit: u64 },
    /// All entries together are larger than [`crate::Limits::total_size`].
    #[error("the container unpacks to more than the limit of {limit} bytes")]
    PackageTooLarge { limit: u64 },
    /// An entry expands more than [`crate::Limits::expansion_ratio`]: a decompression bomb.
    #[error("{entry} expands to more than {limit} times its compressed size")]
    ExpandsTooMuch { entry: String, limit: u64 },
    /// Two entries of the container have the same name and different contents.
    #[error("the container holds two different entries of one name")]
    DuplicateEntry,
    /// Two entries of the container share bytes, by which a small container unpacks to a large one.
    #[error("the container holds entries that overlap")]
    OverlappingEntries,
    /// An entry cannot be unpacked.
    #[error("{entry} is damaged: {reason}")]
    DamagedEntry { entry: String, reason: String },
    /// A file that the package needs is not in the container.
    #[error("{place} refers to {entry}, which is not in the package")]
    MissingEntry { entry: String, place: String },
    /// There is no `META-INF/container.xml`.
    #[error("not an EPUB: META-INF/container.xml is missing, and there is not exactly one package document")]
    NoContainer,
    /// `META-INF/container.xml` names no package document.
    #[error("META-INF/container.xml names no package document")]
    NoPackageDocument,
    /// The package document lacks something that it must have.
    #[error("{entry}: {reason}")]
    BadPackage { entry: String, reason: String },
    /// The spine names a manifest item that does not exist.
    #[error("{entry}: the spine refers to the item {idref:?}, which the manifest does not have")]
    MissingSpineItem { entry: String, idref: String },
    /// A document is not well-formed XML, and could not be repaired. Lines and columns count from 1.
    #[error("{entry}, line {line}, column {column}: {reason}")]
    BadXml { entry: String, line: u32, column: u32, reason: String },
    /// Elements are nested deeper than [`crate::Limits::xml_depth`].
    #[error("{entry} nests elements deeper than the limit of {limit}")]
    TooDeep { entry: String, limit: usize },
    /// A document has more nodes than [`crate::Limits::xml_nodes`].
    #[error("{entry} has more XML nodes than the limit of {limit}")]
    TooManyNodes { entry: String, limit: u32 },
    /// An element has more attributes than are read.
    #[error("{entry} has an element with more than the limit of {limit} attributes")]
    TooManyAttributes { entry: String, limit: usize },
    /// A document declares more namespaces than are read.
    #[error("{entry} declares too many namespaces; the limit is {limit} for one element")]
    TooManyNamespaces { entry: String, limit: usize },
    /// A document declares too many entities, or they expand to too much: the limit is for all of them.
    #[error("{entry} declares too many entities, or they expand to more than the limit of {limit} bytes")]
    ExpandsEntities { entry: String, limit: u64 },
    /// A text that must be in one encoding is not.
    #[error("{entry} is not valid {encoding}")]
    Encoding { entry: String, encoding: String },
    /// The book is protected (DRM); only font obfuscation is accepted. `scheme` is the algorithm, or `zip`.
    #[error("{entry} is encrypted ({scheme}); a protected book cannot be read")]
    Encrypted { entry: String, scheme: String },
    /// The book's contents are of a kind that this crate does not read.
    #[error("{entry}: {reason}")]
    Unsupported { entry: String, reason: String },
    /// No writer makes this format from this source.
    #[error("no conversion to {0} exists")]
    NoConversion(Format),
    /// The caller canceled.
    #[error("cancelled")]
    Cancelled,
    /// The caller's time limit has passed.
    #[error("the time limit has passed")]
    OutOfTime,
    /// Nothing can be heard of it: the engine or the encoder is missing or fails.
    #[error("speech: {0}")]
    Speech(speech::Error),
    /// The output could not be written.
    #[error("cannot write the package: {0}")]
    Write(#[from] std::io::Error),
}

impl Error {
    /// [`Error::BadPackage`] of an entry, for this reason.
    pub fn bad_package(entry: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::BadPackage { entry: entry.into(), reason: reason.into() }
    }

    /// Returns true if this is the fault of one file of a book, so that the book can be read without it.
    /// That all files together are too large, and that a run was stopped, concerns the book.
    pub(crate) fn costs_part(&self) -> bool {
        matches!(
            self,
            Self::EntryTooLarge { .. }
                | Self::ExpandsTooMuch { .. }
                | Self::DamagedEntry { .. }
                | Self::MissingEntry { .. }
                | Self::BadPackage { .. }
                | Self::BadXml { .. }
                | Self::TooDeep { .. }
                | Self::TooManyNodes { .. }
                | Self::TooManyAttributes { .. }
                | Self::TooManyNamespaces { .. }
                | Self::ExpandsEntities { .. }
                | Self::Unsupported { .. }
        )
    }

    /// Returns true if the same input would fail in the same way again. Cancellation, a passed deadline
    /// and a failed write may go better at the next attempt; a broken book does not.
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::Cancelled | Self::OutOfTime | Self::Write(_) => false,
            // A missing tool will still be missing in a minute.
            Self::Speech(error) => matches!(error, speech::Error::Missing { .. }),
            _ => true,
        }
    }
}

impl From<speech::Error> for Error {
    fn from(error: speech::Error) -> Self {
        match error {
            speech::Error::Stopped => Self::Cancelled,
            speech::Error::Io(error) => Self::Write(error),
            other => Self::Speech(other),
        }
    }
}

/// The result of this crate's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The value. `None` if its error costs only a part of the book.
pub(crate) fn keep_part<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(error) if error.costs_part() => Ok(None),
        read => read.map(Some),
    }
}

impl From<braille::Error> for Error {
    fn from(error: braille::Error) -> Self {
        Self::Braille(error.to_string())
    }
}
