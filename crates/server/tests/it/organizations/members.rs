//! POST /v2/organizations/{organizationId}/members.

use reqwest::Method;
use serde_json::{Value, json};
use store::proofs;

use super::{MEMBER, form_with, lab_library, school, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn a_new_member_has_everything_that_was_sent(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let form = form_with(&MEMBER, &[
            ("username", "noa.ash"), ("password", "sea-otter-7"), ("disabilityType", "visual"),
            ("disabilityType", "physical"), ("disabilityPlan", "iep"), ("proofSource", "nls"),
        ]);
        let reply = assistant.post(&members, &form).await.expect_status(201);
        let id = reply.json["userAccountId"].as_str().unwrap();
        let account = format!("/v2/accounts/{id}");
        let address = format!("{}{account}", sandbox.base());
        assert_eq!(reply.header("location"), address);
        let link = |rel: &str, rest: &str| json!({"rel": rel, "href": format!("{address}{rest}")});
        let expected = json!({
            "name": {"firstName": "Noa", "lastName": "Ash", "middle": null, "prefix": null, "suffix": null, "links": []},
            "userAccountId": id,
            "emailAddress": "noa.ash",
            "address": null,
            "guardian": null,
            "dateOfBirth": "2014-02-28",
            "grade": "K",
            "phoneNumber": null,
            "language": null,
            "site": "service",
            "allowAdultContent": false,
            "hasAgreement": true,
            "locked": false,
            "deleted": false,
            "canDownload": true,
            "hasServicePlus": true,
            "hasReadingCompanion": false,
            "safeSearch": false,
            "allowSearchDownloads": false,
            "roles": ["organizationMember"],
            "proofOfDisabilityStatus": "active",
            "subscriptionStatus": "active",
            "links": [
                link("self", ""), link("agreements", "/agreements"), link("subscriptions", "/subscriptions"),
                link("disabilities", "/pod"), link("preferences", "/preferences"),
                link("recommendationProfile", "/recommendationProfile"),
            ],
            "allows": ["PUT"],
        });
        assert_eq!(reply.json, expected);
        assert_eq!(assistant.get(&account).await.expect_status(200).json, expected);
        for rest in ["agreements", "subscriptions", "pod", "preferences", "recommendationProfile"] {
            assistant.get(&format!("{account}/{rest}")).await.expect_status(200);
        }
        let proofs = assistant.get(&format!("{account}/pod")).await.json["disabilities"].clone();
        assert_eq!(proofs, json!([
            {"disabilityType": "physical", "proofSource": "nls"}, {"disabilityType": "visual", "proofSource": "nls"},
        ]));

        let noa = User::sign_in_with_password(sandbox, "NOA.ash", "sea-otter-7").await;
        assert_eq!(noa.get("/v2/myAccount").await.expect_status(200).json["needsNewPassword"], false);
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let seen = sponsor.get(&format!("/v2/myOrganization/members/{id}")).await.expect_status(200).json;
        assert_eq!((&seen["plans"], &seen["disabilities"]), (&json!(["iep"]), &json!(["visual", "physical"])));
        assert_eq!(seen["onQuickList"], false, "staff have no quick list");
    }

    async fn required_fields_are_enough(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let made = assistant.post(&members, &MEMBER).await.expect_status(201).json;
        assert_eq!((&made["emailAddress"], &made["canDownload"]), (&Value::Null, &json!(false)));
        assert_eq!(made["proofOfDisabilityStatus"], "missing");
        let body = json!({"firstName": "J", "lastName": "Son", "dateOfBirth": "2010-01-01T00:00:00Z", "grade": "12",
            "disabilityType": ["learning"], "api_key": sandbox.key("privileged")});
        let call = sandbox.call(Method::POST, &members).bearer(assistant.token()).json(&body);
        let made = call.send().await.expect_status(201).json;
        assert_eq!((&made["dateOfBirth"], &made["proofOfDisabilityStatus"]), (&json!("2010-01-01"), &json!("active")));
        let db = sandbox.database().await;
        let known = proofs::list_for_account(&db, &made["userAccountId"].as_str().unwrap().into()).await.unwrap();
        db.close().await;
        let known: Vec<String> = known.iter().map(|proof| format!("{} {}", proof.kind, proof.source)).collect();
        assert_eq!(known, ["learning schoolVerified"], "the source when none is named");
    }

    async fn a_source_alone_proves_nothing(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let made = assistant.post(&members, &form_with(&MEMBER, &[("proofSource", "faxed")])).await.expect_status(201);
        assert_eq!(made.json["proofOfDisabilityStatus"], "missing");
    }

    async fn the_organization_says_what_its_members_start_with(sandbox: Sandbox) {
        let (assistant, school) = (staff(sandbox, "membershipAssistant").await, school(sandbox));
        let settings = [("safeSearch", "true"), ("allowSearchDownloads", "true"), ("canCreateUsers", "false"), ("readingCompanion", "true")];
        assistant.put(&school, &settings).await.expect_status(200);
        // Sponsors may add nobody: the staff may.
        let made = assistant.post(&format!("{school}/members"), &MEMBER).await.expect_status(201).json;
        assert_eq!((&made["safeSearch"], &made["allowSearchDownloads"]), (&json!(true), &json!(true)));
        assert_eq!((&made["hasServicePlus"], &made["hasReadingCompanion"]), (&json!(true), &json!(true)));
        assistant.put(&school, &[("agreementSigned", "false")]).await.expect_status(200);
        let account = format!("/v2/accounts/{}", made["userAccountId"].as_str().unwrap());
        assert_eq!(assistant.get(&account).await.expect_status(200).json["hasAgreement"], false);
    }

    async fn bad_forms_are_refused_with_every_fault(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let reply = assistant.post(&members, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let messages = reply.json["messages"].as_array().unwrap();
        assert_eq!(messages.len(), MEMBER.len());
        for ((name, _), message) in MEMBER.iter().zip(messages) {
            assert!(message.as_str().unwrap().starts_with(&format!("{name}: ")), "{message}");
        }
        for (more, key) in [
            (&[("username", "noa")][..], "MISSING_PARAMETER"),
            (&[("password", "sea-otter-7")], "MISSING_PARAMETER"),
            (&[("username", "noa"), ("password", "otter")], "INVALID_PASSWORD"),
            (&[("grade", "18")], "INVALID_PARAMETER"),
            (&[("dateOfBirth", "2999-01-01")], "INVALID_DATE"),
            (&[("disabilityType", "tired")], "INVALID_PARAMETER"),
            (&[("disabilityPlan", "504")], "INVALID_PARAMETER"),
            (&[("proofSource", "hearsay")], "INVALID_PARAMETER"),
        ] {
            assistant.post(&members, &form_with(&MEMBER, more)).await.expect_error(400, key);
        }
        let taken = form_with(&MEMBER, &[("username", "OLIVE"), ("password", "sea-otter-7")]);
        assistant.post(&members, &taken).await.expect_error(409, "USER_EXISTS");
        assert_eq!(assistant.get(&members).await.expect_status(200).json["totalResults"], 8, "nobody was added");
    }

    async fn an_organization_elsewhere_gets_nobody(sandbox: Sandbox) {
        let lab = format!("{}/members", lab_library(sandbox).await);
        let assistant = staff(sandbox, "membershipAssistant").await;
        assistant.post(&lab, &MEMBER).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        assistant.post(&lab, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assistant.post("/v2/organizations/nothing/members", &MEMBER).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        let admin = staff(sandbox, "administrator").await;
        let made = admin.post(&lab, &MEMBER).await.expect_status(201).json;
        assert_eq!(made["site"], "lab", "a member is of the organization's site");
    }
}
