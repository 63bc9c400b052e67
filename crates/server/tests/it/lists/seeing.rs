//! GET /v2/myLists, /v2/lists and /v2/lists/{readingListId}: who sees which list.

use serde_json::{Value, json};

use super::{list, make, names};
use crate::one;
use crate::support::{Sandbox, User};

one! {
    async fn the_access_of_a_list_decides_who_sees_it(sandbox: Sandbox) {
        for (user, shared, org, private) in [
            ("individual", "public", "", "private"),
            ("individual2", "public", "", ""),
            ("sponsor", "shared", "org", ""),
            ("primaryContact", "public", "org", ""),
            ("orgMember", "public", "org", ""),
            ("volunteer", "public", "", ""),
            ("membershipAssistant", "public", "org", "private"),
            ("administrator", "public", "org", "private"),
            ("labIndividual", "", "", ""),
        ] {
            let who = User::sign_in(sandbox, user).await;
            for (name, access) in [("shared", shared), ("org", org), ("private", private)] {
                let reply = who.get(&list(sandbox, name)).await;
                if access.is_empty() {
                    reply.expect_error(404, "LIST_NOT_FOUND");
                } else {
                    assert_eq!(reply.expect_status(200).json["access"], access, "{user} {name}");
                }
            }
        }
    }

    async fn my_lists_are_owned_or_of_the_organization(sandbox: Sandbox) {
        for (user, expected, allows) in [
            ("individual", vec!["By the bed"], json!(["POST"])),
            ("sponsor", vec!["Books with weather in them", "Grade six, this term"], json!(["POST"])),
            ("primaryContact", vec!["Grade six, this term"], json!(["POST"])),
            ("orgMember", vec!["Grade six, this term"], Value::Null),
            ("volunteer", vec![], Value::Null),
        ] {
            let reply = User::sign_in(sandbox, user).await.get("/v2/mylists").await.expect_status(200);
            assert_eq!(names(&reply), expected, "{user}");
            assert_eq!(reply.json["totalResults"], expected.len(), "{user}");
            assert_eq!(reply.json["allows"], allows, "{user}");
        }
    }

    async fn searches_look_at_names_and_descriptions(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        make(&user, "Été et orages", "private").await;
        for (query, expected) in [
            ("", vec!["By the bed", "Été et orages"]),
            ("access=private&keyword=ORAGES%20ete", vec!["Été et orages"]),
            ("keyword=weather", vec![]),
            ("access=public&keyword=weather", vec!["Books with weather in them"]),
            ("access=public&keyword=wind%20blows", vec!["Books with weather in them"]),
            ("access=public&keyword=wind%20snow", vec![]),
            ("access=public&keyword=%25", vec![]),
            ("access=public", vec!["Books with weather in them"]),
        ] {
            let reply = user.get(&format!("/v2/lists?{query}")).await.expect_status(200);
            assert_eq!(names(&reply), expected, "{query}");
            assert_eq!(reply.json["totalResults"], expected.len(), "{query}");
        }
        user.get("/v2/lists?access=shared").await.expect_error(400, "INVALID_PARAMETER");
        user.get("/v2/lists?sortOrder=owner").await.expect_error(400, "INVALID_PARAMETER");
    }

    async fn every_order_is_walked_by_next(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "sponsor").await;
        for name in ["b", "a", "d", "c"] {
            make(&user, name, "org").await;
        }
        for order in ["name", "owner", "dateUpdated"] {
            for direction in ["asc", "desc"] {
                let first = format!("/v2/myLists?limit=2&sortOrder={order}&direction={direction}");
                let mut reply = user.get(&first).await.expect_status(200);
                let mut all = names(&reply);
                while reply.json["next"] != Value::Null {
                    reply = user.get(&reply.link("next")).await.expect_status(200);
                    all.extend(names(&reply));
                }
                assert_eq!(all.len(), 6, "{first}");
                if order == "name" {
                    assert!(all.is_sorted_by_key(|name| name.to_lowercase()) == (direction == "asc"), "{all:?}");
                }
                all.sort();
                all.dedup();
                assert_eq!(all.len(), 6, "{first}");
            }
        }
    }
}
