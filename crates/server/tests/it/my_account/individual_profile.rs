//! POST /v2/myAccount/individualProfile (docs/rules/accounts.md#rule-4).

use reqwest::Method;
use serde_json::{Value, json};

use super::{as_user, post};
use crate::one;
use crate::support::Sandbox;

const PATH: &str = "/v2/myAccount/individualProfile";

/// The member is a minor.
const FORM: [(&str, &str); 4] = [
    ("emailAddress", "olive@marsh.example"),
    ("country", "US"),
    ("guardianFirstName", "Opal"),
    ("guardianLastName", "Marsh"),
];

one! {
    async fn a_member_can_become_an_individual_member(sandbox: Sandbox) {
        let call = as_user(sandbox, "orgMember", "privileged", Method::POST, PATH).await.form(&FORM);
        let account = call.send().await.expect_status(200).json;
        assert_eq!(account["roles"], json!(["individual", "organizationMember"]));
        assert_eq!(account["username"], "olive@marsh.example");
        assert_eq!(account["guardian"]["firstName"], "Opal");
        assert_ne!(account["studentStatus"], Value::Null, "still a member of the organization");
        assert_eq!(account["needsNewPassword"], true, "the school gave the one before");
        let password = sandbox.user("orgMember")["password"].as_str().unwrap();
        let form = [("grant_type", "password"), ("username", "olive@marsh.example"), ("password", password)];
        let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "").form(&form);
        let token = call.send().await.expect_status(200).json["access_token"].as_str().unwrap().to_owned();
        let call = sandbox.call(Method::POST, PATH).query(&[("api_key", sandbox.key("app"))]).bearer(&token);
        call.form(&FORM).send().await.expect_error(409, "ALREADY_EXISTS");
    }

    async fn a_minor_need_not_name_the_guardian_here(sandbox: Sandbox) {
        let token = sandbox.token("orgMember").await;
        let post = |path, form: &[(&str, &str)]| {
            sandbox.call(Method::POST, path).query(&[("api_key", sandbox.key("app"))]).bearer(&token).form(form)
        };
        let account = post(PATH, &FORM[..2]).send().await.expect_status(200).json;
        assert_eq!((&account["username"], &account["guardian"]), (&json!("olive@marsh.example"), &Value::Null));
        // The agreement of a minor is the guardian's.
        let alone = post("/v2/myAccount/agreement", &[("printName", "Olive Marsh")]);
        let reply = alone.send().await.expect_status(400);
        assert!(reply.json["messages"][0].as_str().unwrap().starts_with("signedByLegalGuardian: "), "{}", reply.json);
    }

    async fn it_is_for_members_of_organizations(sandbox: Sandbox) {
        for user in ["individual", "sponsor", "volunteer"] {
            post(sandbox, user, PATH, &FORM).await.send().await.expect_error(403, "FORBIDDEN");
        }
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        post(sandbox, "orgMember", PATH, &[]).await.send().await.expect_error(400, "MISSING_PARAMETER");
        let mut taken = FORM;
        taken[0].1 = sandbox.user("individual")["username"].as_str().unwrap();
        post(sandbox, "orgMember", PATH, &taken).await.send().await.expect_error(409, "USER_EXISTS");
        let account = sandbox.call_signed_in("orgMember", "/v2/myAccount").await.send().await.json;
        assert_eq!(account["username"], "olive", "nothing was changed");
    }
}
