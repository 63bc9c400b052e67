//! The authorization request, GET /oauth/authorize (docs/rules/authentication.md#rule-3; order of faults:
//! docs/rules/authentication.md#rule-3).

use crate::redirect::matches_registered;
use crate::{Fault, Params, Redirect, Registration, pkce};

/// The query of an authorization request, parsed but not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizeQuery(Params);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizeRequest {
    /// The API key.
    pub client_id: String,
    /// The address that the response is sent to.
    pub redirect: Redirect,
    /// S256 challenge (RFC 7636), if the client sent one.
    pub code_challenge: Option<String>,
}

/// A fault of an authorization request, by its recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorizeFault {
    /// The user, as 400 Token Error: no redirect address can be trusted.
    Page(Fault),
    /// The client, by a redirect with `error`, `error_description` and `state`.
    Redirect(Redirect, Fault),
}

impl AuthorizeQuery {
    pub fn parse(query: &str) -> Self {
        Self(Params::parse(query.as_bytes()))
    }

    /// The key to look up.
    pub fn client_id(&self) -> Result<&str, AuthorizeFault> {
        self.0.require("client_id").map_err(AuthorizeFault::Page)
    }

    /// Checks the request against the registration; `registration` is `None` if the key is unknown or
    /// disabled, `pkce_required` is the operator's setting for clients without a secret.
    pub fn validate(
        &self,
        registration: Option<Registration<'_>>,
        pkce_required: bool,
    ) -> Result<AuthorizeRequest, AuthorizeFault> {
        let client_id = self.client_id()?.to_owned();
        let registration = registration.ok_or(AuthorizeFault::Page(Fault::UnknownClient))?;
        let uri = self.0.require("redirect_uri").map_err(AuthorizeFault::Page)?.to_owned();
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
            None => self.validate_parameters(registration, pkce_required),
        };
        match rest {
            Ok(code_challenge) => Ok(AuthorizeRequest { client_id, redirect, code_challenge }),
            Err(fault) => Err(AuthorizeFault::Redirect(redirect, fault)),
        }
    }

    fn validate_parameters(
        &self,
        registration: Registration<'_>,
        pkce_required: bool,
    ) -> Result<Option<String>, Fault> {
        if self.0.require("response_type")? != "code" {
            return Err(Fault::ResponseType);
        }
        self.0.check_scope(registration.names_scope)?;
        let challenge = pkce::read_challenge(&self.0)?;
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
    use crate::{Fault, Registration};

    const VALID_QUERY: &str =
        "response_type=code&client_id=key&redirect_uri=app%3A%2F%2Fback&scope=basic&state=s1";

    fn validate_for_client(
        query: &str,
        has_secret: bool,
        pkce: bool,
    ) -> Result<AuthorizeRequest, AuthorizeFault> {
        let uris = ["app://back".to_owned(), "https://app.example/cb".to_owned()];
        let registration = Registration { redirect_uris: &uris, has_secret, names_scope: true };
        AuthorizeQuery::parse(query).validate(Some(registration), pkce)
    }

    fn validate(query: &str) -> Result<AuthorizeRequest, AuthorizeFault> {
        validate_for_client(query, false, false)
    }

    fn fault_on_page(query: &str) -> Fault {
        match validate(query) {
            Err(AuthorizeFault::Page(fault)) => fault,
            other => panic!("{query}: {other:?}"),
        }
    }

    /// The fault sent to the client, which must get its state back.
    fn redirected_fault(query: &str) -> Fault {
        match validate(query) {
            Err(AuthorizeFault::Redirect(redirect, fault)) => {
                assert_eq!((redirect.uri.as_str(), redirect.state.as_deref()), ("app://back", Some("s1")));
                fault
            }
            other => panic!("{query}: {other:?}"),
        }
    }

    #[test]
    fn accepts_a_valid_request() {
        let request = validate(VALID_QUERY).unwrap();
        assert_eq!(request.client_id, "key");
        assert_eq!(request.redirect.uri, "app://back");
        assert_eq!(request.redirect.state.as_deref(), Some("s1"));
        assert_eq!(request.code_challenge, None);
    }

    #[test]
    fn unknown_client_or_redirect_never_redirects() {
        let unknown = AuthorizeQuery::parse(VALID_QUERY).validate(None, false);
        assert_eq!(unknown, Err(AuthorizeFault::Page(Fault::UnknownClient)));
        assert_eq!(fault_on_page("response_type=code&scope=basic"), Fault::Missing("client_id"));
        assert_eq!(fault_on_page("client_id=a&client_id=b"), Fault::Repeated("client_id"));
        assert_eq!(
            fault_on_page("client_id=key&response_type=code&scope=basic"),
            Fault::Missing("redirect_uri")
        );
        for uri in
            ["app://back/", "app://bac", "APP://back", "https://app.example/cb?x=1", "https://evil.example/"]
        {
            let uri: String = url::form_urlencoded::byte_serialize(uri.as_bytes()).collect();
            let query = format!("client_id=key&response_type=code&scope=basic&redirect_uri={uri}");
            assert_eq!(fault_on_page(&query), Fault::UnknownRedirect, "{uri}");
        }
        let two = format!("{VALID_QUERY}&redirect_uri=https%3A%2F%2Fapp.example%2Fcb");
        assert_eq!(fault_on_page(&two), Fault::Repeated("redirect_uri"));
    }

    #[test]
    fn other_faults_redirect_with_the_state() {
        assert_eq!(redirected_fault(&VALID_QUERY.replace("=code", "=token")), Fault::ResponseType);
        assert_eq!(
            redirected_fault(&VALID_QUERY.replace("response_type=code&", "")),
            Fault::Missing("response_type")
        );
        assert_eq!(redirected_fault(&VALID_QUERY.replace("basic", "all")), Fault::Scope);
        assert_eq!(redirected_fault(&VALID_QUERY.replace("&scope=basic", "")), Fault::Scope);
        assert_eq!(redirected_fault(&format!("{VALID_QUERY}&scope=basic")), Fault::Repeated("scope"));
        let plain = format!("{VALID_QUERY}&code_challenge={}", "a".repeat(43));
        assert_eq!(redirected_fault(&plain), Fault::Invalid("code_challenge_method", "must be S256"));
    }

    #[test]
    fn a_repeated_state_is_a_fault_without_state() {
        let Err(AuthorizeFault::Redirect(redirect, fault)) = validate(&format!("{VALID_QUERY}&state=s2"))
        else {
            panic!("no fault");
        };
        assert_eq!((redirect.state, fault), (None, Fault::Repeated("state")));
    }

    #[test]
    fn pkce_is_required_of_clients_without_a_secret_when_the_operator_says_so() {
        let challenged =
            format!("{VALID_QUERY}&code_challenge={}&code_challenge_method=S256", "A".repeat(43));
        assert!(matches!(
            validate_for_client(VALID_QUERY, false, true),
            Err(AuthorizeFault::Redirect(_, Fault::PkceRequired))
        ));
        assert!(validate_for_client(VALID_QUERY, true, true).is_ok());
        assert_eq!(
            validate_for_client(&challenged, false, true).unwrap().code_challenge,
            Some("A".repeat(43))
        );
        assert_eq!(
            validate_for_client(&challenged, true, false).unwrap().code_challenge,
            Some("A".repeat(43))
        );
    }

    proptest! {
        /// No query can make the server redirect to an unregistered address.
        #[test]
        fn redirects_only_to_registered_addresses(query in "(client_id=key&)?redirect_uri=\\PC{0,40}(&state=\\PC{0,10})?") {
            match validate(&query) {
                Ok(request) => prop_assert!(request.redirect.uri.starts_with("app://back")),
                Err(AuthorizeFault::Redirect(redirect, _)) => {
                    prop_assert!(["app://back", "https://app.example/cb"].contains(&redirect.uri.as_str()));
                }
                Err(AuthorizeFault::Page(_)) => {}
            }
        }
    }
}
