//! /periodicals, their editions, and /apps.

use super::Reader;
use super::browser::{hidden_field, links};
use crate::one;
use crate::periodicals::edition_path;
use crate::support::Sandbox;

one! {
    async fn an_edition_is_found_and_downloaded(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
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
        // Editions are named in the language of their periodical.
        let (_, heading) = page.split_once("<h1>").unwrap();
        assert!(heading.split("</h1>").next().unwrap().contains("</bdi>: <bdi lang=\"en\">"), "{page}");
        let of_series = reader.read(edition.rsplit_once('/').unwrap().0).await;
        assert!(of_series.contains(&format!("<h3><a href=\"{edition}\"><bdi lang=\"en\">")), "{of_series}");
        let (_, rest) = page.split_once(&format!("action=\"{edition}/downloads/")).unwrap();
        let path = format!("{edition}/downloads/{}", rest.split_once('"').unwrap().0);
        let copy = reader.read(&path).await;
        assert!(copy.contains("Make my copy"), "{copy}");
        assert!(copy.contains(&format!("href=\"{edition}\"><bdi lang=\"en\">")), "{copy}");
        let token = hidden_field(&page, "token");
        let reply = reader.post(&path, &[("token", &token)]).await.expect_status(303);
        let next = reply.header("location").to_owned();
        assert!(next.starts_with("/delivery/") || next == path, "{next}");
        reader.get("/periodicals/nothing").await.expect_status(404);
        reader.get(&format!("{}/nothing", series[0])).await.expect_status(404);
        reader.get(&format!("{edition}/downloads/VHS")).await.expect_status(404);
        assert!(reader.read("/periodicals?words=xyzzy").await.contains("No periodicals found"));
    }

    async fn a_reader_without_the_right_to_an_edition_learns_all_reasons(sandbox: Sandbox) {
        let edition = edition_path(sandbox).replace("/v2/", "/").replace("/editions/", "/");
        let mut reader = Reader::sign_in_as(sandbox, "unqualified").await;
        let token = hidden_field(&reader.read("/periodicals").await, "token");
        let reply = reader.post(&format!("{edition}/downloads/BRF"), &[("token", &token)]).await;
        assert_eq!(reply.status, 403);
        let text = reply.text();
        assert!(text.contains("Why you cannot have this edition now"), "{text}");
        for reason in ["agreement", "proof of disability"] {
            assert!(text.contains(reason), "{reason}: {text}");
        }
    }

    async fn a_reader_follows_a_periodical_and_finds_it_on_the_shelf(sandbox: Sandbox) {
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(reader.read("/shelf").await.contains("You do not follow a newspaper or magazine yet."));
        let all = reader.read("/periodicals").await;
        let series = links(&all).into_iter().find(|href| href.starts_with("/periodicals/")).expect("a periodical");
        let page = reader.read(&series).await;
        assert!(page.contains(&format!("action=\"{series}\"")) && page.contains(">Follow</button>"), "{page}");
        let token = hidden_field(&page, "token");
        reader.post(&series, &[("follow", "yes")]).await.expect_status(403);
        let reply = reader.post(&series, &[("token", &token), ("follow", "yes")]).await.expect_status(303);
        let page = reader.read(reply.header("location")).await;
        assert!(page.contains("You follow this periodical.") && page.contains(">Stop following</button>"), "{page}");
        let shelf = reader.read("/shelf").await;
        assert!(shelf.contains(&format!("href=\"{series}\"")) && shelf.contains("Latest edition:"), "{shelf}");
        assert!(reader.read("/periodicals?followed=yes").await.contains("One periodical"));
        let mut other = Reader::sign_in_as(sandbox, "individual2").await;
        assert!(!other.read("/shelf").await.contains(&format!("href=\"{series}\"")));
        reader.post(&series, &[("token", &token)]).await.expect_status(303);
        assert!(!reader.read("/shelf").await.contains(&format!("href=\"{series}\"")));
        reader.post("/periodicals/nothing", &[("token", &token), ("follow", "yes")]).await.expect_status(404);
        let mut guest = Reader::guest(sandbox);
        assert!(!guest.read(&series).await.contains("Follow"));
        guest.post(&series, &[("follow", "yes")]).await.expect_status(303);
    }

    async fn the_start_page_has_the_newest_editions_and_its_parts_in_order(sandbox: Sandbox) {
        let mut guest = Reader::guest(sandbox);
        let home = guest.read("/").await;
        let (_, section) = home.split_once("<h2 id=\"periodicals\">Periodicals</h2>").expect("newest periodicals");
        assert_eq!(section.matches("Latest edition: <bdi lang=\"en\">").count(), 2, "{section}");
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        let home = reader.read("/").await;
        let parts = ["New in the library", "Popular books", "Recommended for me", "Browse by category", "Periodicals"];
        let places = parts.map(|part| home.find(&format!(">{part}</h2>")).unwrap_or_else(|| panic!("{part}: {home}")));
        assert!(places.is_sorted(), "{places:?}");
        // Those that the reader follows take the place of the newest.
        let all = links(&reader.read("/periodicals").await);
        let series = all.iter().find(|href| href.starts_with("/periodicals/")).unwrap();
        let token = hidden_field(&reader.read(series).await, "token");
        reader.post(series, &[("token", &token), ("follow", "yes")]).await.expect_status(303);
        let home = reader.read("/").await;
        let (_, section) = home.split_once("Newspapers and magazines that I follow</h2>").expect("followed");
        assert!(section.contains(&format!("href=\"{series}\"")) && section.matches("Latest edition:").count() == 1, "{section}");
    }

    async fn the_page_of_apps_has_the_addresses_that_they_need(sandbox: Sandbox) {
        let page = Reader::guest(sandbox).read("/apps").await;
        for path in ["/opds", "/kosync"] {
            assert!(page.contains(&format!("<code>{}{path}</code>", sandbox.base())), "{page}");
        }
        assert!(page.contains("href=\"/account/devices\"") && page.contains("KOReader"), "{page}");
    }
}
