//! POST /oauth/revocations (docs/rules/authentication.md#rule-8).

use axum::http::header;

use crate::server::TestServer;

const TRUSTED_CLIENT: (&str, &str) = ("trusted", "");

store::db_test! {
    async fn an_access_token_is_revoked_and_nothing_else(db: Db) {
        let server = TestServer::new(db).await;
        let (access, refresh) = server.token_pair("ann").await;
        let (other, _) = server.token_pair("ann").await;
        let fields =
            [("token", access.as_str()), ("client_id", "trusted"), ("grant_type", "whatever"), ("scope", "all")];
        let answer = server.post_as_client("/oauth/revocations", TRUSTED_CLIENT, &fields).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let json = answer.json();
        assert_eq!(json["key"], "SUCCESS");
        assert!(json["messages"][0].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!((server.check_token(&access).await, server.check_token(&other).await), ("revoked", "valid"));
        let again = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        assert_eq!(server.post_as_client("/oauth/token", TRUSTED_CLIENT, &again).await.status, 200);
        assert_eq!(server.post_as_client("/oauth/revocations", TRUSTED_CLIENT, &fields[..1]).await.status, 200, "a second time");
    }
}

store::db_test! {
    /// Extra fields are ignored, including `client_id` if there is a header.
    async fn the_form_names_no_other_client_than_the_header(db: Db) {
        let server = TestServer::new(db).await;
        let (access, _) = server.token_pair("ann").await;
        let fields = [("token", access.as_str()), ("client_id", "app"), ("client_secret", "x"), ("scope", "all")];
        let answer = server.post_as_client("/oauth/revocations", TRUSTED_CLIENT, &fields).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(server.check_token(&access).await, "revoked");
        let fields = [("token", access.as_str()), ("client_id", "trusted")];
        let answer = server.post_as_client("/oauth/revocations", ("nobody", ""), &fields).await;
        assert_eq!(answer.token_error(), (401, "unauthorized_client".to_owned()));
    }
}

store::db_test! {
    async fn a_refresh_token_takes_only_itself_along(db: Db) {
        let server = TestServer::new(db).await;
        let (access, refresh) = server.token_pair("ann").await;
        let answer = server.post_as_client("/oauth/revocations", TRUSTED_CLIENT, &[("token", &refresh)]).await;
        assert_eq!(answer.status, 200);
        assert_eq!(server.check_token(&access).await, "valid");
        let fields = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        let refused = server.post_as_client("/oauth/token", TRUSTED_CLIENT, &fields).await;
        assert_eq!(refused.token_error(), (400, "invalid_grant".to_owned()));
    }
}

store::db_test! {
    async fn an_unknown_token_counts_as_revoked(db: Db) {
        let server = TestServer::new(db).await;
        let answer = server.post_as_client("/oauth/revocations", TRUSTED_CLIENT, &[("token", "never-was")]).await;
        assert_eq!((answer.status.as_u16(), answer.json()["key"].as_str()), (200, Some("SUCCESS")));
    }
}

store::db_test! {
    async fn a_token_of_another_client_is_left_alone(db: Db) {
        let server = TestServer::new(db).await;
        let (access, refresh) = server.token_pair("ann").await;
        for token in [&access, &refresh] {
            let answer = server.post_as_client("/oauth/revocations", ("app", ""), &[("token", token)]).await;
            assert_eq!(answer.token_error(), (400, "invalid_request".to_owned()));
        }
        assert_eq!(server.check_token(&access).await, "valid");
    }
}

store::db_test! {
    async fn client_and_token_are_needed(db: Db) {
        let server = TestServer::new(db).await;
        let answer = server.post_as_client("/oauth/revocations", ("nobody", ""), &[("token", "a")]).await;
        assert_eq!(answer.token_error(), (401, "unauthorized_client".to_owned()));
        assert!(answer.header(header::WWW_AUTHENTICATE).starts_with("Basic "));
        let answer = server.post_as_client("/oauth/revocations", TRUSTED_CLIENT, &[]).await;
        assert_eq!(answer.token_error(), (400, "invalid_request".to_owned()));
    }
}
