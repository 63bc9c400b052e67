//! GET /v2/subscriptiontypes (docs/rules/memberships.md#rule-3).

use serde_json::json;

use crate::one;
use crate::support::{Sandbox, User};

const PATH: &str = "/v2/subscriptiontypes";

one! {
    async fn every_user_sees_the_offers_of_the_own_site(sandbox: Sandbox) {
        let mut lists = Vec::new();
        for name in ["individual", "orgMember", "membershipAssistant", "volunteer"] {
            let reply = User::sign_in(sandbox, name).await.get(PATH).await.expect_status(200);
            assert_eq!(reply.link("self"), format!("{}{PATH}?api_key={}", sandbox.base(), sandbox.key("trusted")));
            lists.push(reply.json);
        }
        assert!(lists.iter().all(|list| *list == lists[0]));
        let types = lists[0]["userSubscriptionTypes"].as_array().unwrap();
        let names: Vec<&str> = types.iter().map(|kind| kind["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["individual", "organization", "student", "trial"]);
        assert!(types.iter().all(|kind| kind.as_object().unwrap().len() == 2 && kind["description"].is_string()));
        let list = &lists[0];
        assert_eq!((&list["totalResults"], &list["limit"], &list["next"], &list["allows"]),
            (&json!(4), &json!(4), &json!(null), &json!(null)));
        sandbox.guest(PATH).send().await.expect_error(401, "UNAUTHORIZED");
        sandbox.get(PATH).query(&[("api_key", sandbox.key("privileged"))]).send().await.expect_error(401, "UNAUTHORIZED");
    }

    async fn camel_case_means_the_same(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let plain = user.get(PATH).await.expect_status(200).json;
        assert_eq!(user.get("/v2/subscriptionTypes").await.expect_status(200).json, plain);
        assert_eq!(user.get("/v2/subscriptionTypes/").await.expect_status(200).json, plain);
        user.get("/v2/SubscriptionTypes").await.expect_error(404, "NOT_FOUND");
    }

    async fn administrators_choose_the_site(sandbox: Sandbox) {
        let administrator = User::sign_in(sandbox, "administrator").await;
        administrator.get(&format!("{PATH}?site=lab")).await.expect_status(200);
        administrator.get(&format!("{PATH}?site=moon")).await.expect_error(400, "INVALID_PARAMETER");
        for name in ["membershipAssistant", "individual"] {
            let user = User::sign_in(sandbox, name).await;
            user.get(&format!("{PATH}?site=lab")).await.expect_error(403, "FORBIDDEN");
            user.get(&format!("{PATH}?site=service")).await.expect_status(200);
        }
        let there = User::sign_in(sandbox, "labIndividual").await;
        there.get(&format!("{PATH}?site=lab")).await.expect_status(200);
    }
}
