//! What protects readers who are signed in: the session's cookie, the forms' tokens, and headers against framing.

use reqwest::Method;

use super::Reader;
use super::browser::hidden;
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

    async fn signing_out_ends_the_session_on_the_server(sandbox: Sandbox) {
        let mut reader = Reader::of(sandbox, "individual").await;
        let kept = reader.cookie("session").unwrap().to_owned();
        reader.press("/shelf", "/sign-out").await.expect_status(200);
        let mut thief = Reader::guest(sandbox);
        thief.keep("session", &kept);
        assert_eq!(thief.get("/shelf").await.status, 303);
    }

    async fn no_page_can_be_framed_or_run_a_script(sandbox: Sandbox) {
        let mut reader = Reader::of(sandbox, "individual").await;
        for path in ["/", "/search", "/shelf", "/documents", "/display", "/nothing"] {
            let reply = reader.get(path).await;
            let policy = reply.header("content-security-policy");
            assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"), "{path}");
            assert!(!policy.contains("script-src") && policy.contains("form-action 'self'"), "{path}: {policy}");
            assert_eq!(reply.header("x-frame-options"), "DENY", "{path}");
            assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        }
    }

    async fn another_session_s_token_is_refused(sandbox: Sandbox) {
        let mut one = Reader::of(sandbox, "individual").await;
        let mut other = Reader::of(sandbox, "individual2").await;
        let token = hidden(&one.read("/display").await, "token");
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
