//! Redemption of authorization codes (docs/rules/authentication.md#rule-4). The store checks, in one step
//! with marking it used, that a code exists, was issued to this client, is unused and has not expired; its
//! other bindings are compared here.

use secrets::equals_in_constant_time;

use crate::{Fault, pkce};

/// The terms of a stored code besides its client.
#[derive(Debug, Clone, Copy)]
pub struct CodeTerms<'a> {
    /// The redirect address of the authorization request.
    pub redirect_uri: &'a str,
    /// The S256 challenge of the authorization request.
    pub code_challenge: Option<&'a str>,
}

/// The parameters that a client sends with a code.
#[derive(Debug, Clone, Copy)]
pub struct CodeRedemption<'a> {
    pub redirect_uri: &'a str,
    pub code_verifier: Option<&'a str>,
}

impl CodeTerms<'_> {
    /// Checks whether tokens may be issued.
    ///
    /// # Errors
    /// [`Fault::RedirectDiffers`] and [`Fault::BadVerifier`], both `invalid_grant`.
    pub fn check_redemption(&self, sent: CodeRedemption<'_>) -> Result<(), Fault> {
        if !equals_in_constant_time(self.redirect_uri, sent.redirect_uri) {
            return Err(Fault::RedirectDiffers);
        }
        if !pkce::matches_challenge(self.code_challenge, sent.code_verifier) {
            return Err(Fault::BadVerifier);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use secrets::hash_token;

    use super::{CodeRedemption, CodeTerms};
    use crate::{ErrorCode, Fault};

    const RFC_VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn redeem(challenge: Option<&str>, redirect_uri: &str, code_verifier: Option<&str>) -> Result<(), Fault> {
        CodeTerms { redirect_uri: "app://back", code_challenge: challenge }
            .check_redemption(CodeRedemption { redirect_uri, code_verifier })
    }

    #[test]
    fn redirect_uri_must_equal_the_original() {
        assert_eq!(redeem(None, "app://back", None), Ok(()));
        assert_eq!(redeem(None, "app://back/", None), Err(Fault::RedirectDiffers));
        assert_eq!(Fault::RedirectDiffers.error_code(), ErrorCode::InvalidGrant);
    }

    #[test]
    fn requires_exactly_the_verifier_of_the_challenge() {
        let challenge = hash_token(RFC_VERIFIER);
        assert_eq!(redeem(Some(&challenge), "app://back", Some(RFC_VERIFIER)), Ok(()));
        assert_eq!(redeem(Some(&challenge), "app://back", Some(&"x".repeat(43))), Err(Fault::BadVerifier));
        assert_eq!(redeem(Some(&challenge), "app://back", None), Err(Fault::BadVerifier));
        assert_eq!(redeem(None, "app://back", Some(RFC_VERIFIER)), Err(Fault::BadVerifier));
        assert_eq!(Fault::BadVerifier.error_code(), ErrorCode::InvalidGrant);
    }
}
