//! POST /v2/myAccount (docs/rules/accounts.md#rule-2).

use reqwest::Method;
use serde_json::json;

use crate::one;
use crate::support::{Call, Sandbox};

const FORM: [(&str, &str); 6] = [
    ("firstName", "Nora"),
    ("lastName", "Fenn"),
    ("emailAddress", "nora@fenn.example"),
    ("country", "US"),
    ("password", "rivers-and-7"),
    ("dateOfBirth", "1990-02-03"),
];

fn sign_up(sandbox: &Sandbox, app: &str, form: &[(&str, &str)]) -> Call {
    sandbox.call(Method::POST, "/v2/myAccount").query(&[("api_key", sandbox.key(app))]).form(form)
}

/// The form with one value replaced, or another one added.
fn form_with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    FORM.iter().copied().filter(|(field, _)| *field != name).chain([(name, value)]).collect()
}

one! {
    async fn somebody_signs_up_and_signs_in(sandbox: Sandbox) {
        let form = form_with("state", "or");
        let reply = sign_up(sandbox, "privileged", &form).send().await.expect_status(201);
        assert_eq!(reply.header("location"), format!("{}/v2/myAccount", sandbox.base()));
        let account = &reply.json;
        assert_eq!(account["username"], "nora@fenn.example");
        assert_eq!(account["address"]["state"], "US-OR");
        assert_eq!(account["roles"], json!(["individual"]));
        assert_eq!(account["canDownload"], false);
        assert_eq!(account["subscriptionStatus"], "missing");
        let form = [("grant_type", "password"), ("username", "NORA@fenn.example"), ("password", "rivers-and-7")];
        let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "").form(&form);
        let token = call.send().await.expect_status(200).json["access_token"].as_str().unwrap().to_owned();
        let me = sandbox.guest("/v2/me").bearer(&token).send().await.expect_status(200);
        assert_eq!(me.json["userAccountId"], account["userAccountId"]);
    }

    async fn only_keys_with_the_privilege_sign_people_up(sandbox: Sandbox) {
        for app in ["app", "trusted", "otherSite"] {
            sign_up(sandbox, app, &FORM).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        }
    }

    async fn an_address_is_taken_once(sandbox: Sandbox) {
        sign_up(sandbox, "privileged", &FORM).send().await.expect_status(201);
        let again = form_with("emailAddress", "Nora@Fenn.example");
        sign_up(sandbox, "privileged", &again).send().await.expect_error(409, "USER_EXISTS");
    }

    async fn every_missing_parameter_is_named(sandbox: Sandbox) {
        let reply = sign_up(sandbox, "privileged", &[]).send().await.expect_error(400, "MISSING_PARAMETER");
        let messages = reply.json["messages"].to_string();
        for (name, _) in FORM {
            assert!(messages.contains(&format!("\"{name}: ")), "{name} in {messages}");
        }
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        for (name, value, key) in [
            ("emailAddress", "nora", "INVALID_EMAIL"),
            ("password", "rivers", "INVALID_PASSWORD"),
            ("country", "Oregon", "INVALID_COUNTRY"),
            ("dateOfBirth", "1990-02-30", "INVALID_DATE"),
            ("dateOfBirth", "2016-02-03", "MISSING_PARAMETER"),
            ("state", "XX", "INVALID_PARAMETER"),
            ("language", "xx", "INVALID_LANGUAGE"),
        ] {
            sign_up(sandbox, "privileged", &form_with(name, value)).send().await.expect_error(400, key);
        }
    }

    async fn a_minor_needs_a_guardian(sandbox: Sandbox) {
        let mut form = form_with("dateOfBirth", "2016-02-03");
        form.extend([("guardianFirstName", "Ole"), ("guardianLastName", "Fenn")]);
        let reply = sign_up(sandbox, "privileged", &form).send().await.expect_status(201);
        assert_eq!(reply.json["guardian"]["firstName"], "Ole");
    }
}
