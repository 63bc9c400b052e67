//! /periodicals, their editions, and /apps.

use super::Reader;
use super::browser::{hidden, links};
use crate::one;
use crate::support::Sandbox;

one! {
    async fn an_edition_is_found_and_downloaded(sandbox: Sandbox) {
        let mut reader = Reader::of(sandbox, "individual").await;
        let below = |page: &str, path: &str| -> Vec<String> {
            let depth = path.matches('/').count() + 1;
            let found = links(page).into_iter().filter(|href| {
                href.starts_with(&format!("{path}/")) && href.matches('/').count() == depth && !href.contains('?')
            });
            found.collect()
        };
        let list = reader.read("/periodicals").await;
        let series = below(&list, "/periodicals");
        assert!(!series.is_empty(), "{list}");
        let mut offered = None;
        for path in &series {
            let page = reader.read(path).await;
            for edition in below(&page, path) {
                let text = reader.read(&edition).await;
                if text.contains(&format!("action=\"{edition}/downloads/")) {
                    offered = Some((edition, text));
                }
            }
        }
        let (edition, page) = offered.expect("an edition that may be downloaded");
        let (_, rest) = page.split_once(&format!("action=\"{edition}/downloads/")).unwrap();
        let path = format!("{edition}/downloads/{}", rest.split_once('"').unwrap().0);
        assert!(reader.read(&path).await.contains("Make my copy"));
        let token = hidden(&page, "token");
        let reply = reader.post(&path, &[("token", &token)]).await.expect_status(303);
        let next = reply.header("location").to_owned();
        assert!(next.starts_with("/delivery/") || next == path, "{next}");
        reader.get("/periodicals/nothing").await.expect_status(404);
        reader.get(&format!("{}/nothing", series[0])).await.expect_status(404);
        reader.get(&format!("{edition}/downloads/VHS")).await.expect_status(404);
        assert!(reader.read("/periodicals?words=xyzzy").await.contains("No periodicals found"));
    }

    async fn the_page_of_apps_has_the_addresses_that_they_need(sandbox: Sandbox) {
        let page = Reader::guest(sandbox).read("/apps").await;
        for path in ["/opds", "/kosync"] {
            assert!(page.contains(&format!("<code>{}{path}</code>", sandbox.base())), "{page}");
        }
        assert!(page.contains("href=\"/account/devices\"") && page.contains("KOReader"), "{page}");
    }
}
