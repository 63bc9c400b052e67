//! What a token must say.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::PartnerSettings;

/// How far the partner's clock may be from ours, in seconds.
const LEEWAY: f64 = 60.0;

/// Why a token is refused; said after the parameter's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    /// Not a signed token.
    #[error("must be an identity token of the partner")]
    Unreadable,
    /// Signed by a key that the partner does not name.
    #[error("must be signed with a key of the partner")]
    UnknownKey,
    /// The signature does not fit, or is of a kind that is not taken.
    #[error("must be signed by the partner, with RS256 or ES256")]
    Signature,
    /// A claim is missing, or of another type.
    #[error("must state iss, aud and exp")]
    Incomplete,
    /// Of somebody else.
    #[error("must be issued by the partner")]
    Issuer,
    /// For somebody else.
    #[error("must be issued for this library")]
    Audience,
    /// Its time has passed.
    #[error("has expired")]
    Expired,
    /// Its time has not come.
    #[error("is not valid yet")]
    Early,
    /// It names no e-mail address that the partner has verified.
    #[error("must hold a verified e-mail address")]
    Unverified,
}

/// The claims that matter here.
#[derive(Debug, Deserialize)]
pub(super) struct Claims {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    nbf: Option<f64>,
    iat: Option<f64>,
    email: Option<String>,
    email_verified: Option<Value>,
}

/// One audience, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl Claims {
    /// The verified e-mail address of a token that is for us and in its time.
    pub(super) fn check(self, partner: &PartnerSettings, now: Timestamp) -> Result<String, TokenFault> {
        let ours = match &self.aud {
            Audience::One(one) => *one == partner.audience,
            Audience::Several(all) => all.contains(&partner.audience),
        };
        #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact for millions of years")]
        let now = now.as_second() as f64;
        if self.iss != partner.issuer {
            return Err(TokenFault::Issuer);
        }
        if !ours || self.azp.as_ref().is_some_and(|azp| *azp != partner.audience) {
            return Err(TokenFault::Audience);
        }
        if now >= self.exp + LEEWAY {
            return Err(TokenFault::Expired);
        }
        if [self.nbf, self.iat].into_iter().flatten().any(|begin| now + LEEWAY < begin) {
            return Err(TokenFault::Early);
        }
        let verified = match self.email_verified {
            Some(Value::Bool(verified)) => verified,
            // Some providers send texts.
            Some(Value::String(text)) => text == "true",
            _ => false,
        };
        self.email.filter(|_| verified).ok_or(TokenFault::Unverified)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::{Value, json};

    use super::{Claims, PartnerSettings, TokenFault};

    const NOW: i64 = 1_795_000_000;

    /// The answer to good claims with one of them replaced; null takes it away.
    fn check(name: &str, value: Value) -> Result<String, TokenFault> {
        let partner = PartnerSettings {
            issuer: "https://id.example".into(),
            audience: "library".into(),
            keys: String::new(),
        };
        let mut claims = json!({
            "iss": "https://id.example", "aud": "library", "exp": NOW + 300, "iat": NOW, "sub": "u1",
            "email": "ada@example.org", "email_verified": true,
        });
        claims[name] = value;
        let claims = claims.as_object().unwrap().clone().into_iter().filter(|(_, value)| !value.is_null());
        let claims: Claims = serde_json::from_value(Value::Object(claims.collect())).unwrap();
        claims.check(&partner, Timestamp::from_second(NOW).unwrap())
    }

    #[test]
    fn good_tokens() {
        for (name, value) in [
            ("sub", json!("other")),
            ("aud", json!(["someone", "library"])),
            ("azp", json!("library")),
            ("iat", Value::Null),
            ("email_verified", json!("true")),
            ("exp", json!(NOW - 59)),
            ("exp", json!(f64::from(1_795_000_000) + 0.5)),
            ("nbf", json!(NOW + 60)),
            ("iat", json!(NOW + 60)),
        ] {
            assert_eq!(check(name, value.clone()).as_deref(), Ok("ada@example.org"), "{name}: {value}");
        }
    }

    #[test]
    fn bad_tokens() {
        for (name, value, fault) in [
            ("iss", json!("https://evil.example"), TokenFault::Issuer),
            ("aud", json!("someone"), TokenFault::Audience),
            ("aud", json!([]), TokenFault::Audience),
            ("azp", json!("someone"), TokenFault::Audience),
            ("exp", json!(NOW - 60), TokenFault::Expired),
            ("nbf", json!(NOW + 61), TokenFault::Early),
            ("iat", json!(NOW + 3600), TokenFault::Early),
            ("email", Value::Null, TokenFault::Unverified),
            ("email_verified", json!(false), TokenFault::Unverified),
            ("email_verified", json!("false"), TokenFault::Unverified),
            ("email_verified", json!(1), TokenFault::Unverified),
            ("email_verified", Value::Null, TokenFault::Unverified),
        ] {
            assert_eq!(check(name, value.clone()), Err(fault), "{name}: {value}");
        }
    }
}
