//! The user's token (docs/rules/authentication.md#rule-11).

use crate::one;
use crate::support::Sandbox;

one! {
    async fn an_unknown_token_is_401_even_where_guests_may_come(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles").bearer("made-up-token-1").send().await;
        let reply = reply.expect_error(401, "UNAUTHORIZED");
        assert_eq!(reply.json["error"], "unauthorized");
        let description = reply.json["error_description"].as_str().unwrap();
        assert_eq!(reply.json["messages"][0], description);
        assert!(!description.contains([',', '=']), "{description}");
        let challenge = reply.header("www-authenticate");
        assert_eq!(
            challenge,
            format!(
                "Bearer realm=\"service\", error=\"invalid_token\", error_description=\"{description}\""
            ),
        );
    }

    async fn a_missing_token_is_reported_in_the_same_form(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/me").send().await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(reply.json["error"], "unauthorized");
        let description = reply.json["error_description"].as_str().unwrap();
        assert_eq!(reply.json["messages"], serde_json::json!([description]));
        let challenge = format!("Bearer realm=\"service\", error=\"invalid_token\", error_description=\"{description}\"");
        assert_eq!(reply.header("www-authenticate"), challenge);
    }

    async fn a_bad_token_is_identified_by_its_first_eight_characters(sandbox: Sandbox) {
        for token in ["-a_B-c_D-e_F", "short"] {
            let reply = sandbox.guest("/v2/me").bearer(token).send().await.expect_error(401, "UNAUTHORIZED");
            let begin = &token[..token.len().min(8)];
            assert_eq!(reply.json["error_description"], format!("Access token invalid: {begin}..."));
        }
    }

    async fn a_token_that_is_not_valid_text_is_not_a_guest(sandbox: Sandbox) {
        for header in ["Bearer \u{e9}", "Bearer\tnobody", "bearer  x,\"="] {
            let reply = sandbox.guest("/v2/titles/count").header("authorization", header).send().await;
            let reply = reply.expect_error(401, "UNAUTHORIZED");
            assert!(!reply.json["error_description"].as_str().unwrap().contains([',', '=', '"']), "{}", reply.json);
        }
    }

    async fn the_token_may_come_as_a_parameter_and_the_header_wins(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let path = format!("/v2/titles/{}", sandbox.title("copyright"));
        let reply = sandbox.guest(&path).query(&[("access_token", &token)]).send().await.expect_status(200);
        assert_eq!(reply.json["available"], true);
        let both = sandbox.guest(&path).query(&[("access_token", "nonsense")]).bearer(&token);
        both.send().await.expect_status(200);
    }

    async fn a_revoked_token_is_401(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let key = sandbox.key("trusted");
        let revoke = sandbox.call(reqwest::Method::POST, "/oauth/revocations").basic(key, "");
        let reply = revoke.form(&[("token", &token)]).send().await.expect_status(200);
        assert_eq!(reply.json["key"], "SUCCESS");
        let reply = sandbox.guest("/v2/titles").bearer(&token).send().await;
        assert!(reply.expect_error(401, "UNAUTHORIZED").json["error_description"].as_str().unwrap().contains("revoked"));
    }

    async fn a_locked_account_is_401_immediately(sandbox: Sandbox) {
        let token = sandbox.token("individual").await;
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        sandbox.command(&["admin", "users", "disable", name]);
        sandbox.guest("/v2/titles").bearer(&token).send().await.expect_error(401, "UNAUTHORIZED");
        sandbox.command(&["admin", "users", "enable", name]);
        sandbox.guest("/v2/titles").bearer(&token).send().await.expect_status(200);
    }
}
