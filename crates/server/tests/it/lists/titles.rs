//! GET, POST and DELETE /v2/lists/{readingListId}/titles.

use serde_json::{Value, json};

use super::{id, list};
use crate::both;
use crate::support::{Reply, Sandbox, User};

fn ids(reply: &Reply) -> Vec<i64> {
    reply.json["titles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|title| title["serviceId"].as_i64().unwrap())
        .collect()
}

both! {
    async fn the_owner_fills_a_list(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let path = format!("{}/titles", list(sandbox, "private"));
        let title = sandbox.title("audio");
        let service_id = title.to_string();
        let before = user.get(&path).await.expect_status(200);
        let total = before.json["totalResults"].as_u64().unwrap();
        for _ in 0..2 {
            let reply = user.post(&path, &[("serviceId", &service_id)]).await.expect_status(200);
            assert_eq!(reply.json["totalResults"], total + 1, "added twice, it is there once");
            assert_eq!(reply.json["readingListId"], id(sandbox, "private"));
            assert_eq!(reply.json["allows"], json!(["POST"]));
            assert_eq!((&reply.json["authorFacets"], &reply.json["message"]), (&Value::Null, &Value::Null));
            let item = reply.json["titles"].as_array().unwrap().iter().find(|t| t["serviceId"] == title).unwrap();
            for member in ["award", "category", "month", "ranking", "year"] {
                assert_eq!(item.get(member), Some(&Value::Null), "{member}");
            }
            assert!(reply.link("self").contains(&path), "{}", reply.link("self"));
        }
        let view = user.get(&list(sandbox, "private")).await.expect_status(200);
        assert_eq!(view.json["titleCount"], total + 1);
        let newest = user.get(&format!("{path}?sortOrder=dateAddedToReadingList&direction=desc&limit=1")).await;
        assert_eq!(ids(&newest), [title]);
        let rest = user.delete(&format!("{path}/{title}")).await.expect_status(200);
        assert_eq!(ids(&rest), ids(&before));
        user.delete(&format!("{path}/{title}")).await.expect_error(404, "TITLE_NOT_FOUND");
    }

    async fn only_live_titles_that_one_can_see_are_added(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let path = format!("{}/titles", list(sandbox, "private"));
        let add = async |title: i64| user.post(&path, &[("serviceId", &title.to_string())]).await;
        let withdrawn = add(sandbox.title("withdrawn")).await.expect_error(400, "TITLE_NOT_LIVE");
        assert!(withdrawn.json["messages"][0].as_str().unwrap().starts_with("serviceId: "), "{}", withdrawn.json);
        add(sandbox.title("labOnly")).await.expect_error(404, "TITLE_NOT_FOUND");
        add(sandbox.title("labShared")).await.expect_status(200);
        add(999_999).await.expect_error(404, "TITLE_NOT_FOUND");
        user.post(&path, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let nothing = user.post("/v2/lists/nothing/titles", &[("serviceId", "1")]).await;
        nothing.expect_error(404, "LIST_NOT_FOUND");
    }

    async fn colleagues_fill_the_organizations_lists_only(sandbox: Sandbox) {
        let title = sandbox.title("copyright").to_string();
        for (user, org, shared) in [
            ("sponsor", true, true),
            ("primaryContact", true, false),
            ("orgMember", false, false),
            ("membershipAssistant", true, true),
        ] {
            let who = User::sign_in(sandbox, user).await;
            for (name, may) in [("org", org), ("shared", shared)] {
                let path = format!("{}/titles", list(sandbox, name));
                let allows = who.get(&path).await.expect_status(200).json["allows"].clone();
                assert_eq!(allows, if may { json!(["POST"]) } else { Value::Null }, "{user} {name}");
                let (added, removed) =
                    (who.post(&path, &[("serviceId", &title)]).await, who.delete(&format!("{path}/{title}")).await);
                if may {
                    added.expect_status(200);
                    removed.expect_status(200);
                } else {
                    added.expect_error(403, "OPERATION_NOT_ALLOWED");
                    removed.expect_error(403, "OPERATION_NOT_ALLOWED");
                }
            }
        }
    }

    async fn every_order_is_walked_by_next(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "sponsor").await;
        let path = format!("{}/titles", list(sandbox, "shared"));
        for order in ["title", "author", "dateAddedToReadingList"] {
            for direction in ["asc", "desc"] {
                let first = format!("{path}?limit=1&sortOrder={order}&direction={direction}");
                let mut reply = user.get(&first).await.expect_status(200);
                let mut all = ids(&reply);
                while reply.json["next"] != Value::Null {
                    reply = user.get(&reply.link("next")).await.expect_status(200);
                    all.extend(ids(&reply));
                }
                let whole = user.get(&format!("{path}?limit=100&sortOrder={order}&direction={direction}")).await;
                assert_eq!(all, ids(&whole), "{first}");
                assert_eq!(all.len(), 3, "{first}");
            }
        }
    }

    async fn many_concurrent_writers_leave_the_right_counts(sandbox: Sandbox) {
        let user = User::sign_in(sandbox, "individual").await;
        let path = list(sandbox, "private");
        let titles: Vec<String> =
            ["audio", "music", "adult", "publicDomain"].map(|name| sandbox.title(name).to_string()).to_vec();
        let writes = (0..4).flat_map(|_| &titles).map(|title| {
            let (user, path) = (&user, format!("{path}/titles"));
            async move { user.post(&path, &[("serviceId", title)]).await.expect_status(200); }
        });
        futures_util::future::join_all(writes).await;
        let (view, page) = (user.get(&path).await, user.get(&format!("{path}/titles?limit=100")).await);
        assert_eq!(view.json["titleCount"], ids(&page).len());
        assert_eq!(page.json["totalResults"], 7);
    }
}
