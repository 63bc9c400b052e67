//! /v2/accounts/{userIdentifier}/agreements.

use serde_json::{Value, json};

use super::{account, members, staff};
use crate::one;
use crate::support::{Sandbox, User};

fn list(sandbox: &Sandbox, name: &str) -> String {
    format!("{}/agreements", account(sandbox, name))
}

const SIGNED_FORM: [(&str, &str); 3] =
    [("agreementType", "termsOfUse"), ("dateSigned", "2026-03-04"), ("printName", "Uma Patel")];

/// The form with one value changed.
fn but<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    SIGNED_FORM.into_iter().filter(|(given, _)| *given != name).chain([(name, value)]).collect()
}

one! {
    async fn a_signature_on_paper_is_recorded(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "unqualified"));
        let reply = assistant.post(&list, &SIGNED_FORM).await.expect_status(201);
        let record = &reply.json;
        assert_eq!(members(record), ["agreementId", "agreementType", "dateExpired", "dateSigned", "links", "printName",
            "recordingUser", "signedByLegalGuardian", "username"]);
        assert_eq!((&record["agreementType"], &record["printName"]), (&json!("individual"), &json!("Uma Patel")));
        assert_eq!((&record["dateSigned"], &record["dateExpired"]), (&json!("2026-03-04T00:00:00Z"), &Value::Null));
        assert_eq!(record["username"], sandbox.user("unqualified")["username"]);
        assert_eq!(record["recordingUser"], sandbox.user("membershipAssistant")["username"]);
        assert_eq!(record["signedByLegalGuardian"], false);
        let at = format!("{list}/{}", record["agreementId"].as_str().unwrap());
        assert_eq!(reply.link("self"), format!("{}{at}", sandbox.base()));
        assert_eq!(reply.header("location"), reply.link("self"));
        assert_eq!(assistant.get(&at).await.expect_status(200).json, *record);
        assert_eq!(assistant.get(&account(sandbox, "unqualified")).await.json["hasAgreement"], true);

        assistant.post(&list, &SIGNED_FORM).await.expect_error(409, "AGREEMENT_EXISTS");
        let volunteer = assistant.post(&list, &but("agreementType", "volunteer")).await.expect_status(201);
        assert_eq!(volunteer.json["agreementType"], "volunteer");
    }

    async fn all_are_listed_newest_first(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "individual"));
        let one = assistant.get(&list).await.expect_status(200).json;
        assert_eq!(members(&one), ["allows", "links", "signedAgreements"]);
        assert_eq!(one["allows"], json!(["POST"]));
        let own = &one["signedAgreements"][0];
        assert_eq!((&own["agreementId"], &own["recordingUser"]), (&json!("demo-individual-agreement"), &Value::Null));
        assistant.post(&list, &but("agreementType", "volunteer")).await.expect_status(201);
        assistant.post(&format!("{list}/demo-individual-agreement/expired"), &[]).await.expect_status(200);
        let reader = User::sign_in(sandbox, "individual").await;
        reader.post("/v2/myAccount/agreement", &[("printName", "Ines")]).await.expect_status(201);
        let page = assistant.get(&list).await.expect_status(200);
        let all = page.json["signedAgreements"].as_array().unwrap();
        assert_eq!(all.len(), 3);
        let dates: Vec<&str> = all.iter().map(|each| each["dateSigned"].as_str().unwrap()).collect();
        assert!(dates.is_sorted_by(|one, other| one >= other), "{dates:?}");
        let by = |kind: &str, current: bool| {
            let found = all.iter().find(|a| a["agreementType"] == kind && a["dateExpired"].is_null() == current);
            found.expect("the agreement is listed")["recordingUser"].clone()
        };
        assert_eq!(by("individual", true), sandbox.user("individual")["username"]);
        assert_eq!(by("individual", false), Value::Null);
        assert_eq!(by("volunteer", true), sandbox.user("membershipAssistant")["username"]);
        assert!(page.link("self").starts_with(&format!("{}{list}?api_key=", sandbox.base())));
    }

    async fn an_agreement_is_ended_once(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "individual"));
        let at = format!("{list}/demo-individual-agreement");
        let ended = assistant.post(&format!("{at}/expired"), &[]).await.expect_status(200);
        assert!(ended.json["dateExpired"].as_str().unwrap().ends_with('Z'));
        assert_eq!(ended.link("self"), format!("{}{at}", sandbox.base()));
        assert_eq!(assistant.get(&at).await.expect_status(200).json, ended.json);
        assert_eq!(assistant.post(&format!("{at}/expired"), &[]).await.expect_status(200).json, ended.json);
        assert_eq!(assistant.get(&account(sandbox, "individual")).await.json["hasAgreement"], false);
        assistant.post(&list, &SIGNED_FORM).await.expect_status(201);
        assert_eq!(assistant.get(&account(sandbox, "individual")).await.json["hasAgreement"], true);
    }

    async fn a_guardian_signs_for_someone_who_was_a_minor(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "minor"));
        let alone = but("agreementType", "volunteer");
        let refused = assistant.post(&list, &alone).await.expect_error(400, "INVALID_PARAMETER");
        assert!(refused.json["messages"][0].as_str().unwrap().starts_with("signedByLegalGuardian: "));
        let form: Vec<_> = alone.iter().copied().chain([("signedByLegalGuardian", "True")]).collect();
        let reply = assistant.post(&list, &form).await.expect_status(201);
        assert_eq!(reply.json["signedByLegalGuardian"], true);
        // An adult was a minor when she was young.
        let unqualified = super::account(sandbox, "unqualified") + "/agreements";
        assistant.post(&unqualified, &but("dateSigned", "1999-01-01")).await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn sponsors_sign_as_sponsors(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let reply = assistant.post(&list(sandbox, "sponsor"), &SIGNED_FORM).await.expect_status(201);
        assert_eq!(reply.json["agreementType"], "sponsor");
    }

    async fn an_organization_has_an_agreement_as_long_as_a_sponsor_has_one(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let school = format!("/v2/organizations/{}", sandbox.demo["organization"]["organizationId"].as_str().unwrap());
        let member = User::sign_in(sandbox, "orgMember").await;
        let assigned = member.get("/v2/myAssignedTitles").await.expect_status(200).json["titles"][0]["serviceId"].clone();
        let holds = async |expected: bool| {
            assert_eq!(assistant.get(&school).await.expect_status(200).json["hasOrgAgreement"], expected);
            let contact = assistant.get(&account(sandbox, "primaryContact")).await.json;
            assert_eq!((&contact["hasAgreement"], &contact["canDownload"]), (&json!(expected), &json!(expected)));
            let title = member.get(&format!("/v2/titles/{assigned}")).await.expect_status(200).json;
            assert_eq!(title["available"], expected);
        };
        let record = async |name: &str| {
            let reply = assistant.post(&list(sandbox, name), &SIGNED_FORM).await.expect_status(201);
            format!("{}/{}", list(sandbox, name), reply.json["agreementId"].as_str().unwrap())
        };
        let end = async |at: &str| {
            assistant.post(&format!("{at}/expired"), &[]).await.expect_status(200);
        };
        holds(true).await;
        for name in ["primaryContact", "sponsor"] {
            for old in assistant.get(&list(sandbox, name)).await.json["signedAgreements"].as_array().unwrap() {
                end(&format!("{}/{}", list(sandbox, name), old["agreementId"].as_str().unwrap())).await;
            }
        }
        let (one, other) = (record("primaryContact").await, record("sponsor").await);
        holds(true).await;
        // Agreements of others, and of volunteers, are not the organization's.
        end(&record("unqualified").await).await;
        let volunteer = assistant.post(&list(sandbox, "sponsor"), &but("agreementType", "volunteer")).await.expect_status(201);
        end(&format!("{}/{}", list(sandbox, "sponsor"), volunteer.json["agreementId"].as_str().unwrap())).await;
        holds(true).await;
        end(&one).await;
        holds(true).await;
        end(&other).await;
        holds(false).await;
        record("unqualified").await;
        assert_eq!(assistant.get(&school).await.json["hasOrgAgreement"], false);
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.post("/v2/myAccount/agreement", &[("printName", "Sol")]).await.expect_status(201);
        holds(true).await;
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        let (assistant, list) = (staff(sandbox, "membershipAssistant").await, list(sandbox, "unqualified"));
        // A client that reads with POST and an empty form gets an error for the missing parameter.
        let reply = assistant.post(&list, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), 3);
        for (name, value, key) in [
            ("agreementType", "individual", "INVALID_PARAMETER"), ("agreementType", "sponsor", "INVALID_PARAMETER"),
            ("dateSigned", "last week", "INVALID_DATE"), ("dateSigned", "2999-01-01", "INVALID_DATE"),
            ("dateSigned", "1881-01-01", "INVALID_DATE"),
            ("printName", "", "MISSING_PARAMETER"), ("printName", "two\nlines", "INVALID_PARAMETER"),
            ("signedByLegalGuardian", "perhaps", "INVALID_PARAMETER"),
        ] {
            let reply = assistant.post(&list, &but(name, value)).await.expect_error(400, key);
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        assert_eq!(assistant.get(&list).await.json["signedAgreements"], json!([]));
        assistant.post(&list, &but("dateSigned", "2026-03-04T09:30:00Z")).await.expect_status(201);
    }

    async fn agreements_of_other_accounts_are_not_found(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for id in ["nothing", "demo-individual-agreement"] {
            let at = format!("{}/{id}", list(sandbox, "individual2"));
            assistant.get(&at).await.expect_error(404, "AGREEMENT_NOT_FOUND");
            assistant.post(&format!("{at}/expired"), &[]).await.expect_error(404, "AGREEMENT_NOT_FOUND");
        }
        let there = list(sandbox, "labIndividual");
        assistant.get(&there).await.expect_error(404, "USER_NOT_FOUND");
        assistant.post(&there, &SIGNED_FORM).await.expect_error(404, "USER_NOT_FOUND");
        let one = format!("{there}/demo-labIndividual-agreement");
        assistant.get(&one).await.expect_error(404, "USER_NOT_FOUND");
        assistant.post(&format!("{one}/expired"), &[]).await.expect_error(404, "USER_NOT_FOUND");
        let administrator = staff(sandbox, "administrator").await;
        administrator.post(&format!("{one}/expired"), &[]).await.expect_status(200);
    }
}
