//! POST /v2/utm (docs/rules/accounts.md#rule-11).

use reqwest::Method;
use serde_json::json;
use store::{Db, DbOptions};

use crate::one;
use crate::support::{Call, Sandbox};

fn record(sandbox: &Sandbox, app: &str) -> Call {
    sandbox.call(Method::POST, "/v2/utm").query(&[("api_key", sandbox.key(app))])
}

one! {
    async fn a_visit_is_kept_with_its_visitor(sandbox: Sandbox) {
        let form = [("utmSource", "newsletter"), ("utmMedium", "email"), ("utmCampaign", "spring")];
        let reply = record(sandbox, "privileged").form(&form).send().await.expect_status(200);
        assert_eq!(reply.json["key"], "SUCCESS");
        let token = sandbox.token("individual").await;
        let body = json!({"utmSource": "school", "utmTerm": "braille", "utmContent": "b"});
        record(sandbox, "privileged").json(&body).bearer(&token).send().await.expect_status(200);

        let db = Db::connect(&DbOptions::new(sandbox.database_url())).await.unwrap();
        let visits = store::testkit::list_referrals(&db, &"service".into(), 10).await.unwrap();
        db.close().await;
        assert_eq!(visits.len(), 2);
        assert_eq!(visits[0].account.as_ref().unwrap().as_str(), sandbox.user("individual")["userAccountId"]);
        assert_eq!((visits[0].utm.term.as_deref(), visits[0].utm.medium.as_deref()), (Some("braille"), None));
        assert_eq!((visits[1].utm.source.as_str(), &visits[1].account), ("newsletter", &None));
        assert_eq!(visits[1].client.as_str(), sandbox.key("privileged"));
    }

    async fn a_request_that_is_not_a_visit_is_refused(sandbox: Sandbox) {
        record(sandbox, "privileged").send().await.expect_error(400, "MISSING_PARAMETER");
        let long = "x".repeat(256);
        let form = [("utmSource", "a"), ("utmTerm", long.as_str())];
        record(sandbox, "privileged").form(&form).send().await.expect_error(400, "INVALID_PARAMETER");
        for app in ["app", "trusted"] {
            record(sandbox, app).form(&[("utmSource", "a")]).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        }
        sandbox.get("/v2/utm").send().await.expect_error(405, "METHOD_NOT_ALLOWED");
    }
}
