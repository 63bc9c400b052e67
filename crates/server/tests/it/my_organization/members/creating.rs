//! POST /v2/myOrganization/members.

use domain::OrganizationId;
use serde_json::{Value, json};

use super::{FORM, MEMBERS, TAGS, add, admin, path};
use crate::one;
use crate::support::{Sandbox, User};

async fn update(db: &store::Db, school: &domain::organizations::Organization) {
    let mut tx = db.begin().await.unwrap();
    store::organizations::update(&mut tx, school).await.unwrap();
    tx.commit().await.unwrap();
}

one! {
    async fn a_new_member_has_everything_that_was_sent(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        let tag = sponsor.post(TAGS, &[("schoolName", "Annex")]).await.expect_status(201).json["rosterTagId"].to_string();
        let more = [
            ("username", "noa.ash"), ("password", "sea-otter-7"), ("disabilityType", "visual"), ("disabilityType", "physical"),
            ("disabilityPlan", "iep"), ("rosterTagId", tag.as_str()),
        ];
        let reply = add(&sponsor, &more).await.expect_status(201);
        let location = reply.header("location").to_owned();
        let id = reply.json["userAccountId"].as_str().unwrap();
        assert_eq!(location, format!("{}{MEMBERS}/{id}", sandbox.base()));
        let expected = json!({
            "allowAdultContent": false, "allowSearchDownloads": false, "allows": ["PUT", "DELETE"], "canDownload": true,
            "dateOfBirth": "2014-02-28", "disabilities": ["visual", "physical"], "emailAddress": null, "grade": "K",
            "hasAgreement": true, "language": null,
            "links": [{"rel": "self", "href": location}, {"rel": "preferences", "href": format!("{location}/preferences")}],
            "locked": false,
            "name": {"firstName": "Noa", "lastName": "Ash", "middle": null, "prefix": null, "suffix": null, "links": []},
            "onQuickList": true, "phoneNumber": null, "plans": ["iep"], "preferredFormat": null,
            "roles": ["organizationMember"],
            "rosterTag": {
                "rosterTagId": tag.parse::<i64>().unwrap(), "districtName": null, "schoolName": "Annex",
                "links": [{"rel": "self", "href": format!("{}{TAGS}?rosterTagId={tag}", sandbox.base())}],
            },
            "safeSearch": false, "sponsorManageable": true, "userAccountId": id, "userName": "noa.ash",
        });
        assert_eq!(reply.json, expected);
        assert_eq!(sponsor.get(&path(&reply)).await.expect_status(200).json, expected);
        assert_eq!(sponsor.get(&format!("{MEMBERS}/NOA.ash")).await.expect_status(200).json, expected, "by user name");

        let noa = User::sign_in_with_password(sandbox, "noa.ash", "sea-otter-7").await;
        let account = noa.get("/v2/myAccount").await.expect_status(200).json;
        assert_eq!((&account["needsNewPassword"], &account["canDownload"]), (&json!(false), &json!(true)));
        assert_eq!(account["studentStatus"]["grade"]["gradeCode"], "K");
        noa.get(MEMBERS).await.expect_error(403, "NOT_SPONSOR");
        let colleague = User::sign_in(sandbox, "primaryContact").await;
        let seen = colleague.get(&path(&reply)).await.expect_status(200).json;
        assert_eq!(seen["onQuickList"], false, "a quick list is one sponsor's own");
    }

    async fn the_required_fields_are_enough(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "primaryContact").await;
        let reply = add(&sponsor, &[("onQuickList", "false")]).await.expect_status(201);
        for (field, value) in [
            ("userName", Value::Null), ("disabilities", json!([])), ("plans", json!([])), ("onQuickList", json!(false)),
            ("rosterTag", Value::Null), ("canDownload", json!(false)),
        ] {
            assert_eq!(reply.json[field], value, "{field}");
        }
        add(&sponsor, &[]).await.expect_status(201);
        let body = json!({"firstName": "J", "lastName": "Son", "dateOfBirth": "2010-01-01", "grade": "12",
            "disabilityType": ["learning"], "api_key": sandbox.key("privileged")});
        let token = sandbox.token("sponsor").await;
        let reply = sandbox.call(reqwest::Method::POST, MEMBERS).bearer(&token).json(&body).send().await;
        assert_eq!(reply.expect_status(201).json["disabilities"], json!(["learning"]));
    }

    async fn bad_forms_are_refused_with_every_fault(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        let reply = sponsor.post(MEMBERS, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let messages: Vec<&str> = reply.json["messages"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(messages.len(), 4);
        for ((name, _), message) in FORM.iter().zip(messages) {
            assert!(message.starts_with(&format!("{name}: ")), "{message}");
        }
        for (more, key) in [
            (&[("username", "noa")][..], "MISSING_PARAMETER"),
            (&[("password", "sea-otter-7")], "MISSING_PARAMETER"),
            (&[("username", "noa"), ("password", "otter")], "INVALID_PASSWORD"),
            (&[("grade", "18")], "INVALID_PARAMETER"),
            (&[("dateOfBirth", "2999-01-01")], "INVALID_DATE"),
            (&[("dateOfBirth", "soon")], "INVALID_DATE"),
            (&[("disabilityType", "tired")], "INVALID_PARAMETER"),
            (&[("disabilityPlan", "504")], "INVALID_PARAMETER"),
            (&[("rosterTagId", "99999")], "INVALID_PARAMETER"),
            (&[("rosterTagId", "north")], "INVALID_PARAMETER"),
            (&[("onQuickList", "maybe")], "INVALID_PARAMETER"),
            (&[("username", ".."), ("password", "sea-otter-7")], "INVALID_PARAMETER"),
        ] {
            add(&sponsor, more).await.expect_error(400, key);
        }
        let taken = add(&sponsor, &[("username", "OLIVE"), ("password", "sea-otter-7")]).await;
        taken.expect_error(409, "USER_EXISTS");
        // Two keyboards, one name.
        let name = |accent: &str| format!("ren{accent}");
        let put_together = [("username", name("\u{e9}")), ("username", name("e\u{301}"))];
        for ((_, name), status) in put_together.iter().zip([201, 409]) {
            let taken = add(&sponsor, &[("username", name), ("password", "sea-otter-7")]).await;
            taken.expect_status(status);
        }
        let all = sponsor.get(MEMBERS).await.expect_status(200);
        assert_eq!(all.json["totalResults"], 9, "one was added");
    }

    async fn only_sponsors_with_a_key_for_it_add_members(sandbox: Sandbox) {
        User::sign_in(sandbox, "sponsor").await.post(MEMBERS, &FORM).await.expect_error(403, "CLIENT_NOT_ALLOWED");
        for other in ["individual", "orgMember", "membershipAssistant", "administrator"] {
            admin(sandbox, other).await.post(MEMBERS, &FORM).await.expect_error(403, "NOT_SPONSOR");
        }
        let guest = sandbox.call(reqwest::Method::POST, MEMBERS).query(&[("api_key", sandbox.key("privileged"))]);
        guest.form(&FORM).send().await.expect_error(401, "UNAUTHORIZED");
    }

    async fn an_organization_may_be_closed_to_new_members(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        assert_eq!(sponsor.get(MEMBERS).await.expect_status(200).json["allows"], json!(["POST"]));
        let id = OrganizationId::from(sandbox.demo["organization"]["organizationId"].as_str().unwrap());
        let db = sandbox.database().await;
        let mut school = store::organizations::get(&db, &id).await.unwrap().unwrap();
        (school.can_create_users, school.safe_search) = (false, true);
        update(&db, &school).await;
        add(&sponsor, &[]).await.expect_error(403, "CANNOT_CREATE_USERS");
        add(&sponsor, &[("grade", "18")]).await.expect_error(400, "INVALID_PARAMETER");
        assert_eq!(sponsor.get(MEMBERS).await.expect_status(200).json["allows"], Value::Null);
        school.can_create_users = true;
        update(&db, &school).await;
        db.close().await;
        let reply = add(&sponsor, &[]).await.expect_status(201);
        assert_eq!(reply.json["safeSearch"], true, "the organization's default");
    }
}
