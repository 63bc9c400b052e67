//! GET /.well-known/oauth-authorization-server (RFC 8414).

use axum::http::header;

use crate::server::{ISSUER_URL, TestServer};

store::db_test! {
    async fn programs_find_the_endpoints(db: Db) {
        let server = TestServer::new(db).await;
        let answer = server.get("/.well-known/oauth-authorization-server").await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
        assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "*");
        let json = answer.json();
        assert_eq!(json["issuer"], ISSUER_URL);
        // Every endpoint in it exists.
        for name in ["authorization_endpoint", "token_endpoint", "revocation_endpoint", "service_documentation"] {
            let path = json[name].as_str().unwrap().strip_prefix(ISSUER_URL).unwrap();
            assert_ne!(server.get(path).await.status, 404, "{path}");
        }
        assert_eq!(json["code_challenge_methods_supported"][0], "S256");
        assert_eq!(json["ui_locales_supported"], serde_json::json!(["en", "fr", "es", "de"]));
        assert_eq!(json["authorization_response_iss_parameter_supported"], true);
    }
}
