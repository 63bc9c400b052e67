//! A partner's identity tokens (ID tokens of `OpenID` Connect) as proof of an e-mail address at sign-up (spec 4, 1.3,
//! `partnerIdToken`).

mod claims;
mod keys;

use jiff::Timestamp;
use jsonwebtoken::jwk::{Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use serde_json::Value;

use claims::Claims;
pub use claims::TokenFault;
use keys::Keys;
pub use keys::{BadKeys, KeysFault};

/// A partner, as the operator names it (docs/configuration.md).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerSettings {
    /// `iss` of its tokens.
    pub issuer: String,
    /// `aud` of its tokens.
    pub audience: String,
    /// Its public keys: the address of a JSON Web Key Set, or a file.
    pub keys: String,
}

/// The partner, with its keys as they were last read.
#[derive(Debug)]
pub struct Partner {
    settings: PartnerSettings,
    keys: Keys,
}

/// Why a token proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum PartnerFault {
    /// The token's own fault.
    #[error(transparent)]
    Token(#[from] TokenFault),
    /// The partner's keys could not be read.
    #[error(transparent)]
    Keys(#[from] KeysFault),
}

/// The longest token that is looked at, in bytes.
pub const LONGEST_TOKEN: usize = 16 * 1024;

/// How many keys are tried for a token that names none.
const CANDIDATES: usize = 8;

impl Partner {
    /// A partner whose keys are read at first need.
    pub fn new(settings: PartnerSettings) -> Result<Self, BadKeys> {
        let keys = Keys::at(&settings.keys)?;
        Ok(Self { settings, keys })
    }

    /// The e-mail address that a token proves to belong to its bearer.
    pub async fn verified_email(&self, token: &str, now: Timestamp) -> Result<String, PartnerFault> {
        let header = decode_header(token).map_err(|_| TokenFault::Unreadable)?;
        if !matches!(header.alg, Algorithm::RS256 | Algorithm::ES256) {
            return Err(TokenFault::Signature.into());
        }
        // A key that is not known yet may be new: keys are changed from time to time.
        let known = self.keys.get(now, false).await?;
        let claims = match signed(token, &header, &known) {
            Err(TokenFault::UnknownKey) => signed(token, &header, &self.keys.get(now, true).await?),
            result => result,
        };
        Ok(claims?.check(&self.settings, now)?)
    }
}

/// The claims of a token that one of these keys has signed.
fn signed(token: &str, header: &Header, keys: &[Jwk]) -> Result<Claims, TokenFault> {
    // Times and names are checked by our own clock and rules.
    let mut validation = Validation::new(header.alg);
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let mut candidates = keys.iter().filter(|key| fits(key, header)).take(CANDIDATES).peekable();
    if candidates.peek().is_none() {
        return Err(TokenFault::UnknownKey);
    }
    let claims = candidates
        .filter_map(|key| DecodingKey::from_jwk(key).ok())
        .find_map(|key| decode::<Value>(token, &key, &validation).ok())
        .ok_or(TokenFault::Signature)?
        .claims;
    serde_json::from_value(claims).map_err(|_| TokenFault::Incomplete)
}

/// Whether the key may have signed a token with this header.
fn fits(key: &Jwk, header: &Header) -> bool {
    let algorithm = match header.alg {
        Algorithm::RS256 => KeyAlgorithm::RS256,
        _ => KeyAlgorithm::ES256,
    };
    let named = header.kid.is_none() || header.kid == key.common.key_id;
    let signs = !matches!(key.common.public_key_use, Some(PublicKeyUse::Encryption));
    named && signs && key.common.key_algorithm.is_none_or(|stated| stated == algorithm)
}
