//! GET /v2/categories and GET /v2/bisacCodes (docs/rules/search.md#rule-8).

use serde_json::{Value, json};

use crate::one;
use crate::support::Sandbox;

one! {
    async fn categories_count_what_the_caller_can_see(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/categories").send().await.expect_status(200);
        assert_eq!(reply.json["limit"], 100);
        let categories = reply.json["categories"].as_array().unwrap();
        assert_eq!(reply.json["totalResults"], json!(categories.len()));
        let names: Vec<&str> = categories.iter().map(|c| c["name"].as_str().unwrap()).collect();
        assert!(names.is_sorted(), "{names:?}");
        for category in categories {
            let count = category["titleCount"].as_u64().unwrap();
            assert!(count > 0, "{category}");
            assert_eq!(category["links"][0]["rel"], "search");
            let href = category["links"][0]["href"].as_str().unwrap();
            let found = sandbox.get(href).query(&[("api_key", sandbox.key("app"))]).send().await.expect_status(200);
            assert_eq!(found.json["totalResults"], json!(count), "{category}");
        }
    }

    /// Every record with links has one to itself (docs/rules/records.md#rule-6).
    async fn a_category_and_a_code_lead_to_themselves(sandbox: Sandbox) {
        let key = [("api_key", sandbox.key("app"))];
        let own = async |record: &Value| {
            let links = record["links"].as_array().unwrap();
            let own = links.iter().find(|link| link["rel"] == "self").unwrap_or_else(|| panic!("no self: {record}"));
            sandbox.get(own["href"].as_str().unwrap()).query(&key).send().await.expect_status(200).json
        };
        for (path, items) in [("/v2/categories", "categories"), ("/v2/bisacCodes", "bisacCodes")] {
            let all = sandbox.guest(path).send().await.expect_status(200);
            for record in all.json[items].as_array().unwrap() {
                assert_eq!(own(record).await[items], json!([record]));
            }
        }
        let title = sandbox.guest(&format!("/v2/titles/{}", sandbox.title("publicDomain"))).send().await;
        for category in title.expect_status(200).json["categories"].as_array().unwrap() {
            let list = own(category).await;
            match category["code"].as_str() {
                Some(code) => assert_eq!(list["bisacCodes"][0]["code"], code),
                None => assert_eq!(list["categories"][0]["name"], category["name"]),
            }
        }
        let unknown = sandbox.guest("/v2/categories?name=Nothing").send().await.expect_status(200);
        assert_eq!((&unknown.json["totalResults"], &unknown.json["categories"]), (&json!(0), &json!([])));
    }

    async fn categories_are_paged(sandbox: Sandbox) {
        let all = sandbox.guest("/v2/categories").send().await.expect_status(200);
        let mut reply = sandbox.guest("/v2/categories?limit=4").send().await.expect_status(200);
        let mut seen = reply.json["categories"].as_array().unwrap().clone();
        while reply.json["next"] != Value::Null {
            reply = sandbox.get(&reply.link("next")).send().await.expect_status(200);
            seen.extend(reply.json["categories"].as_array().unwrap().clone());
        }
        assert_eq!(Value::Array(seen), all.json["categories"]);
    }

    async fn bisac_codes_are_found_by_a_prefix_in_any_case(sandbox: Sandbox) {
        let list = async |query: &str| {
            let reply = sandbox.guest(&format!("/v2/bisacCodes{query}")).send().await.expect_status(200);
            let codes = reply.json["bisacCodes"].as_array().unwrap().clone();
            assert_eq!(reply.json["totalResults"], json!(codes.len()));
            codes.iter().map(|c| c["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let all = list("").await;
        assert!(all.is_sorted() && all.len() > 10, "{all:?}");
        assert_eq!(list("?codeStartsWith=poe").await, ["POE000000", "POE023030"]);
        assert_eq!(list("?descriptionStartsWith=POETRY").await, ["POE000000", "POE023030"]);
        assert!(list("?codeStartsWith=%25").await.is_empty(), "a prefix, not a pattern");
    }

    async fn both_prefixes_contradict_each_other(sandbox: Sandbox) {
        let path = "/v2/bisacCodes?codeStartsWith=POE&descriptionStartsWith=Poetry";
        sandbox.guest(path).send().await.expect_error(400, "CONFLICTING_PARAMETERS");
    }

    async fn bisac_codes_are_paged(sandbox: Sandbox) {
        let first = sandbox.guest("/v2/bisacCodes?limit=3").send().await.expect_status(200);
        let second = sandbox.get(&first.link("next")).send().await.expect_status(200);
        let code = |reply: &Value, index: usize| reply["bisacCodes"][index]["code"].as_str().unwrap().to_owned();
        assert!(code(&first.json, 2) < code(&second.json, 0));
    }
}
