//! PKCE (RFC 7636) with S256 only: applied whenever a challenge is sent.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use secrets::matches_token_hash;

use crate::{Fault, Params};

/// The challenge of an authorization request. `plain` is refused, and so is a challenge without a method,
/// because that means `plain` (RFC 7636, 4.3).
pub fn read_challenge(params: &Params) -> Result<Option<String>, Fault> {
    let method = params.get("code_challenge_method")?;
    let Some(challenge) = params.get("code_challenge")? else {
        return match method {
            None => Ok(None),
            Some(_) => Err(Fault::Missing("code_challenge")),
        };
    };
    if method != Some("S256") {
        return Err(Fault::Invalid("code_challenge_method", "must be S256"));
    }
    if BASE64_URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|digest| digest.len() == 32) {
        Ok(Some(challenge.to_owned()))
    } else {
        Err(Fault::Invalid("code_challenge", "must be 43 characters of base64url"))
    }
}

/// Returns true if the verifier matches: its S256 challenge is SHA-256 in base64url, as tokens are hashed. A
/// verifier without a challenge does not match: someone removed the challenge from the authorization request
/// (RFC 9700, 4.8.2).
pub fn matches_challenge(challenge: Option<&str>, verifier: Option<&str>) -> bool {
    match (challenge, verifier) {
        (None, None) => true,
        (Some(challenge), Some(verifier)) => {
            is_well_formed(verifier) && matches_token_hash(verifier, challenge)
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// 43 to 128 unreserved characters (RFC 7636, 4.1).
fn is_well_formed(verifier: &str) -> bool {
    (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use secrets::hash_token;

    use super::{matches_challenge, read_challenge};
    use crate::{Fault, Params};

    // RFC 7636, appendix B.
    const RFC_VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const RFC_CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn read_query(query: &str) -> Result<Option<String>, Fault> {
        read_challenge(&Params::parse(query.as_bytes()))
    }

    #[test]
    fn computes_the_example_of_the_rfc() {
        assert_eq!(hash_token(RFC_VERIFIER), RFC_CHALLENGE);
        assert!(matches_challenge(Some(RFC_CHALLENGE), Some(RFC_VERIFIER)));
        assert!(!matches_challenge(Some(RFC_CHALLENGE), None));
        assert!(!matches_challenge(None, Some(RFC_VERIFIER)));
        assert!(matches_challenge(None, None));
    }

    #[test]
    fn accepts_only_well_formed_s256_challenges() {
        let good = format!("code_challenge={RFC_CHALLENGE}&code_challenge_method=S256");
        assert_eq!(read_query(&good), Ok(Some(RFC_CHALLENGE.to_owned())));
        assert_eq!(read_query(""), Ok(None));
        assert_eq!(read_query("code_challenge_method=S256"), Err(Fault::Missing("code_challenge")));
        for bad in ["&code_challenge_method=plain", "", "&code_challenge_method=s256"] {
            let query = format!("code_challenge={RFC_CHALLENGE}{bad}");
            assert_eq!(
                read_query(&query),
                Err(Fault::Invalid("code_challenge_method", "must be S256")),
                "{query}"
            );
        }
        assert!(read_query("code_challenge=short&code_challenge_method=S256").is_err());
        assert!(read_query(&format!("code_challenge={RFC_CHALLENGE}A&code_challenge_method=S256")).is_err());
    }

    #[test]
    fn a_short_or_malformed_verifier_never_matches() {
        for verifier in ["", "abc", &"a".repeat(42), &"a".repeat(129), &"ä".repeat(43)] {
            assert!(!matches_challenge(Some(&hash_token(verifier)), Some(verifier)), "{verifier}");
        }
    }

    proptest! {
        #[test]
        fn a_verifier_matches_only_its_own_challenge(a in "[A-Za-z0-9._~-]{43,128}", b in "[A-Za-z0-9._~-]{43,128}") {
            prop_assert!(matches_challenge(Some(&hash_token(&a)), Some(&a)));
            prop_assert_eq!(matches_challenge(Some(&hash_token(&a)), Some(&b)), a == b);
        }
    }
}
