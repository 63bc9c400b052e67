//! POST /v2/organizations.

use reqwest::Method;
use serde_json::{Value, json};

use super::{FORM, ORGANIZATIONS, form_with, lab_staff, path, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_new_organization_has_everything_that_was_sent(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let form = form_with(&FORM, &[
            ("address2", "Top floor"), ("state", "or"), ("phoneNumber", "+1 541 555 0100"),
            ("website", "https://cove.example"), ("contactPhoneNumber", "+1 541 555 0101"),
        ]);
        let reply = assistant.post(ORGANIZATIONS, &form).await.expect_status(201);
        let address = format!("{}{}", sandbox.base(), path(&reply));
        assert_eq!(reply.header("location"), address);
        let contact = reply.json["primaryContact"]["userAccountId"].as_str().unwrap();
        let expected = json!({
            "organizationName": "Cove Library",
            "organizationId": reply.json["organizationId"],
            "address": {
                "address1": "1 Cove Road", "address2": "Top floor", "city": "Bandon", "state": "US-OR", "country": "US",
                "postalCode": "97411",
            },
            "phoneNumber": "+1 541 555 0100",
            "webSite": "https://cove.example",
            "organizationType": "library",
            "subscriptionType": "organization",
            "site": "service",
            "primaryContact": {
                "name": {"firstName": "Nora", "lastName": "Fenn", "middle": null, "prefix": null, "suffix": null, "links": []},
                "userAccountId": contact,
                "title": "Librarian",
                "emailAddress": "nora@cove.example",
                "phoneNumber": "+1 541 555 0101",
                "language": null,
                "allowAdultContent": true,
                "roles": ["organizationSponsor"],
                "site": "service",
                "hasAgreement": false,
                "locked": false,
                "deleted": false,
                "canDownload": false,
                "links": [{"rel": "self", "href": format!("{}/v2/accounts/{contact}", sandbox.base())}],
                "allows": ["PUT"],
            },
            "hasOrgAgreement": false,
            "hasServicePlus": false,
            "hasReadingCompanion": false,
            "safeSearch": false,
            "allowSearchDownloads": false,
            "links": [{"rel": "self", "href": address}, {"rel": "members", "href": format!("{address}/members")}],
            "allows": ["PUT"],
        });
        assert_eq!(reply.json, expected);
        assert_eq!(assistant.get(&path(&reply)).await.expect_status(200).json, expected);
    }

    async fn required_fields_are_enough(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let made = assistant.post(ORGANIZATIONS, &FORM).await.expect_status(201).json;
        assert_eq!((&made["phoneNumber"], &made["webSite"]), (&Value::Null, &Value::Null));
        assert_eq!((&made["address"]["state"], &made["address"]["address2"]), (&Value::Null, &Value::Null));
        assert_eq!(made["primaryContact"]["phoneNumber"], Value::Null);
        let mut body: serde_json::Map<String, Value> = FORM.iter().map(|(name, value)| ((*name).into(), json!(value))).collect();
        body.insert("organizationName".into(), json!("Dune Library"));
        body.insert("contactEmailAddress".into(), json!("dora@dune.example"));
        body.insert("api_key".into(), json!(sandbox.key("privileged")));
        let call = sandbox.call(Method::POST, ORGANIZATIONS).bearer(assistant.token()).json(&Value::Object(body));
        assert_eq!(call.send().await.expect_status(201).json["organizationName"], "Dune Library");
    }

    async fn the_contact_chooses_a_password_and_works_when_the_agreement_is_there(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let made = assistant.post(ORGANIZATIONS, &FORM).await.expect_status(201);
        let refused = sandbox.sign_in("trusted", "nora@cove.example", "rivers-and-7").await.expect_status(400);
        assert_eq!(refused.json["error"], "invalid_grant");
        let account = format!("/v2/accounts/{}", made.json["primaryContact"]["userAccountId"].as_str().unwrap());
        assistant.put(&format!("{account}/password"), &[("password", "rivers-and-7")]).await.expect_status(200);
        let nora = User::sign_in_with_password(sandbox, "NORA@cove.example", "rivers-and-7").await.with_key_of("privileged");
        let own = nora.get("/v2/myAccount").await.expect_status(200).json;
        assert_eq!((&own["hasAgreement"], &own["subscriptionStatus"], &own["canDownload"]), (&json!(false), &json!("active"), &json!(false)));
        let signed = assistant.put(&path(&made), &[("agreementSigned", "true")]).await.expect_status(200).json;
        assert_eq!((&signed["hasOrgAgreement"], &signed["primaryContact"]["canDownload"]), (&json!(true), &json!(true)));
        assert_eq!(nora.get("/v2/myAccount").await.json["canDownload"], true);
        let organization = nora.put("/v2/myOrganization", &[("city", "Coos Bay")]).await.expect_status(200).json;
        assert_eq!(organization["address"]["city"], "Coos Bay", "she speaks for it");
    }

    async fn the_subscription_is_the_one_that_is_named(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let made = assistant.post(ORGANIZATIONS, &form_with(&FORM, &[("subscriptionType", "trial")])).await.expect_status(201);
        assert_eq!(made.json["subscriptionType"], "trial");
        let bad = form_with(&FORM, &[("subscriptionType", "golden")]);
        let reply = assistant.post(ORGANIZATIONS, &bad).await.expect_error(400, "INVALID_PARAMETER");
        let message = reply.json["messages"][0].as_str().unwrap();
        assert_eq!(message, "subscriptionType: must be one of individual, organization, student, trial");
    }

    async fn administrators_choose_the_site(sandbox: Sandbox) {
        let (admin, assistant) = (staff(sandbox, "administrator").await, staff(sandbox, "membershipAssistant").await);
        let there = lab_staff(sandbox).await;
        let lab = form_with(&FORM, &[("site", "lab")]);
        assistant.post(ORGANIZATIONS, &lab).await.expect_error(403, "FORBIDDEN");
        there.post(ORGANIZATIONS, &form_with(&FORM, &[("site", "service")])).await.expect_error(403, "FORBIDDEN");
        let made = admin.post(ORGANIZATIONS, &lab).await.expect_status(201);
        assert_eq!((&made.json["site"], &made.json["primaryContact"]["site"]), (&json!("lab"), &json!("lab")));
        assistant.get(&path(&made)).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        assert_eq!(there.get(&path(&made)).await.expect_status(200).json["organizationName"], "Cove Library");
        admin.post(ORGANIZATIONS, &form_with(&FORM, &[("site", "moon")])).await.expect_error(400, "INVALID_PARAMETER");
        // The same name is another organization on another site; the caller's own site may be stated.
        let here = form_with(&FORM, &[("site", "service"), ("contactEmailAddress", "nick@cove.example")]);
        assert_eq!(assistant.post(ORGANIZATIONS, &here).await.expect_status(201).json["site"], "service");
        let without_site = form_with(&FORM, &[("organizationName", "Lab Library"), ("contactEmailAddress", "lu@lab.example")]);
        assert_eq!(there.post(ORGANIZATIONS, &without_site).await.expect_status(201).json["site"], "lab", "the caller's own");
    }

    async fn every_missing_parameter_is_named(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let reply = assistant.post(ORGANIZATIONS, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let messages = reply.json["messages"].as_array().unwrap();
        assert_eq!(messages.len(), FORM.len(), "{messages:?}");
        for (name, _) in FORM {
            assert!(messages.contains(&json!(format!("{name}: is required"))), "{name} in {messages:?}");
        }
    }

    async fn all_bad_values_are_refused_together(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for (change, key) in [
            (("country", "USA"), "INVALID_COUNTRY"), (("contactEmailAddress", "nora"), "INVALID_EMAIL"),
            (("organizationType", "castle"), "INVALID_PARAMETER"), (("state", "XX"), "INVALID_PARAMETER"),
            (("website", "file:///etc/passwd"), "INVALID_PARAMETER"), (("organizationName", "A\nB"), "INVALID_PARAMETER"),
        ] {
            assistant.post(ORGANIZATIONS, &form_with(&FORM, &[change])).await.expect_error(400, key);
        }
        let all = [("organizationType", "castle"), ("state", "XX"), ("subscriptionType", "golden")];
        let reply = assistant.post(ORGANIZATIONS, &form_with(&FORM, &all)).await.expect_error(400, "INVALID_PARAMETER");
        let messages = reply.json["messages"].as_array().unwrap();
        assert!(messages.len() == 3 && messages.iter().all(|m| m.as_str().unwrap().contains(": must be ")), "{messages:?}");
        // An invalid value is reported before the site is refused.
        let both = form_with(&FORM, &[("organizationType", "castle"), ("site", "lab")]);
        assistant.post(ORGANIZATIONS, &both).await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn existing_organizations_are_not_created_again(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        assistant.post(ORGANIZATIONS, &FORM).await.expect_status(201);
        let other_contact = form_with(&FORM, &[("contactEmailAddress", "nell@cove.example"), ("organizationName", "COVE library")]);
        assistant.post(ORGANIZATIONS, &other_contact).await.expect_error(409, "ORGANIZATION_EXISTS");
        let other_name = form_with(&FORM, &[("organizationName", "Bay Library"), ("contactEmailAddress", "NORA@cove.example")]);
        assistant.post(ORGANIZATIONS, &other_name).await.expect_error(409, "USER_EXISTS");
        let other_place = form_with(&FORM, &[("city", "Bend"), ("contactEmailAddress", "nell@cove.example")]);
        assistant.post(ORGANIZATIONS, &other_place).await.expect_status(201);
    }

    async fn there_is_no_list_of_organizations(sandbox: Sandbox) {
        let reply = staff(sandbox, "administrator").await.get(ORGANIZATIONS).await.expect_error(405, "METHOD_NOT_ALLOWED");
        assert_eq!(reply.header("allow"), "POST");
    }
}
