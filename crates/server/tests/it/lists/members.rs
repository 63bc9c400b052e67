//! /v2/lists/{readingListId}/members.

use serde_json::{Value, json};

use super::{list, make};
use crate::one;
use crate::support::{Reply, Sandbox, User};

fn names(reply: &Reply) -> Vec<&str> {
    let members = reply.json["memberSummaries"].as_array().unwrap();
    members.iter().map(|member| member["name"]["lastName"].as_str().unwrap()).collect()
}

fn account<'a>(sandbox: &'a Sandbox, name: &str) -> &'a str {
    sandbox.user(name)["userAccountId"].as_str().unwrap()
}

/// A form that names people.
fn people<'a>(names: &[&'a str]) -> Vec<(&'static str, &'a str)> {
    names.iter().map(|name| ("userIdentifier", *name)).collect()
}

one! {
    async fn members_are_put_on_a_list_subscribed_and_taken_off(sandbox: Sandbox) {
        let (sponsor, olive) = (User::sign_in(sandbox, "sponsor").await, User::sign_in(sandbox, "orgMember").await);
        let path = make(&sponsor, "For two", "private").await;
        olive.get(&path).await.expect_error(404, "LIST_NOT_FOUND");
        let members = format!("{path}/members");
        let none = sponsor.get(&members).await.expect_status(200);
        assert_eq!((&none.json["totalResults"], &none.json["memberSummaries"]), (&json!(0), &json!([])));

        let form = people(&["OLIVE", account(sandbox, "orgMember2"), account(sandbox, "orgMember")]);
        let reply = sponsor.post(&members, &form).await.expect_status(200);
        assert_eq!(names(&reply), ["Marsh", "Reyes"]);
        assert_eq!((&reply.json["totalResults"], &reply.json["allows"]), (&json!(2), &json!(["POST"])));
        assert_eq!(reply.json["memberSummaries"], reply.json["userAccounts"]);
        assert_eq!(reply.link("self"), format!("{}{members}?api_key={}", sandbox.base(), sandbox.key("trusted")));
        let own = sponsor.get(&format!("/v2/myOrganization/members/{}", account(sandbox, "orgMember"))).await;
        assert_eq!(reply.json["memberSummaries"][0], own.expect_status(200).json);
        let again = sponsor.post(&members, &people(&["olive"])).await.expect_status(200);
        assert_eq!(again.json["totalResults"], 2, "put on twice, she is there once");

        let view = olive.get(&path).await.expect_status(200);
        assert_eq!((&view.json["subscription"]["enabled"], &view.json["assignedBy"]), (&json!(true), &json!("Sam Whitlock")));
        assert_eq!((&view.json["memberCount"], &view.json["allows"]), (&json!(2), &Value::Null));
        olive.get(&members).await.expect_error(403, "OPERATION_NOT_ALLOWED");
        olive.put(&path, &[("name", "Mine")]).await.expect_error(403, "OPERATION_NOT_ALLOWED");

        let rest = sponsor.delete(&format!("{members}/olive")).await.expect_status(200);
        assert_eq!(names(&rest), ["Reyes"]);
        assert_eq!(rest.link("self"), reply.link("self"));
        sponsor.delete(&format!("{members}/olive")).await.expect_error(404, "USER_NOT_FOUND");
        olive.get(&path).await.expect_error(404, "LIST_NOT_FOUND");
    }

    async fn readers_and_editors_of_list_members_are_as_specified(sandbox: Sandbox) {
        for (user, shared, org, private) in [
            ("sponsor", 200, 200, 404), ("primaryContact", 200, 200, 404), ("orgMember", 403, 403, 404),
            ("individual", 403, 404, 200), ("membershipAssistant", 200, 200, 200), ("administrator", 200, 200, 200),
            ("volunteer", 403, 404, 404), ("labIndividual", 404, 404, 404),
        ] {
            let who = User::sign_in(sandbox, user).await;
            for (name, status) in [("shared", shared), ("org", org), ("private", private)] {
                who.get(&format!("{}/members", list(sandbox, name))).await.expect_status(status);
            }
        }
        let form = people(&["olive"]);
        for (user, shared, org) in [("sponsor", "", ""), ("primaryContact", "OPERATION_NOT_ALLOWED", "")] {
            let who = User::sign_in(sandbox, user).await;
            for (name, key) in [("shared", shared), ("org", org)] {
                let path = format!("{}/members", list(sandbox, name));
                let (put, taken) = (who.post(&path, &form).await, who.delete(&format!("{path}/olive")).await);
                if key.is_empty() {
                    put.expect_status(200);
                    taken.expect_status(200);
                } else {
                    put.expect_error(403, key);
                    taken.expect_error(403, key);
                }
            }
            let private = format!("{}/members", list(sandbox, "private"));
            who.post(&private, &form).await.expect_error(404, "LIST_NOT_FOUND");
        }
        for user in ["individual", "orgMember", "membershipAssistant", "administrator"] {
            let who = User::sign_in(sandbox, user).await;
            let path = format!("{}/members", list(sandbox, "shared"));
            who.post(&path, &form).await.expect_error(403, "NOT_SPONSOR");
            who.delete(&format!("{path}/olive")).await.expect_error(403, "NOT_SPONSOR");
        }
    }

    async fn staff_find_the_accounts_where_staff_look_for_them(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let path = format!("{}/members", list(sandbox, "org"));
        sponsor.post(&path, &people(&["olive"])).await.expect_status(200);
        let reply = User::sign_in(sandbox, "membershipAssistant").await.get(&path).await.expect_status(200);
        let olive = &reply.json["memberSummaries"][0];
        let address = format!("{}/v2/accounts/{}", sandbox.base(), account(sandbox, "orgMember"));
        assert_eq!(crate::support::link(olive, "self"), Some(address));
        assert_eq!((&olive["allows"], &reply.json["allows"]), (&json!(["PUT"]), &Value::Null));
    }

    async fn strangers_are_not_put_on_lists(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let path = format!("{}/members", list(sandbox, "org"));
        sponsor.post(&path, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let many: Vec<String> = (0..1001).map(|n| format!("u{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        sponsor.post(&path, &people(&many)).await.expect_error(400, "INVALID_PARAMETER");
        for stranger in ["individual", "primaryContact", "labIndividual"].map(|name| account(sandbox, name)) {
            let reply = sponsor.post(&path, &people(&["olive", stranger])).await.expect_error(404, "USER_NOT_FOUND");
            assert!(reply.json["messages"][0].as_str().unwrap().contains(stranger));
        }
        sponsor.post(&path, &people(&["demo-noor-pike"])).await.expect_error(404, "USER_NOT_FOUND");
        let none = sponsor.get(&path).await.expect_status(200);
        assert_eq!(none.json["totalResults"], 0, "all of them or none");
        sponsor.get("/v2/lists/nothing/members").await.expect_error(404, "LIST_NOT_FOUND");
        sponsor.post("/v2/lists/nothing/members", &people(&["olive"])).await.expect_error(404, "LIST_NOT_FOUND");
    }

    async fn every_order_is_walked_by_next(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let path = format!("{}/members", list(sandbox, "shared"));
        let all = ["demo-ada-brandt", "demo-cyrus-delgado", "demo-gus-haddad", "olive", account(sandbox, "orgMember2")];
        sponsor.post(&path, &people(&all)).await.expect_status(200);
        for (order, expected) in [
            ("", ["Brandt", "Delgado", "Haddad", "Marsh", "Reyes"]),
            ("&direction=desc", ["Reyes", "Marsh", "Haddad", "Delgado", "Brandt"]),
            ("&sortOrder=firstName", ["Brandt", "Delgado", "Haddad", "Marsh", "Reyes"]),
        ] {
            let mut reply = sponsor.get(&format!("{path}?limit=2{order}")).await.expect_status(200);
            let mut found: Vec<String> = names(&reply).into_iter().map(str::to_owned).collect();
            while reply.json["next"] != Value::Null {
                reply = sponsor.get(&reply.link("next")).await.expect_status(200);
                found.extend(names(&reply).into_iter().map(str::to_owned));
            }
            assert_eq!(found, expected, "{order}");
        }
        let first = sponsor.get(&format!("{path}?limit=2")).await.expect_status(200);
        let start = first.json["next"].as_str().unwrap();
        let other = format!("{}/members?start={start}", list(sandbox, "org"));
        sponsor.get(&other).await.expect_error(400, "INVALID_START");
        // A bad token comes before a list that does not exist.
        sponsor.get(&format!("/v2/lists/nothing/members?start={start}")).await.expect_error(400, "INVALID_START");
        sponsor.get(&format!("{path}?sortOrder=name")).await.expect_error(400, "INVALID_PARAMETER");
    }
}
