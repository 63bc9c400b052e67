//! PUT /v2/organizations/{organizationId}.

use reqwest::Method;
use serde_json::{Value, json};
use store::organizations;

use super::{account, lab_library, record_without, school, staff};
use crate::one;
use crate::support::{Sandbox, User};

/// The stored terms that no record contains: rider, source for pupils, members, reports, books, notes.
async fn stored_terms(sandbox: &Sandbox) -> (bool, bool, bool, bool, bool, Option<u32>, Option<String>) {
    let db = sandbox.database().await;
    let id = sandbox.demo["organization"]["organizationId"].as_str().unwrap().into();
    let school = organizations::get(&db, &id).await.unwrap().unwrap();
    db.close().await;
    (
        school.rider_signed, school.can_download_nimac, school.can_create_users, school.suspended,
        school.unreported, school.books_allowed, school.notes,
    )
}

one! {
    async fn staff_change_what_is_sent(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        let before = assistant.get(&school).await.expect_status(200).json;
        let form = [
            ("organizationName", " Harbor Academy "), ("address1", "9 Dock Street"), ("address2", "Floor 2"),
            ("city", "Seaside"), ("state", "wa"), ("postalCode", "97138"), ("phoneNumber", "555 0100"),
            ("website", "harbor.example"), ("riderSigned", "false"), ("agreementSigned", "False"),
            ("canDownloadNIMAC", "0"), ("canCreateUsers", "false"), ("suspended", "TRUE"), ("unreported", "false"),
            ("numBooksAllowed", "200"), ("notes", "Calls on Mondays.\nAsk for Petra."), ("servicePlus", "false"),
            ("readingCompanion", "true"), ("safeSearch", "true"), ("allowSearchDownloads", "1"),
        ];
        let after = assistant.put(&school, &form).await.expect_status(200).json;
        let given = json!({
            "organizationName": "Harbor Academy",
            "address": {
                "address1": "9 Dock Street", "address2": "Floor 2", "city": "Seaside", "state": "US-WA", "country": "US",
                "postalCode": "97138",
            },
            "phoneNumber": "555 0100", "webSite": "harbor.example", "hasOrgAgreement": false, "hasServicePlus": false,
            "hasReadingCompanion": true, "safeSearch": true, "allowSearchDownloads": true,
        });
        for (name, value) in given.as_object().unwrap() {
            assert_eq!(&after[name], value, "{name}");
        }
        for same in ["organizationId", "organizationType", "subscriptionType", "site", "links", "allows"] {
            assert_eq!(after[same], before[same], "{same}");
        }
        assert_eq!((&after["primaryContact"]["hasAgreement"], &after["primaryContact"]["canDownload"]), (&json!(false), &json!(false)));
        let notes = Some("Calls on Mondays.\nAsk for Petra.".to_owned());
        assert_eq!(stored_terms(sandbox).await, (false, false, false, true, false, Some(200), notes.clone()));
        assert_eq!(assistant.get(&school).await.expect_status(200).json, after);
        assert_eq!(assistant.put(&school, &[]).await.expect_status(200).json, after, "what is not sent stays");
        assert_eq!(stored_terms(sandbox).await, (false, false, false, true, false, Some(200), notes));
    }

    async fn decisions_of_staff_take_effect_immediately(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        let sponsor = User::sign_in(sandbox, "sponsor").await.with_key_of("privileged");
        let member = [("firstName", "Noa"), ("lastName", "Ash"), ("dateOfBirth", "2014-02-28"), ("grade", "K")];
        assistant.put(&school, &[("canCreateUsers", "false")]).await.expect_status(200);
        sponsor.post("/v2/myOrganization/members", &member).await.expect_error(403, "CANNOT_CREATE_USERS");
        assistant.put(&school, &[("canCreateUsers", "true")]).await.expect_status(200);
        sponsor.post("/v2/myOrganization/members", &member).await.expect_status(201);

        let title = format!("/v2/titles/{}/EPUB3?forUser={}", sandbox.title("copyright"), account(sandbox, "orgMember"));
        assistant.put(&school, &[("suspended", "true")]).await.expect_status(200);
        sponsor.get(&title).await.expect_error(403, "ORG_SUSPENDED");
        assistant.put(&school, &[("suspended", "false"), ("agreementSigned", "false")]).await.expect_status(200);
        sponsor.get(&title).await.expect_error(403, "ORG_AGREEMENT_MISSING");
        assistant.put(&school, &[("agreementSigned", "true")]).await.expect_status(200);
        let reply = sponsor.get(&title).await;
        assert!(matches!(reply.status, 202 | 302), "{}", reply.text());
    }

    async fn the_number_of_books_is_one_of_four(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        for (sent, books) in [("100", Some(100)), ("300", Some(300)), ("unlimited", None), ("200", Some(200))] {
            assistant.put(&school, &[("numBooksAllowed", sent)]).await.expect_status(200);
            assert_eq!(stored_terms(sandbox).await.5, books, "{sent}");
        }
        let body = json!({"numBooksAllowed": 100, "api_key": sandbox.key("privileged")});
        let call = sandbox.call(Method::PUT, &school).bearer(assistant.token()).json(&body);
        call.send().await.expect_status(200);
        assert_eq!(stored_terms(sandbox).await.5, Some(100), "a number in JSON");
        for bad in ["150", "0", "-100", "Unlimited", "many"] {
            assistant.put(&school, &[("numBooksAllowed", bad)]).await.expect_error(400, "INVALID_PARAMETER");
        }
        assert_eq!(stored_terms(sandbox).await.5, Some(100));
    }

    async fn an_empty_value_clears_what_may_be_null(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        assistant.put(&school, &[("notes", "x")]).await.expect_status(200);
        let before = assistant.get(&school).await.expect_status(200).json["address"].clone();
        let nullable = ["address2", "state", "phoneNumber", "website", "notes"];
        let form: Vec<(&str, &str)> = nullable.iter().map(|name| (*name, "")).collect();
        let cleared = assistant.put(&school, &form).await.expect_status(200).json;
        assert_eq!((&cleared["phoneNumber"], &cleared["webSite"]), (&Value::Null, &Value::Null));
        let cleared = &cleared["address"];
        assert_eq!((&cleared["address2"], &cleared["state"]), (&Value::Null, &Value::Null));
        assert_eq!(record_without(cleared, &["address2", "state"]), record_without(&before, &["address2", "state"]));
        assert_eq!(stored_terms(sandbox).await.6, None);
        // Fields that a new organization requires (docs/rules/organizations.md#rule-10) stay.
        let fixed = [
            "organizationName", "address1", "city", "postalCode", "country", "riderSigned", "agreementSigned", "canDownloadNIMAC", "canCreateUsers",
            "suspended", "unreported", "numBooksAllowed", "servicePlus", "readingCompanion", "safeSearch",
            "allowSearchDownloads",
        ];
        let form: Vec<(&str, &str)> = fixed.iter().map(|name| (*name, "")).collect();
        let reply = assistant.put(&school, &form).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), fixed.len(), "all together");
    }

    async fn bad_values_change_nothing(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        let before = assistant.get(&school).await.expect_status(200).json;
        for (name, value, key) in [
            ("country", "Canada", "INVALID_COUNTRY"), ("state", "Bavaria", "INVALID_PARAMETER"),
            ("website", "javascript:alert(1)", "INVALID_PARAMETER"), ("suspended", "perhaps", "INVALID_PARAMETER"),
            ("canDownloadNIMAC", "yes", "INVALID_PARAMETER"),
        ] {
            assistant.put(&school, &[("organizationName", "Other"), (name, value)]).await.expect_error(400, key);
        }
        let long = "n".repeat(4001);
        assistant.put(&school, &[("notes", &long)]).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(assistant.get(&school).await.expect_status(200).json, before);
    }

    async fn those_of_another_site_are_not_changed(sandbox: Sandbox) {
        let lab = lab_library(sandbox).await;
        let (assistant, admin) = (staff(sandbox, "membershipAssistant").await, staff(sandbox, "administrator").await);
        assistant.put(&lab, &[("city", "Bend")]).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        assistant.put(&lab, &[("country", "x")]).await.expect_error(400, "INVALID_COUNTRY");
        assert_eq!(admin.put(&lab, &[("city", "Bend")]).await.expect_status(200).json["address"]["city"], "Bend");
        admin.put("/v2/organizations/nothing", &[]).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
    }
}
