//! PUT /v2/myOrganization/members/{userIdentifier}.

use domain::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::{TAGS, add, admin, give_role, member, path};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn only_sent_fields_change(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        let tag = sponsor.post(TAGS, &[("districtName", "North")]).await.expect_status(201).json;
        let id = tag["rosterTagId"].to_string();
        let before = add(&sponsor, &[("disabilityType", "visual"), ("disabilityPlan", "iep")]).await.expect_status(201);
        let mut expected = before.json.clone();
        for (form, changes) in [
            (vec![], vec![]),
            (vec![("firstName", "Nia"), ("lastName", "Elm")], vec![]),
            (vec![("dateOfBirth", "2012-12-31T00:00:00Z"), ("grade", "3")], vec![("dateOfBirth", json!("2012-12-31")), ("grade", json!("3"))]),
            (vec![("onQuickList", "false")], vec![("onQuickList", json!(false))]),
            (vec![("rosterTagId", id.as_str())], vec![("rosterTag", tag.clone())]),
            (vec![("rosterTagId", "")], vec![("rosterTag", Value::Null)]),
            (vec![("safeSearch", "TRUE"), ("allowSearchDownloads", "1")], vec![("safeSearch", json!(true)), ("allowSearchDownloads", json!(true))]),
            (vec![("allowSearchDownloads", "")], vec![("allowSearchDownloads", json!(false))]),
            (vec![("disabilityType", "learning"), ("disabilityType", "physical")], vec![("disabilities", json!(["learning", "physical"]))]),
            (vec![("disabilityType", "")], vec![("disabilities", json!([])), ("canDownload", json!(false))]),
            (vec![("disabilityPlan", "section504")], vec![("plans", json!(["section504"]))]),
            (vec![("disabilityPlan", "")], vec![("plans", json!([]))]),
            (vec![("onQuickList", "true"), ("disabilityType", "nonspecific")], vec![("onQuickList", json!(true)), ("disabilities", json!(["nonspecific"])), ("canDownload", json!(true))]),
        ] {
            if form.iter().any(|(name, _)| *name == "firstName") {
                (expected["name"]["firstName"], expected["name"]["lastName"]) = (json!("Nia"), json!("Elm"));
            }
            for (field, value) in changes {
                expected[field] = value;
            }
            let reply = sponsor.put(&path(&before), &form).await.expect_status(200);
            assert_eq!(reply.json, expected, "{form:?}");
            assert_eq!(sponsor.get(&path(&before)).await.expect_status(200).json, expected);
        }
    }

    async fn a_user_name_comes_with_a_password(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let olive = User::sign_in(sandbox, "orgMember").await;
        let path = member(sandbox, "orgMember");
        for form in [
            &[("username", "olivia")][..], &[("password", "tide-pool-22")], &[("username", "olivia"), ("password", "")],
            &[("username", ""), ("password", "tide-pool-22")],
        ] {
            sponsor.put(&path, form).await.expect_error(400, "MISSING_PARAMETER");
        }
        sponsor.put(&path, &[("password", "")]).await.expect_error(400, "INVALID_PARAMETER");
        sponsor.put(&path, &[("username", "x"), ("password", "short")]).await.expect_error(400, "INVALID_PASSWORD");
        olive.get("/v2/me").await.expect_status(200);
        let both = [("username", "olivia"), ("password", "tide-pool-22")];
        let reply = sponsor.put(&path, &both).await.expect_status(200);
        assert_eq!(reply.json["userName"], "olivia");
        olive.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(sandbox.sign_in("trusted", "olive", "Olive-reads-2026").await.status, 400);
        let olivia = User::sign_in_with_password(sandbox, "OLIVIA", "tide-pool-22").await;
        let taken = [("username", "Sam@Sandbox.example"), ("password", "tide-pool-22")];
        sponsor.put(&path, &taken).await.expect_error(409, "USER_EXISTS");
        olivia.get("/v2/me").await.expect_status(200);

        let reply = sponsor.put(&path, &[("username", "")]).await.expect_status(200);
        assert_eq!(reply.json["userName"], Value::Null);
        olivia.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(sandbox.sign_in("trusted", "olivia", "tide-pool-22").await.status, 400);
        let other = member(sandbox, "orgMember2");
        sponsor.put(&other, &both).await.expect_status(200);
        User::sign_in_with_password(sandbox, "olivia", "tide-pool-22").await;
    }

    async fn an_address_does_not_sign_in_once_the_sign_in_is_taken_away(sandbox: Sandbox) {
        let (sponsor, olive) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "orgMember").await);
        olive.put("/v2/myAccount", &[("emailAddress", "olive@kids.example")]).await.expect_status(200);
        let path = member(sandbox, "orgMember");
        assert_eq!(sponsor.get(&path).await.expect_status(200).json["emailAddress"], "olive@kids.example");
        let reply = sponsor.put(&path, &[("username", "")]).await.expect_status(200).json;
        assert_eq!((&reply["userName"], &reply["emailAddress"]), (&Value::Null, &Value::Null));
        olive.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        // Nobody is found by the address: no email can bring the sign-in back, and the name is free.
        let staff = User::sign_in(sandbox, "membershipAssistant").await.with_key_of("privileged");
        staff.get("/v2/userNames/olive@kids.example").await.expect_error(404, "USER_NOT_FOUND");
        staff.get("/v2/accounts/olive@kids.example").await.expect_error(404, "USER_NOT_FOUND");
    }

    async fn an_empty_list_of_json_clears_a_list(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        let before = add(&sponsor, &[("disabilityType", "visual"), ("disabilityPlan", "iep")]).await.expect_status(201);
        let put = async |body: Value| {
            let call = sandbox.call(Method::PUT, &path(&before)).query(&[("api_key", sandbox.key("app"))]);
            call.bearer(sponsor.token()).json(&body).send().await.expect_status(200).json
        };
        let cleared = put(json!({"disabilityType": []})).await;
        assert_eq!((&cleared["disabilities"], &cleared["plans"]), (&json!([]), &json!(["iep"])));
        assert_eq!(put(json!({"disabilityPlan": []})).await["plans"], json!([]));
    }

    async fn bad_changes_are_refused(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let path = member(sandbox, "orgMember");
        let before = sponsor.get(&path).await.expect_status(200).json;
        for (form, key) in [
            (("firstName", ""), "INVALID_PARAMETER"), (("grade", ""), "INVALID_PARAMETER"), (("grade", "x"), "INVALID_PARAMETER"),
            (("dateOfBirth", ""), "INVALID_PARAMETER"), (("dateOfBirth", "1800-01-01"), "INVALID_DATE"),
            (("rosterTagId", "99999"), "INVALID_PARAMETER"), (("safeSearch", "x"), "INVALID_PARAMETER"),
            (("disabilityType", "x"), "INVALID_PARAMETER"),
        ] {
            sponsor.put(&path, &[form]).await.expect_error(400, key);
        }
        assert_eq!(sponsor.get(&path).await.expect_status(200).json, before);
    }

    async fn linked_accounts_manage_themselves(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        give_role(sandbox, "orgMember", Role::Individual).await;
        let path = member(sandbox, "orgMember");
        let before = sponsor.get(&path).await.expect_status(200).json;
        assert_eq!((&before["sponsorManageable"], &before["roles"]), (&json!(false), &json!(["individual", "organizationMember"])));
        for form in [
            &[("firstName", "X")][..], &[("lastName", "X")], &[("username", "x"), ("password", "tide-pool-22")],
            &[("username", "")], &[("disabilityType", "visual")], &[("disabilityPlan", "iep"), ("grade", "7")],
        ] {
            sponsor.put(&path, form).await.expect_error(403, "NOT_MANAGEABLE");
        }
        assert_eq!(sponsor.get(&path).await.expect_status(200).json, before);
        let reply = sponsor.put(&path, &[("grade", "7"), ("dateOfBirth", "2013-01-01"), ("safeSearch", "true")]).await;
        assert_eq!(reply.expect_status(200).json["grade"], "7");
    }
}
