//! Files for apps: an app gets them from the address of the catalog itself.

use domain::{AccountId, CopySettings, Format, TitleId};
use reqwest::Method;
use serde_json::Value;
use store::downloads::{self, NewDownload, QuotaCharge};
use store::{Db, DbOptions};

use super::App;
use crate::support::{Sandbox, current_time, eventually, read_zip};
use crate::{both, one};

/// The way to a title in a format, as its publication says it.
fn way<'a>(publication: &'a Value, title: &str) -> &'a Value {
    let links = publication["links"].as_array().unwrap();
    links.iter().find(|link| link["title"] == title).unwrap_or_else(|| panic!("{title} in {publication}"))
}

/// A copy of a title for `individual` in spoken DAISY 2.02 is in progress and stays that way: it has no job.
async fn begin_copy(sandbox: &Sandbox, id: i64) {
    let db = Db::connect(&DbOptions::new(sandbox.database_url())).await.unwrap();
    let title = store::titles::get(&db, TitleId(id)).await.unwrap().unwrap();
    let account = AccountId(sandbox.user("individual")["userAccountId"].as_str().unwrap().to_owned());
    let new = NewDownload {
        caller: Some(&account),
        recipient: Some(&account),
        item: title.id.into(),
        format: Format::Daisy2Audio,
        artifact_version: title.artifact(Format::Daisy2Audio).unwrap().version,
        settings: CopySettings::None,
        charge: QuotaCharge::Own,
        day: None,
    };
    let mut tx = db.begin().await.unwrap();
    downloads::find_or_create(&mut tx, &new, current_time()).await.unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

one! {
    async fn a_reader_gets_each_text_format_with_its_media_type(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let publication = app.json(&format!("/opds/titles/{}", sandbox.title("copyright"))).await;
        let mut sizes = Vec::new();
        for title in ["EPUB", "DAISY text", "Braille (BRF)", "Word"] {
            let way = way(&publication, title);
            assert_eq!(way["rel"], "http://opds-spec.org/acquisition", "{title}");
            let file = app.get(way["href"].as_str().unwrap()).await.expect_status(200);
            assert_eq!(file.header("content-type"), way["type"].as_str().unwrap(), "{title}");
            read_zip(&file.bytes).unwrap();
            sizes.push((title, file.bytes.len()));
        }
        let known = app.json(&format!("/opds/titles/{}", sandbox.title("copyright"))).await;
        for (title, size) in sizes {
            let way = self::way(&known, title);
            assert_eq!(way["size"], size, "{title}: the reader's own copy");
            let availability = &way["properties"]["availability"];
            assert!(availability["since"].is_string() && availability["until"].is_string(), "{title}: {availability}");
        }
        let guest = App::guest(sandbox).json(&format!("/opds/titles/{}", sandbox.title("copyright"))).await;
        assert!(!guest.to_string().contains("\"size\""), "copies of others are not known");
        let history = sandbox.call_signed_in("individual", "/v2/myAccount/history").await.send().await.expect_status(200);
        let copies = history.json["titleDownloads"].as_array().unwrap().iter();
        let ours = copies.filter(|one| one["title"] == publication["metadata"]["title"]).count();
        assert_eq!(ours, 4, "each is a download like any other");
        let shelf = app.json("/opds/shelf").await;
        assert_eq!(shelf["publications"][0]["metadata"]["title"], publication["metadata"]["title"]);
    }

    async fn an_interrupted_download_resumes(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let path = format!("/opds/titles/{}/EPUB3", sandbox.title("copyright"));
        let whole = app.get(&path).await.expect_status(200);
        let tag = whole.header("etag").to_owned();
        let head = app.call(Method::HEAD, &path).send().await.expect_status(200);
        assert_eq!((head.header("content-length"), head.header("etag")), (whole.bytes.len().to_string().as_str(), tag.as_str()));
        assert!(!tag.is_empty() && whole.header("content-disposition").contains(".epub"));
        let rest = app.call(Method::GET, &path).header("range", "bytes=100-").header("if-range", &tag).send().await;
        assert_eq!(rest.expect_status(206).bytes, whole.bytes[100..]);
        let known = app.call(Method::GET, &path).header("if-none-match", &tag).send().await;
        known.expect_status(304);
    }

    async fn only_free_titles_are_available_to_guests(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let free = guest.json(&format!("/opds/titles/{}", sandbox.title("publicDomain"))).await;
        let epub = way(&free, "EPUB");
        assert_eq!(epub["rel"], "http://opds-spec.org/acquisition/open-access");
        let file = guest.get(epub["href"].as_str().unwrap()).await.expect_status(200);
        let known = guest.json(&format!("/opds/titles/{}", sandbox.title("publicDomain"))).await;
        assert_eq!(way(&known, "EPUB")["size"], file.bytes.len(), "a converted file is the same for everybody");
        let entry = guest.get(&format!("/opds/v1.2/titles/{}", sandbox.title("publicDomain"))).await.text();
        assert!(entry.contains(&format!("length=\"{}\"", file.bytes.len())), "{entry}");

        let closed = format!("/opds/titles/{}", sandbox.title("copyright"));
        let record = guest.json(&closed).await;
        let borrow = &record["links"].as_array().unwrap().iter().find(|l| l["rel"] == "http://opds-spec.org/acquisition/borrow").unwrap();
        assert_eq!(borrow["properties"]["availability"]["state"], "unavailable");
        assert_eq!(borrow["properties"]["authenticate"]["type"], "application/opds-authentication+json");
        for path in [borrow["href"].as_str().unwrap(), &format!("{closed}/EPUB3")] {
            let reply = guest.get(path).await.expect_status(401);
            assert_eq!(reply.json["id"], borrow["properties"]["authenticate"]["href"]);
            guest.call(Method::HEAD, path).send().await.expect_status(401);
        }

        let unqualified = App::with_new_device(sandbox, "unqualified");
        for path in [format!("{closed}/borrow"), format!("{closed}/EPUB3")] {
            let reply = unqualified.get(&path).await.expect_status(403);
            assert_eq!(reply.header("content-type"), "application/problem+json");
            assert_eq!(reply.json["status"], 403);
            unqualified.call(Method::HEAD, &path).send().await.expect_status(403);
        }
    }

    async fn a_copy_that_must_be_spoken_is_a_loan_that_becomes_available(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let own = format!("/opds/titles/{}", sandbox.title("copyright"));
        let publication = app.json(&own).await;
        let borrow = way(&publication, "DAISY audio");
        assert_eq!(borrow["rel"], "http://opds-spec.org/acquisition/borrow");
        assert_eq!(borrow["properties"]["indirectAcquisition"][0]["type"], "application/zip");
        let loan = borrow["href"].as_str().unwrap();
        // HEAD starts nothing.
        for (path, media_type) in [
            (loan, "application/opds-publication+json"),
            (&format!("{own}/EPUB3"), "application/epub+zip"),
            (&format!("{own}/manifest"), "application/webpub+json"),
        ] {
            let head = app.call(Method::HEAD, path).send().await.expect_status(200);
            assert_eq!(head.header("content-type"), media_type);
            assert_eq!(head.headers.contains_key("content-length"), path == loan, "{path}");
            let is_named = head.header("content-disposition").ends_with(".epub\"");
            assert_eq!(is_named, path.ends_with("/EPUB3"), "{path}: apps save a file by this name");
        }
        app.call(Method::HEAD, &format!("{own}/MOBI/loan")).send().await.expect_status(404);
        assert_eq!(way(&app.json(&own).await, "DAISY audio"), borrow);
        assert_eq!(app.json("/opds/shelf").await["metadata"]["numberOfItems"], 0);
        let ready = eventually("the audio is made", async || {
            let publication = app.json(loan).await;
            let way = way(&publication, "DAISY audio").clone();
            if way["rel"] == "http://opds-spec.org/acquisition" { Ok(way) } else { Err(way.to_string()) }
        })
        .await;
        let availability = &ready["properties"]["availability"];
        assert_eq!(availability["state"], "available");
        let moment = |name: &str| availability[name].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        assert!(moment("until") > moment("since"), "{availability}");
        let file = app.get(ready["href"].as_str().unwrap()).await.expect_status(200);
        // Apps show what they know: a loan that is ready must not vanish from them.
        assert_eq!((file.header("content-type"), &ready["type"]), ("application/zip", &Value::from("application/zip")));
        let entry = app.get(&own.replace("/opds/", "/opds/v1.2/")).await.expect_status(200).text();
        let entry = roxmltree::Document::parse(&entry).unwrap();
        let mut links = entry.root_element().children().filter(|node| node.has_tag_name("link"));
        let audio = links.find(|link| link.attribute("title") == Some("DAISY audio")).unwrap();
        let said = ["rel", "type"].map(|name| audio.attribute(name).unwrap());
        assert_eq!(said, ["http://opds-spec.org/acquisition", "application/zip"]);
        assert_eq!(ready["size"].as_u64(), Some(file.bytes.len() as u64));
        read_zip(&file.bytes).unwrap();
    }

    async fn a_loan_that_is_being_made_can_be_given_up(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let id = sandbox.title("mending");
        begin_copy(sandbox, id).await;
        let publication = app.json(&format!("/opds/titles/{id}")).await;
        let reserved = way(&publication, "DAISY 2.02 audio");
        assert_eq!(reserved["properties"]["availability"]["state"], "reserved", "{reserved}");
        assert_eq!(reserved["properties"]["cancellable"], true, "{reserved}");
        let on_the_shelf = async || app.json("/opds/shelf").await["metadata"]["numberOfItems"].as_u64().unwrap();
        assert_eq!(on_the_shelf().await, 1);
        let loan = reserved["href"].as_str().unwrap();
        App::guest(sandbox).call(Method::DELETE, loan).send().await.expect_status(401);
        App::with_new_device(sandbox, "individual2").call(Method::DELETE, loan).send().await.expect_status(200);
        assert_eq!(on_the_shelf().await, 1, "another reader gives up nothing but their own");

        let reply = app.call(Method::DELETE, loan).send().await.expect_status(200);
        assert_eq!(reply.header("content-type"), "application/opds-publication+json");
        let back = way(&reply.json, "DAISY 2.02 audio");
        assert_eq!(back["rel"], "http://opds-spec.org/acquisition/borrow");
        assert_eq!(back["properties"]["availability"]["state"], "available", "{back}");
        assert!(back["properties"]["cancellable"].is_null(), "{back}");
        assert_eq!(on_the_shelf().await, 0);
        app.call(Method::DELETE, loan).send().await.expect_status(200);
        let again = app.json(loan).await;
        assert!(way(&again, "DAISY 2.02 audio")["properties"]["availability"]["since"].is_string(), "begins again");
    }

    async fn editions_of_periodicals_are_delivered(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let series = sandbox.demo["periodical"]["seriesId"].as_str().unwrap();
        let feed = app.json(&format!("/opds/periodicals/{series}")).await;
        let edition = &feed["publications"][0];
        assert_eq!(edition["metadata"]["belongsTo"]["periodical"]["name"], feed["metadata"]["title"]);
        let day = edition["metadata"]["published"].as_str().unwrap();
        assert_eq!(edition["metadata"]["sortAs"], format!("merrow weekly {day}"));
        let file = app.get(way(edition, "EPUB")["href"].as_str().unwrap()).await.expect_status(200);
        assert_eq!(file.header("content-type"), "application/epub+zip");
        // It is on the shelf then, among the titles.
        let shelf = app.json("/opds/shelf").await;
        assert_eq!(shelf["publications"][0]["metadata"]["title"], edition["metadata"]["title"]);
        let start = app.json("/opds").await;
        assert_eq!(start["groups"][0]["publications"][0]["metadata"]["title"], edition["metadata"]["title"]);
    }

    async fn unknown_documents_are_explained_in_words(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let title = sandbox.title("publicDomain");
        let missing = [
            "/opds/nothing".to_owned(),
            "/opds/titles/x".to_owned(),
            "/opds/titles/999999".to_owned(),
            format!("/opds/titles/{title}/MOBI"),
            "/opds/lists/none".to_owned(),
            "/opds/members/demo-individual2".to_owned(),
        ];
        for path in missing {
            let reply = app.get(&path).await.expect_status(404);
            assert_eq!(reply.header("content-type"), "application/problem+json", "{path}");
        }
        // A device of another site is refused like a wrong password; guests learn that there is no such site.
        app.get("/opds/sites/lab").await.expect_status(401);
        App::guest(sandbox).get("/opds/sites/nowhere").await.expect_status(404);
        for path in ["/opds/all?after=x", "/opds/all?sort=color", "/opds/all?language=zz", "/opds/all?format=MOBI"] {
            app.get(path).await.expect_status(400);
        }
        for (path, allowed) in [
            ("/opds/all".to_owned(), "GET,HEAD"),
            (format!("/opds/titles/{title}/progression"), "GET,HEAD,PUT"),
            (format!("/opds/titles/{title}/DAISY_AUDIO/loan"), "GET,HEAD,DELETE"),
        ] {
            let reply = app.call(Method::POST, &path).send().await.expect_status(405);
            assert_eq!(reply.header("allow"), allowed);
            assert_eq!(reply.json["detail"], "This address does not support this method.");
        }
    }
}

both! {
    async fn a_nul_is_nowhere(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "sponsor");
        for path in [
            "/opds/lists/a%00",
            "/opds/popular/a%00",
            "/opds/periodicals/%00/x",
            "/opds/sites/a%00",
            "/opds/sites/a%00/authentication",
            "/opds/members/a%00/shelf",
            "/opds/all?category=a%00",
        ] {
            app.get(path).await.expect_status(404);
            App::guest(sandbox).get(path).await.expect_status(404);
        }
        // Names of members, with a NUL in the token of the page.
        app.get("/opds/members?after=WyJhXHUwMDAwIiwiYiJd").await.expect_status(400);
    }

    async fn the_number_of_a_title_is_digits_alone(sandbox: Sandbox) {
        for number in ["+1001", "-1001", "1001.0", "%201001", "0000000000001001"] {
            for path in ["/opds/titles", "/titles"] {
                App::guest(sandbox).get(&format!("{path}/{number}")).await.expect_status(404);
            }
        }
    }
}
