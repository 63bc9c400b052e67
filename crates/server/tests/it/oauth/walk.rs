//! The ways through the token server that go well (docs/rules/authentication.md).

use reqwest::Method;

use super::browser::{Browser, CHALLENGE, STATE, VERIFIER, parameters, redeem, token};
use crate::support::{Backend, Sandbox};
use crate::{each, one};

one! {
    async fn an_app_signs_its_user_in_by_authorization_code(sandbox: Sandbox) {
        let redirect = Browser::new(sandbox).approve("individual", &[]).await;
        assert_eq!(redirect["state"], STATE, "unchanged");
        assert_eq!(redirect["iss"], sandbox.demo["auth_url"], "RFC 9207");
        assert_eq!(redirect.len(), 3, "code, state, iss: {redirect:?}");

        let reply = redeem(sandbox, &redirect["code"]).await.expect_status(200);
        assert_eq!(reply.header("cache-control"), "no-store");
        let tokens = reply.json;
        assert_eq!(tokens["token_type"].as_str().unwrap().to_lowercase(), "bearer");
        assert_eq!(tokens["expires_in"], 43_200);
        let (access, refresh) = (tokens["access_token"].as_str().unwrap(), tokens["refresh_token"].as_str().unwrap());
        let path = format!("/v2/titles/{}", sandbox.title("copyright"));
        let title = sandbox.guest(&path).bearer(access).send().await.expect_status(200);
        assert_eq!(title.json["available"], true, "the token says who reads");

        let fresh = token(sandbox, &[("grant_type", "refresh_token"), ("refresh_token", refresh)]).await;
        let fresh = fresh.expect_status(200).json;
        let access = fresh["access_token"].as_str().unwrap();
        sandbox.guest(&path).bearer(access).send().await.expect_status(200);

        let revoke = sandbox.call(Method::POST, "/oauth/revocations").basic(sandbox.key("app"), "");
        revoke.form(&[("token", access)]).send().await.expect_status(200);
        sandbox.guest(&path).bearer(access).send().await.expect_error(401, "UNAUTHORIZED");
    }

    async fn denying_leads_back_with_access_denied(sandbox: Sandbox) {
        let mut browser = Browser::new(sandbox);
        let page = browser.authorize(&[]).await.expect_status(200);
        let user = sandbox.user("individual");
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let consent = browser.sign_in(&page, name, password).await.expect_status(200);
        assert!(consent.text().contains("Ines Okafor"));
        let redirect = parameters(&browser.decide(&consent, "deny").await.expect_status(303));
        assert_eq!(redirect["error"], "access_denied");
        assert_eq!((redirect["state"].as_str(), redirect.get("code")), (STATE, None));
        assert_eq!(redirect["iss"], sandbox.demo["auth_url"]);
    }

    async fn a_challenge_that_was_sent_is_honored(sandbox: Sandbox) {
        let change = [("code_challenge", CHALLENGE), ("code_challenge_method", "S256")];
        for (verifier, status) in [(Some(VERIFIER), 200), (None, 400), (Some(CHALLENGE), 400)] {
            let redirect = Browser::new(sandbox).approve("individual", &change).await;
            let mut form = vec![
                ("grant_type", "authorization_code"),
                ("code", &redirect["code"]),
                ("redirect_uri", super::browser::CALLBACK),
            ];
            form.extend(verifier.map(|verifier| ("code_verifier", verifier)));
            let reply = token(sandbox, &form).await.expect_status(status);
            if status == 400 {
                assert_eq!(reply.json["error"], "invalid_grant", "{verifier:?}");
            }
        }
    }

    async fn a_code_that_is_used_twice_revokes_what_it_gave(sandbox: Sandbox) {
        let redirect = Browser::new(sandbox).approve("individual", &[]).await;
        let tokens = redeem(sandbox, &redirect["code"]).await.expect_status(200).json;
        let access = tokens["access_token"].as_str().unwrap();
        sandbox.guest("/v2/titles").bearer(access).send().await.expect_status(200);
        let again = redeem(sandbox, &redirect["code"]).await.expect_status(400);
        assert_eq!(again.json["error"], "invalid_grant");
        sandbox.guest("/v2/titles").bearer(access).send().await.expect_error(401, "UNAUTHORIZED");
        let refresh = tokens["refresh_token"].as_str().unwrap();
        let fresh = token(sandbox, &[("grant_type", "refresh_token"), ("refresh_token", refresh)]).await;
        assert_eq!(fresh.expect_status(400).json["error"], "invalid_grant");
    }

    async fn the_server_describes_itself(sandbox: Sandbox) {
        let metadata = sandbox.get("/.well-known/oauth-authorization-server").send().await.expect_status(200).json;
        let issuer = sandbox.demo["auth_url"].as_str().unwrap();
        assert_eq!(metadata["issuer"], issuer);
        for (member, path) in [
            ("authorization_endpoint", "/oauth/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("revocation_endpoint", "/oauth/revocations"),
        ] {
            assert_eq!(metadata[member], format!("{issuer}{path}"));
        }
        assert_eq!(metadata["code_challenge_methods_supported"], serde_json::json!(["S256"]));
        assert_eq!(metadata["authorization_response_iss_parameter_supported"], true);
    }
}

each! {
    async fn tokens_outlive_the_process(backend: Backend) {
        let sandbox = Sandbox::start(backend).await;
        let redirect = Browser::new(&sandbox).approve("individual", &[]).await;
        let access = sandbox.token("individual").await;
        let sandbox = sandbox.kill_and_restart().await;
        sandbox.guest("/v2/titles").bearer(&access).send().await.expect_status(200);
        redeem(&sandbox, &redirect["code"]).await.expect_status(200);
    }
}
