//! POST /v2/myOrganization.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::ORGANIZATION;
use crate::both;
use crate::one;
use crate::support::{Call, Reply, Sandbox};

const CONTACT: [(&str, &str); 6] = [
    ("contactFirstName", "Nora"),
    ("contactLastName", "Fenn"),
    ("contactTitle", "Librarian"),
    ("contactEmailAddress", "nora@cove.example"),
    ("contactPassword", "rivers-and-7"),
    ("agreementSigned", "true"),
];

const FORM: [(&str, &str); 3] =
    [("organizationName", "Cove Library"), ("country", "us"), ("organizationType", "library")];

fn register(sandbox: &Sandbox, app: &str, form: &[(&str, &str)]) -> Call {
    sandbox.call(Method::POST, ORGANIZATION).query(&[("api_key", sandbox.key(app))]).form(form)
}

/// The whole form with these values instead of, or in addition to, the usual ones.
fn form_with<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let given = |name: &str| changes.iter().any(|(changed, _)| *changed == name);
    let usual = FORM.iter().chain(&CONTACT).copied().filter(|(name, _)| !given(name));
    usual.chain(changes.iter().copied()).collect()
}

/// Signs in the new contact by name and password, and checks what it sees.
async fn as_contact(sandbox: &Sandbox, email: &str, path: &str) -> Reply {
    let form = [("grant_type", "password"), ("username", email), ("password", "rivers-and-7")];
    let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "").form(&form);
    let token = call.send().await.expect_status(200).json["access_token"].as_str().unwrap().to_owned();
    sandbox.get(path).query(&[("api_key", sandbox.key("privileged"))]).bearer(&token).send().await
}

one! {
    async fn an_organization_and_its_contact_come_to_be(sandbox: Sandbox) {
        let form = form_with(&[
            ("address1", "1 Cove Road"), ("address2", "Top floor"), ("city", "Bandon"), ("state", "or"),
            ("postalCode", "97411"), ("phoneNumber", "+1 541 555 0100"), ("website", "https://cove.example"),
            ("contactPhoneNumber", "+1 541 555 0101"),
        ]);
        let reply = register(sandbox, "privileged", &form).send().await.expect_status(201);
        assert_eq!(reply.header("location"), format!("{}{ORGANIZATION}", sandbox.base()));
        let made = &reply.json;
        let address = json!({
            "address1": "1 Cove Road", "address2": "Top floor", "city": "Bandon", "state": "US-OR", "country": "US",
            "postalCode": "97411",
        });
        assert_eq!(made["address"], address);
        assert_eq!((&made["organizationName"], &made["organizationType"]), (&json!("Cove Library"), &json!("library")));
        assert_eq!((&made["phoneNumber"], &made["webSite"]), (&json!("+1 541 555 0100"), &json!("https://cove.example")));
        assert_eq!(made["allows"], Value::Null, "nobody is signed in");
        let contact = &made["primaryContact"];
        assert_eq!((&contact["emailAddress"], &contact["title"]), (&json!("nora@cove.example"), &json!("Librarian")));
        assert_eq!((&contact["phoneNumber"], &contact["allows"]), (&json!("+1 541 555 0101"), &Value::Null));

        // The contact signs in immediately and manages the organization.
        let seen = as_contact(sandbox, "NORA@cove.example", ORGANIZATION).await.expect_status(200).json;
        assert_eq!(seen["allows"], json!(["PUT"]));
        assert_eq!(seen["primaryContact"]["userAccountId"], contact["userAccountId"]);
        assert_eq!((&seen["address"], &seen["links"]), (&made["address"], &made["links"]));
        let account = as_contact(sandbox, "nora@cove.example", "/v2/myAccount").await.expect_status(200).json;
        assert_eq!(account["roles"], json!(["organizationSponsor"]));
        assert_eq!((&account["hasAgreement"], &account["needsNewPassword"]), (&json!(true), &json!(false)));
        assert_eq!((&account["subscriptionStatus"], &account["canDownload"]), (&json!("active"), &json!(true)));
        let sponsors = as_contact(sandbox, "nora@cove.example", "/v2/myOrganization/sponsors").await;
        assert_eq!(sponsors.expect_status(200).json["totalResults"], 1);
    }

    async fn a_reference_organization_provides_omitted_fields(sandbox: Sandbox) {
        let form = [&CONTACT[..], &[("referenceOrgId", "demo-reference-09")]].concat();
        let made = register(sandbox, "privileged", &form).send().await.expect_status(201).json;
        assert_eq!(made["organizationName"], "Gorge View Public Library");
        assert_eq!(made["organizationType"], "library");
        let address = json!({
            "address1": "P.O. Box 109", "address2": null, "city": "Hood River", "state": "US-OR", "country": "US",
            "postalCode": null,
        });
        assert_eq!(made["address"], address);

        // Under another name, by somebody else, it is the same.
        let again = form_with(&[("referenceOrgId", "demo-reference-09"), ("contactEmailAddress", "b@cove.example")]);
        register(sandbox, "privileged", &again).send().await.expect_error(409, "ORGANIZATION_EXISTS");
        let other = [
            &CONTACT[..3], &CONTACT[4..],
            &[
                ("referenceOrgId", "demo-reference-10"), ("organizationName", "The College"), ("postalCode", "97701"),
                ("contactEmailAddress", "c@cove.example"), ("organizationType", "other"),
            ],
        ].concat();
        let made = register(sandbox, "privileged", &other).send().await.expect_status(201).json;
        assert_eq!((&made["organizationName"], &made["organizationType"]), (&json!("The College"), &json!("other")));
        assert_eq!((&made["address"]["city"], &made["address"]["postalCode"]), (&json!("Bend"), &json!("97701")));
    }

    async fn every_missing_parameter_is_named(sandbox: Sandbox) {
        let messages = async |form: &[(&str, &str)]| {
            let reply = register(sandbox, "privileged", form).send().await.expect_error(400, "MISSING_PARAMETER");
            reply.json["messages"].to_string()
        };
        let all = messages(&[]).await;
        for (name, _) in FORM.iter().chain(&CONTACT) {
            assert!(all.contains(&format!("\"{name}: ")), "{name} in {all}");
        }
        let rest = messages(&[("referenceOrgId", "demo-reference-09")]).await;
        for (name, _) in FORM {
            assert!(!rest.contains(name), "{name} in {rest}");
        }
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        for (change, key) in [
            (("agreementSigned", "false"), "INVALID_PARAMETER"),
            (("agreementSigned", "perhaps"), "INVALID_PARAMETER"),
            (("contactPassword", "short1"), "INVALID_PASSWORD"),
            (("contactEmailAddress", "nora"), "INVALID_EMAIL"),
            (("country", "USA"), "INVALID_COUNTRY"),
            (("organizationType", "castle"), "INVALID_PARAMETER"),
            (("state", "XX"), "INVALID_PARAMETER"),
            (("referenceOrgId", "nowhere"), "INVALID_PARAMETER"),
            (("organizationName", "A\nB"), "INVALID_PARAMETER"),
            (("website", "file:///etc/passwd"), "INVALID_PARAMETER"),
        ] {
            register(sandbox, "privileged", &form_with(&[change])).send().await.expect_error(400, key);
        }
        let many = form_with(&[("referenceOrgId", "nowhere"), ("organizationType", "castle"), ("state", "XX")]);
        let reply = register(sandbox, "privileged", &many).send().await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), 3, "{}", reply.json);
        // Nothing was made of all this.
        register(sandbox, "privileged", &form_with(&[])).send().await.expect_status(201);
    }

    async fn an_existing_organization_is_not_created_again(sandbox: Sandbox) {
        register(sandbox, "privileged", &form_with(&[])).send().await.expect_status(201);
        let other = [("contactEmailAddress", "other@cove.example")];
        register(sandbox, "privileged", &form_with(&other)).send().await.expect_error(409, "ORGANIZATION_EXISTS");
        let spelled = [other[0], ("organizationName", "cove  LIBRARY")];
        register(sandbox, "privileged", &form_with(&spelled)).send().await.expect_error(409, "ORGANIZATION_EXISTS");
        let second = [("organizationName", "Dune Library")];
        register(sandbox, "privileged", &form_with(&second)).send().await.expect_error(409, "USER_EXISTS");
        // The refused one left no organization behind.
        let free = [("organizationName", "Dune Library"), other[0]];
        register(sandbox, "privileged", &form_with(&free)).send().await.expect_status(201);
        let demo = sandbox.demo["organization"]["name"].as_str().unwrap();
        let taken = [("organizationName", demo), ("contactEmailAddress", "third@cove.example")];
        register(sandbox, "privileged", &form_with(&taken)).send().await.expect_error(409, "ORGANIZATION_EXISTS");
    }
}

both! {
    async fn of_concurrent_registrations_one_succeeds(sandbox: Sandbox) {
        let emails: Vec<String> = (0..4).map(|n| format!("n{n}@cove.example")).collect();
        let calls = emails.iter().map(async |email| {
            register(sandbox, "privileged", &form_with(&[("contactEmailAddress", email)])).send().await
        });
        let replies = join_all(calls).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
        for reply in replies.into_iter().filter(|reply| reply.status != 201) {
            reply.expect_error(409, "ORGANIZATION_EXISTS");
        }
    }
}

one! {
    async fn only_keys_with_the_privilege_register(sandbox: Sandbox) {
        for app in ["app", "trusted", "otherSite"] {
            register(sandbox, app, &form_with(&[])).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        }
        let token = sandbox.token("individual").await;
        register(sandbox, "trusted", &[]).bearer(&token).send().await.expect_error(403, "CLIENT_NOT_ALLOWED");
        let signed_in = register(sandbox, "privileged", &form_with(&[])).bearer(&token).send().await;
        assert_eq!(signed_in.expect_status(201).json["allows"], Value::Null);
    }

    async fn one_flat_json_object_registers_too(sandbox: Sandbox) {
        let body = json!({
            "api_key": sandbox.key("privileged"), "organizationName": "Cove Library", "country": "US",
            "organizationType": "library", "contactFirstName": "Nora", "contactLastName": "Fenn",
            "contactTitle": "Librarian", "contactEmailAddress": "nora@cove.example",
            "contactPassword": "rivers-and-7", "agreementSigned": true,
        });
        sandbox.call(Method::POST, ORGANIZATION).json(&body).send().await.expect_status(201);
    }
}
