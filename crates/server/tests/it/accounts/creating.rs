//! POST /v2/accounts.

use serde_json::{Value, json};

use super::{ACCOUNTS, FORM, PASSWORD, admit, audited_endpoints, members, path, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn the_record_has_every_member(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let reply = admit(&assistant, &[
            ("phoneNumber", "+1 503 555 0177"), ("address1", "7 Quay Road"), ("address2", "Flat 2"), ("city", "Astoria"),
            ("state", "OR"), ("postalCode", "97103"), ("language", "SPA"), ("allowAdultContent", "False"),
            ("dateOfBirth", "2012-03-01"), ("guardianFirstName", "Rosa"), ("guardianLastName", "Brook"),
        ]).await.expect_status(201);
        let record = &reply.json;
        assert_eq!(members(record), [
            "address", "allowAdultContent", "allowSearchDownloads", "allows", "canDownload", "dateOfBirth", "deleted",
            "emailAddress", "grade", "guardian", "hasAgreement", "hasReadingCompanion", "hasServicePlus", "language",
            "links", "locked", "name", "phoneNumber", "proofOfDisabilityStatus", "roles", "safeSearch", "site",
            "subscriptionStatus", "userAccountId",
        ]);
        for (member, value) in [
            ("emailAddress", json!("nadia@shelf.example")), ("dateOfBirth", json!("2012-03-01")),
            ("phoneNumber", json!("+1 503 555 0177")), ("language", json!("spa")), ("site", json!("service")),
            ("grade", Value::Null), ("allowAdultContent", json!(false)), ("hasAgreement", json!(false)),
            ("locked", json!(false)), ("deleted", json!(false)), ("canDownload", json!(false)),
            ("hasServicePlus", json!(false)), ("hasReadingCompanion", json!(false)), ("safeSearch", json!(false)),
            ("allowSearchDownloads", json!(false)), ("roles", json!(["individual"])),
            ("proofOfDisabilityStatus", json!("missing")), ("subscriptionStatus", json!("missing")),
            ("allows", json!(["PUT"])),
        ] {
            assert_eq!(record[member], value, "{member}");
        }
        let person = |first: &str| json!({"firstName": first, "lastName": "Brook", "middle": null, "prefix": null,
            "suffix": null, "links": []});
        assert_eq!((&record["name"], &record["guardian"]), (&person("Nadia"), &person("Rosa")));
        assert_eq!(record["address"], json!({"address1": "7 Quay Road", "address2": "Flat 2", "city": "Astoria",
            "state": "US-OR", "country": "US", "postalCode": "97103"}));

        let at = reply.link("self");
        assert_eq!((reply.header("location"), &at), (at.as_str(), &format!("{}{}", sandbox.base(), path(&reply))));
        for (rel, word) in [("agreements", "agreements"), ("subscriptions", "subscriptions"), ("disabilities", "pod"),
            ("preferences", "preferences"), ("recommendationProfile", "recommendationProfile")] {
            assert_eq!(reply.link(rel), format!("{at}/{word}"));
        }
        assert_eq!(assistant.get(&path(&reply)).await.expect_status(200).json, *record);
        let read = audited_endpoints(sandbox, record["userAccountId"].as_str().unwrap());
        assert_eq!(read, ["GET /v2/accounts/{userIdentifier}", "POST /v2/accounts"]);
    }

    async fn omitted_fields_are_null_or_defaults(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let record = admit(&assistant, &[]).await.expect_status(201).json;
        for member in ["guardian", "phoneNumber", "language", "grade"] {
            assert_eq!(record[member], Value::Null, "{member}");
        }
        assert_eq!(record["address"], json!({"address1": null, "address2": null, "city": null, "state": null,
            "country": "US", "postalCode": null}));
        assert_eq!(record["allowAdultContent"], true, "grown up");
        let volunteer = [("emailAddress", "vic@shelf.example"), ("role", "volunteer"), ("dateOfBirth", "")];
        let record = admit(&assistant, &volunteer).await.expect_status(201).json;
        assert_eq!((&record["allowAdultContent"], &record["dateOfBirth"]), (&json!(false), &Value::Null));
        let chosen = [("emailAddress", "vera2@shelf.example"), ("role", "volunteer"), ("dateOfBirth", ""),
            ("allowAdultContent", "1")];
        assert_eq!(admit(&assistant, &chosen).await.expect_status(201).json["allowAdultContent"], true);
    }

    async fn json_is_taken_and_empty_values_count_as_not_sent(sandbox: Sandbox) {
        let token = sandbox.token("membershipAssistant").await;
        let body = json!({"api_key": sandbox.key("privileged"), "firstName": "Nadia", "lastName": "Brook",
            "emailAddress": "nadia@shelf.example", "country": "us", "dateOfBirth": "1990-04-12T08:00:00Z",
            "password": "", "phoneNumber": "", "allowAdultContent": false});
        let call = sandbox.call(reqwest::Method::POST, ACCOUNTS).bearer(&token).json(&body);
        let record = call.send().await.expect_status(201).json;
        assert_eq!((&record["dateOfBirth"], &record["phoneNumber"]), (&json!("1990-04-12"), &Value::Null));
        assert_eq!(record["allowAdultContent"], false);
    }

    async fn every_role_that_staff_give(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for role in ["individual", "volunteer", "trustedVolunteer", "collectionAssistant", "membershipAssistant"] {
            let email = format!("{}@roles.example", role.to_lowercase());
            let reply = admit(&assistant, &[("role", role), ("emailAddress", &email)]).await.expect_status(201);
            assert_eq!(reply.json["roles"], json!([role]));
        }
        for role in ["administrator", "organizationMember", "organizationSponsor", "Individual"] {
            admit(&assistant, &[("role", role)]).await.expect_error(400, "INVALID_PARAMETER");
        }
    }

    async fn a_new_account_can_sign_in_immediately_with_its_password(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        admit(&assistant, &[("password", PASSWORD)]).await.expect_status(201);
        let nadia = User::sign_in_with_password(sandbox, "NADIA@shelf.example", PASSWORD).await;
        let own = nadia.get("/v2/myAccount").await.expect_status(200).json;
        assert_eq!((&own["needsNewPassword"], &own["name"]["firstName"]), (&json!(false), &json!("Nadia")));
        admit(&assistant, &[("emailAddress", "later@shelf.example")]).await.expect_status(201);
        assert_eq!(sandbox.sign_in("trusted", "later@shelf.example", "").await.status, 400);
    }

    async fn names_are_unique_over_all_sites(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for taken in ["individual", "labIndividual", "orgMember"] {
            let name = sandbox.user(taken)["username"].as_str().unwrap();
            if name.contains('@') {
                let reply = admit(&assistant, &[("emailAddress", &name.to_uppercase())]).await;
                reply.expect_error(409, "USER_EXISTS");
            }
        }
        admit(&assistant, &[]).await.expect_status(201);
        admit(&assistant, &[]).await.expect_error(409, "USER_EXISTS");
    }

    async fn only_administrators_choose_the_site(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        admit(&assistant, &[("site", "lab")]).await.expect_error(403, "FORBIDDEN");
        let own = admit(&assistant, &[("site", "service")]).await.expect_status(201);
        assert_eq!(own.json["site"], "service");
        let administrator = staff(sandbox, "administrator").await;
        let lab = [("site", "lab"), ("emailAddress", "noor@lab.example")];
        let there = admit(&administrator, &lab).await.expect_status(201);
        assert_eq!(there.json["site"], "lab");
        assistant.get(&path(&there)).await.expect_error(404, "USER_NOT_FOUND");
        administrator.get(&path(&there)).await.expect_status(200);
        let nowhere = [("site", "moon"), ("emailAddress", "luna@shelf.example")];
        admit(&administrator, &nowhere).await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn all_missing_parameters_are_named_together(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let missing = async |form: &[(&str, &str)]| {
            let reply = assistant.post(ACCOUNTS, form).await.expect_error(400, "MISSING_PARAMETER");
            let messages = reply.json["messages"].as_array().unwrap().clone();
            messages.iter().map(|text| text.as_str().unwrap().split(':').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(missing(&[]).await, ["firstName", "lastName", "emailAddress", "country", "dateOfBirth"]);
        let volunteer = [("role", "volunteer"), ("firstName", "Vic")];
        assert_eq!(missing(&volunteer).await, ["lastName", "emailAddress", "country"]);
        // A minor needs a guardian.
        let minor: Vec<_> = FORM.iter().copied().filter(|(name, _)| *name != "dateOfBirth")
            .chain([("dateOfBirth", "2015-01-01")]).collect();
        assert_eq!(missing(&minor).await, ["guardianFirstName", "guardianLastName"]);
    }

    async fn bad_values_are_refused(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for (name, value, key) in [
            ("country", "Atlantis", "INVALID_COUNTRY"), ("emailAddress", "nadia", "INVALID_EMAIL"),
            ("dateOfBirth", "12.4.1990", "INVALID_DATE"), ("dateOfBirth", "2999-01-01", "INVALID_DATE"),
            ("language", "english", "INVALID_LANGUAGE"), ("state", "Bavaria", "INVALID_PARAMETER"),
            ("password", "short1", "INVALID_PASSWORD"), ("password", "onlyletters", "INVALID_PASSWORD"),
            ("allowAdultContent", "maybe", "INVALID_PARAMETER"), ("role", "reader", "INVALID_PARAMETER"),
            ("firstName", "a\nb", "INVALID_PARAMETER"), ("lastName", &"x".repeat(256), "INVALID_PARAMETER"),
        ] {
            let reply = admit(&assistant, &[(name, value)]).await.expect_error(400, key);
            let message = reply.json["messages"][0].as_str().unwrap();
            assert!(message.starts_with(&format!("{name}: ")), "{message}");
        }
        admit(&assistant, &[]).await.expect_status(201);
    }
}
