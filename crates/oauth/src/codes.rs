//! Redemption of authorization codes (docs/rules/authentication.md#rule-4). The store checks, in one step
//! with marking it used, that a code exists, was issued to this client, is unused and has not expired; its
//! other bindings are compared here.

use crate::errors::Fault;
use crate::pkce;
use crate::tokens::equal;

/// What a stored code is bound to besides its client.
#[derive(Debug, Clone, Copy)]
pub struct CodeTerms<'a> {
    /// The redirect address of the authorization request.
    pub redirect_uri: &'a str,
    /// The S256 challenge of the authorization request.
    pub code_challenge: Option<&'a str>,
}

/// What a client sends with the code.
#[derive(Debug, Clone, Copy)]
pub struct Redemption<'a> {
    /// `redirect_uri`.
    pub redirect_uri: &'a str,
    /// `code_verifier`.
    pub code_verifier: Option<&'a str>,
}

impl CodeTerms<'_> {
    /// Checks whether tokens may be issued.
    ///
    /// # Errors
    /// [`Fault::RedirectDiffers`] and [`Fault::BadVerifier`], both `invalid_grant`.
    pub fn check(&self, sent: Redemption<'_>) -> Result<(), Fault> {
        if !equal(self.redirect_uri, sent.redirect_uri) {
            return Err(Fault::RedirectDiffers);
        }
        if !pkce::fits(self.code_challenge, sent.code_verifier) {
            return Err(Fault::BadVerifier);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CodeTerms, Redemption};
    use crate::errors::{ErrorCode, Fault};
    use crate::pkce::s256;

    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn check(challenge: Option<&str>, redirect_uri: &str, code_verifier: Option<&str>) -> Result<(), Fault> {
        CodeTerms { redirect_uri: "app://back", code_challenge: challenge }
            .check(Redemption { redirect_uri, code_verifier })
    }

    #[test]
    fn redirect_uri_must_equal_the_original() {
        assert_eq!(check(None, "app://back", None), Ok(()));
        assert_eq!(check(None, "app://back/", None), Err(Fault::RedirectDiffers));
        assert_eq!(Fault::RedirectDiffers.code(), ErrorCode::InvalidGrant);
    }

    #[test]
    fn pkce_right_wrong_missing_and_unasked() {
        let challenge = s256(VERIFIER);
        assert_eq!(check(Some(&challenge), "app://back", Some(VERIFIER)), Ok(()));
        assert_eq!(check(Some(&challenge), "app://back", Some(&"x".repeat(43))), Err(Fault::BadVerifier));
        assert_eq!(check(Some(&challenge), "app://back", None), Err(Fault::BadVerifier));
        assert_eq!(check(None, "app://back", Some(VERIFIER)), Err(Fault::BadVerifier));
        assert_eq!(Fault::BadVerifier.code(), ErrorCode::InvalidGrant);
    }
}
