//! GET and POST /v2/myAccount/subscription (docs/rules/memberships.md#rule-2, docs/rules/records.md#rule-23).

use serde_json::{Value, json};

use super::post;
use crate::both;
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/subscription";

one! {
    async fn an_individual_has_an_own_subscription(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("individual", PATH).await.send().await.expect_status(200);
        let subscription = reply.json.as_object().unwrap();
        assert_eq!(subscription["userSubscriptionType"]["name"], "individual");
        assert_eq!(subscription["downloadTimeframe"], json!({"name": "monthly"}));
        assert_eq!((&subscription["status"], &subscription["endDate"]), (&json!("active"), &Value::Null));
        assert_eq!((&subscription["numBooksAllowed"], &subscription["booksRemaining"]), (&json!(100), &json!(100)));
        for member in ["cost", "creditsUsed", "amountDue"] {
            assert_eq!(subscription[member], 0, "{member}");
        }
        assert_eq!((&subscription["promoCode"], &subscription["allows"]), (&Value::Null, &Value::Null));
        assert_eq!(subscription.len(), 14);
        assert_eq!(reply.link("self"), format!("{}{PATH}", sandbox.base()));
    }

    async fn members_and_sponsors_have_the_organizations(sandbox: Sandbox) {
        let member = sandbox.call_signed_in("orgMember", PATH).await.send().await.expect_status(200).json;
        let sponsor = sandbox.call_signed_in("sponsor", PATH).await.send().await.expect_status(200).json;
        assert_eq!(member, sponsor);
    }

    async fn none_is_404(sandbox: Sandbox) {
        for user in ["unqualified", "volunteer", "administrator"] {
            sandbox.call_signed_in(user, PATH).await.send().await.expect_error(404, "SUBSCRIPTION_NOT_FOUND");
        }
    }

    async fn credits_are_used_first_and_the_rest_is_due(sandbox: Sandbox) {
        let form = [("userSubscriptionType", "individual"), ("promoCode", "welcome20")];
        let reply = post(sandbox, "unqualified", PATH, &form).await.send().await.expect_status(201);
        assert_eq!(reply.header("location"), format!("{}{PATH}", sandbox.base()));
        let taken = &reply.json;
        assert_eq!((&taken["cost"], &taken["promoCode"]), (&json!(4000), &json!("welcome20")));
        assert_eq!((&taken["creditsUsed"], &taken["amountDue"]), (&json!(1500), &json!(2500)));
        assert_eq!((&taken["status"], &taken["numBooksAllowed"]), (&json!("active"), &json!(100)));
        let (start, end) = (taken["startDate"].as_str().unwrap(), taken["endDate"].as_str().unwrap());
        let year = |date: &str| date[..4].parse::<i32>().unwrap();
        assert_eq!(year(end), year(start) + 1, "twelve months");
        let read = sandbox.call_signed_in("unqualified", PATH).await.send().await.expect_status(200).json;
        assert_eq!(&read, taken);
        let account = sandbox.call_signed_in("unqualified", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["subscriptionStatus"], "active");
        let call = super::as_user(sandbox, "unqualified", "privileged", reqwest::Method::GET, "/v2/myAccount").await;
        assert_eq!(call.send().await.json["credits"], 0);
        post(sandbox, "unqualified", PATH, &form).await.send().await.expect_error(409, "SUBSCRIPTION_EXISTS");
    }
}

both! {
    async fn of_concurrent_requests_one_is_accepted(sandbox: Sandbox) {
        let form = [("userSubscriptionType", "trial")];
        let calls = [
            post(sandbox, "unqualified", PATH, &form).await,
            post(sandbox, "unqualified", PATH, &form).await,
            post(sandbox, "unqualified", PATH, &form).await,
        ];
        let [one, two, three] = calls.map(crate::support::Call::send);
        let (one, two, three) = tokio::join!(one, two, three);
        let mut statuses = [one.status, two.status, three.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409, 409]);
    }
}

one! {
    async fn subscriptions_that_are_not_offered_are_refused(sandbox: Sandbox) {
        post(sandbox, "unqualified", PATH, &[]).await.send().await.expect_error(400, "MISSING_PARAMETER");
        for name in ["gold", "organization"] {
            let reply = post(sandbox, "unqualified", PATH, &[("userSubscriptionType", name)]).await.send().await;
            reply.expect_error(400, "INVALID_PARAMETER");
        }
        let form = [("userSubscriptionType", "trial"), ("promoCode", "NOTHING")];
        post(sandbox, "unqualified", PATH, &form).await.send().await.expect_error(400, "PROMO_CODE_INVALID");
    }

    async fn only_individual_members_take_one_out(sandbox: Sandbox) {
        let form = [("userSubscriptionType", "trial")];
        post(sandbox, "orgMember", PATH, &form).await.send().await.expect_error(403, "FORBIDDEN");
        post(sandbox, "individual", PATH, &form).await.send().await.expect_error(409, "SUBSCRIPTION_EXISTS");
    }
}
