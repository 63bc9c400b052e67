//! Authentication for OPDS 1.0.

use reqwest::Method;
use url::Url;

use super::app::link;
use super::{App, rules};
use crate::oauth::browser::{Browser, CHALLENGE, VERIFIER};
use crate::one;
use crate::support::{Sandbox, field};

/// The public client of all reading apps.
const CLIENT: &str = "http://opds-spec.org/auth/client";

/// The code that a user's browser brings back to an app.
async fn consent(sandbox: &Sandbox, authenticate: &str, query: &[(&str, &str)], user: &str) -> String {
    let mut browser = Browser::new(sandbox);
    let mut page = browser.open(Url::parse_with_params(authenticate, query).unwrap().as_str()).await;
    if page.status == 302 {
        page = browser.open(page.header("location")).await;
    }
    let user = sandbox.user(user);
    let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
    let consent = browser.sign_in(&page.expect_status(200), name, password).await.expect_status(200);
    let approved = browser.decide(&consent, "approve").await.expect_status(303);
    let back = Url::parse(approved.header("location")).unwrap();
    assert!(back.as_str().starts_with("opds://authorize/?"), "{back}");
    back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned()
}

one! {
    async fn the_authentication_document_describes_the_sign_in(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let document = guest.get("/opds/authentication").await.expect_status(200);
        assert_eq!(document.header("content-type"), "application/opds-authentication+json");
        let id = document.json["id"].as_str().unwrap();
        assert_eq!(id, format!("{}/opds/authentication", sandbox.base()));
        let types: Vec<&str> =
            document.json["authentication"].as_array().unwrap().iter().map(|one| one["type"].as_str().unwrap()).collect();
        assert_eq!(types, ["http://opds-spec.org/auth/oauth/authorization-code-pkce", "http://opds-spec.org/auth/basic"]);

        for path in ["/opds/shelf", "/opds/v1.2/shelf"] {
            let refused = guest.get(path).await.expect_status(401);
            assert_eq!(refused.header("content-type"), "application/opds-authentication+json");
            assert_eq!(refused.json, document.json, "the same as at its address");
            let expected = format!("<{id}>; rel=\"http://opds-spec.org/auth/document\"; type=\"application/opds-authentication+json\"");
            assert_eq!(refused.header("link"), expected);
            let challenges: Vec<_> = refused.headers.get_all("www-authenticate").iter().collect();
            assert_eq!(challenges, ["Basic realm=\"Library\", charset=\"UTF-8\"", "Bearer realm=\"Library\""]);
        }
    }

    async fn the_profile_reports_the_remaining_quota(sandbox: Sandbox) {
        let document = App::guest(sandbox).json("/opds/authentication").await;
        let address = link(&document, "profile", Some("application/opds-profile+json")).unwrap();
        assert_eq!(App::guest(sandbox).get(address).await.expect_status(401).json["id"], document["id"]);
        let app = App::with_new_device(sandbox, "individual");
        let profile = app.get(address).await.expect_status(200);
        assert_eq!(profile.header("content-type"), "application/opds-profile+json");
        let profile = profile.json;
        rules::profile(&profile, address);
        assert_eq!(profile["name"], "Ines Okafor");
        let before = profile["loans"]["available"].as_u64().unwrap();
        app.get(&format!("/opds/titles/{}/EPUB3", sandbox.title("copyright"))).await.expect_status(200);
        let after = app.json(address).await;
        assert_eq!(after["loans"]["available"].as_u64(), Some(before - 1));
        assert_eq!(after["loans"]["total"], profile["loans"]["total"]);
    }

    async fn an_app_without_fields_for_a_password_is_asked_for_it(sandbox: Sandbox) {
        for version in ["", "/v1.2"] {
            let address = format!("/opds{version}/sign-in");
            let challenge = App::guest(sandbox).get(&address).await.expect_status(401);
            assert!(challenge.headers["www-authenticate"].to_str().unwrap().starts_with("Basic "));
            let feed = App::with_new_device(sandbox, "individual").get(&address).await.expect_status(200);
            assert!(feed.text().contains(&format!("/opds{version}/sign-in")) && feed.text().contains("My lists"));
        }
    }

    async fn a_device_signs_in_until_it_is_revoked(sandbox: Sandbox) {
        let user = sandbox.user("individual")["username"].as_str().unwrap();
        let made = sandbox.command(&["admin", "devices", "create", user, "--name", "Phone"]);
        let (name, password) = (field(&made, "sign-in"), field(&made, "password"));
        let as_device = |name: &str, password: &str| App {
            device: Some((name.to_owned(), password.to_owned())),
            ..App::guest(sandbox)
        };
        as_device(&name, &password).get("/opds/shelf").await.expect_status(200);
        // As people type it.
        as_device(user, &password.to_uppercase().replace('-', " ")).get("/opds/shelf").await.expect_status(200);
        as_device(&name, "another-password").get("/opds").await.expect_status(401);
        let own = sandbox.user("individual")["password"].as_str().unwrap();
        as_device(user, own).get("/opds/shelf").await.expect_status(401);
        sandbox.command(&["admin", "devices", "revoke", user, &name]);
        let revoked = as_device(&name, &password);
        revoked.get("/opds/shelf").await.expect_status(401);
        let mut reply = revoked.get("/opds").await;
        for _ in 0..5 {
            if reply.status != 401 {
                break;
            }
            reply = revoked.get("/opds").await;
        }
        let problem = reply.expect_status(429);
        assert!(problem.json["detail"].as_str().unwrap().starts_with("Too many sign-ins have failed. "), "{}", problem.json);
        assert!(problem.headers.contains_key("retry-after"));
    }

    async fn an_access_token_opens_the_catalog_of_its_user(sandbox: Sandbox) {
        let token = sandbox.token("labIndividual").await;
        let start = sandbox.get("/opds").bearer(&token).send().await.expect_status(200);
        assert_eq!(start.json["metadata"]["title"], "Openshelf laboratory");
        sandbox.get("/opds").bearer("wrong").send().await.expect_status(401);
        // An app whose token is of another site asks its reader to sign in at this one.
        let main = sandbox.token("individual").await;
        for path in ["/opds/sites/lab", "/opds/sites/lab/shelf", "/opds/sites/lab/members/x"] {
            let refused = sandbox.get(path).bearer(&main).send().await.expect_status(401);
            assert_eq!(refused.json["id"], format!("{}/opds/sites/lab/authentication", sandbox.base()));
            assert_eq!(refused.json["title"], "Openshelf laboratory");
        }
        sandbox.get("/opds/sites/nowhere").bearer(&main).send().await.expect_status(404);
    }

    async fn the_client_of_reading_apps_is_not_a_key_of_the_interface(sandbox: Sandbox) {
        let call = sandbox.get("/v2/titles").query(&[("api_key", CLIENT)]);
        call.send().await.expect_error(403, "INVALID_API_KEY");
    }

    async fn an_app_leads_its_reader_through_the_page_of_the_own_site(sandbox: Sandbox) {
        for (user, start) in [("individual", "/opds"), ("labIndividual", "/opds/sites/lab")] {
            let document = App::guest(sandbox).get(&format!("{start}/shelf")).await.expect_status(401);
            let links = document.json["authentication"][0]["links"].as_array().unwrap().clone();
            let href = |rel: &str| links.iter().find(|l| l["rel"] == rel).unwrap()["href"].as_str().unwrap().to_owned();
            let query = [
                ("response_type", "code"),
                ("client_id", CLIENT),
                ("redirect_uri", "opds://authorize/"),
                ("state", "s1"),
                ("code_challenge", CHALLENGE),
                ("code_challenge_method", "S256"),
            ];
            let code = consent(sandbox, &href("authenticate"), &query, user).await;
            let form = [
                ("grant_type", "authorization_code"),
                ("client_id", CLIENT),
                ("code", &code),
                ("redirect_uri", "opds://authorize/"),
                ("code_verifier", VERIFIER),
            ];
            let tokens = sandbox.call(Method::POST, &href("refresh")).form(&form).send().await.expect_status(200);
            let token = tokens.json["access_token"].as_str().unwrap();
            sandbox.get(&format!("{start}/shelf")).bearer(token).send().await.expect_status(200);
            let refresh = tokens.json["refresh_token"].as_str().unwrap();
            let form = [("grant_type", "refresh_token"), ("client_id", CLIENT), ("refresh_token", refresh)];
            sandbox.call(Method::POST, &href("refresh")).form(&form).send().await.expect_status(200);
        }
    }
}
