//! Errors of making titles and copies.

/// The reason why a title or copy was not made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file store or a conversion failed.
    #[error(transparent)]
    Delivery(#[from] delivery::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// The database no longer contains what is needed; another attempt would fail in the same way.
    #[error("{0}")]
    Impossible(String),
}

/// Result of making a title or copy.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl From<delivery::keys::BadKey> for Error {
    fn from(error: delivery::keys::BadKey) -> Self {
        delivery::Error::from(error).into()
    }
}
