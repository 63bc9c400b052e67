//! Lists: envelope, `next`, links (docs/rules/requests.md#rule-11, docs/rules/requests.md#rule-9).

use serde_json::Value;

use crate::both;
use crate::support::Sandbox;

/// Follows `next` links as clients do: with nothing but the address.
async fn walk(sandbox: &Sandbox, first: &str) -> Vec<i64> {
    let mut reply = sandbox.guest(first).send().await.expect_status(200);
    let mut ids = Vec::new();
    loop {
        ids.extend(reply.json["titles"].as_array().unwrap().iter().map(|t| t["serviceId"].as_i64().unwrap()));
        if reply.json["next"] == Value::Null {
            return ids;
        }
        reply = sandbox.get(&reply.link("next")).send().await.expect_status(200);
    }
}

both! {
    async fn following_next_visits_every_title_once(sandbox: Sandbox) {
        for order in ["title", "author", "dateAdded", "copyrightDate", "relevance"] {
            for direction in ["asc", "desc"] {
                let path = format!("/v2/titles?limit=3&sortOrder={order}&direction={direction}");
                let mut ids = walk(sandbox, &path).await;
                let total = sandbox.guest(&path).send().await.json["totalResults"].as_u64().unwrap();
                assert_eq!(ids.len() as u64, total, "{path}");
                ids.sort_unstable();
                ids.dedup();
                assert_eq!(ids.len() as u64, total, "{path}");
            }
        }
    }

    async fn links_are_complete_by_themselves(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles?limit=2&language=eng").send().await.expect_status(200);
        let myself = reply.link("self");
        assert!(myself.starts_with(sandbox.base()), "{myself}");
        for part in ["limit=2", "language=eng", "api_key="] {
            assert!(myself.contains(part) && reply.link("next").contains(part), "{part}");
        }
        let next = reply.json["next"].as_str().unwrap();
        assert!(reply.link("next").contains(&format!("start={next}")));
        assert!(next.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)), "{next}");
    }

    async fn self_is_the_requested_address_verbatim(sandbox: Sandbox) {
        for query in ["keyword=the%20ferry&limit=1", "keyword=the+ferry&other&limit=1", "start=null&categories=%4aoy&limit=%31"] {
            let address = format!("/v2/titles?{query}&api_key={}", sandbox.key("app"));
            let reply = sandbox.get(&address).send().await.expect_status(200);
            assert_eq!(reply.link("self"), format!("{}{address}", sandbox.base()));
        }
    }

    async fn a_token_works_with_another_limit(sandbox: Sandbox) {
        let first = sandbox.guest("/v2/titles?limit=4").send().await.expect_status(200);
        let next = first.json["next"].as_str().unwrap().to_owned();
        let wide = sandbox.guest(&format!("/v2/titles?limit=4&start={next}")).send().await.expect_status(200);
        let narrow = sandbox.guest(&format!("/v2/titles?limit=1&start={next}")).send().await.expect_status(200);
        assert_eq!(wide.json["titles"][0]["serviceId"], narrow.json["titles"][0]["serviceId"]);
        assert_eq!(narrow.json["limit"], 1);
    }

    async fn a_token_is_bound_to_its_list(sandbox: Sandbox) {
        let first = sandbox.guest("/v2/titles?limit=2").send().await.expect_status(200);
        let next = first.json["next"].as_str().unwrap().to_owned();
        for other in ["language=eng", "sortOrder=author", "direction=desc", "keyword=the"] {
            let path = format!("/v2/titles?limit=2&{other}&start={next}");
            sandbox.guest(&path).send().await.expect_error(400, "INVALID_START");
        }
        sandbox.guest(&format!("/v2/categories?start={next}")).send().await.expect_error(400, "INVALID_START");
        let mut damaged = next.into_bytes();
        damaged[5] = if damaged[5] == b'A' { b'B' } else { b'A' };
        let damaged = String::from_utf8(damaged).unwrap();
        sandbox.guest(&format!("/v2/titles?limit=2&start={damaged}")).send().await.expect_error(400, "INVALID_START");
    }

    async fn the_last_page_has_no_next(sandbox: Sandbox) {
        let reply = sandbox.guest("/v2/titles?limit=100").send().await.expect_status(200);
        assert_eq!(reply.json["next"], Value::Null);
        let links = reply.json["links"].as_array().unwrap();
        assert_eq!(links.len(), 1);
        assert_eq!(links[0]["rel"], "self");
    }
}
