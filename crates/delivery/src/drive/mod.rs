//! The partner's cloud drive, from which readers import documents (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-5): a service with OAuth 2. The configuration selects it.

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

/// An access token that expires sooner than this is renewed before use.
const RENEWAL_MARGIN: SignedDuration = SignedDuration::from_secs(60);

/// Tokens that let the server act for a reader at the drive.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriveTokens {
    pub access: String,
    /// Refresh token; some services issue none.
    pub refresh: Option<String>,
    /// Time at which the access token expires.
    pub expires: Timestamp,
}

impl DriveTokens {
    /// Returns true if the access token remains valid for a while.
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        self.expires.duration_since(now) > RENEWAL_MARGIN
    }
}

impl fmt::Debug for DriveTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DriveTokens").field("expires", &self.expires).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DriveError {
    /// The code or the refresh token is invalid or expired.
    #[error("the drive does not accept the authorization: {0}")]
    Refused(String),
    /// The access token is invalid or expired.
    #[error("the drive does not accept the access token")]
    Unauthorized,
    /// The file does not exist, or the reader may not see it.
    #[error("the drive has no such file")]
    NoFile,
    /// The drive cannot be reached, or its response is invalid.
    #[error("the drive cannot be used: {0}")]
    Unusable(String),
}

pub type FileStream = BoxStream<'static, Result<Bytes, DriveError>>;

#[async_trait]
pub trait Drive: Send + Sync + fmt::Debug {
    /// Redeems the code that an app got for a reader. `redirect_uri` is the one from the app's request.
    async fn connect(
        &self,
        code: &str,
        redirect_uri: Option<&str>,
        now: Timestamp,
    ) -> Result<DriveTokens, DriveError>;

    /// Gets a new access token.
    async fn renew(&self, tokens: &DriveTokens, now: Timestamp) -> Result<DriveTokens, DriveError>;

    /// Revokes the tokens, if the drive supports that.
    async fn disconnect(&self, tokens: &DriveTokens) -> Result<(), DriveError>;

    /// Opens a file. The caller limits how much of it is read.
    async fn open(&self, tokens: &DriveTokens, file: &str) -> Result<FileStream, DriveError>;
}

/// A drive, and the key that encrypts readers' tokens. A clone shares both.
#[derive(Debug, Clone)]
pub struct Connector {
    pub drive: Arc<dyn Drive>,
    /// Encrypts tokens for storage.
    pub sealer: Sealer,
}
