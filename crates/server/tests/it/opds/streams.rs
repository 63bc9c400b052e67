//! EPUB titles file by file: manifests, and the addresses of the files.

use books::testkit::EpubBuilder;
use reqwest::Method;
use serde_json::Value;
use url::Url;

use super::app::link;
use super::{App, json};
use crate::one;
use crate::support::staff::publish_free;
use crate::support::{Sandbox, User};

const WEBPUB: &str = "application/webpub+json";

/// The way to read a publication file by file.
fn way(publication: &Value) -> Option<&str> {
    let links = publication["links"].as_array()?;
    links.iter().find(|link| link["type"] == WEBPUB)?["href"].as_str()
}

/// The addresses of the files in a list of a manifest.
fn addresses(manifest: &Value, list: &str) -> Vec<String> {
    let links = manifest[list].as_array().into_iter().flatten();
    links.map(|link| resolve(manifest, link["href"].as_str().unwrap())).collect()
}

/// The address that a reference in a manifest leads to.
fn resolve(manifest: &Value, href: &str) -> String {
    let own = Url::parse(link(manifest, "self", Some(WEBPUB)).unwrap()).unwrap();
    own.join(href).unwrap().into()
}

one! {
    async fn a_reader_reads_a_marked_copy_file_by_file(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let title = sandbox.title("copyright");
        let publication = app.json(&format!("/opds/titles/{title}")).await;
        let address = way(&publication).unwrap().to_owned();
        let reply = app.get(&address).await.expect_status(200);
        assert_eq!((reply.header("content-type"), reply.header("access-control-allow-origin")), (WEBPUB, "*"));
        let manifest = reply.json;
        assert_eq!(link(&manifest, "self", Some(WEBPUB)), Some(address.as_str()));
        assert!(link(&manifest, "http://opds-spec.org/progression", None).is_some());
        assert_eq!(manifest["metadata"]["title"], publication["metadata"]["title"]);
        assert_eq!(manifest["metadata"]["accessibility"], publication["metadata"]["accessibility"]);
        assert_eq!(manifest["metadata"]["conformsTo"], "https://readium.org/webpub-manifest/profiles/epub");
        assert!(!manifest["toc"].as_array().unwrap().is_empty());
        assert!(manifest["metadata"]["layout"].is_null(), "reflowable is what an EPUB is without it");

        // Anyone with an address gets the file: the notice for the reader is in it.
        let mut texts = String::new();
        let files = [addresses(&manifest, "readingOrder"), addresses(&manifest, "resources")].concat();
        for file in &files {
            let reply = sandbox.get(file).send().await.expect_status(200);
            assert_eq!(reply.header("access-control-allow-origin"), "*");
            let policy = reply.header("content-security-policy");
            let parts: Vec<&str> = policy.split("; ").collect();
            for part in ["sandbox allow-scripts", "connect-src 'none'", "form-action 'none'"] {
                assert!(parts.contains(&part), "{file}: {policy}");
            }
            if reply.header("content-type") == "application/xhtml+xml" {
                texts.push_str(&reply.text());
            }
        }
        assert!(texts.contains("Ines Okafor"), "the visible notice");
        let first = &addresses(&manifest, "readingOrder")[0];
        let whole = sandbox.get(first).send().await.expect_status(200);
        let part = sandbox.call(Method::GET, first).header("range", "bytes=10-19").send().await;
        assert_eq!(part.expect_status(206).bytes, whole.bytes[10..20]);

        // Entries of the table of contents lead to the same documents.
        let first = resolve(&manifest, manifest["toc"][0]["href"].as_str().unwrap());
        let first = first.split('#').next().unwrap();
        assert!(files.iter().any(|file| file == first), "{first}");

        // It is one download, however often the manifest is read.
        app.get(&address).await.expect_status(200);
        let history = sandbox.call_signed_in("individual", "/v2/myAccount/history").await.send().await.expect_status(200);
        let copies = history.json["titleDownloads"].as_array().unwrap().iter();
        let ours = copies.filter(|one| one["title"] == publication["metadata"]["title"]).count();
        assert_eq!(ours, 1);
        let shelf = app.json("/opds/shelf").await;
        assert_eq!(shelf["publications"][0]["metadata"]["title"], publication["metadata"]["title"]);
    }

    async fn a_book_is_streamed_to_readers_who_may_have_it(sandbox: Sandbox) {
        let (guest, closed) = (App::guest(sandbox), sandbox.title("copyright"));
        let free = guest.json(&format!("/opds/titles/{}", sandbox.title("publicDomain"))).await;
        let manifest = guest.get(way(&free).unwrap()).await.expect_status(200).json;
        sandbox.get(&addresses(&manifest, "readingOrder")[0]).send().await.expect_status(200);

        let record = guest.json(&format!("/opds/titles/{closed}")).await;
        assert_eq!(way(&record), None);
        let path = format!("/opds/titles/{closed}/manifest");
        assert_eq!(guest.get(&path).await.expect_status(401).header("content-type"), "application/opds-authentication+json");
        App::with_new_device(sandbox, "unqualified").get(&path).await.expect_status(403);
        guest.get("/opds/titles/999999/manifest").await.expect_status(404);
    }

    async fn an_address_opens_the_files_of_its_copy_alone(sandbox: Sandbox) {
        let app = App::guest(sandbox);
        let path = format!("/opds/titles/{}/manifest", sandbox.title("publicDomain"));
        let manifest = app.json(&path).await;
        let file = &addresses(&manifest, "readingOrder")[0];
        let (ticket, inside) = file.split_once("/files/").unwrap().1.split_once('/').unwrap();
        // The form of earlier versions, in manifests that an app still has.
        sandbox.get(&format!("/opds/streams/{ticket}/{inside}")).send().await.expect_status(200);
        for wrong in [
            format!("/opds/titles/1/files/{ticket}/nothing.xhtml"),
            format!("/opds/streams/{ticket}/nothing.xhtml"),
            format!("/opds/streams/{ticket}/../../all"),
            format!("/opds/streams/{ticket}/%2e%2e/%2e%2e/etc/passwd"),
            file.replace(ticket, &format!("{ticket}A")),
            file.replace(ticket, "abc.def"),
        ] {
            let reply = sandbox.get(&wrong).send().await;
            assert!(reply.status == 404 || wrong.ends_with("all"), "{wrong}: {}", reply.status);
        }
        // A ticket of a whole package is none for its files.
        let epub = sandbox.guest(&format!("/v2/titles/{}/EPUB3/resources", sandbox.title("publicDomain"))).send().await;
        let single = epub.expect_status(200).json["titleFileResources"][0]["links"][0]["href"].as_str().unwrap().to_owned();
        let other = single.split_once("ticket=").unwrap().1;
        sandbox.get(&file.replace(ticket, other)).send().await.expect_status(404);
    }

    async fn a_fixed_layout_book_is_declared_as_such(sandbox: Sandbox) {
        let book = EpubBuilder::new("Fixed Tides")
            .metadata("<meta property=\"rendition:layout\">pre-paginated</meta>")
            .chapter("First page", "<p>The tide came in at six.</p>")
            .build();
        let id = publish_free(&User::sign_in(sandbox, "administrator").await, "Fixed Tides", &book).await;
        let manifest = App::guest(sandbox).json(&format!("/opds/titles/{id}/manifest")).await;
        json::manifest(&manifest, "a fixed layout");
        assert_eq!(manifest["metadata"]["layout"], "fixed");
    }

    async fn editions_are_read_file_by_file(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let periodicals = app.json("/opds/periodicals").await;
        let series = periodicals["navigation"][0]["href"].as_str().unwrap().to_owned();
        let editions = app.json(&series).await;
        let edition = editions["publications"].as_array().unwrap().iter().find_map(way).unwrap();
        let manifest = app.get(edition).await.expect_status(200).json;
        sandbox.get(&addresses(&manifest, "readingOrder")[0]).send().await.expect_status(200);
    }
}
