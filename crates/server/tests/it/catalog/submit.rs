//! POST /v2/catalog: books come in (docs/rules/titles.md#rule-9).

use std::collections::BTreeSet;

use books::testkit::zip_files;
use reqwest::Method;
use serde_json::{Value, json};

use crate::one;
use crate::support::staff::{history, new_book, new_title, publish, submission, submit};
use crate::support::{Parts, Reply, Sandbox, User, eventually, link, package, post_parts, read_zip};

const PATH: &str = "/v2/catalog";
/// The largest file.
const MAX_FILE_BYTES: usize = 20 << 20;
/// A picture of one point.
const GIF: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// Files by the names of their parts.
type Files<'a> = &'a [(&'a str, &'a [u8])];

/// The names of the parameters that the messages are about.
fn faulty_parameters(reply: &Reply) -> BTreeSet<String> {
    let messages = reply.json["messages"].as_array().unwrap();
    messages.iter().map(|m| m.as_str().unwrap().split(':').next().unwrap().to_owned()).collect()
}

/// All required fields but one.
fn fields_without<'a>(title: &'a str, name: &str) -> Vec<(&'a str, &'a str)> {
    new_title(title).into_iter().filter(|(field, _)| *field != name).collect()
}

/// Counts the titles of the catalog, unpublished ones included.
async fn count(staff: &User<'_>) -> Value {
    staff.get(&format!("{PATH}?limit=1")).await.expect_status(200).json["totalResults"].clone()
}

one! {
    async fn a_book_that_is_sent_in_waits_for_its_review(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let book = new_book("As the book says");
        let mut fields = new_title("The Drowned Bell");
        fields.extend([("comments", "by post"), ("subtitle", "A Story"), ("countries", "CA"), ("isbn13", "0-306-40615-2")]);
        let reply = staff.post_files(PATH, submission(&fields, &[("EPUB3", &book)])).await.expect_status(202);
        assert_eq!(reply.json["key"], "ACCEPTED");
        let id: i64 = reply.json["messages"][0].as_str().unwrap().parse().unwrap();
        assert_eq!(reply.header("location"), format!("{}/v2/titles/{id}", sandbox.base()));

        // The record exists immediately, with values from the form and otherwise from the book.
        let record = staff.get(reply.header("location").trim_start_matches(sandbox.base())).await.expect_status(200);
        let title = &record.json;
        for (name, value) in [
            ("serviceId", json!(id)), ("status", json!("publisherSubmitted")), ("title", json!("The Drowned Bell")),
            ("subtitle", json!("A Story")), ("isbn13", json!("9780306406157")), ("languages", json!(["eng"])),
            ("countries", json!(["CA", "US"])), ("titleContentType", json!("text")), ("site", json!("service")),
            ("publishDate", Value::Null), ("withdrawalDate", Value::Null), ("formats", json!([])),
            ("allows", json!(["GET", "PUT", "DELETE"])), ("available", json!(true)),
        ] {
            assert_eq!(title[name], value, "{name}");
        }
        assert_eq!(title["usageRestriction"]["restrictionCode"], "copyright");
        assert_eq!(title["authors"][0]["lastName"], "Harbor");
        assert_eq!(title["categories"][0]["name"], "Sea stories");
        assert!(title["formatStatuses"].as_array().unwrap().iter().all(|one| one["status"] == "PENDING"), "{title}");
        assert!(title["lastUpdated"].is_string() && title["submitter"].is_string(), "{title}");
        let source = staff.get(&format!("/v2/titles/{id}/source")).await.expect_status(302);
        assert_eq!(sandbox.get(source.header("location")).send().await.expect_status(200).bytes, book);
        let events = staff.get(&format!("/v2/titles/{id}/history")).await.expect_status(200).json;
        let event = &events["titleEvents"][0];
        assert_eq!((&event["action"], &event["comment"]), (&json!("submitted"), &json!("by post")));
        assert!(event["personName"].is_string());

        // Staff of the site find it and check it; nobody else knows of it.
        let found = staff.get("/v2/catalog?titleStatus=publisherSubmitted&title=drowned").await.expect_status(200);
        assert_eq!(found.json["titles"][0]["serviceId"], id);
        let checked = package(sandbox, Some(staff.token()), &format!("/v2/titles/{id}/EPUB3")).await;
        assert!(read_zip(&checked).is_ok());
        User::sign_in(sandbox, "administrator").await.get(&format!("/v2/titles/{id}")).await.expect_status(200);
        let path = format!("/v2/titles/{id}");
        sandbox.guest(&path).send().await.expect_error(404, "TITLE_NOT_FOUND");
        for user in ["individual", "sponsor", "membershipAssistant", "labAssistant", "labIndividual"] {
            let user = User::sign_in(sandbox, user).await;
            user.get(&path).await.expect_error(404, "TITLE_NOT_FOUND");
            user.get(&format!("{path}/EPUB3")).await.expect_error(404, "TITLE_NOT_FOUND");
            assert_eq!(user.get("/v2/titles?keyword=drowned").await.expect_status(200).json["totalResults"], 0);
        }
        let lab = User::sign_in(sandbox, "labAssistant").await;
        assert_eq!(lab.get(&format!("{PATH}?keyword=drowned")).await.expect_status(200).json["totalResults"], 0);
    }

    async fn all_missing_parameters_are_reported_together(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let nothing = staff.post_files(PATH, submission(&[], &[])).await.expect_error(400, "MISSING_PARAMETER");
        let all = ["title", "languages", "authors", "categories", "countries", "usageRestriction", "isbn13", "EPUB3"];
        assert_eq!(faulty_parameters(&nothing), all.map(str::to_owned).into());
        let book = new_book("Gaps");
        for name in ["title", "languages", "authors", "categories", "countries", "usageRestriction", "synopsis"] {
            let body = submission(&fields_without("Gaps", name), &[("EPUB3", &book)]);
            let reply = staff.post_files(PATH, body).await.expect_error(400, "MISSING_PARAMETER");
            let expected = if name == "synopsis" { "isbn13" } else { name };
            assert_eq!(faulty_parameters(&reply), [expected.to_owned()].into(), "{name}");
        }
        // An empty value counts as missing, which is reported once (docs/rules/errors.md#rule-2).
        for name in ["title", "languages", "authors", "categories", "countries", "usageRestriction"] {
            let mut fields = fields_without("Gaps", name);
            fields.push((name, ""));
            let reply = staff.post_files(PATH, submission(&fields, &[("EPUB3", &book)])).await;
            let reply = reply.expect_error(400, "MISSING_PARAMETER");
            assert_eq!(reply.json["messages"], json!([format!("{name}: is required")]));
        }
        let body = submission(&new_title("Gaps"), &[]);
        staff.post_files(PATH, body).await.expect_error(400, "FILE_REQUIRED");
        // Every country needs no list, and an ISBN no synopsis.
        let mut fields = fields_without("Everywhere", "countries");
        fields.retain(|(name, _)| *name != "synopsis");
        fields.extend([("availableWorldwide", "True"), ("isbn13", "9780306406157")]);
        staff.post_files(PATH, submission(&fields, &[("EPUB3", &book)])).await.expect_status(202);
        // A form or an object without a file is read as everywhere.
        let call = sandbox.call(Method::POST, PATH).bearer(staff.token());
        let body = json!({"api_key": sandbox.key("app"), "title": "T", "languages": ["eng"]});
        let reply = call.json(&body).send().await.expect_error(400, "MISSING_PARAMETER");
        assert!(faulty_parameters(&reply).contains("EPUB3") && !faulty_parameters(&reply).contains("title"));
    }

    async fn bad_values_are_refused_and_leave_nothing(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let (before, book) = (count(&staff).await, new_book("Bad"));
        for (name, value, key) in [
            ("languages", "english", "INVALID_LANGUAGE"),
            ("countries", "Atlantis", "INVALID_COUNTRY"),
            ("isbn13", "9780306406158", "INVALID_ISBN"),
            ("usageRestriction", "free", "INVALID_PARAMETER"),
            ("contentType", "film", "INVALID_PARAMETER"),
            ("adultContent", "perhaps", "INVALID_PARAMETER"),
            ("copyrightDate", "soon", "INVALID_PARAMETER"),
            ("bisacCategories", "No such heading", "INVALID_PARAMETER"),
        ] {
            let mut fields = fields_without("Bad", name);
            fields.push((name, value));
            let reply = staff.post_files(PATH, submission(&fields, &[("EPUB3", &book)])).await.expect_error(400, key);
            assert_eq!(faulty_parameters(&reply), [name.to_owned()].into(), "{}", reply.json);
        }
        assert_eq!(count(&staff).await, before);
    }

    async fn a_broken_file_is_refused_with_its_name_and_place(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let (before, fields, good) = (count(&staff).await, new_title("Broken"), new_book("Broken"));
        let torn = &good[..good.len() / 2];
        let lost = zip_files([("META-INF/container.xml", "<container>\n</rootfiles>")]);
        let cases: [(Files<'_>, &str, &str); 9] = [
            (&[("EPUB3", b"no zip")], "INVALID_FILE_TYPE", "EPUB3: not a zip container"),
            (&[("EPUB3", torn)], "INVALID_FILE_TYPE", "EPUB3: "),
            (&[("EPUB3", &lost)], "INVALID_FILE_TYPE", "EPUB3: META-INF/container.xml names no package document"),
            (&[("EPUB3", &good), ("DAISY", &good)], "INVALID_FILE_TYPE", "DAISY: "),
            (&[("DAISY_2_AUDIO", &good)], "INVALID_FILE_TYPE", "DAISY_2_AUDIO: it is a book of the kind EPUB"),
            (&[("BRF", b",! tide")], "INVALID_FILE_TYPE", "BRF: cannot be taken"),
            (&[("EPUB3", &good), ("EPUB3", &good)], "INVALID_PARAMETER", "EPUB3: must be sent once"),
            (&[("EPUB3", &good), ("coverimage", b"no picture")], "INVALID_FILE_TYPE", "coverimage: "),
            (&[("EPUB3", b""), ("other", &good)], "FILE_REQUIRED", "EPUB3: is required"),
        ];
        for (files, key, message) in cases {
            let reply = staff.post_files(PATH, submission(&fields, files)).await.expect_error(400, key);
            let first = reply.json["messages"][0].as_str().unwrap();
            assert!(first.starts_with(message), "{first}, not {message}");
        }
        let large = vec![b'P'; MAX_FILE_BYTES + 1];
        staff.post_files(PATH, submission(&fields, &[("EPUB3", &large)])).await.expect_error(400, "FILE_TOO_LARGE");
        assert_eq!(count(&staff).await, before);
    }

    async fn two_files_and_a_cover_become_one_title(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let mut fields = new_title("Twice Told");
        fields.push(("contentType", "musicScore"));
        fields.retain(|(name, _)| *name != "usageRestriction");
        fields.push(("usageRestriction", "publicDomain"));
        let options = books::Options::new("2026-01-02T03:04:05Z".parse().unwrap());
        let other = new_book("The other one");
        let daisy = books::convert(books::Format::Daisy, other.into(), &options, &mut ()).unwrap();
        let files: [(&str, &[u8]); 3] = [("coverimage", GIF), ("DAISY", &daisy), ("EPUB3", &new_book("The first one"))];
        let reply = staff.post_files(PATH, submission(&fields, &files)).await.expect_status(202);
        let id: i64 = reply.json["messages"][0].as_str().unwrap().parse().unwrap();
        let live = publish(&staff, id).await.json;
        assert_eq!(live["titleContentType"], "musicScore");
        for rel in ["coverimage", "thumbnail"] {
            sandbox.get(&link(&live, rel).unwrap()).send().await.expect_status(200);
        }
        for (format, text) in [("EPUB3", "The first one"), ("DAISY", "The other one")] {
            let file = package(sandbox, None, &format!("/v2/titles/{id}/{format}")).await;
            let texts: String = read_zip(&file).unwrap().iter().map(|(_, b)| String::from_utf8_lossy(b).into_owned()).collect();
            assert!(texts.contains(text), "{format}");
        }
    }

    async fn a_product_identifier_is_taken_once(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let book = new_book("Numbered");
        let mut fields = new_title("Numbered");
        fields.push(("productIdentifier", "HP-1"));
        let body = submission(&fields, &[("EPUB3", &book)]);
        staff.post_files(PATH, body.clone()).await.expect_status(202);
        staff.post_files(PATH, body.clone()).await.expect_error(409, "PRODUCT_IDENTIFIER_EXISTS");
        // Another collection has numbers of its own, and the same file may come again.
        User::sign_in(sandbox, "labAssistant").await.post_files(PATH, body).await.expect_status(202);
        staff.post_files(PATH, submission(&new_title("Again"), &[("EPUB3", &book)])).await.expect_status(202);
    }

    /// Removal is final (docs/rules/titles.md#rule-2), so what was removed comes back as a new title with its
    /// identifier.
    async fn the_product_identifier_of_a_removed_title_is_free(sandbox: Sandbox) {
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        let mut fields = new_title("Twice");
        fields.push(("productIdentifier", "HP-2"));
        let body = submission(&fields, &[("EPUB3", &new_book("Twice"))]);
        let first = staff.post_files(PATH, body.clone()).await.expect_status(202).json["messages"][0].clone();
        let status = format!("/v2/titles/{}/status", first.as_str().unwrap());
        staff.put(&status, &[("status", "removed")]).await.expect_status(202);
        let again = eventually("a worker removes the title", async || {
            let again = staff.post_files(PATH, body.clone()).await;
            if again.status == 409 { Err(again.json) } else { Ok(again) }
        })
        .await;
        assert_ne!(again.expect_status(202).json["messages"][0], first);
        staff.post_files(PATH, body).await.expect_error(409, "PRODUCT_IDENTIFIER_EXISTS");
    }

    async fn staff_of_each_site_send_in_for_their_own(sandbox: Sandbox) {
        for (user, site) in [("collectionAssistant", "service"), ("administrator", "service"), ("labAssistant", "lab")] {
            let user = User::sign_in(sandbox, user).await;
            let id = submit(&user, "Whose").await;
            let record = user.get(&format!("/v2/titles/{id}")).await.expect_status(200).json;
            assert_eq!(record["site"], site);
            assert_eq!(history(&user, id).await, ["submitted"]);
        }
        let body = submission(&new_title("Nobody's"), &[("EPUB3", &new_book("Nobody's"))]);
        for user in ["individual", "sponsor", "orgMember", "membershipAssistant", "volunteer", "labIndividual"] {
            User::sign_in(sandbox, user).await.post_files(PATH, body.clone()).await.expect_error(403, "FORBIDDEN");
        }
        let key = [("api_key", sandbox.key("app"))];
        let post = |body| post_parts(sandbox, PATH, body);
        post(body.clone()).query(&key).send().await.expect_error(401, "UNAUTHORIZED");
        post(body.clone()).query(&key).bearer("bad").send().await.expect_status(401);
        let staff = User::sign_in(sandbox, "collectionAssistant").await;
        post(body.clone()).bearer(staff.token()).send().await.expect_error(403, "INVALID_API_KEY");
        let xml = sandbox.call(Method::POST, PATH).query(&key).bearer(staff.token()).header("content-type", "text/xml");
        xml.body("<a/>").send().await.expect_error(415, "UNSUPPORTED_MEDIA_TYPE");
        // Key and token may follow the file.
        let mut parts = Parts::default().file("EPUB3", "a.epub", &new_book("Behind"));
        for (name, value) in new_title("Behind") {
            parts = parts.text(name, value);
        }
        let body = parts.text("api_key", sandbox.key("app")).text("access_token", staff.token()).end();
        post(body).send().await.expect_status(202);
    }
}
