//! /v2/myOrganization/sponsors.

use domain::Role;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ORGANIZATION, account, admin, give_role, sponsor};
use crate::one;
use crate::support::{Sandbox, User};

const SPONSORS: &str = "/v2/myOrganization/sponsors";

const FORM: [(&str, &str); 5] = [
    ("firstName", "Ann"),
    ("lastName", "Moss"),
    ("phoneNumber", "+1 503 555 0111"),
    ("emailAddress", "Ann.Moss@school.example"),
    ("title", "Reading coach"),
];

/// Given names of a page of sponsors.
fn names(page: &Value) -> Vec<&str> {
    let sponsors = page["sponsorSummaries"].as_array().unwrap();
    sponsors.iter().map(|sponsor| sponsor["name"]["firstName"].as_str().unwrap()).collect()
}

/// The status of a sign-in by password.
async fn sign_in(sandbox: &Sandbox, user: &str) -> u16 {
    let user = sandbox.user(user);
    let (name, password) = (user["username"].as_str().unwrap(), user["password"].as_str().unwrap());
    let form = [("grant_type", "password"), ("username", name), ("password", password)];
    let call = sandbox.call(Method::POST, "/oauth/token").basic(sandbox.key("trusted"), "");
    call.form(&form).send().await.status
}

one! {
    async fn sponsors_are_listed_in_every_order_page_by_page(sandbox: Sandbox) {
        let user = admin(sandbox, "primaryContact").await;
        for (first, last) in [("Zoe", "Abbot"), ("Ann", "Moss")] {
            let email = format!("{first}@school.example");
            let form = [
                ("firstName", first), ("lastName", last), ("phoneNumber", "1"), ("emailAddress", &email), ("title", "T"),
            ];
            user.post(SPONSORS, &form).await.expect_status(201);
        }
        let all = user.get(SPONSORS).await.expect_status(200);
        assert_eq!(names(&all.json), ["Zoe", "Ann", "Petra", "Sam"], "by family name");
        assert_eq!((&all.json["totalResults"], &all.json["limit"]), (&json!(4), &json!(10)));
        assert_eq!((&all.json["next"], &all.json["allows"]), (&Value::Null, &json!(["POST"])));
        assert_eq!(all.link("self"), format!("{}{SPONSORS}?api_key={}", sandbox.base(), sandbox.key("privileged")));
        let allows: Vec<&Value> = all.json["sponsorSummaries"].as_array().unwrap().iter().map(|s| &s["allows"]).collect();
        let both = json!(["PUT", "DELETE"]);
        assert_eq!(allows, [&both, &both, &json!(["PUT"]), &both], "the primary contact stays");

        for (query, expected) in [
            ("?sortOrder=lastName&direction=desc", ["Sam", "Petra", "Ann", "Zoe"]),
            ("?sortOrder=firstName", ["Ann", "Petra", "Sam", "Zoe"]),
            ("?sortOrder=firstName&direction=desc", ["Zoe", "Sam", "Petra", "Ann"]),
        ] {
            let mut page = user.get(&format!("{SPONSORS}{query}&limit=3")).await.expect_status(200);
            let mut seen: Vec<String> = names(&page.json).into_iter().map(str::to_owned).collect();
            assert_eq!((seen.len(), &page.json["totalResults"]), (3, &json!(4)));
            page = user.get(&page.link("next")).await.expect_status(200);
            seen.extend(names(&page.json).into_iter().map(str::to_owned));
            assert_eq!(page.json["next"], Value::Null);
            assert_eq!(seen, expected, "{query}");
        }
        for order in ["district", "school", "grade", "birthDate"] {
            let page = user.get(&format!("{SPONSORS}?sortOrder={order}")).await.expect_status(200);
            assert_eq!(page.json["totalResults"], 4, "{order}");
        }
        user.get(&format!("{SPONSORS}?sortOrder=title")).await.expect_error(400, "INVALID_PARAMETER");
        let next = user.get(&format!("{SPONSORS}?limit=1")).await.json["next"].as_str().unwrap().to_owned();
        let other = format!("{SPONSORS}?limit=1&sortOrder=firstName&start={next}");
        user.get(&other).await.expect_error(400, "INVALID_START");
        let ordinary = User::sign_in(sandbox, "sponsor").await.get(SPONSORS).await.expect_status(200);
        assert_eq!(ordinary.json["sponsorSummaries"][0]["allows"], Value::Null, "not with this key");
        User::sign_in(sandbox, "orgMember").await.get(SPONSORS).await.expect_error(403, "NOT_SPONSOR");
    }

    async fn a_sponsor_adds_another(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "sponsor").await;
        let reply = user.post(SPONSORS, &FORM).await.expect_status(201);
        let id = reply.json["userAccountId"].as_str().unwrap();
        assert_eq!(reply.header("location"), format!("{}{SPONSORS}/{id}", sandbox.base()));
        let expected = json!({
            "allows": null,
            "emailAddress": "Ann.Moss@school.example",
            "links": [{"rel": "self", "href": reply.header("location")}],
            "name": {"firstName": "Ann", "lastName": "Moss", "middle": null, "prefix": null, "suffix": null, "links": []},
            "phoneNumber": "+1 503 555 0111",
            "rosterTag": null,
            "title": "Reading coach",
            "userAccountId": id,
        });
        assert_eq!(reply.json, expected);
        assert_eq!(user.get(&format!("{SPONSORS}/{id}")).await.expect_status(200).json, expected);
        let assistant = sandbox.command(&["admin", "users", "list"]);
        assert!(assistant.lines().any(|line| line.contains("Ann Moss") && line.contains("organizationSponsor")));
        user.post(SPONSORS, &FORM).await.expect_error(409, "USER_EXISTS");
    }

    async fn a_new_sponsor_is_described_whole(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "sponsor").await;
        let reply = user.post(SPONSORS, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(reply.json["messages"].as_array().unwrap().len(), 5, "all together");
        let bad = [FORM[0], FORM[1], FORM[2], ("emailAddress", "ann"), FORM[4]];
        user.post(SPONSORS, &bad).await.expect_error(400, "INVALID_EMAIL");
        let bad = [("firstName", "A\u{7}nn"), FORM[1], FORM[2], FORM[3], FORM[4]];
        user.post(SPONSORS, &bad).await.expect_error(400, "INVALID_PARAMETER");
        for other in ["individual", "orgMember", "membershipAssistant"] {
            User::sign_in(sandbox, other).await.post(SPONSORS, &FORM).await.expect_error(403, "NOT_SPONSOR");
        }
    }

    async fn sponsors_change_each_other(sandbox: Sandbox) {
        let user = admin(sandbox, "primaryContact").await;
        let path = sponsor(sandbox, "sponsor");
        let form = [
            ("firstName", "Paula"), ("lastName", "Vane"), ("phoneNumber", "555"),
            ("emailAddress", "paula@school.example"), ("title", "Head"), ("language", "fre"),
        ];
        let reply = user.put(&path, &form).await.expect_status(200).json;
        assert_eq!(reply["name"]["firstName"], "Paula");
        assert_eq!((&reply["phoneNumber"], &reply["title"]), (&json!("555"), &json!("Head")));
        assert_eq!((&reply["emailAddress"], &reply["allows"]), (&json!("paula@school.example"), &json!(["PUT", "DELETE"])));
        let kept = user.put(&path, &[("title", "Principal")]).await.expect_status(200).json;
        assert_eq!((&kept["title"], &kept["phoneNumber"]), (&json!("Principal"), &json!("555")));
        // The new address is the new name to sign in by.
        assert_eq!(sign_in(sandbox, "sponsor").await, 400);
        let named = format!("{SPONSORS}/PAULA@school.example");
        user.put(&named, &[("title", "Director")]).await.expect_status(200);

        user.put(&path, &[("title", "")]).await.expect_error(400, "INVALID_PARAMETER");
        user.put(&path, &[("language", "klingon")]).await.expect_error(400, "INVALID_LANGUAGE");
        user.put(&path, &[("emailAddress", "x")]).await.expect_error(400, "INVALID_EMAIL");
        let taken = [("emailAddress", sandbox.user("individual")["username"].as_str().unwrap())];
        user.put(&path, &taken).await.expect_error(409, "USER_EXISTS");
        for other in ["individual", "orgMember", "membershipAssistant"] {
            user.get(&sponsor(sandbox, other)).await.expect_error(404, "USER_NOT_FOUND");
            user.put(&sponsor(sandbox, other), &[("title", "X")]).await.expect_error(404, "USER_NOT_FOUND");
        }
        user.put(&format!("{SPONSORS}/nobody"), &[]).await.expect_error(404, "USER_NOT_FOUND");
        assert_eq!(user.get(&path).await.expect_status(200).json["title"], "Director");
        let post = user.post(&path, &[]).await.expect_error(405, "METHOD_NOT_ALLOWED");
        let mut allowed: Vec<&str> = post.header("allow").split(',').map(str::trim).collect();
        allowed.sort_unstable();
        assert_eq!(allowed, ["DELETE", "GET", "HEAD", "PUT"]);
    }

    async fn the_primary_contact_alone_changes_the_address_that_it_signs_in_by(sandbox: Sandbox) {
        let (other, contact) = (admin(sandbox, "sponsor").await, admin(sandbox, "primaryContact").await);
        let path = sponsor(sandbox, "primaryContact");
        let own = sandbox.user("primaryContact")["username"].as_str().unwrap();
        let form = [("emailAddress", "mine@school.example"), ("title", "Head")];
        other.put(&path, &form).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        let colleagues = contact.get(SPONSORS).await.expect_status(200).json;
        let emails: Vec<&Value> = colleagues["sponsorSummaries"].as_array().unwrap().iter().map(|s| &s["emailAddress"]).collect();
        assert!(emails.contains(&&json!(own)), "nothing was changed: {emails:?}");
        // All else colleagues change as of anybody; a form may carry the address as it is.
        let form = [("firstName", "Paula"), ("title", "Head"), ("emailAddress", &own.to_uppercase())];
        let reply = other.put(&path, &form).await.expect_status(200).json;
        assert_eq!((&reply["name"]["firstName"], &reply["title"]), (&json!("Paula"), &json!("Head")));
        assert_eq!(sign_in(sandbox, "primaryContact").await, 200);
        contact.put(&path, &[("emailAddress", "petra@school.example")]).await.expect_status(200);
        // A sponsor who has handed the role on is a sponsor like the others.
        let form = [("userIdentifier", account(sandbox, "sponsor"))];
        contact.put(&format!("{ORGANIZATION}/primaryContact"), &form).await.expect_status(200);
        other.put(&path, &[("emailAddress", "petra.vance@school.example")]).await.expect_status(200);
    }

    async fn only_keys_with_the_privilege_change_sponsors(sandbox: Sandbox) {
        let path = sponsor(sandbox, "sponsor");
        let contact = User::sign_in(sandbox, "primaryContact").await;
        contact.put(&path, &[("title", "X")]).await.expect_error(403, "CLIENT_NOT_ALLOWED");
        contact.delete(&path).await.expect_error(403, "CLIENT_NOT_ALLOWED");
        for other in ["individual", "orgMember", "administrator"] {
            let user = User::sign_in(sandbox, other).await;
            user.put(&path, &[]).await.expect_error(403, "CLIENT_NOT_ALLOWED");
            let user = user.with_key_of("privileged");
            user.put(&path, &[]).await.expect_error(403, "NOT_SPONSOR");
            user.delete(&path).await.expect_error(403, "NOT_SPONSOR");
        }
        let guest = sandbox.call(Method::PUT, &path).query(&[("api_key", sandbox.key("privileged"))]);
        guest.send().await.expect_error(401, "UNAUTHORIZED");
    }

    async fn a_removed_sponsor_loses_access_immediately(sandbox: Sandbox) {
        let (contact, removed) = (admin(sandbox, "primaryContact").await, User::sign_in(sandbox, "sponsor").await);
        let list = |name: &str| format!("/v2/lists/{}", sandbox.demo["readingLists"][name].as_str().unwrap());
        let diary = removed.post("/v2/myLists", &[("name", "Diary"), ("access", "private")]).await.expect_status(200);
        let diary = format!("/v2/lists/{}", diary.json["readingListId"].as_str().unwrap());
        contact.delete(&sponsor(sandbox, "sponsor")).await.expect_status(204);
        removed.get("/v2/me").await.expect_error(401, "UNAUTHORIZED");
        assert_eq!(sign_in(sandbox, "sponsor").await, 400);
        assert_eq!(names(&contact.get(SPONSORS).await.json), ["Petra"]);
        contact.delete(&sponsor(sandbox, "sponsor")).await.expect_error(404, "USER_NOT_FOUND");
        contact.put(&sponsor(sandbox, "sponsor"), &[]).await.expect_error(404, "USER_NOT_FOUND");

        // Lists and assignments of the organization belong to the primary contact from now on.
        for name in ["org", "shared"] {
            let view = contact.get(&list(name)).await.expect_status(200).json;
            assert_eq!((&view["owner"], &view["allows"]), (&json!("Petra Vance"), &json!(["PUT", "DELETE"])), "{name}");
        }
        let member = User::sign_in(sandbox, "orgMember").await;
        member.get(&list("org")).await.expect_status(200);
        let staff = User::sign_in(sandbox, "membershipAssistant").await;
        staff.get(&diary).await.expect_error(404, "LIST_NOT_FOUND");
        // The name is free again.
        let email = sandbox.user("sponsor")["username"].as_str().unwrap();
        let form = [FORM[0], FORM[1], FORM[2], ("emailAddress", email), FORM[4]];
        contact.post(SPONSORS, &form).await.expect_status(201);
    }

    async fn the_primary_contact_cannot_be_removed(sandbox: Sandbox) {
        let contact = admin(sandbox, "primaryContact").await;
        let own = sponsor(sandbox, "primaryContact");
        contact.delete(&own).await.expect_error(409, "PRIMARY_CONTACT");
        contact.get(ORGANIZATION).await.expect_status(200);
        let other = admin(sandbox, "sponsor").await;
        other.delete(&own).await.expect_error(403, "NOT_PRIMARY_CONTACT");
        for name in ["individual", "orgMember"] {
            contact.delete(&sponsor(sandbox, name)).await.expect_error(404, "USER_NOT_FOUND");
        }
        assert_eq!(account(sandbox, "primaryContact"), contact.get("/v2/me").await.json["userAccountId"]);
    }

    async fn a_sponsor_with_other_roles_manages_the_account_and_keeps_it(sandbox: Sandbox) {
        give_role(sandbox, "sponsor", Role::Individual).await;
        let (contact, linked) = (admin(sandbox, "primaryContact").await, admin(sandbox, "sponsor").await);
        let path = sponsor(sandbox, "sponsor");
        for form in [("firstName", "X"), ("lastName", "X"), ("emailAddress", "x@school.example")] {
            contact.put(&path, &[form]).await.expect_error(403, "NOT_MANAGEABLE");
        }
        contact.put(&path, &[("title", "Coach"), ("phoneNumber", "5")]).await.expect_status(200);
        linked.put(&path, &[("firstName", "Samuel")]).await.expect_status(200);

        contact.delete(&path).await.expect_status(204);
        linked.get("/v2/myAccount").await.expect_status(200);
        linked.get(ORGANIZATION).await.expect_error(403, "NOT_SPONSOR");
        let list = format!("/v2/lists/{}", sandbox.demo["readingLists"]["shared"].as_str().unwrap());
        assert_eq!(linked.get(&list).await.expect_status(200).json["owner"], "Samuel Whitlock", "a personal one");
        let org = format!("/v2/lists/{}", sandbox.demo["readingLists"]["org"].as_str().unwrap());
        linked.get(&org).await.expect_error(404, "LIST_NOT_FOUND");
        assert_eq!(contact.get(&org).await.expect_status(200).json["owner"], "Petra Vance");
    }
}
