//! Claims of identity tokens.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::IdentityFault;

/// Maximum clock difference between us and the partner.
const CLOCK_LEEWAY_SECONDS: f64 = 60.0;

/// Required values of a partner's tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedClaims {
    /// `iss` of its tokens.
    pub issuer: String,
    /// `aud` of its tokens.
    pub audience: String,
}

/// The relevant claims of a token.
#[derive(Debug, Deserialize)]
pub struct IdentityClaims {
    iss: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    nbf: Option<f64>,
    iat: Option<f64>,
    email: Option<String>,
    email_verified: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

impl IdentityClaims {
    /// The verified email address of a token that is valid now and has the expected values.
    pub fn verified_email(self, expected: &ExpectedClaims, now: Timestamp) -> Result<String, IdentityFault> {
        let intended = match &self.aud {
            Audience::One(one) => *one == expected.audience,
            Audience::Several(all) => all.contains(&expected.audience),
        };
        #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact for millions of years")]
        let now = now.as_second() as f64;
        if self.iss != expected.issuer {
            return Err(IdentityFault::Issuer);
        }
        if !intended || self.azp.as_ref().is_some_and(|azp| *azp != expected.audience) {
            return Err(IdentityFault::Audience);
        }
        if now >= self.exp + CLOCK_LEEWAY_SECONDS {
            return Err(IdentityFault::Expired);
        }
        if [self.nbf, self.iat].into_iter().flatten().any(|begin| now + CLOCK_LEEWAY_SECONDS < begin) {
            return Err(IdentityFault::Early);
        }
        let verified = match self.email_verified {
            Some(Value::Bool(verified)) => verified,
            // Some providers send strings.
            Some(Value::String(text)) => text == "true",
            _ => false,
        };
        self.email.filter(|_| verified).ok_or(IdentityFault::Unverified)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::{Value, json};

    use super::{ExpectedClaims, IdentityClaims, IdentityFault};

    const TEST_SECONDS: i64 = 1_795_000_000;

    /// The email address of valid claims with one claim replaced; null removes it.
    fn verify_with_claim(name: &str, value: Value) -> Result<String, IdentityFault> {
        let expected = ExpectedClaims { issuer: "https://id.example".into(), audience: "library".into() };
        let mut claims = json!({
            "iss": "https://id.example", "aud": "library", "exp": TEST_SECONDS + 300, "iat": TEST_SECONDS, "sub": "u1",
            "email": "ada@example.org", "email_verified": true,
        });
        claims[name] = value;
        let claims = claims.as_object().unwrap().clone().into_iter().filter(|(_, value)| !value.is_null());
        let claims: IdentityClaims = serde_json::from_value(Value::Object(claims.collect())).unwrap();
        claims.verified_email(&expected, Timestamp::from_second(TEST_SECONDS).unwrap())
    }

    #[test]
    fn accepts_valid_tokens() {
        for (name, value) in [
            ("sub", json!("other")),
            ("aud", json!(["someone", "library"])),
            ("azp", json!("library")),
            ("iat", Value::Null),
            ("email_verified", json!("true")),
            ("exp", json!(TEST_SECONDS - 59)),
            ("exp", json!(f64::from(1_795_000_000) + 0.5)),
            ("nbf", json!(TEST_SECONDS + 60)),
            ("iat", json!(TEST_SECONDS + 60)),
        ] {
            assert_eq!(
                verify_with_claim(name, value.clone()).as_deref(),
                Ok("ada@example.org"),
                "{name}: {value}"
            );
        }
    }

    #[test]
    fn rejects_tokens_with_wrong_missing_or_expired_claims() {
        for (name, value, fault) in [
            ("iss", json!("https://evil.example"), IdentityFault::Issuer),
            ("aud", json!("someone"), IdentityFault::Audience),
            ("aud", json!([]), IdentityFault::Audience),
            ("azp", json!("someone"), IdentityFault::Audience),
            ("exp", json!(TEST_SECONDS - 60), IdentityFault::Expired),
            ("nbf", json!(TEST_SECONDS + 61), IdentityFault::Early),
            ("iat", json!(TEST_SECONDS + 3600), IdentityFault::Early),
            ("email", Value::Null, IdentityFault::Unverified),
            ("email_verified", json!(false), IdentityFault::Unverified),
            ("email_verified", json!("false"), IdentityFault::Unverified),
            ("email_verified", json!(1), IdentityFault::Unverified),
            ("email_verified", Value::Null, IdentityFault::Unverified),
        ] {
            assert_eq!(verify_with_claim(name, value.clone()), Err(fault), "{name}: {value}");
        }
    }
}
