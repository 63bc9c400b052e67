//! The key of the client application (docs/rules/requests.md#rule-1, docs/rules/requests.md#rule-2,
//! docs/rules/access.md#rule-26).

use serde_json::json;

use crate::one;
use crate::support::Sandbox;

one! {
    async fn a_request_without_a_key_is_refused(sandbox: Sandbox) {
        sandbox.get("/v2/titles").send().await.expect_error(403, "INVALID_API_KEY");
    }

    async fn an_unknown_key_is_refused(sandbox: Sandbox) {
        sandbox.get("/v2/titles?api_key=nobody").send().await.expect_error(403, "INVALID_API_KEY");
    }

    async fn a_disabled_key_is_refused_like_an_unknown_one(sandbox: Sandbox) {
        sandbox.command(&["admin", "clients", "disable", sandbox.key("app")]);
        sandbox.guest("/v2/titles").send().await.expect_error(403, "INVALID_API_KEY");
    }

    async fn guests_see_the_site_of_the_key(sandbox: Sandbox) {
        let path = format!("/v2/titles/{}", sandbox.title("labOnly"));
        sandbox.guest(&path).send().await.expect_error(404, "TITLE_NOT_FOUND");
        let key = [("api_key", sandbox.key("otherSite"))];
        let reply = sandbox.get(&path).query(&key).send().await.expect_status(200);
        assert_eq!(reply.json["site"], "lab");
    }

    async fn a_user_sees_the_own_site_whatever_the_key(sandbox: Sandbox) {
        let token = sandbox.token("labIndividual").await;
        let key = [("api_key", sandbox.key("app"))];
        let of_lab = format!("/v2/titles/{}", sandbox.title("labOnly"));
        sandbox.get(&of_lab).query(&key).bearer(&token).send().await.expect_status(200);
        let of_service = format!("/v2/titles/{}", sandbox.title("copyright"));
        sandbox.get(&of_service).query(&key).bearer(&token).send().await.expect_error(404, "TITLE_NOT_FOUND");
    }

    async fn a_key_may_come_in_the_form_or_the_json_object(sandbox: Sandbox) {
        // Here only endpoints that refuse the method accept a body: the key is not checked.
        let post = |path: &str| sandbox.call(reqwest::Method::POST, path);
        let form = [("api_key", sandbox.key("app"))];
        post("/v2/titles").form(&form).send().await.expect_error(405, "METHOD_NOT_ALLOWED");
        let json = json!({"api_key": sandbox.key("app")});
        post("/v2/titles").json(&json).send().await.expect_error(405, "METHOD_NOT_ALLOWED");
    }
}
