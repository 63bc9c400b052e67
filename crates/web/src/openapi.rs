//! The token server's part of the API description.

use utoipa::openapi::OpenApi;

const TOKEN_SERVER_JSON: &str = include_str!("../assets/token-server.json");

/// The token server's operations and records, to be merged into the API's description. Its Status record is
/// the API's `StatusRecord`.
#[expect(clippy::missing_panics_doc, reason = "the document is constant, and a test reads it")]
pub fn token_server_openapi() -> OpenApi {
    serde_json::from_str(TOKEN_SERVER_JSON).expect("the document is constant")
}

#[cfg(test)]
mod tests {
    use oauth::{Fault, Metadata};
    use serde_json::Value;

    use super::token_server_openapi;

    #[test]
    fn the_document_describes_the_existing_endpoints() {
        let document = token_server_openapi();
        let mut paths: Vec<String> = document.paths.paths.keys().cloned().collect();
        paths.sort();
        let metadata = Metadata::new("", "", vec![]);
        let mut endpoints =
            [metadata.authorization_endpoint, metadata.token_endpoint, metadata.revocation_endpoint];
        endpoints.sort();
        assert_eq!(paths, endpoints);
    }

    #[test]
    fn reading_the_document_loses_nothing() {
        let written: Value = serde_json::from_str(super::TOKEN_SERVER_JSON).unwrap();
        let read = serde_json::to_value(token_server_openapi()).unwrap();
        for pointer in [
            "/tags/0/description",
            "/paths/~1oauth~1authorize/get/parameters/5/name",
            "/paths/~1oauth~1token/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties/scope",
            "/components/schemas/TokenError/properties/error/enum",
            "/components/securitySchemes/client/scheme",
        ] {
            assert!(written.pointer(pointer).is_some(), "{pointer}");
            assert_eq!(read.pointer(pointer), written.pointer(pointer), "{pointer}");
        }
    }

    #[test]
    fn every_error_code_is_listed() {
        let document = serde_json::to_value(token_server_openapi()).unwrap();
        let listed = document.pointer("/components/schemas/TokenError/properties/error/enum").unwrap();
        for fault in [
            Fault::WrongClient,
            Fault::Scope,
            Fault::Denied,
            Fault::ResponseType,
            Fault::Server,
            Fault::Unavailable,
        ] {
            let code = fault.error_code().as_str();
            assert!(listed.as_array().unwrap().iter().any(|entry| entry == code), "{code}");
        }
    }
}
