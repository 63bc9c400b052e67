//! GET, PUT and DELETE /v2/myAccount/studentProfile (docs/rules/records.md#rule-24).

use reqwest::Method;
use serde_json::{Value, json};

use super::{as_user, put};
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/studentProfile";

one! {
    async fn no_school_is_null_fields(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("individual", PATH).await.send().await.expect_status(200);
        let expected = json!({
            "organizationName": null,
            "districtName": null,
            "schoolName": null,
            "grade": null,
            "activeSubscription": true,
            "links": [{"rel": "self", "href": format!("{}{PATH}", sandbox.base())}],
            "allows": ["PUT", "DELETE"],
        });
        assert_eq!(reply.json, expected);
        let other = sandbox.call_signed_in("unqualified", PATH).await.send().await.expect_status(200);
        assert_eq!(other.json["activeSubscription"], false);
    }

    async fn an_individual_gives_a_school_and_removes_it(sandbox: Sandbox) {
        let form = [("grade", "8"), ("organizationName", "Harbor School")];
        let set = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!(set["organizationName"], "Harbor School");
        assert_eq!((&set["grade"]["gradeCode"], &set["grade"]["name"]), (&json!("8"), &json!("8th grade")));
        let account = sandbox.call_signed_in("individual", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"]["organizationName"], "Harbor School");
        let cleared = put(sandbox, "individual", PATH, &[("grade", "")]).await.send().await.expect_status(200).json;
        assert_eq!((&cleared["grade"], &cleared["organizationName"]), (&Value::Null, &json!("Harbor School")));

        let call = as_user(sandbox, "individual", "trusted", Method::DELETE, PATH).await;
        let removed = call.send().await.expect_status(200).json;
        assert_eq!(removed["organizationName"], Value::Null);
        let account = sandbox.call_signed_in("individual", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"], Value::Null);
    }

    async fn a_grade_alone_does_not_make_a_school(sandbox: Sandbox) {
        let grade = put(sandbox, "individual2", PATH, &[("grade", "5")]).await.send().await.expect_status(200).json;
        assert_eq!(grade["grade"]["gradeCode"], "5");
        let account = sandbox.call_signed_in("individual2", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"], Value::Null, "clients tell kinds of accounts apart by it");
        put(sandbox, "individual2", PATH, &[("organizationName", "Harbor School")]).await.send().await.expect_status(200);
        let account = sandbox.call_signed_in("individual2", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"]["grade"]["gradeCode"], "5");
        // Only the school is removed.
        let call = as_user(sandbox, "individual2", "trusted", Method::DELETE, PATH).await;
        let removed = call.send().await.expect_status(200).json;
        assert_eq!((&removed["organizationName"], &removed["grade"]), (&Value::Null, &grade["grade"]));
        let kept = sandbox.call_signed_in("individual2", PATH).await.send().await.expect_status(200).json;
        assert_eq!(kept, removed);
        let account = sandbox.call_signed_in("individual2", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"], Value::Null);
    }

    async fn the_school_of_a_member_is_the_organization_until_another_is_set(sandbox: Sandbox) {
        let profile = sandbox.call_signed_in("orgMember", PATH).await.send().await.expect_status(200).json;
        assert_eq!(profile["organizationName"], sandbox.demo["organization"]["name"]);
        assert_eq!((&profile["grade"]["gradeCode"], &profile["activeSubscription"]), (&json!("6"), &json!(true)));
        assert_eq!(profile["allows"], json!(["PUT", "DELETE"]));
        let changed = put(sandbox, "orgMember", PATH, &[("grade", "7")]).await.send().await.expect_status(200).json;
        assert_eq!(changed["grade"]["gradeCode"], "7");
        let account = sandbox.call_signed_in("orgMember", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"]["grade"]["gradeCode"], "7");
        assert_eq!(changed["organizationName"], profile["organizationName"]);

        // Members only change their own profile.
        let form = [("referenceOrgId", "demo-reference-01")];
        let other = put(sandbox, "orgMember", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!((&other["organizationName"], &other["grade"]["gradeCode"]), (&json!("Alder Creek School"), &json!("7")));
        let call = as_user(sandbox, "orgMember", "trusted", Method::DELETE, PATH).await;
        let removed = call.send().await.expect_status(200).json;
        for field in ["organizationName", "districtName", "schoolName"] {
            assert_eq!(removed[field], Value::Null, "{field}");
        }
        assert_eq!((&removed["grade"], &removed["activeSubscription"]), (&changed["grade"], &json!(true)));
        assert_eq!(sandbox.call_signed_in("orgMember", PATH).await.send().await.json, removed);
        let account = sandbox.call_signed_in("orgMember", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"]["organizationName"], sandbox.demo["organization"]["name"]);
    }

    async fn a_school_of_the_reference_list_has_the_listed_name(sandbox: Sandbox) {
        let form = [("referenceOrgId", "demo-reference-01")];
        let set = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!(set["organizationName"], "Alder Creek School");
        assert_eq!((&set["districtName"], &set["schoolName"]), (&json!("Clatsop District"), &json!("Alder Creek School")));
        let account = sandbox.call_signed_in("individual", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["studentStatus"]["organizationName"], "Alder Creek School");

        // The user's own name for the school, and then another school that is not in the list.
        let form = [("referenceOrgId", "demo-reference-01"), ("organizationName", "The Creek")];
        let called = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!((&called["organizationName"], &called["schoolName"]), (&json!("The Creek"), &json!("Alder Creek School")));
        let form = [("organizationName", "Tiny School")];
        let other = put(sandbox, "individual", PATH, &form).await.send().await.expect_status(200).json;
        assert_eq!((&other["organizationName"], &other["schoolName"]), (&json!("Tiny School"), &Value::Null));

        for id in ["nowhere", "' OR 1=1 --"] {
            let form = [("referenceOrgId", id), ("organizationName", "Lost")];
            let reply = put(sandbox, "individual", PATH, &form).await.send().await;
            let reply = reply.expect_error(400, "INVALID_PARAMETER");
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with("referenceOrgId: "), "{}", reply.json);
        }
        let kept = sandbox.call_signed_in("individual", PATH).await.send().await.json;
        assert_eq!(kept["organizationName"], "Tiny School", "what was refused changed nothing");
    }

    async fn a_grade_is_one_of_the_lists(sandbox: Sandbox) {
        put(sandbox, "individual", PATH, &[("grade", "4KHF")]).await.send().await.expect_status(200);
        let reply = put(sandbox, "individual", PATH, &[("grade", "sixth")]).await.send().await;
        reply.expect_error(400, "INVALID_PARAMETER");
    }
}
