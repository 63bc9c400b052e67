//! Protection of readers who are signed in: the session's cookie, the forms' tokens, and headers against
//! framing.

use reqwest::Method;

use super::browser::hidden_field;
use super::{Reader, routes};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_session_that_somebody_planted_is_not_continued(sandbox: Sandbox) {
        let mut reader = Reader::guest(sandbox);
        reader.keep("session", "planted-by-somebody-else");
        let user = sandbox.user("individual");
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let reply = reader.sign_in("/sign-in?back=%2Fshelf", name, password).await;
        assert_eq!((reply.status, reply.header("location")), (303, "/shelf"));
        assert_ne!(reader.cookie("session"), Some("planted-by-somebody-else"), "a new secret at the sign-in");
        let mut other = Reader::guest(sandbox);
        other.keep("session", "planted-by-somebody-else");
        assert_eq!(other.get("/shelf").await.status, 303, "the planted one is nobody's");
    }

    async fn a_session_of_somebody_else_is_neither_continued_nor_handed_over(sandbox: Sandbox) {
        // Somebody signs in, and plants the cookie in the browser of a reader.
        let mut somebody = Reader::sign_in_as(sandbox, "individual2").await;
        let planted = somebody.cookie("session").unwrap().to_owned();
        let mut reader = Reader::guest(sandbox);
        reader.keep("session", &planted);
        let user = sandbox.user("individual");
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        reader.sign_in("/sign-in", name, password).await.expect_status(303);
        assert_ne!(reader.cookie("session"), Some(planted.as_str()));
        assert!(reader.read("/account").await.contains(name));
        assert_eq!(somebody.get("/account").await.status, 303, "the planted session has ended");
    }

    async fn only_a_form_makes_a_page_say_that_something_was_done(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual2").await;
        let token = hidden_field(&reader.read("/account/sessions").await, "token");
        let flags = ["saved", "sent", "taken", "signed", "ended", "closed", "kept", "marked", "changed", "removed"];
        let flags = flags.map(|flag| format!("{flag}=yes")).join("&");
        let pages = ["/account", "/account/preferences", "/account/sessions", "/account/password", "/display"];
        for page in pages.iter().chain(&["/account/subscription", "/account/proof", "/documents", "/lists"]) {
            let said = reader.read(&format!("{page}?{flags}&changed=made&asked=yes")).await;
            assert!(!said.contains("role=\"status\""), "{page}: {said}");
        }
        // Once, at the page that it is about, and to the session whose form it was.
        reader.post("/account/sessions", &[("token", &token), ("session", "ended")]).await.expect_status(303);
        let notice = reader.cookie("notice").unwrap().to_owned();
        let mut other = Reader::sign_in_as(sandbox, "individual").await;
        other.keep("notice", &notice);
        assert!(!other.read("/account/sessions").await.contains("role=\"status\""));
        assert!(!reader.read("/account/preferences").await.contains("role=\"status\""));
        let said = reader.read("/account/sessions").await;
        assert!(said.contains("<p class=\"notice\" role=\"status\" tabindex=\"-1\" autofocus>"), "{said}");
        assert_eq!(reader.cookie("notice"), None);
        assert!(!reader.read("/account/sessions").await.contains("role=\"status\""));
    }

    async fn a_sign_in_that_another_browser_began_is_refused(sandbox: Sandbox) {
        // Somebody's form with somebody's password, sent by the browser of a reader who would not notice.
        let mut somebody = Reader::guest(sandbox);
        let flow = hidden_field(&somebody.read("/sign-in").await, "flow");
        let user = sandbox.user("individual2");
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        let form = [("flow", flow.as_str()), ("username", name), ("password", password)];
        let mut reader = Reader::guest(sandbox);
        reader.get("/sign-in").await.expect_status(200);
        reader.post("/sign-in", &form).await.expect_status(403);
        assert_eq!(reader.cookie("session"), None);
        somebody.post("/sign-in", &form).await.expect_status(303);
    }

    async fn nobody_is_led_to_another_site_after_the_sign_in(sandbox: Sandbox) {
        let user = sandbox.user("individual");
        let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
        for (back, after) in [
            ("https%3A%2F%2Fevil.example%2F", "/"),
            ("%2F%2Fevil.example%2Fshelf", "/"),
            ("%2F%5Cevil.example", "/"),
            ("%2F%09%2Fevil.example", "/"),
            ("javascript%3Aalert(1)", "/"),
            ("%2Fshelf%0D%0Alocation%3A%20%2F%2Fevil.example", "/"),
            ("%2Fsearch%3Fwords%3Da%2526b", "/search?words=a%26b"),
        ] {
            let mut reader = Reader::guest(sandbox);
            let reply = reader.sign_in(&format!("/sign-in?back={back}"), name, password).await.expect_status(303);
            assert_eq!(reply.header("location"), after, "{back}");
        }
        // Nor by a page that leads to a place in it.
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/lists").await, "token");
        for list in ["//evil.example", "https://evil.example/", "/../../evil.example"] {
            let form = [("token", token.as_str()), ("list", list), ("add", "1")];
            reader.post("/lists/chosen/titles", &form).await.expect_status(404);
        }
    }

    async fn no_form_does_anything_without_the_token_of_its_session_or_from_elsewhere(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let token = hidden_field(&reader.read("/display").await, "token");
        let forms = |name| routes::routes_of_crate(name).into_iter().filter(|route| route.takes_forms);
        let own = forms("pages").map(|route| (route.example_path(), true));
        // The forms of `web` have a token or a flow, which other sites cannot know.
        let all: Vec<(String, bool)> = own.chain(forms("web").map(|route| (route.example_path(), false))).collect();
        assert!(all.len() > 20, "{all:?}");
        for (path, checks_origin) in all {
            // A form with a file is read part by part; its tests are in documents.rs and school_import.rs.
            let has_file = ["/documents", "/school/import"].contains(&path.as_str());
            let refused = if has_file { 400 } else { 403 };
            for sent in ["", "wrong"] {
                let reply = reader.post(&path, &[("token", sent), ("flow", sent)]).await;
                assert_eq!(reply.status, refused, "{path} with the token “{sent}”: {}", reply.text());
            }
            if checks_origin {
                for (header, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
                    let call = sandbox.call(Method::POST, &path).form(&[("token", token.as_str())]);
                    let reply = reader.send(call.header(header, value)).await;
                    assert_eq!(reply.status, 403, "{path} with {header}: {}", reply.text());
                }
            }
        }
        reader.get("/account").await.expect_status(200);
    }

    async fn signing_out_ends_the_session_on_the_server(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let kept = reader.cookie("session").unwrap().to_owned();
        reader.press("/shelf", "/sign-out").await.expect_status(200);
        let mut thief = Reader::guest(sandbox);
        thief.keep("session", &kept);
        assert_eq!(thief.get("/shelf").await.status, 303);
    }

    async fn no_page_can_be_framed_or_run_a_script(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        for path in ["/", "/search", "/shelf", "/documents", "/display", "/nothing"] {
            let reply = reader.get(path).await;
            let policy = reply.header("content-security-policy");
            assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"), "{path}");
            assert!(!policy.contains("script-src") && policy.contains("form-action 'self'"), "{path}: {policy}");
            assert_eq!(reply.header("x-frame-options"), "DENY", "{path}");
            assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        }
    }

    async fn there_is_nothing_at_an_address_that_is_not_text(sandbox: Sandbox) {
        let mut staff = Reader::sign_in_as(sandbox, "membershipAssistant").await;
        for path in ["/lists/%FF", "/lists/a%00b", "/desk/people/%FF", "/desk/people/a%00b", "/periodicals/a%00/b"] {
            let reply = staff.get(path).await.expect_status(404);
            assert!(reply.text().starts_with("<!DOCTYPE html>"), "{path}: {}", reply.text());
        }
        let sign_in = staff.sign_in("/sign-in", "no%00body\0", "x").await;
        assert!(sign_in.status < 500, "{}", sign_in.text());
    }

    async fn every_interface_refuses_a_path_that_is_not_text_in_its_own_form(sandbox: Sandbox) {
        let of_crate = |name: &str, prefix: &'static str| {
            routes::routes_of_crate(name).into_iter().map(move |route| format!("{prefix}{}", route.path))
        };
        let description = sandbox.get("/docs/openapi.json").send().await.expect_status(200).json;
        let endpoints = description["paths"].as_object().unwrap().iter();
        let endpoints = endpoints.filter(|(_, methods)| methods.get("get").is_some()).map(|(path, _)| path.clone());
        let paths = of_crate("pages", "").chain(of_crate("web", "")).chain(endpoints);
        let paths = paths.chain(of_crate("opds", "/opds")).chain(of_crate("opds", "/opds/v1.2"));
        let mut addresses: Vec<String> = paths
            .filter(|path| path.contains("/{"))
            .map(|path| {
                let part = |part: &str| if part.starts_with('{') { "%FF" } else { part }.to_owned();
                path.split('/').map(part).collect::<Vec<_>>().join("/")
            })
            .collect();
        let others =
            ["/oauth/sites/%FF/authorize", "/sitemaps/%FF", "/kosync/syncs/progress/%FF", "/delivery/%FF", "/covers/%FF"];
        addresses.extend(others.map(str::to_owned));
        assert!(addresses.len() > 100, "{addresses:?}");
        for address in addresses {
            let reply = sandbox.guest(&address).send().await;
            let has_own_form = reply.json.is_object() || reply.text().starts_with("<!DOCTYPE html>");
            assert!((400..500).contains(&reply.status) && has_own_form, "{address}: {} {}", reply.status, reply.text());
        }
        let page = sandbox.get("/oauth/sites/%FF/authorize").send().await.expect_status(404);
        assert!(page.text().contains("This page does not exist"), "{}", page.text());
        let token = sandbox.call(Method::POST, "/oauth/sites/%FF/token").form(&[("grant_type", "password")]);
        assert_eq!(token.send().await.expect_status(400).json["error"], "invalid_request");
    }

    async fn another_session_s_token_is_refused(sandbox: Sandbox) {
        let mut one = Reader::sign_in_as(sandbox, "individual").await;
        let mut other = Reader::sign_in_as(sandbox, "individual2").await;
        let token = hidden_field(&one.read("/display").await, "token");
        assert_eq!(other.post("/display", &[("token", &token), ("size", "200")]).await.status, 403);
        assert_eq!(one.post("/display", &[("token", &token), ("size", "200")]).await.status, 303);
        assert!(one.read("/").await.contains("data-size=\"200\""));
    }

    async fn a_form_of_another_site_changes_nothing_for_a_guest_either(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let call = sandbox.call(Method::POST, "/display").form(&[("size", "300")]);
        assert_eq!(guest.send(call.header("origin", "https://evil.example")).await.status, 403);
        assert!(guest.read("/").await.contains("data-size=\"100\""));
        assert_eq!(guest.post("/display", &[("size", "300"), ("colors", "yellow")]).await.status, 303);
        let page = guest.read("/").await;
        assert!(page.contains("data-size=\"300\"") && page.contains("data-colors=\"yellow\""));
        guest.keep("display", "\"><b>");
        assert!(guest.read("/").await.contains("data-size=\"100\""), "a damaged cookie is as usual");
    }
}
