//! Identity tokens of a partner (ID tokens of `OpenID` Connect) as proof of an email address at sign-up
//! (docs/rules/accounts.md#rule-2, `partnerIdToken`).

mod claims;
mod keys;

use jsonwebtoken::jwk::{Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, Header, Validation, decode, decode_header};
use serde_json::Value;

pub use claims::{ExpectedClaims, IdentityClaims};
pub use keys::{BadKeySet, KeySet};

pub const MAX_TOKEN_BYTES: usize = 16 * 1024;

/// Maximum number of keys that are tried for a token without a key id.
const MAX_CANDIDATE_KEYS: usize = 8;

/// Reasons to refuse a token; the text follows the parameter's name in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityFault {
    /// Not a signed token.
    #[error("must be an identity token of the partner")]
    Unreadable,
    /// Signed by a key that the partner does not name.
    #[error("must be signed with a key of the partner")]
    UnknownKey,
    /// The signature is wrong, or of an unsupported kind.
    #[error("must be signed by the partner, with RS256 or ES256")]
    Signature,
    /// A claim is missing, or of another type.
    #[error("must state iss, aud and exp")]
    Incomplete,
    #[error("must be issued by the partner")]
    Issuer,
    #[error("must be issued for this library")]
    Audience,
    /// No longer valid.
    #[error("has expired")]
    Expired,
    /// Not valid yet.
    #[error("is not valid yet")]
    Early,
    /// It contains no verified email address.
    #[error("must hold a verified email address")]
    Unverified,
}

/// An identity token whose signature has not been checked yet.
#[derive(Debug)]
pub struct IdentityToken<'a> {
    text: &'a str,
    header: Header,
}

impl<'a> IdentityToken<'a> {
    /// Reads the header of a token.
    pub fn parse(text: &'a str) -> Result<Self, IdentityFault> {
        let header = decode_header(text).map_err(|_| IdentityFault::Unreadable)?;
        if matches!(header.alg, Algorithm::RS256 | Algorithm::ES256) {
            Ok(Self { text, header })
        } else {
            Err(IdentityFault::Signature)
        }
    }

    /// Returns the claims if one of these keys signed them. [`IdentityFault::UnknownKey`] if the token
    /// names another key, which may be newer than the keys.
    pub fn verify_claims(&self, keys: &KeySet) -> Result<IdentityClaims, IdentityFault> {
        // The caller checks times and names with its own clock and rules.
        let mut validation = Validation::new(self.header.alg);
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        let mut candidates =
            keys.all_keys().filter(|key| self.may_be_signed_by(key)).take(MAX_CANDIDATE_KEYS).peekable();
        if candidates.peek().is_none() {
            return Err(IdentityFault::UnknownKey);
        }
        let claims = candidates
            .filter_map(|key| DecodingKey::from_jwk(key).ok())
            .find_map(|key| decode::<Value>(self.text, &key, &validation).ok())
            .ok_or(IdentityFault::Signature)?
            .claims;
        serde_json::from_value(claims).map_err(|_| IdentityFault::Incomplete)
    }

    fn may_be_signed_by(&self, key: &Jwk) -> bool {
        let header = &self.header;
        let algorithm = match header.alg {
            Algorithm::RS256 => KeyAlgorithm::RS256,
            _ => KeyAlgorithm::ES256,
        };
        let named = header.kid.is_none() || header.kid == key.common.key_id;
        let signs = !matches!(key.common.public_key_use, Some(PublicKeyUse::Encryption));
        named && signs && key.common.key_algorithm.is_none_or(|stated| stated == algorithm)
    }
}
