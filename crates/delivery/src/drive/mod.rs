//! The partner's cloud drive, from which readers take documents (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-5): a service with OAuth 2 in front. Which one is said by the configuration.

mod oauth;
mod seal;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

pub use oauth::{DriveConfig, OAuthDrive};
pub use seal::Sealer;

/// A token with less time than this left is renewed before it is used.
const MARGIN: SignedDuration = SignedDuration::from_secs(60);

/// What lets the server act for a reader at the drive.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// For the drive's interface.
    pub access: String,
    /// For the next access token; some services give none.
    pub refresh: Option<String>,
    /// When the access token ends.
    pub expires: Timestamp,
}

impl Tokens {
    /// Whether the access token is still good for a while.
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        self.expires.duration_since(now) > MARGIN
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tokens").field("expires", &self.expires).finish_non_exhaustive()
    }
}

/// Why the drive did not do what it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DriveError {
    /// The code or the refresh token is not good, or not any more.
    #[error("the drive does not accept the authorization: {0}")]
    Refused(String),
    /// The access token is not good, or not any more.
    #[error("the drive does not accept the access token")]
    Unauthorized,
    /// There is no such file, or the reader may not see it.
    #[error("the drive has no such file")]
    NoFile,
    /// The drive cannot be reached, or does not answer as it should.
    #[error("the drive cannot be used: {0}")]
    Unusable(String),
}

/// A file of the drive, as it comes in.
pub type FileStream = BoxStream<'static, Result<Bytes, DriveError>>;

/// A drive.
#[async_trait]
pub trait Drive: Send + Sync + fmt::Debug {
    /// Redeems the code that an app got for a reader. `redirect_uri` is the one that the app asked with.
    async fn connect(
        &self,
        code: &str,
        redirect_uri: Option<&str>,
        now: Timestamp,
    ) -> Result<Tokens, DriveError>;

    /// Gets a new access token.
    async fn renew(&self, tokens: &Tokens, now: Timestamp) -> Result<Tokens, DriveError>;

    /// Tells the drive that the tokens are not wanted any more, where it can be told.
    async fn disconnect(&self, tokens: &Tokens) -> Result<(), DriveError>;

    /// Opens a file. The caller bounds how much of it is read.
    async fn open(&self, tokens: &Tokens, file: &str) -> Result<FileStream, DriveError>;
}

/// A drive, and the key under which readers' tokens are kept. A clone shares both.
#[derive(Debug, Clone)]
pub struct Connector {
    /// The drive.
    pub drive: Arc<dyn Drive>,
    /// Seals tokens before they are stored.
    pub sealer: Sealer,
}
