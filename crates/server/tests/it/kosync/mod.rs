//! Places of `KOReader` (docs/kosync.md), with keys that another program computes of delivered files
//! (scripts/partial-md5.py).

use std::path::{Path, PathBuf};
use std::process::Command;

use books::model::{Block, BlockKind, Section};
use books::testkit::unzip_text;
use reqwest::Method;
use serde_json::{Value, json};

use crate::one;
use crate::support::{Reply, Sandbox, field, next_second, package, python, repeat_until_packaged, text};

/// A device that synchronizes places.
struct App<'a> {
    sandbox: &'a Sandbox,
    /// Its name, for the operator's commands and as it signs in.
    name: String,
    key: String,
}

impl<'a> App<'a> {
    /// A new device of a user.
    fn new(sandbox: &'a Sandbox, python: &Path, user: &str, name: &str) -> Self {
        let user = sandbox.user(user)["username"].as_str().unwrap();
        let made = sandbox.command(&["admin", "devices", "create", user, "--name", name]);
        // The app sends the MD5 of the password.
        let key = keys(python, Path::new("/dev/null"), &[&field(&made, "password")]).remove(1);
        Self { sandbox, name: field(&made, "sign-in"), key }
    }

    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Reply {
        let call = self.sandbox.call(method, &format!("/kosync{path}"));
        let call =
            call.header("accept", "application/vnd.koreader.v1+json").header("x-auth-user", &self.name);
        let call = call.header("x-auth-key", &self.key);
        match body {
            Some(body) => call.json(body).send().await,
            None => call.send().await,
        }
    }

    async fn get(&self, document: &str) -> Reply {
        self.call(Method::GET, &format!("/syncs/progress/{document}"), None).await
    }

    async fn put(&self, document: &str, progress: &str, percentage: f64) -> Reply {
        let body = json!({
            "document": document, "progress": progress, "percentage": percentage,
            "device": self.name, "device_id": format!("id of {}", self.name),
        });
        self.call(Method::PUT, "/syncs/progress", Some(&body)).await
    }
}

/// The keys of a file and of names, by the script.
pub fn keys(python: &Path, file: &Path, names: &[&str]) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/partial-md5.py");
    let output = Command::new(python).arg(script).arg(file).args(names).output().expect("Python runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// Keeps a delivered file where the script finds it.
pub fn keep(sandbox: &Sandbox, name: &str, bytes: &[u8]) -> PathBuf {
    let path = sandbox.library.dir.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// A document of an EPUB that has a heading.
pub struct HeadedDocument {
    /// Its index in the spine.
    pub at: usize,
    pub path: String,
    pub heading: String,
}

/// The last document of an EPUB that has a heading.
pub fn last_heading(epub: Vec<u8>) -> HeadedDocument {
    let sections = books::read_book(epub.into(), &books::Limits::default(), &mut ()).unwrap().sections;
    let heading = |section: &Section| {
        let mut blocks = section.blocks.iter();
        blocks.find(|block| matches!(block.kind, BlockKind::Heading { .. })).map(Block::plain_text)
    };
    let found = sections.iter().enumerate().rev().find_map(|(at, section)| {
        Some(HeadedDocument { at, path: section.path.clone(), heading: heading(section)? })
    });
    found.unwrap()
}

/// The text at a step of a DAISY book, up to its next element.
pub fn text_of_step(daisy: &[u8], location: &str) -> String {
    let (smil, step) = location.split_once('#').unwrap();
    let smil = unzip_text(daisy, smil);
    let (_, rest) = smil.split_once(&format!("id=\"{step}\"")).unwrap();
    let element = rest.split_once("book.xml#").unwrap().1.split_once('"').unwrap().0;
    let text = unzip_text(daisy, "book.xml");
    let (_, rest) = text.split_once(&format!("id=\"{element}\"")).unwrap();
    rest.split_once('>').unwrap().1.split('<').next().unwrap().to_owned()
}

/// The reader's position in the EPUB of a title, as `/v2` returns it.
async fn position(sandbox: &Sandbox, user: &str, title: &str) -> Reply {
    let path = format!("/v2/myReadingPosition/{}/EPUB3", sandbox.title(title));
    sandbox.call_signed_in(user, &path).await.send().await
}

one! {
    async fn a_place_in_a_downloaded_book_is_synced_between_devices_and_the_api(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let (kobo, phone) = (App::new(sandbox, &python, "individual", "Kobo"), App::new(sandbox, &python, "individual", "Phone"));
        let token = sandbox.token("individual").await;
        let path = format!("/v2/titles/{}/EPUB3", sandbox.title("copyright"));
        let copy = keep(sandbox, "copy.epub", &package(sandbox, Some(&token), &path).await);
        let title = sandbox.guest(&format!("/v2/titles/{}", sandbox.title("copyright"))).send().await.expect_status(200).json;
        let of_catalog = format!("{} - {}.epub", title["contributors"][0]["name"]["displayName"].as_str().unwrap(), title["title"].as_str().unwrap());
        let reply = repeat_until_packaged(async || sandbox.guest(&path).bearer(&token)).await;
        let file = sandbox.get(reply.header("location")).send().await.expect_status(200);
        let (_, delivered) = file.header("content-disposition").split_once("filename=\"").unwrap();
        let delivered = delivered.split_once('"').unwrap().0;
        let keys = keys(&python, &copy, &[delivered, &of_catalog]);

        assert_eq!(phone.get(&keys[0]).await.expect_status(200).json, json!({}));
        position(sandbox, "individual", "copyright").await.expect_error(404, "READING_POSITION_NOT_FOUND");
        let pointer = "/body/DocFragment[7]/body/p[3]/text().0";
        let kept = kobo.put(&keys[0], pointer, 0.375).await.expect_status(200).json;
        assert_eq!(kept["document"], json!(keys[0]));
        // The interface's own notation, although the app has words of its own.
        let identifier = async |user: &str, title: &str| -> String {
            let found = position(sandbox, user, title).await.expect_status(200);
            let location = found.json["location"].as_str().unwrap().to_owned();
            assert!(location.starts_with("epubcfi(/6/"), "{location}");
            location
        };
        let first = identifier("individual", "copyright").await;
        // The names of the file lead to the same title.
        for key in &keys {
            let expected = json!({
                "document": key, "progress": pointer, "percentage": 0.375, "timestamp": kept["timestamp"],
                "device": kobo.name, "device_id": format!("id of {}", kobo.name),
            });
            assert_eq!(phone.get(key).await.expect_status(200).json, expected);
        }
        phone.put(&keys[1], "/body/DocFragment[9]", 0.5).await.expect_status(200);
        assert_eq!(kobo.get(&keys[0]).await.json["progress"], "/body/DocFragment[9]");
        assert_ne!(identifier("individual", "copyright").await, first);
        // The copy is marked for its reader, and leads nobody else anywhere.
        let other = App::new(sandbox, &python, "individual2", "Kindle");
        let before = position(sandbox, "individual2", "copyright").await.expect_status(200).json;
        assert_eq!(other.get(&keys[0]).await.json, json!({}));
        other.put(&keys[0], "/body", 0.0).await.expect_status(200);
        assert_eq!(position(sandbox, "individual2", "copyright").await.json, before);
    }

    async fn a_free_book_from_a_guest_is_recognized(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let path = format!("/v2/titles/{}/EPUB3", sandbox.title("publicDomain"));
        let copy = keep(sandbox, "copy.epub", &package(sandbox, None, &path).await);
        let document = keys(&python, &copy, &[]).remove(0);
        let app = App::new(sandbox, &python, "individual", "Kobo");
        app.put(&document, "/body/DocFragment[2]", 0.125).await.expect_status(200);
        let found = position(sandbox, "individual", "publicDomain").await.expect_status(200);
        assert!(found.json["location"].as_str().unwrap().starts_with("epubcfi(/6/4!"), "{}", found.json);
    }

    async fn a_place_of_an_ereader_is_found_in_every_format(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let (token, id) = (sandbox.token("individual").await, sandbox.title("copyright"));
        let of = |format: &str| format!("/v2/titles/{id}/{format}");
        let epub = package(sandbox, Some(&token), &of("EPUB3")).await;
        let daisy = package(sandbox, Some(&token), &of("DAISY")).await;
        for format in ["BRF", "PDF", "DOCX"] {
            package(sandbox, Some(&token), &of(format)).await;
        }
        let any = async |format: &str| {
            let path = format!("/v2/myReadingPosition/{id}/{format}?anyFormat=true");
            sandbox.call_signed_in("individual", &path).await.send().await
        };
        any("DAISY").await.expect_error(404, "READING_POSITION_NOT_FOUND");
        let copy = keep(sandbox, "places.epub", &epub);
        let app = App::new(sandbox, &python, "individual", "Kobo");
        let document = keys(&python, &copy, &[]).remove(0);
        // The heading of a chapter in the middle, which the reader sees at the top.
        let HeadedDocument { at, heading, path } = last_heading(epub);
        assert!(at > 1, "behind the notice");
        app.put(&document, &format!("/body/DocFragment[{}]/body", at + 1), 0.5).await.expect_status(200);

        let found = any("DAISY").await.expect_status(200).json;
        assert_eq!(found["translatedFrom"]["format"]["formatId"], "EPUB3");
        assert_eq!((&found["device"], &found["translatedFrom"]["device"]), (&json!(app.name), &json!(app.name)));
        assert_eq!(found["totalProgression"], 0.5);
        let said = text_of_step(&daisy, found["location"].as_str().unwrap());
        assert!(said.starts_with(heading.trim()), "{heading} is not {said}");
        for (format, begins) in [("EPUB3", "epubcfi(/6/"), ("BRF", "line="), ("PDF", "page="), ("DOCX", "paragraph=")] {
            let place = any(format).await.expect_status(200).json["location"].clone();
            assert!(place.as_str().unwrap().starts_with(begins), "{format}: {place}");
        }
        // An app that reads the catalog gets the same sentence, in the EPUB and in the PDF.
        let progression = async |of: &str| {
            let reply = sandbox.get(&format!("/opds/titles/{id}/{of}")).bearer(&token).send().await;
            reply.expect_status(200).json
        };
        let (cfi, page) = (any("EPUB3").await.json["location"].clone(), any("PDF").await.json["location"].clone());
        let page = page.as_str().unwrap().split(';').next().unwrap().to_owned();
        let place = progression("progression").await;
        assert_eq!(place["references"], json!([format!("#{}", cfi.as_str().unwrap()), format!("#{page}")]));
        assert_eq!((&place["progression"], &place["device"]["name"]), (&json!(0.5), &json!(app.name)));
        let locator = progression("locator").await["locator"].clone();
        assert_eq!(locator["href"].as_str(), Some(path.as_str()), "{locator}");
        assert_eq!((&locator["locations"]["fragments"], locator["locations"]["progression"].as_f64()), (&json!([cfi]), Some(0.0)));
        let spine = format!("epubcfi(/6/{}!", 2 * (at + 1));
        assert!(any("EPUB3").await.json["location"].as_str().unwrap().starts_with(&spine));
        // Without the parameter each format has what was reported in it alone.
        let path = format!("/v2/myReadingPosition/{id}/DAISY");
        sandbox.call_signed_in("individual", &path).await.send().await.expect_error(404, "READING_POSITION_NOT_FOUND");

        // And back: the player continues, and the e-reader follows.
        next_second().await;
        let first = "book0001.smil#p1";
        let title = id.to_string();
        let fields = [("serviceId", title.as_str()), ("format", "DAISY"), ("location", first), ("metric", "1"), ("metricType", "page")];
        sandbox.call(Method::POST, "/v2/readingEvents").query(&[("api_key", sandbox.key("trusted"))]).bearer(&token).form(&fields).send().await.expect_status(200);
        let followed = app.get(&document).await.expect_status(200).json;
        assert!(followed["progress"].as_str().unwrap().starts_with("/body/DocFragment["), "{followed}");
        assert!(followed["percentage"].as_f64().unwrap() < 0.1, "{followed}");
        assert!(followed["device"].as_str().unwrap().ends_with("DAISY"), "{followed}");
        let others = any("DAISY").await.json["others"].clone();
        assert_eq!(others[0]["format"]["formatId"], "EPUB3", "the other place is kept");
        assert_eq!(others[0]["device"], json!(app.name));
        let bookmark = &fields[..3];
        sandbox.call(Method::POST, "/v2/myBookmarks").query(&[("api_key", sandbox.key("trusted"))]).bearer(&token).form(bookmark).send().await.expect_status(200);
        let path = format!("/v2/myBookmarks?serviceId={id}&anyFormat=true");
        let listed = sandbox.call_signed_in("individual", &path).await.send().await.expect_status(200).json;
        assert_eq!(listed["bookmarks"], json!([]));
        assert!(listed["translated"][0]["location"].as_str().unwrap().starts_with("epubcfi("), "{listed}");
        assert_eq!(listed["translated"][0]["original"]["location"], first);
    }

    async fn a_place_in_a_pdf_leads_into_the_epub_and_word_has_only_its_own(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let (token, id) = (sandbox.token("individual").await, sandbox.title("publicDomain"));
        let of = async |format: &str| package(sandbox, None, &format!("/v2/titles/{id}/{format}")).await;
        let key = |name: &str, bytes: &[u8]| keys(&python, &keep(sandbox, name, bytes), &[]).remove(0);
        let epub = key("own.epub", &of("EPUB3").await);
        let (pdf, word) = (key("own.pdf", &of("PDF").await), key("own.docx", &of("DOCX").await));
        let app = App::new(sandbox, &python, "individual", "Kobo");
        app.put(&pdf, "2", 0.4).await.expect_status(200);
        let locator = sandbox.get(&format!("/opds/titles/{id}/locator")).bearer(&token).send().await;
        let locator = locator.expect_status(200).json["locator"].clone();
        assert!(locator["href"].as_str().unwrap().ends_with("html"), "{locator}");
        assert_eq!(locator["type"], "application/xhtml+xml");
        assert!(locator["locations"]["fragments"][0].as_str().unwrap().starts_with("epubcfi("), "{locator}");
        assert!(locator["locations"]["progression"].is_number(), "{locator}");
        let place = app.get(&epub).await.expect_status(200).json;
        assert!(place["progress"].as_str().unwrap().starts_with("/body/DocFragment["), "{place}");

        // The library has no pointer into a Word document, and an old one would mislead.
        assert_eq!(app.get(&word).await.expect_status(200).json, json!({}));
        next_second().await;
        app.put(&word, "/body/p[3]/text().0", 0.2).await.expect_status(200);
        let place = app.get(&word).await.expect_status(200).json;
        assert_eq!((&place["progress"], &place["percentage"]), (&json!("/body/p[3]/text().0"), &json!(0.2)));
        next_second().await;
        app.put(&pdf, "2", 0.4).await.expect_status(200);
        assert_eq!(app.get(&word).await.expect_status(200).json, json!({}));
    }

    async fn the_log_has_no_name_of_a_device_that_fails(sandbox: Sandbox) {
        for _ in 0..7 {
            let call = sandbox.get("/kosync/users/auth").header("x-auth-user", "Ines-typed-her-password-here");
            call.header("x-auth-key", "5f4dcc3b5aa765d61d8327deb882cf99").send().await;
        }
        let log = sandbox.library.log();
        assert!(log.contains("sign-in of a device refused") && log.contains("local"), "{log}");
        assert!(!log.to_lowercase().contains("ines-typed"), "{log}");
    }

    async fn unknown_files_are_synced_and_bad_requests_refused(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        let app = App::new(sandbox, &python, "individual", "Kobo");
        app.call(Method::GET, "/users/auth", None).await.expect_status(200);
        assert_eq!(app.get("9f2c").await.expect_status(200).json, json!({}));
        app.put("9f2c", "12", 0.5).await.expect_status(200);
        assert_eq!(app.get("9f2c").await.json["progress"], "12");
        let wrong = App { sandbox, name: app.name.clone(), key: "0".repeat(32) };
        let refused = wrong.call(Method::GET, "/users/auth", None).await.expect_status(401);
        assert_eq!(refused.json, json!({"code": 2001, "message": "Unauthorized"}));
        let body = json!({"username": "ann", "password": app.key});
        let refused = wrong.call(Method::POST, "/users/create", Some(&body)).await.expect_status(402);
        assert_eq!(refused.json["code"], 2005);
        let user = sandbox.user("individual")["username"].as_str().unwrap();
        sandbox.command(&["admin", "devices", "revoke", user, &app.name]);
        app.get("9f2c").await.expect_status(401);
        let health = sandbox.get("/kosync/healthcheck").send().await.expect_status(200);
        assert_eq!(health.json, json!({"state": "OK"}));
    }
}
