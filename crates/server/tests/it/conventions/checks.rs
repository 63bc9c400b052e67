//! The order of checks (docs/rules/requests.md#rule-5): path, method, Accept, key, token, parameters,
//! existence.

use reqwest::Method;

use crate::one;
use crate::support::Sandbox;

one! {
    async fn the_first_fault_in_the_order_is_reported(sandbox: Sandbox) {
        // Everything is wrong with each of these; one fault less each time.
        let get = |path: &str| sandbox.get(path).header("accept", "text/html").bearer("bad");
        let post = sandbox.call(Method::POST, "/v2/nothing?limit=x").header("accept", "text/html");
        post.send().await.expect_error(404, "NOT_FOUND");
        let post = sandbox.call(Method::POST, "/v2/titles?limit=x").header("accept", "text/html");
        post.send().await.expect_error(405, "METHOD_NOT_ALLOWED");
        get("/v2/titles?limit=x").send().await.expect_error(406, "NOT_ACCEPTABLE");
        sandbox.get("/v2/titles?limit=x").bearer("bad").send().await.expect_error(403, "INVALID_API_KEY");
        sandbox.guest("/v2/titles?limit=x").bearer("bad").send().await.expect_error(401, "UNAUTHORIZED");
        sandbox.guest("/v2/titles?limit=x").send().await.expect_error(400, "INVALID_LIMIT");
    }

    async fn responses_may_be_cached_only_by_the_caller(sandbox: Sandbox) {
        // A token may be in the URL, and responses contain private data (RFC 6750, 2.3).
        let token = sandbox.token("individual").await;
        let by_address = sandbox.guest("/v2/myAccount").query(&[("access_token", &token)]);
        for reply in [
            by_address.send().await.expect_status(200),
            sandbox.call_signed_in("individual", "/v2/myAccount/history").await.send().await.expect_status(200),
            sandbox.guest("/v2/titles").send().await.expect_status(200),
            sandbox.guest("/v2/myAccount").send().await.expect_status(401),
        ] {
            assert_eq!(reply.header("cache-control"), "private, no-store");
        }
    }

    async fn parameters_come_before_existence(sandbox: Sandbox) {
        sandbox.guest("/v2/titles/999999999/HTML").send().await.expect_error(400, "INVALID_FORMAT");
        sandbox.guest("/v2/titles/999999999/EPUB3").send().await.expect_error(404, "TITLE_NOT_FOUND");
    }

    /// The format is spelled right before anything else is checked (docs/rules/downloads.md#rule-1).
    async fn a_format_in_a_path_is_reported_first_and_with_the_other_parameters(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain");
        for (path, wrong) in [
            (format!("/v2/titles/{id}/HTML"), vec!["format"]),
            (format!("/v2/titles/{id}/HTML/resources?limit=0&start=x"), vec!["format", "start", "limit"]),
            (format!("/v2/titles/{id}/HTML/resources/x?speed=9"), vec!["format", "speed"]),
        ] {
            let reply = sandbox.guest(&path).send().await.expect_error(400, "INVALID_FORMAT");
            let messages = reply.json["messages"].as_array().unwrap();
            let names: Vec<&str> = messages.iter().filter_map(|text| text.as_str()?.split(':').next()).collect();
            assert_eq!(names, wrong, "{path}");
        }
    }
}
