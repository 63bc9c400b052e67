//! Every link of every feed, as every kind of visitor: none is dead, none fails, and the titles are those
//! that `/v2` finds.

use std::collections::BTreeSet;

use serde_json::Value;

use super::app::link;
use super::clients::{self, Document};
use super::{App, atom, json, rules};
use crate::one;
use crate::support::Sandbox;

/// Follows all links below `/opds` from a start, and adds what apps parse to `seen_by_apps`. Returns how many
/// documents there were. Files are asked for elsewhere.
async fn crawl(app: &App<'_>, base: &str, start: &str, seen_by_apps: &mut Vec<Document>) -> usize {
    let mut waiting = vec![format!("{base}{start}")];
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    let mut documents = 0;
    while let Some(address) = waiting.pop() {
        let reply = app.get(&address).await;
        let kind = reply.headers.get("content-type").map_or("", |value| value.to_str().unwrap()).to_owned();
        let found = match (reply.status, kind.as_str()) {
            (200, "application/opds+json") => json::feed(&reply.json, &address),
            (200, "application/opds-publication+json") => json::publication(&reply.json, &address),
            (200, one) if one.starts_with("application/atom+xml") => atom::document(&reply.text(), &address),
            (200, "application/opensearchdescription+xml" | "image/jpeg") => Vec::new(),
            (200, "application/opds-authentication+json") => {
                rules::authentication(&reply.json, &address);
                Vec::new()
            }
            // Nobody has read anything yet.
            (200, "application/opds-progression+json") if reply.bytes.is_empty() => Vec::new(),
            (204, "") if address.ends_with("/locator") => Vec::new(),
            (401, "application/opds-authentication+json") => {
                assert!(app.device.is_none(), "{address}: signed in already");
                rules::authentication(&reply.json, &address);
                Vec::new()
            }
            (403, "application/problem+json") => {
                assert!(app.device.is_some() && address.ends_with("/borrow"), "{address}");
                assert!(reply.json["detail"].as_str().is_some_and(|text| text.len() > 10), "says why");
                Vec::new()
            }
            other => panic!("{address}: {other:?} {}", reply.text()),
        };
        documents += 1;
        seen_by_apps.extend(Document::from_reply(&address, &reply));
        for href in found {
            let inside = href.strip_prefix(base).unwrap_or_else(|| panic!("{address}: {href} is elsewhere"));
            // The catalogs of all members are alike.
            if inside.contains("/members/") && !inside.contains("/members/demo-orgMember") {
                continue;
            }
            // The feeds of contributors are alike for everybody, and guests follow the links to them.
            if inside.contains("/all?contributor=") && app.device.is_some() {
                continue;
            }
            let document = inside.starts_with("/opds") && !is_file(inside) || inside.starts_with("/covers/");
            if document && seen.insert(href.clone()) {
                waiting.push(href);
            }
        }
    }
    documents
}

/// Returns true if a path leads to a file, or begins to make one.
fn is_file(path: &str) -> bool {
    let formats = ["/DAISY", "/DAISY_AUDIO", "/DAISY_2_AUDIO", "/BRF", "/EPUB3", "/PDF", "/DOCX"];
    formats.iter().any(|end| path.ends_with(end)) || path.ends_with("/loan") || path.ends_with("/manifest")
}

/// The numbers of the titles of a feed and the pages after it, in order.
async fn numbers(app: &App<'_>, start: &str) -> Vec<i64> {
    let (mut all, mut next) = (Vec::new(), Some(start.to_owned()));
    while let Some(address) = next {
        let feed = app.json(&address).await;
        all.extend(feed["publications"].as_array().into_iter().flatten().map(number));
        next = link(&feed, "next", None).map(str::to_owned);
    }
    all
}

fn number(publication: &Value) -> i64 {
    let own = link(publication, "self", None).unwrap();
    own.rsplit('/').next().unwrap().parse().unwrap()
}

one! {
    async fn no_link_is_dead_for_a_guest(sandbox: Sandbox) {
        let (guest, mut seen) = (App::guest(sandbox), Vec::new());
        for start in ["/opds", "/opds/v1.2", "/opds/sites/lab"] {
            let documents = crawl(&guest, sandbox.base(), start, &mut seen).await;
            assert!(documents > 20, "{start}: {documents} documents");
        }
        clients::read(seen).await;
    }

    async fn no_link_is_dead_for_readers(sandbox: Sandbox) {
        let mut seen = Vec::new();
        for (user, start) in [("individual", "/opds"), ("individual", "/opds/v1.2"), ("orgMember", "/opds"), ("sponsor", "/opds")] {
            let app = App::with_new_device(sandbox, user);
            let mut found = Vec::new();
            let documents = crawl(&app, sandbox.base(), start, &mut found).await;
            assert!(documents > 40, "{user} {start}: {documents} documents");
            // The same address has another document for each.
            seen.extend(found.into_iter().map(|of| Document { address: format!("{}#{user}", of.address), ..of }));
        }
        let app = App::with_new_device(sandbox, "individual");
        for title in ["copyright", "publicDomain"] {
            let address = format!("/opds/titles/{}/manifest", sandbox.title(title));
            let reply = app.get(&address).await.expect_status(200);
            json::manifest(&reply.json, &address);
            seen.extend(Document::from_reply(&address, &reply));
        }
        clients::read(seen).await;
    }

    async fn the_titles_are_those_that_the_interface_finds(sandbox: Sandbox) {
        for user in ["individual", "minor", "orgMember", "unqualified", "collectionAssistant"] {
            let app = App::with_new_device(sandbox, user);
            let found = sandbox.call_signed_in(user, "/v2/titles?limit=100").await.send().await.expect_status(200);
            let titles = found.json["titles"].as_array().unwrap().iter();
            let expected: Vec<i64> = titles.map(|title| title["serviceId"].as_i64().unwrap()).collect();
            assert_eq!(numbers(&app, "/opds/all").await, expected, "{user}");
            let total = app.json("/opds/all").await["metadata"]["numberOfItems"].clone();
            assert_eq!(total, found.json["totalResults"], "{user}");
        }
        let found = sandbox.guest("/v2/titles?limit=100").send().await.expect_status(200);
        assert_eq!(numbers(&App::guest(sandbox), "/opds/all").await.len(), found.json["titles"].as_array().unwrap().len());
    }
}
