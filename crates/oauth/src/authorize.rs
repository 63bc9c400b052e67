//! The authorization request, GET /oauth/authorize (docs/rules/authentication.md#rule-3; order of faults:
//! docs/rules/authentication.md#rule-3).

use crate::clients::Registration;
use crate::errors::Fault;
use crate::params::Params;
use crate::pkce;
use crate::redirect::{Redirect, matches_registered};

/// The query of an authorization request, parsed but not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizeQuery(Params);

/// A valid authorization request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizeRequest {
    /// The API key.
    pub client_id: String,
    /// Where the response is sent.
    pub redirect: Redirect,
    /// S256 challenge (RFC 7636), if the client sent one.
    pub code_challenge: Option<String>,
}

/// Who gets an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorizeFault {
    /// The user, as 400 Token Error: no redirect address can be trusted.
    Page(Fault),
    /// The client, by a redirect with `error`, `error_description` and `state`.
    Redirect(Redirect, Fault),
}

impl AuthorizeQuery {
    /// Reads the raw query.
    pub fn parse(query: &str) -> Self {
        Self(Params::parse(query.as_bytes()))
    }

    /// The key to look up.
    pub fn client_id(&self) -> Result<&str, AuthorizeFault> {
        self.0.need("client_id").map_err(AuthorizeFault::Page)
    }

    /// Checks the request against the registration; `registration` is `None` if the key is unknown or
    /// disabled, `pkce_required` is the operator's setting for clients without a secret.
    pub fn check(
        &self,
        registration: Option<Registration<'_>>,
        pkce_required: bool,
    ) -> Result<AuthorizeRequest, AuthorizeFault> {
        let client_id = self.client_id()?.to_owned();
        let registration = registration.ok_or(AuthorizeFault::Page(Fault::UnknownClient))?;
        let uri = self.0.need("redirect_uri").map_err(AuthorizeFault::Page)?.to_owned();
        if !registration.redirect_uris.iter().any(|registered| matches_registered(registered, &uri)) {
            return Err(AuthorizeFault::Page(Fault::UnknownRedirect));
        }
        // The address belongs to the client, which gets every fault from here on.
        let (state, repeated) = match self.0.get("state") {
            Ok(state) => (state.map(str::to_owned), None),
            Err(fault) => (None, Some(fault)),
        };
        let redirect = Redirect { uri, state };
        let rest = match repeated {
            Some(fault) => Err(fault),
            None => self.rest(registration, pkce_required),
        };
        match rest {
            Ok(code_challenge) => Ok(AuthorizeRequest { client_id, redirect, code_challenge }),
            Err(fault) => Err(AuthorizeFault::Redirect(redirect, fault)),
        }
    }

    fn rest(&self, registration: Registration<'_>, pkce_required: bool) -> Result<Option<String>, Fault> {
        if self.0.need("response_type")? != "code" {
            return Err(Fault::ResponseType);
        }
        self.0.scope(registration.names_scope)?;
        let challenge = pkce::challenge(&self.0)?;
        if challenge.is_none() && pkce_required && !registration.has_secret {
            return Err(Fault::PkceRequired);
        }
        Ok(challenge)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{AuthorizeFault, AuthorizeQuery, AuthorizeRequest};
    use crate::clients::Registration;
    use crate::errors::Fault;

    const GOOD: &str = "response_type=code&client_id=key&redirect_uri=app%3A%2F%2Fback&scope=basic&state=s1";

    fn check_with(query: &str, has_secret: bool, pkce: bool) -> Result<AuthorizeRequest, AuthorizeFault> {
        let uris = ["app://back".to_owned(), "https://app.example/cb".to_owned()];
        let registration = Registration { redirect_uris: &uris, has_secret, names_scope: true };
        AuthorizeQuery::parse(query).check(Some(registration), pkce)
    }

    fn check(query: &str) -> Result<AuthorizeRequest, AuthorizeFault> {
        check_with(query, false, false)
    }

    /// The fault shown on the page.
    fn page(query: &str) -> Fault {
        match check(query) {
            Err(AuthorizeFault::Page(fault)) => fault,
            other => panic!("{query}: {other:?}"),
        }
    }

    /// The fault sent to the client, which must get its state back.
    fn redirected(query: &str) -> Fault {
        match check(query) {
            Err(AuthorizeFault::Redirect(redirect, fault)) => {
                assert_eq!((redirect.uri.as_str(), redirect.state.as_deref()), ("app://back", Some("s1")));
                fault
            }
            other => panic!("{query}: {other:?}"),
        }
    }

    #[test]
    fn a_good_request() {
        let request = check(GOOD).unwrap();
        assert_eq!(request.client_id, "key");
        assert_eq!(request.redirect.uri, "app://back");
        assert_eq!(request.redirect.state.as_deref(), Some("s1"));
        assert_eq!(request.code_challenge, None);
    }

    #[test]
    fn unknown_client_or_redirect_never_redirects() {
        let unknown = AuthorizeQuery::parse(GOOD).check(None, false);
        assert_eq!(unknown, Err(AuthorizeFault::Page(Fault::UnknownClient)));
        assert_eq!(page("response_type=code&scope=basic"), Fault::Missing("client_id"));
        assert_eq!(page("client_id=a&client_id=b"), Fault::Repeated("client_id"));
        assert_eq!(page("client_id=key&response_type=code&scope=basic"), Fault::Missing("redirect_uri"));
        for uri in
            ["app://back/", "app://bac", "APP://back", "https://app.example/cb?x=1", "https://evil.example/"]
        {
            let uri: String = url::form_urlencoded::byte_serialize(uri.as_bytes()).collect();
            let query = format!("client_id=key&response_type=code&scope=basic&redirect_uri={uri}");
            assert_eq!(page(&query), Fault::UnknownRedirect, "{uri}");
        }
        let two = format!("{GOOD}&redirect_uri=https%3A%2F%2Fapp.example%2Fcb");
        assert_eq!(page(&two), Fault::Repeated("redirect_uri"));
    }

    #[test]
    fn other_faults_redirect_with_the_state() {
        assert_eq!(redirected(&GOOD.replace("=code", "=token")), Fault::ResponseType);
        assert_eq!(redirected(&GOOD.replace("response_type=code&", "")), Fault::Missing("response_type"));
        assert_eq!(redirected(&GOOD.replace("basic", "all")), Fault::Scope);
        assert_eq!(redirected(&GOOD.replace("&scope=basic", "")), Fault::Scope);
        assert_eq!(redirected(&format!("{GOOD}&scope=basic")), Fault::Repeated("scope"));
        let plain = format!("{GOOD}&code_challenge={}", "a".repeat(43));
        assert_eq!(redirected(&plain), Fault::Invalid("code_challenge_method", "must be S256"));
    }

    #[test]
    fn a_repeated_state_is_a_fault_without_state() {
        let Err(AuthorizeFault::Redirect(redirect, fault)) = check(&format!("{GOOD}&state=s2")) else {
            panic!("no fault");
        };
        assert_eq!((redirect.state, fault), (None, Fault::Repeated("state")));
    }

    #[test]
    fn pkce_is_required_of_clients_without_a_secret_when_the_operator_says_so() {
        let challenged = format!("{GOOD}&code_challenge={}&code_challenge_method=S256", "A".repeat(43));
        assert!(matches!(
            check_with(GOOD, false, true),
            Err(AuthorizeFault::Redirect(_, Fault::PkceRequired))
        ));
        assert!(check_with(GOOD, true, true).is_ok());
        assert_eq!(check_with(&challenged, false, true).unwrap().code_challenge, Some("A".repeat(43)));
        assert_eq!(check_with(&challenged, true, false).unwrap().code_challenge, Some("A".repeat(43)));
    }

    proptest! {
        /// No query can make the server redirect to an unregistered address.
        #[test]
        fn no_open_redirect(query in "(client_id=key&)?redirect_uri=\\PC{0,40}(&state=\\PC{0,10})?") {
            match check(&query) {
                Ok(request) => prop_assert!(request.redirect.uri.starts_with("app://back")),
                Err(AuthorizeFault::Redirect(redirect, _)) => {
                    prop_assert!(["app://back", "https://app.example/cb"].contains(&redirect.uri.as_str()));
                }
                Err(AuthorizeFault::Page(_)) => {}
            }
        }
    }
}
