//! The response of the token endpoint.

use secrets::OpaqueToken;
use serde::Serialize;

use crate::Lifetimes;

/// Token (docs/rules/authentication.md#rule-5): the response of POST /oauth/token, members in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TokenResponse {
    /// Opaque bearer token.
    pub access_token: String,
    /// Always `bearer`.
    pub token_type: &'static str,
    /// Lifetime of the access token in seconds.
    pub expires_in: u64,
    pub refresh_token: String,
    /// Always `basic`.
    pub scope: &'static str,
}

impl TokenResponse {
    pub fn new(access: &OpaqueToken, refresh: &OpaqueToken, lifetimes: &Lifetimes) -> Self {
        Self {
            access_token: access.reveal().to_owned(),
            token_type: "bearer",
            expires_in: lifetimes.access_seconds(),
            refresh_token: refresh.reveal().to_owned(),
            scope: crate::BASIC_SCOPE,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use secrets::OpaqueToken;

    use super::TokenResponse;
    use crate::Lifetimes;

    #[test]
    fn the_response_is_compact_json_in_the_documented_order() {
        let mut rng = StdRng::seed_from_u64(2);
        let (access, refresh) = (OpaqueToken::generate(&mut rng), OpaqueToken::generate(&mut rng));
        let json =
            serde_json::to_string(&TokenResponse::new(&access, &refresh, &Lifetimes::default())).unwrap();
        let expected = format!(
            r#"{{"access_token":"{}","token_type":"bearer","expires_in":43200,"refresh_token":"{}","scope":"basic"}}"#,
            access.reveal(),
            refresh.reveal()
        );
        assert_eq!(json, expected);
    }
}
