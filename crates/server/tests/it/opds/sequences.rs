//! The requests of reading apps as their sources make them: their order, headers, and the media types that
//! they know (docs/apps.md).

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use url::Url;

use super::App;
use super::app::link;
use crate::one;
use crate::support::{Call, Reply, Sandbox, read_zip};

/// Media types of the links for downloads that Thorium shows.
const THORIUM: [&str; 6] = [
    "application/epub+zip", "application/pdf", "application/zip", "application/audiobook+json",
    "application/webpub+json", "application/webpub+zip",
];

/// Further ones that it shows for loans.
const THORIUM_LOANS: [&str; 2] = ["application/opds+json", "application/opds-publication+json"];

/// Ways to sign in that Thorium knows.
const THORIUM_SIGN_IN: [&str; 3] = [
    "http://opds-spec.org/auth/oauth/password",
    "http://opds-spec.org/auth/oauth/implicit",
    "http://opds-spec.org/auth/basic",
];

/// Media types that KOReader has a provider for, of those that the library has.
const KOREADER: [&str; 4] = [
    "application/epub+zip",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/zip",
];

const ACQUISITION: &str = "http://opds-spec.org/acquisition";

/// A GET as Thorium sends it, which says nothing of what it accepts.
fn request_like_thorium(app: &App<'_>, path: &str) -> Call {
    let call = app.call(Method::GET, path).header("user-agent", "readium-desktop");
    call.header("accept", "*/*").header("accept-language", "fr,en-US;q=0.7,en;q=0.5")
}

/// The links that an app shows: those with a relation and one of these types. Every part of a type between
/// semicolons must be known.
fn visible_links<'a>(publication: &'a Value, rels: &[&str], known: &[&str]) -> Vec<&'a Value> {
    let is_known = |of: &str| of.replace(' ', "").split(';').all(|part| known.contains(&part));
    let links = publication["links"].as_array().unwrap().iter();
    links
        .filter(|link| {
            rels.contains(&link["rel"].as_str().unwrap()) && is_known(link["type"].as_str().unwrap())
        })
        .collect()
}

fn titles<'a>(links: &[&'a Value]) -> Vec<&'a str> {
    links.iter().map(|link| link["title"].as_str().unwrap()).collect()
}

/// The references of a document of a book to its other files: images, styles, chapters.
fn references(document: &str) -> Vec<String> {
    let parsed = roxmltree::Document::parse_with_options(
        document,
        roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
    );
    let parsed = parsed.unwrap();
    let attributes = parsed.descendants().flat_map(|node| node.attributes());
    let references = attributes.filter(|one| ["href", "src"].contains(&one.name())).map(|one| one.value());
    references
        .filter(|one| !one.contains(':') && !one.starts_with('#') && !one.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Adds a book to the library of Thorium: fetches everything that the manifest links, and packs the files
/// under their relative addresses. Returns the paths in the pack.
async fn pack_like_thorium(app: &App<'_>, address: &str) -> BTreeSet<String> {
    let manifest = request_like_thorium(app, address).send().await.expect_status(200).json;
    assert_eq!(manifest["@context"], "https://readium.org/webpub-manifest/context.jsonld");
    let base = Url::parse(address).unwrap();
    let (mut paths, mut documents) = (BTreeSet::new(), Vec::new());
    for list in ["links", "readingOrder", "resources"] {
        for link in manifest[list].as_array().into_iter().flatten() {
            let href = link["href"].as_str().unwrap();
            // One failure ends the whole import, and a 401 asks the reader to sign in.
            let reply = request_like_thorium(app, base.join(href).unwrap().as_str()).send().await;
            assert!((200..300).contains(&reply.status), "{href}: {}", reply.status);
            if Url::parse(href).is_ok() {
                assert_eq!(list, "links", "{href}: files with absolute addresses do not find each other");
                continue;
            }
            assert!(!href.contains("..") && !href.starts_with('/'), "{href} is a path in an archive");
            paths.insert(href.to_owned());
            if reply.header("content-type") == "application/xhtml+xml" {
                documents.push((href.to_owned(), reply.text()));
            }
        }
    }
    for (path, text) in &documents {
        let pack = Url::parse("pack:/").unwrap().join(path).unwrap();
        for reference in references(text) {
            let inside = pack.join(&reference).unwrap();
            assert!(
                paths.contains(inside.path().trim_start_matches('/')),
                "{path}: {reference} is in the pack"
            );
        }
    }
    for entry in manifest["toc"].as_array().unwrap() {
        let href = entry["href"].as_str().unwrap().split('#').next().unwrap();
        assert!(paths.contains(href), "{href}");
    }
    paths
}

one! {
    async fn thorium_signs_in_and_shows_what_it_can_open(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let start = request_like_thorium(&guest, "/opds").send().await.expect_status(200);
        assert_eq!((start.header("content-type"), start.header("content-language")), ("application/opds+json", "fr"));
        // It learns how to sign in from the shelf.
        let shelf = link(&start.json, "http://opds-spec.org/shelf", None).unwrap();
        let document = request_like_thorium(&guest, shelf).send().await.expect_status(401);
        assert_eq!(document.header("content-type"), "application/opds-authentication+json");
        let ways = document.json["authentication"].as_array().unwrap();
        let way = ways.iter().find(|way| THORIUM_SIGN_IN.contains(&way["type"].as_str().unwrap())).unwrap();
        assert_eq!(way["type"], "http://opds-spec.org/auth/basic");
        assert!(way["labels"]["login"].is_string() && way["labels"]["password"].is_string());
        let app = App::with_new_device(sandbox, "individual");
        request_like_thorium(&app, shelf).send().await.expect_status(200);

        // The template is expanded with the placeholder, which is replaced as a text.
        let search = link(&start.json, "search", Some("application/opds+json")).unwrap();
        let search = search.replace("{?query}", "?query=%7BsearchTerms%7D").replace("%7BsearchTerms%7D", "tide");
        let found = request_like_thorium(&app, &search).send().await.expect_status(200).json;
        assert_eq!(found["publications"][0]["metadata"]["title"], "Reading the Tide");

        let address = format!("{}/opds/titles/{}", sandbox.base(), sandbox.title("copyright"));
        let publication = request_like_thorium(&app, &address).send().await.expect_status(200).json;
        // The names are in the language of the account.
        let downloads = visible_links(&publication, &[ACQUISITION], &THORIUM);
        let names = titles(&downloads);
        assert!(names.contains(&"DAISY text") && !names.iter().any(|name| name.contains("raille")), "{names:?}");
        let loans = visible_links(&publication, &["http://opds-spec.org/acquisition/borrow"], &[THORIUM.as_slice(), THORIUM_LOANS.as_slice()].concat());
        assert!(titles(&loans).contains(&"DAISY audio"), "{loans:?}");
        // It opens a ZIP archive that it downloads as DAISY.
        for way in downloads.iter().filter(|way| way["type"] == "application/zip") {
            let file = request_like_thorium(&app, way["href"].as_str().unwrap()).send().await.expect_status(200);
            assert!(file.header("content-disposition").ends_with(".zip\""));
            let files = read_zip(&file.bytes).unwrap();
            let is_entrance = |name: &str| name.ends_with("book.opf") || name.ends_with("ncc.html");
            assert!(files.iter().any(|(name, _)| is_entrance(name)), "{way}");
        }
    }

    async fn thorium_adds_whole_books_to_its_library(sandbox: Sandbox) {
        let reader = App::with_new_device(sandbox, "individual");
        let guest = App::guest(sandbox);
        for (app, title, rel) in [
            (&reader, "copyright", ACQUISITION),
            (&guest, "publicDomain", "http://opds-spec.org/acquisition/open-access"),
        ] {
            let publication = app.json(&format!("/opds/titles/{}", sandbox.title(title))).await;
            let streams = visible_links(&publication, &[rel], &["application/webpub+json"]);
            let paths = pack_like_thorium(app, streams[0]["href"].as_str().unwrap()).await;
            assert!(paths.len() > 3, "{paths:?}");
        }
        let periodicals = reader.json("/opds/periodicals").await;
        let editions = reader.json(periodicals["navigation"][0]["href"].as_str().unwrap()).await;
        let streams = visible_links(&editions["publications"][0], &[ACQUISITION], &["application/webpub+json"]);
        pack_like_thorium(&reader, streams[0]["href"].as_str().unwrap()).await;
    }

    async fn koreader_browses_with_head_and_get_and_names_files_by_head(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let send = async |method: Method, path: &str| {
            let call = app.call(method, path).header("accept", "application/opds+json");
            call.header("accept-encoding", "identity").send().await
        };
        let fetch = async |path: &str| -> Value {
            let head = send(Method::HEAD, path).await.expect_status(200);
            let reply = send(Method::GET, path).await.expect_status(200);
            assert_eq!((head.header("content-type"), reply.header("content-encoding")), (reply.header("content-type"), ""));
            reply.json
        };
        let start = fetch("/opds").await;
        // The last search counts, whatever its variables.
        let last = start["links"].as_array().unwrap().iter().rfind(|link| link["rel"] == "search");
        let last = last.unwrap()["href"].as_str().unwrap();
        let (before, _) = last.split_once('{').unwrap();
        assert!(!before.contains("query"), "{before}");
        let found = fetch(&format!("{before}?query=tide")).await;
        assert_eq!(found["publications"][0]["metadata"]["title"], "Reading the Tide");

        let publication = fetch(&format!("/opds/titles/{}", sandbox.title("copyright"))).await;
        let offered = visible_links(&publication, &[ACQUISITION], &KOREADER);
        assert!(!titles(&offered).iter().any(|name| name.contains("Braille")), "{offered:?}");
        let epub = offered[0]["href"].as_str().unwrap();
        let name = send(Method::HEAD, epub).await.expect_status(200).header("content-disposition").to_owned();
        let file = app.call(Method::GET, epub).header("accept-encoding", "identity").send().await.expect_status(200);
        assert_eq!(file.header("content-disposition"), name, "known before the file is");
        read_zip(&file.bytes).unwrap();
    }

    async fn readest_signs_in_to_both_without_being_asked(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let (name, _) = app.device.clone().unwrap();
        let start = app.call(Method::GET, "/opds").header("accept", "application/atom+xml, application/xml, text/xml, */*");
        let start = start.send().await.expect_status(200);
        assert!(start.header("content-type").starts_with("application/atom+xml"));
        // It asks for a file without the password first.
        let file = format!("/opds/titles/{}/EPUB3", sandbox.title("copyright"));
        let probe = sandbox.call(Method::HEAD, &file).header("accept", "*/*").send().await.expect_status(401);
        assert!(probe.header("www-authenticate").starts_with("Basic "));
        app.call(Method::GET, &file).header("accept", "*/*").send().await.expect_status(200);

        // The sync from a page of another origin, at an address that ends with a slash, with the password
        // in place of a key that is refused.
        let origin = "https://web.readest.com";
        let sync = async |method: Method, path: &str, body: Option<Value>| -> Reply {
            let asked = sandbox.call(Method::OPTIONS, &format!("/kosync/{path}")).header("origin", origin);
            let asked = asked.header("access-control-request-method", method.as_str());
            let asked = asked.header("access-control-request-headers", "content-type,x-auth-key,x-auth-user");
            let allowed = asked.send().await.expect_status(204);
            assert_eq!(allowed.header("access-control-allow-origin"), "*");
            let headers = allowed.header("access-control-allow-headers").to_ascii_lowercase();
            for header in ["x-auth-user", "x-auth-key", "authorization", "content-type"] {
                assert!(headers.contains(header), "{headers}");
            }
            let wrong = sandbox.call(method.clone(), &format!("/kosync/{path}")).header("x-auth-user", &name);
            wrong.header("x-auth-key", "0").send().await.expect_status(401);
            let call = app.call(method, &format!("/kosync/{path}")).header("origin", origin);
            let reply = match body {
                Some(body) => call.json(&body).send().await,
                None => call.send().await,
            };
            assert_eq!(reply.header("access-control-allow-origin"), "*");
            reply.expect_status(200)
        };
        assert_eq!(sync(Method::GET, "/users/auth", None).await.json, json!({"authorized": "OK"}));
        let place = json!({"document": "9f2c", "progress": "12", "percentage": 0.5, "device": "Readest", "device_id": "r1"});
        sync(Method::PUT, "/syncs/progress", Some(place)).await;
        assert_eq!(sync(Method::GET, "/syncs/progress/9f2c", None).await.json["device"], "Readest");
    }
}
