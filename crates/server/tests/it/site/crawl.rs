//! Every link of every page, as several kinds of visitors: none is dead, none fails, and no page shows what
//! `/v2` refuses.

use std::collections::{BTreeMap, BTreeSet};

use super::Reader;
use super::browser::{links, titles};
use crate::one;
use crate::support::{Sandbox, User};

/// Follows all links from the start page, and returns the pages by address.
async fn crawl(reader: &mut Reader<'_>) -> BTreeMap<String, String> {
    let mut waiting = vec!["/".to_owned()];
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    let mut pages = BTreeMap::new();
    while let Some(path) = waiting.pop() {
        let reply = reader.get(&path).await;
        if reply.status == 303 {
            assert!(reply.header("location").starts_with('/'), "{path}");
            continue;
        }
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        let text = reply.text();
        for href in links(&text) {
            let (href, _) = href.split_once('#').unwrap_or((&href, ""));
            // Other interfaces have crawlers of their own, and a search can be narrowed without end.
            let is_page = href.starts_with('/')
                && !["/opds", "/docs", "/v2", "/delivery"].iter().any(|it| href.starts_with(it));
            let narrowed = href.matches('&').count() > 1;
            // Every title has the same forms for its book and for each of its formats.
            let is_form = href.starts_with("/collection/titles/")
                && (href.contains("/formats/") || href.ends_with("/book"));
            if is_page && !narrowed && !is_form && seen.insert(href.to_owned()) {
                waiting.push(href.to_owned());
            }
        }
        pages.insert(path, text);
    }
    pages
}

/// The titles that `/v2` finds for a user, each with whether it may be downloaded.
async fn find_by_api(sandbox: &Sandbox, user: &str) -> BTreeMap<i64, bool> {
    let mut all = BTreeMap::new();
    let mut next = Some(format!("{}/v2/titles?api_key={}&limit=100", sandbox.base(), key(sandbox, user)));
    let signed_in = match user {
        "guest" => None,
        _ => Some(User::sign_in(sandbox, user).await),
    };
    while let Some(address) = next {
        let reply = match &signed_in {
            Some(user) => user.get(&address).await,
            None => sandbox.get(&address).send().await,
        };
        let reply = reply.expect_status(200);
        for title in reply.json["titles"].as_array().unwrap() {
            let id = title["serviceId"].as_i64().expect("a number");
            all.insert(id, title["available"].as_bool().expect("whether it is available"));
        }
        let links = reply.json["links"].as_array().unwrap();
        next = links
            .iter()
            .find(|link| link["rel"] == "next")
            .map(|link| link["href"].as_str().unwrap().to_owned());
    }
    all
}

fn key<'a>(sandbox: &'a Sandbox, user: &str) -> &'a str {
    sandbox.key(if user == "guest" { "app" } else { "trusted" })
}

one! {
    async fn no_link_is_dead_and_no_page_shows_what_the_interface_refuses(sandbox: Sandbox) {
        let users = [
            "guest", "individual", "minor", "orgMember", "unqualified", "sponsor", "collectionAssistant", "membershipAssistant",
        ];
        for user in users {
            let mut reader = Reader::sign_in_as(sandbox, user).await;
            let pages = crawl(&mut reader).await;
            let known = find_by_api(sandbox, user).await;
            assert!(!known.is_empty());
            let mut searched = BTreeSet::new();
            for (path, text) in &pages {
                let listed = titles(text);
                let unknown: Vec<_> = listed.iter().filter(|id| !known.contains_key(id)).collect();
                // A shelf keeps what was assigned or downloaded, though a search may not find it any more.
                assert!(unknown.is_empty() || path.starts_with("/shelf"), "{user} at {path}: {unknown:?}");
                if path.starts_with("/search") && !path.contains('=') || path.starts_with("/search?after") {
                    searched.extend(listed);
                }
                if let Some(id) = path.strip_prefix("/titles/").and_then(|id| id.parse::<i64>().ok()) {
                    let offers = text.contains(&format!("action=\"/titles/{id}/downloads/"));
                    // A sponsor says for whom first.
                    let expected = known.get(&id).map(|available| *available && user != "sponsor");
                    // Collection staff also come to titles that are not live, which no search finds.
                    let is_unlisted = user == "collectionAssistant" && expected.is_none();
                    assert!(is_unlisted || Some(offers) == expected, "{user} at {path}: {expected:?}");
                }
            }
            assert_eq!(searched, known.keys().copied().collect(), "{user}: the search finds the same titles");
            assert!(pages.len() > known.len(), "{user}: {}", pages.len());
        }
    }
}
