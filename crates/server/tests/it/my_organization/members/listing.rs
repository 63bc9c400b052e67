//! GET /v2/myOrganization/members: orders, filters, pages.

use domain::Role;
use serde_json::{Value, json};

use super::{MEMBERS, add, admin, give_role, member, names, walk};
use crate::both;
use crate::support::{Sandbox, User};

const ALL_MEMBERS: [&str; 8] =
    ["Brandt", "Delgado", "Fairchild", "Haddad", "Jung", "Larsen", "Marsh", "Reyes"];

both! {
    async fn members_are_listed_twice_over_for_older_clients(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let all = sponsor.get(MEMBERS).await.expect_status(200);
        assert_eq!(names(&all.json, "memberSummaries"), ALL_MEMBERS);
        assert_eq!(all.json["memberSummaries"], all.json["userAccounts"]);
        assert_eq!((&all.json["totalResults"], &all.json["limit"]), (&json!(8), &json!(10)));
        assert_eq!((&all.json["next"], &all.json["allows"]), (&Value::Null, &json!(["POST"])));
        assert_eq!(all.link("self"), format!("{}{MEMBERS}?api_key={}", sandbox.base(), sandbox.key("trusted")));
        let olive = sponsor.get(&member(sandbox, "orgMember")).await.expect_status(200).json;
        assert_eq!(all.json["memberSummaries"][6], olive);
        assert_eq!((&olive["plans"], &olive["disabilities"]), (&json!(["iep"]), &json!(["learning"])));
        assert_eq!((&olive["userName"], &olive["canDownload"]), (&json!("olive"), &json!(true)));
    }

    async fn every_order_is_walked_by_next(sandbox: Sandbox) {
        let sponsor = User::sign_in(sandbox, "sponsor").await;
        let reversed: Vec<&str> = ALL_MEMBERS.iter().rev().copied().collect();
        for (order, expected) in [
            ("", ALL_MEMBERS.to_vec()),
            ("direction=desc", reversed),
            ("sortOrder=firstName", vec!["Brandt", "Delgado", "Fairchild", "Haddad", "Jung", "Larsen", "Marsh", "Reyes"]),
            ("sortOrder=grade&direction=desc", vec!["Haddad", "Fairchild", "Larsen", "Jung", "Delgado", "Marsh", "Reyes", "Brandt"]),
            ("sortOrder=birthDate", vec!["Haddad", "Fairchild", "Larsen", "Delgado", "Jung", "Marsh", "Reyes", "Brandt"]),
            // Two have no tag: they come last in both directions.
            ("sortOrder=school", vec!["Brandt", "Fairchild", "Jung", "Delgado", "Haddad", "Larsen", "Marsh", "Reyes"]),
            ("sortOrder=school&direction=desc", vec!["Delgado", "Haddad", "Larsen", "Brandt", "Fairchild", "Jung", "Marsh", "Reyes"]),
            ("sortOrder=district", vec!["Brandt", "Delgado", "Fairchild", "Haddad", "Jung", "Larsen", "Marsh", "Reyes"]),
        ] {
            let mut found = walk(&sponsor, &format!("{MEMBERS}?limit=3&{order}"), "memberSummaries").await;
            if order.contains("grade") || order.contains("birthDate") {
                // Members with equal grades or birth dates are ordered by identifier: sort those by name.
                let rank = |name: &String| expected.iter().position(|other| other == name);
                let key: fn(&str) -> u8 = if order.contains("grade") {
                    |name: &str| match name { "Haddad" => 0, "Fairchild" | "Larsen" => 1, "Brandt" => 3, _ => 2 }
                } else {
                    |name: &str| match name { "Haddad" => 0, "Fairchild" | "Larsen" => 1, "Delgado" | "Jung" => 2, "Brandt" => 4, _ => 3 }
                };
                assert!(found.iter().map(|name| key(name)).is_sorted(), "{order}: {found:?}");
                found.sort_by_key(rank);
            }
            assert_eq!(found, expected, "{order}");
        }
        let first = sponsor.get(&format!("{MEMBERS}?limit=2")).await.expect_status(200);
        let start = first.json["next"].as_str().unwrap();
        for other in ["sortOrder=grade", "direction=desc", "grade=6", "sponsorList=myQuickList", "start=x"] {
            let path = if other == "start=x" { format!("{MEMBERS}?{other}") } else { format!("{MEMBERS}?start={start}&{other}") };
            sponsor.get(&path).await.expect_error(400, "INVALID_START");
        }
        sponsor.get(&format!("{MEMBERS}?start={start}&limit=1")).await.expect_status(200);
    }

    async fn grades_are_sorted_as_school_goes(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        for (last, grade) in [("Ten", "10"), ("Kay", "K"), ("Pre", "P"), ("Two", "2")] {
            add(&sponsor, &[("lastName", last), ("grade", grade)]).await.expect_status(201);
        }
        let up = walk(&sponsor, &format!("{MEMBERS}?sortOrder=grade"), "memberSummaries").await;
        assert_eq!((&up[..4], up.last().unwrap().as_str()), (&["Pre", "Kay", "Two", "Brandt"].map(str::to_owned)[..], "Ten"));
    }

    async fn a_list_is_narrowed(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        sponsor.put(&member(sandbox, "orgMember2"), &[("onQuickList", "true")]).await.expect_status(200);
        give_role(sandbox, "orgMember", Role::Individual).await;
        for (filter, expected) in [
            ("grade=6", vec!["Delgado", "Jung", "Marsh", "Reyes"]),
            ("grade=K", vec![]),
            ("sponsorList=allMembers", ALL_MEMBERS.to_vec()),
            ("sponsorList=myQuickList", vec!["Reyes"]),
            ("sponsorList=individualMembers", vec!["Marsh"]),
            ("sponsorList=orgMembers&grade=6", vec!["Delgado", "Jung", "Reyes"]),
        ] {
            let found = walk(&sponsor, &format!("{MEMBERS}?limit=3&{filter}"), "memberSummaries").await;
            assert_eq!(found, expected, "{filter}");
        }
        let colleague = User::sign_in(sandbox, "primaryContact").await;
        assert!(walk(&colleague, &format!("{MEMBERS}?sponsorList=myQuickList"), "memberSummaries").await.is_empty());
        for bad in ["grade=18", "sponsorList=all", "sortOrder=name", "direction=up"] {
            sponsor.get(&format!("{MEMBERS}?{bad}")).await.expect_error(400, "INVALID_PARAMETER");
        }
        sponsor.get(&format!("{MEMBERS}?limit=0")).await.expect_error(400, "INVALID_LIMIT");
    }

    async fn others_do_not_exist(sandbox: Sandbox) {
        let sponsor = admin(sandbox, "sponsor").await;
        for other in ["individual", "primaryContact", "sponsor", "labIndividual"] {
            sponsor.get(&member(sandbox, other)).await.expect_error(404, "USER_NOT_FOUND");
            sponsor.put(&member(sandbox, other), &[("grade", "1")]).await.expect_error(404, "USER_NOT_FOUND");
            sponsor.delete(&member(sandbox, other)).await.expect_error(404, "USER_NOT_FOUND");
        }
        for stranger in ["demo-noor-pike", "nobody"] {
            sponsor.get(&format!("{MEMBERS}/{stranger}")).await.expect_error(404, "USER_NOT_FOUND");
            sponsor.get(&format!("{MEMBERS}/{stranger}/preferences")).await.expect_error(404, "USER_NOT_FOUND");
        }
        User::sign_in(sandbox, "individual").await.get(MEMBERS).await.expect_error(403, "NOT_SPONSOR");
    }
}
