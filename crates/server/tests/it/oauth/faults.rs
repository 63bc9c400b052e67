//! Requests that the token server refuses, and the recipients of its reports
//! (docs/rules/authentication.md#rule-9).

use reqwest::Method;

use super::browser::{Browser, CALLBACK, STATE, parameters, token};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_wrong_client_or_address_is_never_redirected_to(sandbox: Sandbox) {
        for change in [
            ("client_id", "nobody"),
            ("client_id", ""),
            ("redirect_uri", ""),
            ("redirect_uri", "https://evil.example/"),
            ("redirect_uri", "http://127.0.0.1:8765/callback/"),
            ("redirect_uri", "http://127.0.0.1:8765/callback?a=b"),
            ("redirect_uri", "http://127.0.0.1:8765.evil.example/callback"),
            ("redirect_uri", "http://127.0.0.1:8765@evil.example/callback"),
        ] {
            let page = Browser::new(sandbox).authorize(&[change]).await.expect_status(400);
            assert_eq!(page.header("location"), "", "{change:?}");
            assert!(page.header("content-type").starts_with("text/html"), "{change:?}");
            assert!(!page.text().contains("type=\"password\""), "{change:?}");
        }
        // Clients that have no address, of this site and of another.
        for client in ["trusted", "otherSite"] {
            let page = Browser::new(sandbox).authorize(&[("client_id", sandbox.key(client))]).await;
            assert_eq!(page.expect_status(400).header("location"), "", "{client}");
        }
        let program = [("client_id", "nobody"), ("redirect_uri", CALLBACK)];
        let reply = sandbox.get("/oauth/authorize").query(&program).send().await.expect_status(400);
        assert_eq!(reply.json["error"], "unauthorized_client", "a Token Error for programs: {}", reply.text());
    }

    async fn other_faults_go_to_the_app_with_its_state(sandbox: Sandbox) {
        for (change, error) in [
            (("response_type", "token"), "unsupported_response_type"),
            (("scope", "everything"), "invalid_scope"),
            (("code_challenge_method", "S256"), "invalid_request"),
            (("code_challenge", "short"), "invalid_request"),
        ] {
            let redirect = parameters(&Browser::new(sandbox).authorize(&[change]).await.expect_status(302));
            assert_eq!((redirect["error"].as_str(), redirect["state"].as_str()), (error, STATE), "{change:?}");
        }
    }

    async fn a_wrong_password_shows_the_form_again(sandbox: Sandbox) {
        let mut browser = Browser::new(sandbox);
        let page = browser.authorize(&[]).await.expect_status(200);
        let name = sandbox.user("individual")["username"].as_str().unwrap();
        let again = browser.sign_in(&page, name, "not-the-password-1").await.expect_status(400);
        let text = again.text();
        assert!(text.contains("type=\"password\"") && text.contains("<title>Error: "), "{text}");
        assert_eq!(again.header("location"), "");
    }

    async fn guessing_passwords_is_slowed_down(sandbox: Sandbox) {
        let name = sandbox.user("individual2")["username"].as_str().unwrap();
        let mut form = [("grant_type", "password"), ("username", name), ("password", "wrong-password-1")];
        let mut throttled = None;
        for _ in 0..40 {
            let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
            let reply = call.form(&form).send().await;
            if reply.status == 429 {
                throttled = Some(reply);
                break;
            }
            assert_eq!(reply.expect_status(400).json["error"], "invalid_grant");
        }
        let throttled = throttled.expect("guessing is stopped before the fortieth try");
        assert!(throttled.header("retry-after").parse::<u32>().unwrap() > 0);
        // The right password does not get through either, so that a guesser learns nothing.
        form[2].1 = sandbox.user("individual2")["password"].as_str().unwrap();
        let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
        call.form(&form).send().await.expect_status(429);
    }

    async fn a_client_shows_its_secret(sandbox: Sandbox) {
        let form = [("grant_type", "refresh_token"), ("refresh_token", "made-up")];
        for (key, secret, status) in [
            (sandbox.key("privileged"), "wrong", 401),
            (sandbox.key("privileged"), "", 401),
            ("nobody", "", 401),
            (sandbox.key("privileged"), sandbox.demo["clients"]["privileged"]["secret"].as_str().unwrap(), 400),
        ] {
            let call = sandbox.call(Method::POST, "/oauth/token").basic(key, secret);
            let reply = call.form(&form).send().await.expect_status(status);
            assert!(reply.json["error_description"].is_string(), "{}", reply.text());
        }
        // The ordinary app may not ask for passwords.
        let user = sandbox.user("individual");
        let form = [
            ("grant_type", "password"),
            ("username", user["username"].as_str().unwrap()),
            ("password", user["password"].as_str().unwrap()),
        ];
        let reply = token(sandbox, &form).await;
        assert!(matches!(reply.status, 400 | 403), "{}", reply.text());
        assert_eq!(reply.json["error"], "unauthorized_client");
    }

    async fn only_forms_are_read(sandbox: Sandbox) {
        for (kind, body) in [("application/json", "{\"grant_type\":\"password\"}"), ("text/plain", "grant_type=password")] {
            let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
            let reply = call.header("content-type", kind).body(body).send().await.expect_status(400);
            assert_eq!(reply.json["error"], "invalid_request", "{kind}");
        }
    }
}
