//! GET and PUT /v2/accounts/{userIdentifier}.

use reqwest::Method;
use serde_json::{Value, json};

use super::{ACCOUNTS, account, admit, audited_endpoints, id, lab_staff, path, staff};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn only_individual_members_must_have_a_birth_date(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let volunteer = account(sandbox, "volunteer");
        let dated = assistant.put(&volunteer, &[("dateOfBirth", "1980-02-03")]).await.expect_status(200).json;
        assert_eq!(dated["dateOfBirth"], "1980-02-03");
        let cleared = assistant.put(&volunteer, &[("dateOfBirth", "")]).await.expect_status(200).json;
        assert_eq!(cleared["dateOfBirth"], Value::Null);
        let individual = account(sandbox, "individual");
        assistant.put(&individual, &[("dateOfBirth", "")]).await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn an_account_is_named_by_identifier_or_user_name(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let ines = sandbox.user("individual")["username"].as_str().unwrap();
        for name in [id(sandbox, "individual"), ines, &ines.replace('@', "%40"), &ines.to_uppercase()] {
            let record = assistant.get(&format!("{ACCOUNTS}/{name}")).await.expect_status(200);
            assert_eq!(record.json["userAccountId"], id(sandbox, "individual"), "{name}");
            assert_eq!(record.link("self"), format!("{}{}", sandbox.base(), account(sandbox, "individual")));
        }
        assert_eq!(audited_endpoints(sandbox, "demo-individual").len(), 4);
        for name in ["nobody", "nobody%40example.org", "x%00"] {
            let reply = assistant.get(&format!("{ACCOUNTS}/{name}")).await.expect_status(404);
            assert!(reply.json["key"] == "USER_NOT_FOUND" || name == "x%00", "{}", reply.json);
        }
    }

    async fn the_standing_of_each_kind_of_account(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let of = async |name: &str| assistant.get(&account(sandbox, name)).await.expect_status(200).json;
        let standing = |record: &Value| {
            ["hasAgreement", "subscriptionStatus", "proofOfDisabilityStatus", "canDownload", "allowAdultContent"]
                .map(|member| record[member].clone())
        };
        let individual = of("individual").await;
        assert_eq!(standing(&individual), [json!(true), json!("active"), json!("active"), json!(true), json!(true)]);
        let unqualified = of("unqualified").await;
        assert_eq!(standing(&unqualified),
            [json!(false), json!("missing"), json!("missing"), json!(false), json!(true)]);
        let minor = of("minor").await;
        assert_eq!(standing(&minor), [json!(true), json!("active"), json!("active"), json!(true), json!(false)]);
        assert!(minor["guardian"].is_object());
        let member = of("orgMember").await;
        assert_eq!(standing(&member), [json!(true), json!("active"), json!("active"), json!(true), json!(false)]);
        assert_eq!((&member["roles"], &member["emailAddress"]), (&json!(["organizationMember"]), &json!("olive")));
        assert!(member["grade"].is_string());
        let sponsor = of("sponsor").await;
        assert_eq!(sponsor["proofOfDisabilityStatus"], "missing", "sponsors need none");
        assert_eq!(sponsor["roles"], json!(["organizationSponsor"]));
    }

    async fn the_grade_of_an_individual_is_what_the_reader_says(sandbox: Sandbox) {
        let reader = User::sign_in(sandbox, "individual").await;
        reader.put("/v2/myAccount/studentProfile", &[("grade", "13")]).await.expect_status(200);
        let assistant = staff(sandbox, "membershipAssistant").await;
        assert_eq!(assistant.get(&account(sandbox, "individual")).await.expect_status(200).json["grade"], "13");
    }

    async fn only_what_is_sent_changes(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let full = [("phoneNumber", "1"), ("address1", "7 Quay Road"), ("city", "Astoria"), ("state", "US-OR"),
            ("language", "eng")];
        let made = admit(&assistant, &full).await.expect_status(201);
        let at = path(&made);
        assert_eq!(assistant.put(&at, &[]).await.expect_status(200).json, made.json);

        let mut expected = made.json.clone();
        expected["phoneNumber"] = json!("2");
        expected["name"]["lastName"] = json!("Stream");
        let changed = assistant.put(&at, &[("phoneNumber", "2"), ("lastName", "Stream")]).await.expect_status(200);
        assert_eq!(changed.json, expected);
        let clear = [("phoneNumber", ""), ("address1", ""), ("state", ""), ("language", ""), ("postalCode", "")];
        let cleared = assistant.put(&at, &clear).await.expect_status(200).json;
        assert_eq!((&cleared["phoneNumber"], &cleared["language"]), (&Value::Null, &Value::Null));
        assert_eq!((&cleared["address"]["address1"], &cleared["address"]["city"]), (&Value::Null, &json!("Astoria")));
        assert_eq!(assistant.get(&at).await.json, cleared);
        for required in ["firstName", "lastName", "emailAddress", "country", "dateOfBirth", "role", "site", "password"] {
            let reply = assistant.put(&at, &[(required, "")]).await.expect_error(400, "INVALID_PARAMETER");
            assert_eq!(reply.json["messages"], json!([format!("{required}: must not be empty")]));
        }
        let put = sandbox.call(Method::PUT, &at).query(&[("api_key", sandbox.key("privileged"))])
            .bearer(&sandbox.token("membershipAssistant").await).json(&json!({"allowAdultContent": false, "city": null}));
        let record = put.send().await.expect_status(200).json;
        assert_eq!((&record["allowAdultContent"], &record["address"]["city"]), (&json!(false), &Value::Null));
        assert_eq!(audited_endpoints(sandbox, made.json["userAccountId"].as_str().unwrap())[0], "PUT /v2/accounts/{userIdentifier}");
    }

    async fn another_address_is_another_user_name(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = account(sandbox, "individual");
        let record = assistant.put(&at, &[("emailAddress", "ines@new.example")]).await.expect_status(200).json;
        assert_eq!(record["emailAddress"], "ines@new.example");
        let ines = sandbox.user("individual");
        let (old, password) = (ines["username"].as_str().unwrap(), ines["password"].as_str().unwrap());
        sandbox.sign_in("trusted", "ines@new.example", password).await.expect_status(200);
        sandbox.sign_in("trusted", old, password).await.expect_status(400);
        assistant.get(&format!("{ACCOUNTS}/{old}")).await.expect_error(404, "USER_NOT_FOUND");
        let taken = sandbox.user("labIndividual")["username"].as_str().unwrap();
        assistant.put(&at, &[("emailAddress", taken)]).await.expect_error(409, "USER_EXISTS");
    }

    async fn another_role_takes_the_place_of_the_old_one(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let roles = async |name: &str, form: &[(&str, &str)]| {
            assistant.put(&account(sandbox, name), form).await.expect_status(200).json["roles"].clone()
        };
        assert_eq!(roles("individual", &[("role", "trustedVolunteer")]).await, json!(["trustedVolunteer"]));
        assert_eq!(roles("sponsor", &[("role", "volunteer")]).await, json!(["organizationSponsor", "volunteer"]));
        // A pupil needs a guardian to become an individual member.
        let member = account(sandbox, "orgMember");
        let alone = assistant.put(&member, &[("role", "individual")]).await;
        alone.expect_error(400, "MISSING_PARAMETER");
        let form = [("role", "individual"), ("guardianFirstName", "Rosa"), ("guardianLastName", "Marsh")];
        assert_eq!(roles("orgMember", &form).await, json!(["individual", "organizationMember"]));
        // Nor is there an individual member without a birth date.
        let vic = [("emailAddress", "vic@shelf.example"), ("role", "volunteer"), ("dateOfBirth", "")];
        let vic = path(&admit(&assistant, &vic).await.expect_status(201));
        let refused = assistant.put(&vic, &[("role", "individual")]).await.expect_error(400, "MISSING_PARAMETER");
        assert!(refused.json["messages"][0].as_str().unwrap().starts_with("dateOfBirth: "), "{}", refused.json);
        let form = [("role", "individual"), ("dateOfBirth", "1980-01-01")];
        assert_eq!(assistant.put(&vic, &form).await.expect_status(200).json["roles"], json!(["individual"]));
    }

    async fn only_administrators_move_accounts_between_sites(sandbox: Sandbox) {
        let (assistant, administrator) =
            (staff(sandbox, "membershipAssistant").await, staff(sandbox, "administrator").await);
        let at = account(sandbox, "individual");
        assistant.put(&at, &[("site", "lab")]).await.expect_error(403, "FORBIDDEN");
        assistant.put(&at, &[("site", "service")]).await.expect_status(200);
        let moved = administrator.put(&at, &[("site", "lab")]).await.expect_status(200);
        assert_eq!(moved.json["site"], "lab");
        assistant.get(&at).await.expect_error(404, "USER_NOT_FOUND");
        let member = account(sandbox, "orgMember");
        administrator.put(&member, &[("site", "lab")]).await.expect_error(400, "INVALID_PARAMETER");
        administrator.put(&member, &[("site", "moon")]).await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn an_assistant_does_not_become_an_administrator(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = account(sandbox, "administrator");
        assert_eq!(assistant.get(&at).await.expect_status(200).json["allows"], Value::Null);
        for form in [("emailAddress", "mine@shelf.example"), ("password", "mine-all-mine-1"), ("phoneNumber", "1")] {
            assistant.put(&at, &[form]).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        }
        let administrator = staff(sandbox, "administrator").await;
        let record = administrator.put(&at, &[("phoneNumber", "1")]).await.expect_status(200).json;
        assert_eq!((&record["allows"], &record["roles"]), (&json!(["PUT"]), &json!(["administrator"])));
    }

    async fn other_sites_do_not_exist_for_an_assistant(sandbox: Sandbox) {
        let (assistant, there) = (staff(sandbox, "membershipAssistant").await, lab_staff(sandbox).await);
        for (staff, own, other) in [(&assistant, "individual", "labIndividual"), (&there, "labIndividual", "individual")] {
            staff.put(&account(sandbox, own), &[("phoneNumber", "1")]).await.expect_status(200);
            staff.get(&account(sandbox, other)).await.expect_error(404, "USER_NOT_FOUND");
            staff.put(&account(sandbox, other), &[("phoneNumber", "1")]).await.expect_error(404, "USER_NOT_FOUND");
        }
        let administrator = staff(sandbox, "administrator").await;
        for name in ["individual", "labIndividual"] {
            administrator.put(&account(sandbox, name), &[("phoneNumber", "2")]).await.expect_status(200);
        }
    }

    async fn a_removed_account_is_shown_and_not_changed(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        sponsor.delete("/v2/myOrganization/members/demo-orgMember2").await.expect_status(204);
        let assistant = staff(sandbox, "membershipAssistant").await;
        let at = account(sandbox, "orgMember2");
        let record = assistant.get(&at).await.expect_status(200).json;
        assert_eq!((&record["deleted"], &record["allows"], &record["canDownload"]),
            (&json!(true), &Value::Null, &json!(false)));
        assistant.put(&at, &[("phoneNumber", "1")]).await.expect_error(404, "USER_NOT_FOUND");
    }

    async fn bad_values_come_before_the_account(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        for (name, value, key) in [
            ("country", "Atlantis", "INVALID_COUNTRY"), ("emailAddress", "ines", "INVALID_EMAIL"),
            ("dateOfBirth", "yesterday", "INVALID_DATE"), ("language", "english", "INVALID_LANGUAGE"),
            ("password", "short1", "INVALID_PASSWORD"), ("role", "administrator", "INVALID_PARAMETER"),
        ] {
            assistant.put(&format!("{ACCOUNTS}/nobody"), &[(name, value)]).await.expect_error(400, key);
        }
        let at = account(sandbox, "individual");
        assistant.put(&at, &[("state", "Bavaria")]).await.expect_error(400, "INVALID_PARAMETER");
        assistant.put(&at, &[("dateOfBirth", "2015-01-01")]).await.expect_error(400, "MISSING_PARAMETER");
    }

    async fn without_an_identifier_there_is_only_post(sandbox: Sandbox) {
        let assistant = staff(sandbox, "membershipAssistant").await;
        let reply = assistant.get(ACCOUNTS).await.expect_error(405, "METHOD_NOT_ALLOWED");
        assert_eq!(reply.header("allow"), "POST");
    }
}
