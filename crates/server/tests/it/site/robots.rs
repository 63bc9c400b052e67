//! Pages for robots: robots.txt, sitemaps, the links that they may follow; and the limits of guests.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Reader;
use super::browser::links;
use crate::support::{Backend, Call, Library, Reply, Sandbox, eventually};
use crate::{both, each, one};

/// The texts of all elements of this name.
fn values(xml: &str, name: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let elements = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.sitemaps.org/schemas/sitemap/0.9", name)));
    elements.map(|node| node.text().unwrap().to_owned()).collect()
}

/// Every address of every sitemap that robots.txt leads to.
async fn follow_sitemaps(sandbox: &Sandbox) -> Vec<String> {
    let robots = sandbox.get("/robots.txt").send().await.expect_status(200);
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    let robots = robots.text();
    let index = robots.lines().find_map(|line| line.strip_prefix("Sitemap: ")).expect("a sitemap").to_owned();
    assert_eq!(index, format!("{}/sitemap.xml", sandbox.base()));
    let index = sandbox.get(&index).send().await.expect_status(200);
    assert_eq!(index.header("content-type"), "application/xml");
    let mut addresses = Vec::new();
    for sitemap in values(&index.text(), "loc") {
        let reply = sandbox.get(&sitemap).send().await.expect_status(200);
        assert_eq!(reply.header("cache-control"), "public, max-age=600");
        let found = values(&reply.text(), "loc");
        if sitemap.contains("/titles-") {
            assert_eq!(values(&reply.text(), "lastmod").len(), found.len(), "each says when it changed");
        }
        addresses.extend(found);
    }
    addresses
}

/// The identifiers that a guest's list of `/v2` has.
async fn list_ids(sandbox: &Sandbox, path: &str, list: &str, id: &str) -> BTreeSet<String> {
    let mut next = Some(format!("{}{path}?api_key={}&limit=100", sandbox.base(), sandbox.key("app")));
    let mut all = BTreeSet::new();
    while let Some(address) = next {
        let reply = sandbox.get(&address).send().await.expect_status(200);
        for item in reply.json[list].as_array().unwrap() {
            all.insert(item[id].to_string().trim_matches('"').to_owned());
        }
        let links = reply.json["links"].as_array().unwrap().clone();
        let link = links.into_iter().find(|link| link["rel"] == "next");
        next = link.map(|link| link["href"].as_str().unwrap().to_owned());
    }
    assert!(!all.is_empty());
    all
}

both! {
    async fn a_robot_that_follows_only_the_sitemap_finds_every_public_title_once(sandbox: Sandbox) {
        let addresses = follow_sitemaps(sandbox).await;
        let distinct: BTreeSet<&String> = addresses.iter().collect();
        assert_eq!(distinct.len(), addresses.len(), "each once: {addresses:#?}");
        let below = |path: &str| -> BTreeSet<String> {
            let beginning = format!("{}{path}", sandbox.base());
            addresses.iter().filter_map(|address| address.strip_prefix(&beginning).map(str::to_owned)).collect()
        };
        assert_eq!(below("/titles/"), list_ids(sandbox, "/v2/titles", "titles", "serviceId").await);
        assert_eq!(below("/periodicals/"), list_ids(sandbox, "/v2/periodicals", "periodicals", "seriesId").await);
        for address in &addresses {
            let page = sandbox.get(address).header("accept", "text/html").send().await.expect_status(200).text();
            assert!(page.contains(&format!("<link rel=\"canonical\" href=\"{address}\">")), "{address}: {page}");
            assert!(!page.contains("noindex"), "{address}");
        }
        for nowhere in ["/sitemaps/titles-999999.xml", "/sitemaps/titles-x.xml", "/sitemaps/pages", "/sitemaps/x.xml"] {
            sandbox.get(nowhere).send().await.expect_status(404);
        }
    }
}

one! {
    async fn robots_are_led_to_no_address_that_narrows_sorts_or_continues_a_page(sandbox: Sandbox) {
        let free = sandbox.title("publicDomain");
        let closed = sandbox.title("copyright");
        let mut guest = Reader::guest(sandbox);
        let home = guest.read("/").await;
        let lists = links(&home).into_iter().filter(|href| href.starts_with("/popular/"));
        let mut pages: Vec<String> = lists.collect();
        let periodical = links(&guest.read("/periodicals").await).into_iter().find(|href| href.starts_with("/periodicals/"));
        pages.extend(periodical);
        pages.extend([
            "/".into(), "/search".into(), "/search?words=the&format=BRF&sort=new".into(), "/search?words=zzzzqqq".into(),
            format!("/titles/{free}"), format!("/titles/{closed}"), "/periodicals".into(), "/periodicals?words=the".into(),
            "/titles/1".into(),
        ]);
        for path in pages {
            let page = guest.get(&path).await.text();
            for link in page.split("<a ").skip(1) {
                let tag = link.split('>').next().unwrap();
                let is_narrowed = tag.contains("href=\"/") && tag.contains('?');
                assert!(!is_narrowed || tag.contains("nofollow"), "{path}: <a {tag}>");
            }
            let is_narrowed = path.contains('?');
            assert_eq!(page.contains("<meta name=\"robots\" content=\"noindex\">"), is_narrowed, "{path}");
            let canonical = format!("<link rel=\"canonical\" href=\"{}{}\">", sandbox.base(), path.split('?').next().unwrap());
            assert!(page.contains(&canonical), "{path}: {page}");
        }
        let mut reader = Reader::sign_in_as(sandbox, "individual").await;
        assert!(!reader.read("/search?words=the").await.contains("canonical"), "no robot is signed in");
    }
}

/// Calls of guests of one IPv6 network, each from another address; how many were served.
async fn count_served(sandbox: &Sandbox, path: &str) -> usize {
    const CALLS: usize = 40;
    let mut served = 0;
    for n in 0..CALLS {
        let address = format!("2001:db8:1:2::{n:x}");
        let call = sandbox.get(path).query(&[("api_key", sandbox.key("app"))]);
        let status = call.header("x-forwarded-for", &address).send().await.status;
        assert!(matches!(status, 200 | 429), "{path}: {status}");
        served += usize::from(status == 200);
    }
    served
}

each! {
    async fn the_guests_of_one_network_share_one_limit(backend: Backend) {
        let settings = [("OPENSHELF_TRUST_FORWARDED_FOR", "true"), ("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "5")];
        let sandbox = Sandbox::start_with(backend, &settings).await;
        for path in ["/v2/categories", "/opds/categories", "/apps"] {
            let served = count_served(&sandbox, path).await;
            // As many as the limit, and those of the time that 40 calls take.
            assert!((5..30).contains(&served), "{path}: {served}");
            let other = sandbox.get(path).query(&[("api_key", sandbox.key("app"))]);
            other.header("x-forwarded-for", "2001:db8:1:3::1").send().await.expect_status(200);
        }
    }
}

/// Calls until one of many that are sent together is refused.
async fn refusal(call: impl Fn(usize) -> Call) -> Reply {
    let rounds = AtomicUsize::new(0);
    eventually("a guest is refused", async || {
        let round = rounds.fetch_add(1, Ordering::Relaxed);
        let calls = (0..64).map(|n| call(round * 64 + n).send());
        let replies = futures_util::future::join_all(calls).await;
        assert!(replies.iter().all(|reply| matches!(reply.status, 200 | 503)));
        replies.into_iter().find(|reply| reply.status == 503).ok_or(round)
    })
    .await
}

each! {
    async fn a_refusal_has_the_form_of_its_interface_and_readers_are_never_refused(backend: Backend) {
        let settings = [
            ("OPENSHELF_GUESTS__TURNS", "1"),
            ("OPENSHELF_GUESTS__PLACES_IN_LINE", "0"),
            ("OPENSHELF_LIMITS__REQUESTS_PER_MINUTE", "0"),
        ];
        let sandbox = Sandbox::start_with(backend, &settings).await;
        let token = sandbox.token("individual").await;
        let key = sandbox.key("app");
        let words = |n: usize| format!("the {n}");

        let page = refusal(|n| sandbox.get("/search").query(&[("words", &words(n))])).await;
        assert_eq!((page.header("retry-after"), page.header("content-type")), ("10", "text/html; charset=utf-8"));
        let feed = refusal(|n| sandbox.get("/opds/search").query(&[("query", &words(n))])).await;
        assert_eq!((feed.header("retry-after"), feed.header("content-type")), ("10", "application/problem+json"));
        let call = |n: usize| sandbox.get("/v2/titles").query(&[("api_key", key), ("keyword", &words(n))]);
        let refused = refusal(call).await;
        assert_eq!(refused.header("retry-after"), "10");
        refused.expect_error(503, "UNAVAILABLE");

        let key = sandbox.key("trusted");
        let readers = (0..64).map(|n| {
            let call = sandbox.get("/v2/titles").query(&[("api_key", key), ("keyword", &words(n))]);
            call.bearer(&token).send()
        });
        let replies = futures_util::future::join_all(readers).await;
        assert!(replies.iter().all(|reply| reply.status == 200), "readers wait for nobody");
    }

    async fn requests_are_counted_by_class_of_caller(backend: Backend) {
        let library = Library::new(&backend);
        library.people();
        let server = library.serve(&[], &[]).await;
        for agent in ["ExampleBot/1.0", "Firefox", "Firefox"] {
            server.get("/periodicals").header("user-agent", agent).send().await.expect_status(200);
        }
        let metrics = server.get(&format!("{}/metrics", server.admin)).send().await.expect_status(200).text();
        let count = |caller: &str, outcome: &str| {
            let labels = [format!("caller=\"{caller}\""), format!("outcome=\"{outcome}\""), "interface=\"pages\"".into()];
            let line = metrics.lines().find(|line| {
                line.starts_with("openshelf_callers_total{") && labels.iter().all(|label| line.contains(label))
            });
            line.and_then(|line| line.rsplit(' ').next()?.parse::<u32>().ok()).unwrap_or(0)
        };
        assert_eq!((count("robot", "served"), count("guest", "cached")), (1, 2), "{metrics}");
    }
}
