//! /v2/popularLists (docs/rules/recommendations.md#rule-1, docs/rules/records.md#rule-20).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::one;
use crate::support::{Reply, Sandbox, User, eventually, link};

const PATH: &str = "/v2/popularLists";

/// The titles of a page of a popular list.
fn ids(reply: &Reply) -> Vec<i64> {
    let titles = reply.json["popularTitles"].as_array().unwrap();
    titles.iter().map(|title| title["serviceId"].as_i64().unwrap()).collect()
}

/// All lists as a guest sees them: identifier and description.
async fn lists(sandbox: &Sandbox) -> Vec<(String, String)> {
    let reply = sandbox.guest(&format!("{PATH}?limit=100")).send().await.expect_status(200);
    let text = |list: &Value, name: &str| list[name].as_str().unwrap().to_owned();
    reply.json["popularLists"]
        .as_array()
        .unwrap()
        .iter()
        .map(|l| (text(l, "id"), text(l, "description")))
        .collect()
}

/// The path of the list of the last year, which is the first, with a page of 100.
async fn year(sandbox: &Sandbox) -> String {
    format!("{PATH}/{}?limit=100", lists(sandbox).await[0].0)
}

one! {
    async fn there_is_one_for_the_year_one_for_the_month_and_one_for_each_category(sandbox: Sandbox) {
        let lists = lists(sandbox).await;
        let named: Vec<&str> = lists.iter().map(|(_, description)| description.as_str()).collect();
        assert_eq!(named[..2], ["Most popular in the last year", "Most popular in the last month"]);
        let categories = sandbox.guest("/v2/categories?limit=100").send().await.expect_status(200).json;
        let categories: Vec<String> = categories["categories"]
            .as_array()
            .unwrap()
            .iter()
            .map(|category| format!("Most popular in {}", category["name"].as_str().unwrap()))
            .collect();
        assert!(categories.len() > 10);
        assert_eq!(named[2..], categories, "in the order of the categories");
        let ids: BTreeSet<&str> = lists.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids.len(), lists.len());
        assert!(ids.iter().all(|id| id.ends_with('=') && id.len() <= 80));
        for (id, description) in &lists {
            let reply = sandbox.guest(&format!("{PATH}/{id}")).send().await.expect_status(200);
            assert!(!super::popular_lists::ids(&reply).is_empty(), "{description}");
        }
    }

    async fn the_list_of_lists_is_paged(sandbox: Sandbox) {
        let all = lists(sandbox).await;
        let mut reply = sandbox.guest(&format!("{PATH}?limit=4")).send().await.expect_status(200);
        assert_eq!((&reply.json["allows"], &reply.json["limit"]), (&Value::Null, &json!(4)));
        assert_eq!(reply.json.as_object().unwrap().len(), 6);
        let mut seen = Vec::new();
        loop {
            assert_eq!(reply.json["totalResults"], json!(all.len()));
            for list in reply.json["popularLists"].as_array().unwrap() {
                assert_eq!(list.as_object().unwrap().len(), 3);
                seen.push(list["id"].as_str().unwrap().to_owned());
            }
            if reply.json["next"] == Value::Null {
                break;
            }
            reply = sandbox.get(&reply.link("next")).send().await.expect_status(200);
        }
        assert!(seen.iter().eq(all.iter().map(|(id, _)| id)));
        let first = sandbox.guest(PATH).send().await.expect_status(200).json;
        assert_eq!((&first["limit"], first["popularLists"].as_array().unwrap().len()), (&json!(10), 10));
    }

    async fn a_list_is_found_however_its_equals_signs_are_written(sandbox: Sandbox) {
        let (id, description) = lists(sandbox).await[0].clone();
        let plain = sandbox.guest(&format!("{PATH}/{id}")).send().await.expect_status(200);
        let encoded = sandbox.guest(&format!("{PATH}/{}", id.replace('=', "%3D"))).send().await.expect_status(200);
        assert_eq!(plain.json["popularTitles"], encoded.json["popularTitles"]);
        assert_eq!((&plain.json["id"], &encoded.json["id"]), (&json!(id), &json!(id)));
        assert_eq!(plain.json["description"], json!(description));
        let members: Vec<&str> = plain.json.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "allows", "authorFacets", "categoryFacets", "description", "id", "limit", "links", "message", "next",
            "popularTitles", "totalResults",
        ];
        assert_eq!(members, expected);
        for absent in ["allows", "authorFacets", "categoryFacets", "message"] {
            assert_eq!(plain.json[absent], Value::Null);
        }
        let lists = sandbox.guest(PATH).send().await.json;
        let href = link(&lists["popularLists"][0], "self").unwrap();
        let followed = sandbox.get(&href).query(&[("api_key", sandbox.key("app"))]).send().await.expect_status(200);
        assert_eq!(followed.json["popularTitles"], plain.json["popularTitles"]);
    }

    async fn following_next_visits_every_title_once_in_order(sandbox: Sandbox) {
        let whole = ids(&sandbox.guest(&year(sandbox).await).send().await.expect_status(200));
        let path = year(sandbox).await.replace("limit=100", "limit=3");
        let mut reply = sandbox.guest(&path).send().await.expect_status(200);
        let mut seen = Vec::new();
        loop {
            assert_eq!(reply.json["totalResults"], json!(whole.len()));
            seen.extend(ids(&reply));
            if reply.json["next"] == Value::Null {
                break;
            }
            let link = reply.link("next");
            assert!(link.contains("api_key=") && link.contains("limit=3"), "{link}");
            reply = sandbox.get(&link).send().await.expect_status(200);
        }
        assert_eq!(seen, whole);
        assert!(whole.len() > 12);
    }

    async fn each_caller_is_shown_what_a_search_would_show(sandbox: Sandbox) {
        let path = year(sandbox).await;
        let guest = ids(&sandbox.guest(&path).send().await.expect_status(200));
        let has = |list: &[i64], title| list.contains(&sandbox.title(title));
        assert!(has(&guest, "adult") && has(&guest, "copyright") && has(&guest, "labShared"));
        assert!(!has(&guest, "withdrawn") && !has(&guest, "labOnly"));
        let minor = ids(&User::sign_in(sandbox, "minor").await.get(&path).await.expect_status(200));
        assert!(!has(&minor, "adult") && has(&minor, "copyright"));
        assert_eq!(minor.len(), guest.len() - 1);
        let lab = ids(&User::sign_in(sandbox, "labIndividual").await.get(&path).await.expect_status(200));
        let own: BTreeSet<i64> = ["labOnly", "labShared"].map(|title| sandbox.title(title)).into();
        assert_eq!(lab.into_iter().collect::<BTreeSet<_>>(), own);
        let reader = User::sign_in(sandbox, "individual").await;
        assert!(has(&ids(&reader.get(&path).await), "countryRestricted"));
        reader.put("/v2/myAccount/preferences", &[("showAllBooks", "false")]).await.expect_status(200);
        assert!(!has(&ids(&reader.get(&path).await), "countryRestricted"), "closed where the reader is");
        // A category without search results makes no list.
        let named = |reply: Reply| reply.json["popularLists"].to_string();
        let all = format!("{PATH}?limit=100");
        assert!(named(sandbox.guest(&all).send().await).contains("Romance"));
        let minor = User::sign_in(sandbox, "minor").await;
        assert!(!named(minor.get(&all).await).contains("Romance"));
        let romance = lists(sandbox).await.into_iter().find(|(_, name)| name.contains("Romance")).unwrap().0;
        let path = format!("{PATH}/{romance}");
        assert_eq!(ids(&sandbox.guest(&path).send().await), [sandbox.title("adult")]);
        minor.get(&path).await.expect_error(404, "POPULAR_LIST_NOT_FOUND");
    }

    async fn titles_withdrawn_since_are_left_out_immediately(sandbox: Sandbox) {
        let path = year(sandbox).await;
        let id = sandbox.title("creativeCommons");
        assert!(ids(&sandbox.guest(&path).send().await).contains(&id));
        sandbox.command(&["admin", "titles", "disable", &id.to_string()]);
        eventually("it leaves the list", async || {
            let listed = sandbox.guest(&path).send().await.expect_status(200);
            if ids(&listed).contains(&id) { Err(listed.json) } else { Ok(()) }
        })
        .await;
    }

    async fn the_month_is_part_of_the_year(sandbox: Sandbox) {
        let before = lists(sandbox).await;
        let month = format!("{PATH}/{}?limit=100", before[1].0);
        let month = ids(&sandbox.guest(&month).send().await.expect_status(200));
        let year = ids(&sandbox.guest(&year(sandbox).await).send().await.expect_status(200));
        assert!(!month.is_empty() && month.iter().all(|id| year.contains(id)));
        assert!(month.len() <= year.len());
    }

    async fn unknown_and_unreadable_lists_are_refused(sandbox: Sandbox) {
        for id in ["nothing", "AAAAAAAAAAAAAA==", "%3D", "..%2F"] {
            sandbox.guest(&format!("{PATH}/{id}")).send().await.expect_error(404, "POPULAR_LIST_NOT_FOUND");
        }
        sandbox.guest(&format!("{PATH}/%00")).send().await.expect_error(404, "NOT_FOUND");
        let all = lists(sandbox).await;
        let (first, second) = (format!("{PATH}/{}", all[0].0), format!("{PATH}/{}", all[1].0));
        for path in [PATH, &first] {
            for (query, key) in [("limit=0", "INVALID_LIMIT"), ("limit=x", "INVALID_LIMIT"), ("start=x", "INVALID_START")] {
                sandbox.guest(&format!("{path}?{query}")).send().await.expect_error(400, key);
            }
        }
        let next = sandbox.guest(&format!("{first}?limit=1")).send().await.json["next"].as_str().unwrap().to_owned();
        sandbox.guest(&format!("{second}?start={next}")).send().await.expect_error(400, "INVALID_START");
        sandbox.guest(&format!("{PATH}?start={next}")).send().await.expect_error(400, "INVALID_START");
        sandbox.guest(&format!("{first}?start={next}&limit=2")).send().await.expect_status(200);
        sandbox.get(PATH).send().await.expect_error(403, "INVALID_API_KEY");
    }
}
