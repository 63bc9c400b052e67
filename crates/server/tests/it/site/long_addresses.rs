//! Addresses that are as long as a connection takes: no answer is much longer than its question.

use std::time::{Duration, Instant};

use super::routes;
use crate::one;
use crate::support::{Reply, Sandbox};

/// About the longest address that the server reads, in bytes.
const MAX_ADDRESS_BYTES: usize = 60_000;
/// Longest answer, in bytes.
const MAX_ANSWER: usize = 1 << 20;

/// Names of conditions, on pages and in feeds.
const NAMES: [&str; 8] =
    ["words", "query", "category", "accessibilityFeature", "format", "author", "series", "narrator"];

/// Many short conditions of these names, until the query has this many bytes.
fn conditions(names: &[&str], bytes: usize) -> String {
    let mut query = String::new();
    for (n, name) in (0..).zip(names.iter().cycle()) {
        let condition = format!("{name}={n}&");
        if query.len() + condition.len() > bytes {
            break;
        }
        query.push_str(&condition);
    }
    query
}

/// Opens an address, and fails if the answer is long.
async fn open(sandbox: &Sandbox, path: &str, query: &str) -> Reply {
    let reply = sandbox.get(&format!("{path}?{query}")).send().await;
    let bytes = reply.bytes.len();
    assert!(bytes < MAX_ANSWER, "{path}: {bytes} bytes with {} bytes of conditions", query.len());
    reply
}

one! {
    async fn every_page_and_feed_refuses_an_address_that_asks_for_too_much(sandbox: Sandbox) {
        let (one, many) = (format!("words={}", "a".repeat(MAX_ADDRESS_BYTES)), conditions(&NAMES, MAX_ADDRESS_BYTES));
        let pages = ["pages", "web"].into_iter().flat_map(routes::routes_of_crate).map(|route| route.example_path());
        let feeds = routes::routes_of_crate("opds").into_iter().map(|route| format!("/opds{}", route.example_path()));
        let feeds = feeds.flat_map(|feed| [feed.replacen("/opds", "/opds/v1.2", 1), feed]);
        // The description of the interface is made when the first of its pages is opened.
        sandbox.get("/docs").send().await.expect_status(200);
        for path in pages.chain(feeds) {
            for query in [&one, &many] {
                let began = Instant::now();
                let reply = open(sandbox, &path, query).await;
                assert!(began.elapsed() < Duration::from_secs(1), "{path}: {:?}", began.elapsed());
                assert_eq!(reply.status, 414, "{path}: {}", reply.text());
                let text = reply.text();
                assert!(text.contains("This address is too long") && text.contains("fewer conditions"), "{path}: {text}");
            }
        }
        let page = sandbox.get(&format!("/search?{one}")).header("accept-language", "de").send().await;
        assert!(page.text().contains("Diese Adresse ist zu lang"), "{}", page.text());
    }

    async fn the_longest_addresses_that_are_read_have_short_answers(sandbox: Sandbox) {
        let long = |name: &str| format!("{name}={}", "a".repeat(15_000));
        let few: Vec<String> = NAMES.iter().flat_map(|name| (0..7).map(move |n| format!("{name}={n}"))).collect();
        // Twenty conditions that are as long as they may be, of characters that are longer in links.
        let wide: Vec<String> = ["author", "category", "series"]
            .iter()
            .flat_map(|name| (0..20).map(move |n| format!("{name}={n}{}", "%28".repeat(40))))
            .collect();
        let queries = [long("words"), long("query"), long("back"), long("after"), few.join("&"), wide.join("&")];
        let statuses = [200, 303, 400, 403, 404, 405, 401, 414];
        for path in ["/", "/search", "/periodicals", "/popular/year", "/sign-in", "/oauth/authorize", "/display", "/apps"] {
            for query in &queries {
                let reply = open(sandbox, path, query).await;
                assert!(statuses.contains(&reply.status), "{path}: {}", reply.status);
            }
        }
        for path in ["", "/all", "/search", "/new", "/categories", "/popular", "/periodicals", "/shelf"] {
            for (version, query) in queries.iter().flat_map(|query| [("", query), ("/v1.2", query)]) {
                let reply = open(sandbox, &format!("/opds{version}{path}"), query).await;
                assert!(statuses.contains(&reply.status), "{path}: {}", reply.status);
            }
        }
        open(sandbox, "/search", &few.join("&")).await.expect_status(200);
    }

    async fn the_interface_answers_long_addresses_shortly(sandbox: Sandbox) {
        let description = sandbox.get("/docs/openapi.json").send().await.expect_status(200).json;
        let paths = description["paths"].as_object().unwrap().iter();
        let paths = paths.filter(|(_, operations)| operations.get("get").is_some()).map(|(path, _)| path);
        let key = format!("api_key={}&", sandbox.key("app"));
        let names = ["categories", "authors", "format", "narrators", "limit", "sortOrder", "keyword", "formats"];
        for path in paths {
            let part = |part: &str| if part.starts_with('{') { "1".to_owned() } else { part.to_owned() };
            let path = path.split('/').map(part).collect::<Vec<_>>().join("/");
            for names in [&names[..], &names[..1], &["unknown"]] {
                let began = Instant::now();
                open(sandbox, &path, &format!("{key}{}", conditions(names, MAX_ADDRESS_BYTES))).await;
                // An index of thousands of conditions would take minutes; a search may take longer than a
                // page.
                assert!(began.elapsed() < Duration::from_secs(5), "{path}: {:?}", began.elapsed());
            }
        }
    }
}
