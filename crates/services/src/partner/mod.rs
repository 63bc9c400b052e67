//! The partner whose identity tokens prove an email address at sign-up (docs/rules/accounts.md#rule-2,
//! `partnerIdToken`).

mod keys;

use jiff::Timestamp;
use oauth::identity::{ExpectedClaims, IdentityToken};

pub use keys::{BadKeys, KeysFault};
pub use oauth::identity::{IdentityFault, MAX_TOKEN_BYTES};

use keys::Keys;

/// A partner, as the operator configures it (docs/configuration.md).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerSettings {
    pub issuer: String,
    pub audience: String,
    /// Public keys of the partner: the address of a JSON Web Key Set, or a file.
    pub keys: String,
}

/// The partner, with its keys as they were last read.
#[derive(Debug)]
pub struct Partner {
    expected_claims: ExpectedClaims,
    keys: Keys,
}

/// Why a token proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum PartnerFault {
    #[error(transparent)]
    Token(#[from] IdentityFault),
    /// The partner's keys could not be read.
    #[error(transparent)]
    Keys(#[from] KeysFault),
}

impl Partner {
    /// A partner whose keys are read at first need.
    pub fn new(settings: PartnerSettings) -> Result<Self, BadKeys> {
        let PartnerSettings { issuer, audience, keys } = settings;
        Ok(Self { expected_claims: ExpectedClaims { issuer, audience }, keys: Keys::from_location(&keys)? })
    }

    /// The email address that a token proves to belong to its bearer.
    pub async fn verified_email(&self, token: &str, now: Timestamp) -> Result<String, PartnerFault> {
        let token = IdentityToken::parse(token)?;
        let known = self.keys.load(now, false).await?;
        let claims = match token.verify_claims(&known) {
            // A key that is not known yet may be new: keys are changed from time to time.
            Err(IdentityFault::UnknownKey) => token.verify_claims(&self.keys.load(now, true).await?),
            result => result,
        };
        Ok(claims?.verified_email(&self.expected_claims, now)?)
    }
}
