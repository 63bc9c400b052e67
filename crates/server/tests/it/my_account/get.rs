//! GET /v2/me and GET /v2/myAccount (docs/rules/records.md#rule-21, docs/rules/records.md#rule-22).

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::as_user;
use crate::one;
use crate::support::Sandbox;

fn members(record: &Value) -> BTreeSet<&str> {
    record.as_object().unwrap().keys().map(String::as_str).collect()
}

one! {
    async fn me_is_the_signed_in_user(sandbox: Sandbox) {
        let me = sandbox.call_signed_in("individual", "/v2/me").await.send().await.expect_status(200);
        let user = sandbox.user("individual");
        assert_eq!(me.json["username"], user["username"]);
        assert_eq!(me.json["userAccountId"], user["userAccountId"]);
        let name = json!({
            "firstName": "Ines", "lastName": "Okafor", "middle": null, "prefix": null, "suffix": null, "links": [],
        });
        assert_eq!(me.json["name"], name);
        assert_eq!(me.link("self"), format!("{}/v2/me", sandbox.base()));
        assert_eq!(me.link("account"), format!("{}/v2/myAccount", sandbox.base()));
        let pupil = sandbox.call_signed_in("orgMember", "/v2/me").await.send().await.expect_status(200);
        assert_eq!(pupil.json["username"], "olive", "a member without an email address has a user name");
    }

    async fn an_account_has_every_member(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("individual", "/v2/myAccount").await.send().await.expect_status(200);
        let expected = BTreeSet::from([
            "username", "userAccountId", "name", "guardian", "address", "phoneNumber", "dateOfBirth",
            "hasAgreement", "canDownload", "hasServicePlus", "hasReadingCompanion", "needsNewPassword",
            "proofOfDisabilityStatus", "subscriptionStatus", "studentStatus", "roles", "credits", "links", "allows",
        ]);
        assert_eq!(members(&reply.json), expected);
        let account = &reply.json;
        assert_eq!(account["dateOfBirth"], "1984-05-17");
        assert_eq!(account["address"]["state"], "US-OR");
        assert_eq!(account["address"]["address2"], Value::Null);
        for member in ["hasAgreement", "canDownload"] {
            assert_eq!(account[member], true, "{member}");
        }
        for member in ["hasServicePlus", "hasReadingCompanion", "needsNewPassword"] {
            assert_eq!(account[member], false, "{member}");
        }
        for member in ["guardian", "studentStatus", "roles", "credits"] {
            assert_eq!(account[member], Value::Null, "{member}");
        }
        assert_eq!(account["allows"], json!(["PUT"]));
        for rel in ["self", "preferences", "history", "recommendationProfile", "subscription", "studentProfile"] {
            assert!(reply.link(rel).starts_with(&format!("{}/v2/myAccount", sandbox.base())), "{rel}");
        }
    }

    /// Clients tell kinds of accounts apart by the statuses and by `studentStatus`.
    async fn the_standing_depends_on_the_kind_of_user(sandbox: Sandbox) {
        for (user, proof, subscription, can_download, student) in [
            ("individual", "active", "active", true, false),
            ("unqualified", "missing", "missing", false, false),
            ("minor", "active", "active", true, false),
            ("primaryContact", "missing", "active", true, false),
            ("orgMember", "active", "active", true, true),
            ("volunteer", "missing", "missing", false, false),
        ] {
            let account = sandbox.call_signed_in(user, "/v2/myAccount").await.send().await.expect_status(200).json;
            assert_eq!(account["proofOfDisabilityStatus"], proof, "{user}");
            assert_eq!(account["subscriptionStatus"], subscription, "{user}");
            assert_eq!(account["canDownload"], can_download, "{user}");
            assert_eq!(account["studentStatus"].is_object(), student, "{user}");
        }
        let minor = sandbox.call_signed_in("minor", "/v2/myAccount").await.send().await.json;
        assert_eq!(minor["guardian"]["firstName"], "Rosa");
        let pupil = sandbox.call_signed_in("orgMember", "/v2/myAccount").await.send().await.json;
        assert_eq!(pupil["studentStatus"]["organizationName"], sandbox.demo["organization"]["name"]);
        let grade = json!({"name": "6th grade", "gradeId": null, "gradeCode": "6", "links": []});
        assert_eq!(pupil["studentStatus"]["grade"], grade);
    }

    async fn roles_and_credits_are_for_keys_with_membership_privileges(sandbox: Sandbox) {
        let call = as_user(sandbox, "individual", "privileged", Method::GET, "/v2/myAccount").await;
        let account = call.send().await.expect_status(200).json;
        assert_eq!(account["roles"], json!(["individual"]));
        assert_eq!(account["credits"], 0);
    }

    async fn the_deprecated_prefix_emits_new_links(sandbox: Sandbox) {
        let reply = sandbox.call_signed_in("individual", "/v2/myaccount").await.send().await.expect_status(200);
        assert_eq!(reply.link("self"), format!("{}/v2/myAccount", sandbox.base()));
        sandbox.call_signed_in("individual", "/v2/myaccount/preferences").await.send().await.expect_status(200);
    }
}
