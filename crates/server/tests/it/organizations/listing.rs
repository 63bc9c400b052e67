//! GET /v2/organizations/{organizationId}/members.

use domain::Role;
use serde_json::{Value, json};

use super::{MEMBER, account, form_with, lab_library, school, staff};
use crate::both;
use crate::my_organization::give_role;
use crate::support::{Sandbox, User};

const ALL_MEMBERS: [&str; 8] =
    ["Brandt", "Delgado", "Fairchild", "Haddad", "Jung", "Larsen", "Marsh", "Reyes"];

fn names(page: &Value) -> Vec<String> {
    let people = page["userAccounts"].as_array().unwrap_or_else(|| panic!("no list in {page}"));
    people.iter().map(|person| person["name"]["lastName"].as_str().unwrap().to_owned()).collect()
}

/// Family names of all pages of a list, walked by its links.
async fn walk(user: &User<'_>, first: &str) -> Vec<String> {
    let mut reply = user.get(first).await.expect_status(200);
    let mut all = names(&reply.json);
    while reply.json["next"] != Value::Null {
        reply = user.get(&reply.link("next")).await.expect_status(200);
        all.extend(names(&reply.json));
    }
    assert_eq!(reply.json["totalResults"], all.len(), "{first}");
    all
}

both! {
    async fn the_members_are_listed_as_accounts(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let reply = assistant.get(&format!("{members}?limit=3")).await.expect_status(200);
        assert_eq!(names(&reply.json), ALL_MEMBERS[..3]);
        let mut envelope: Vec<&String> = reply.json.as_object().unwrap().keys().collect();
        envelope.sort();
        assert_eq!(envelope, ["allows", "limit", "links", "next", "totalResults", "userAccounts"]);
        assert_eq!((&reply.json["totalResults"], &reply.json["limit"]), (&json!(8), &json!(3)));
        assert_eq!(reply.json["allows"], json!(["POST"]));
        let key = sandbox.key("privileged");
        assert_eq!(reply.link("self"), format!("{}{members}?limit=3&api_key={key}", sandbox.base()));
        let next = format!("{}{members}?limit=3&api_key={key}&start={}", sandbox.base(), reply.json["next"].as_str().unwrap());
        assert_eq!(reply.link("next"), next);
        // Each is the account at its own address.
        for listed in reply.json["userAccounts"].as_array().unwrap() {
            let path = format!("/v2/accounts/{}", listed["userAccountId"].as_str().unwrap());
            assert_eq!(&assistant.get(&path).await.expect_status(200).json, listed);
        }
        let next = assistant.get(&next).await.expect_status(200);
        assert_eq!(names(&next.json), ALL_MEMBERS[3..6]);
    }

    async fn every_order_and_both_directions(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        for (order, first, last) in [
            ("lastName", "Brandt", "Reyes"), ("firstName", "Brandt", "Marsh"), ("grade", "Brandt", "Haddad"),
            ("birthDate", "Haddad", "Brandt"),
        ] {
            let up = walk(&assistant, &format!("{members}?sortOrder={order}&limit=3")).await;
            let ends = (up.first().unwrap().as_str(), up.last().unwrap().as_str());
            assert!(ends == (first, last) || up.len() == 8, "{order}: {up:?}");
            let down = walk(&assistant, &format!("{members}?sortOrder={order}&direction=desc&limit=3")).await;
            let (mut one, mut other) = (up.clone(), down.clone());
            one.sort();
            other.sort();
            assert_eq!(one, other, "{order}: everybody once in both directions");
            assert_ne!(up, down, "{order}");
        }
        for order in ["district", "school"] {
            assert_eq!(walk(&assistant, &format!("{members}?sortOrder={order}&limit=3")).await.len(), 8, "{order}");
        }
        assert_eq!(walk(&assistant, &members).await, ALL_MEMBERS, "lastName by default");
        let mut backwards = ALL_MEMBERS;
        backwards.reverse();
        assert_eq!(walk(&assistant, &format!("{members}?direction=desc&limit=100")).await, backwards);
    }

    async fn a_list_is_narrowed(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        give_role(sandbox, "orgMember", Role::Individual).await;
        for (filter, expected) in [
            ("grade=6", vec!["Delgado", "Jung", "Marsh", "Reyes"]),
            ("grade=K", vec![]),
            ("sponsorList=allMembers", ALL_MEMBERS.to_vec()),
            ("sponsorList=individualMembers", vec!["Marsh"]),
            ("sponsorList=orgMembers&grade=6", vec!["Delgado", "Jung", "Reyes"]),
        ] {
            assert_eq!(walk(&assistant, &format!("{members}?limit=3&{filter}")).await, expected, "{filter}");
        }
        // Staff have no quick list.
        for bad in ["sponsorList=myQuickList", "sponsorList=all", "grade=18", "sortOrder=name", "direction=up"] {
            assistant.get(&format!("{members}?{bad}")).await.expect_error(400, "INVALID_PARAMETER");
        }
        for bad in ["0", "-1", "ten"] {
            assistant.get(&format!("{members}?limit={bad}")).await.expect_error(400, "INVALID_LIMIT");
        }
        let capped = assistant.get(&format!("{members}?limit=101&start=")).await.expect_status(200);
        assert_eq!((&capped.json["limit"], &capped.json["next"]), (&json!(100), &Value::Null));
    }

    async fn a_token_is_of_its_list(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let page = assistant.get(&format!("{members}?limit=2")).await.expect_status(200).json;
        let next = page["next"].as_str().unwrap();
        assert_eq!(names(&assistant.get(&format!("{members}?limit=1&start={next}")).await.expect_status(200).json), [ALL_MEMBERS[2]]);
        for other in [
            format!("{members}?direction=desc&start={next}"), format!("{members}?sortOrder=grade&start={next}"),
            format!("{members}?grade=6&start={next}"), format!("{members}?start=nonsense"),
            format!("/v2/organizations/demo-library/members?start={next}"),
        ] {
            assistant.get(&other).await.expect_error(400, "INVALID_START");
        }
    }

    async fn a_member_who_has_left_is_not_listed(sandbox: Sandbox) {
        let (assistant, members) = (staff(sandbox, "membershipAssistant").await, format!("{}/members", school(sandbox)));
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let (id, path) = (account(sandbox, "orgMember2"), format!("/v2/accounts/{}", account(sandbox, "orgMember2")));
        sponsor.delete(&format!("/v2/myOrganization/members/{id}")).await.expect_status(204);
        assert_eq!(walk(&assistant, &members).await, ALL_MEMBERS[..7]);
        let removed = assistant.get(&path).await.expect_status(200).json;
        assert_eq!((&removed["deleted"], &removed["allows"]), (&json!(true), &Value::Null));
        // Nor are sponsors members.
        let form = form_with(&MEMBER, &[("lastName", "Zorn")]);
        assistant.post(&members, &form).await.expect_status(201);
        assert_eq!(walk(&assistant, &members).await.last().unwrap(), "Zorn");
    }

    async fn an_organization_elsewhere_is_not_there(sandbox: Sandbox) {
        let lab = format!("{}/members", lab_library(sandbox).await);
        let assistant = staff(sandbox, "membershipAssistant").await;
        assistant.get(&lab).await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        assistant.get(&format!("{lab}?sortOrder=x")).await.expect_error(400, "INVALID_PARAMETER");
        assistant.get("/v2/organizations/nothing/members").await.expect_error(404, "ORGANIZATION_NOT_FOUND");
        let empty = staff(sandbox, "administrator").await.get(&lab).await.expect_status(200).json;
        assert_eq!((&empty["totalResults"], &empty["userAccounts"]), (&json!(0), &json!([])));
    }
}
