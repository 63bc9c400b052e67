//! Authorization Server Metadata (RFC 8414) for /.well-known/oauth-authorization-server.

use serde::Serialize;

/// Client authentication methods: Basic header, form with secret, form without.
const CLIENT_AUTH_METHODS: [&str; 3] = ["client_secret_basic", "client_secret_post", "none"];

/// The document; members that RFC 8414 names, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// The address of the token server, also `iss` on every redirect (RFC 9207).
    pub issuer: String,
    /// Address of the sign-in.
    pub authorization_endpoint: String,
    /// Address where codes are exchanged for tokens.
    pub token_endpoint: String,
    /// `basic`.
    pub scopes_supported: [&'static str; 1],
    /// `code`; the implicit grant is not supported.
    pub response_types_supported: [&'static str; 1],
    pub response_modes_supported: [&'static str; 1],
    /// The three grants; the password grant is for trusted keys only.
    pub grant_types_supported: [&'static str; 3],
    /// Ways in which a client may authenticate.
    pub token_endpoint_auth_methods_supported: [&'static str; 3],
    /// A page for developers.
    pub service_documentation: String,
    /// Languages of the pages.
    pub ui_locales_supported: Vec<&'static str>,
    /// Address of token revocation (RFC 7009).
    pub revocation_endpoint: String,
    /// Ways in which a client may authenticate there.
    pub revocation_endpoint_auth_methods_supported: [&'static str; 3],
    /// `S256` (RFC 7636).
    pub code_challenge_methods_supported: [&'static str; 1],
    /// `iss` is sent (RFC 9207).
    pub authorization_response_iss_parameter_supported: bool,
}

impl Metadata {
    /// The document of a token server at `issuer`, an absolute URL without a trailing slash, whose API
    /// documentation is at `documentation`, and whose pages are in the languages with these BCP 47 tags.
    pub fn new(issuer: &str, documentation: &str, languages: Vec<&'static str>) -> Self {
        Self {
            issuer: issuer.to_owned(),
            authorization_endpoint: format!("{issuer}/oauth/authorize"),
            token_endpoint: format!("{issuer}/oauth/token"),
            scopes_supported: [crate::BASIC_SCOPE],
            response_types_supported: ["code"],
            response_modes_supported: ["query"],
            grant_types_supported: ["authorization_code", "refresh_token", "password"],
            token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
            service_documentation: documentation.to_owned(),
            ui_locales_supported: languages,
            revocation_endpoint: format!("{issuer}/oauth/revocations"),
            revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
            code_challenge_methods_supported: ["S256"],
            authorization_response_iss_parameter_supported: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Metadata;

    #[test]
    fn the_endpoints_follow_the_issuer() {
        let metadata =
            Metadata::new("https://library.example", "https://library.example/docs", vec!["en", "fr"]);
        let json = serde_json::to_value(&metadata).unwrap();
        assert_eq!(json["issuer"], "https://library.example");
        assert_eq!(json["authorization_endpoint"], "https://library.example/oauth/authorize");
        assert_eq!(json["token_endpoint"], "https://library.example/oauth/token");
        assert_eq!(json["revocation_endpoint"], "https://library.example/oauth/revocations");
        assert_eq!(json["response_types_supported"], serde_json::json!(["code"]));
        assert_eq!(json["code_challenge_methods_supported"], serde_json::json!(["S256"]));
        assert_eq!(json["ui_locales_supported"], serde_json::json!(["en", "fr"]));
        assert_eq!(json["authorization_response_iss_parameter_supported"], true);
    }
}
