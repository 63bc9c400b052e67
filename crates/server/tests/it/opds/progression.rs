//! A reader's place, exchanged by apps in both forms, with the interface and with KOReader.

use reqwest::Method;
use serde_json::{Value, json};

use super::app::link;
use super::{App, rules};
use crate::one;
use crate::support::{Reply, Sandbox, package};

const DRAFT: &str = "http://opds-spec.org/progression";
const OLDER: &str = "http://www.cantook.com/api/progression";

fn document(progression: f64, modified: &str) -> Value {
    json!({
        "title": "Chapter 1",
        "modified": modified,
        "device": {"id": "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a", "name": "Phone"},
        "progression": progression,
        "references": ["OEBPS/c1.xhtml#p2"],
    })
}

async fn put(app: &App<'_>, path: &str, document: &Value) -> Reply {
    app.call(Method::PUT, path).json(document).send().await
}

one! {
    async fn apps_exchange_a_place_in_both_forms(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let title = sandbox.title("copyright");
        let publication = app.json(&format!("/opds/titles/{title}")).await;
        let draft = link(&publication, DRAFT, Some("application/opds-progression+json")).unwrap();
        let older = link(&publication, OLDER, Some("application/vnd.readium.progression+json")).unwrap();
        let entry = app.get(&format!("/opds/v1.2/titles/{title}")).await.expect_status(200).text();
        assert!(entry.contains(DRAFT) && entry.contains(OLDER));

        let nothing = app.get(draft).await.expect_status(200);
        assert_eq!((nothing.header("content-type"), nothing.bytes.len()), ("application/opds-progression+json", 0));
        app.get(older).await.expect_status(204);

        let first = document(0.25, "2026-01-27T11:00:00Z");
        assert_eq!(put(&app, draft, &first).await.expect_status(200).json, first, "as for every other place");
        let written = app.get(draft).await.expect_status(200).json;
        assert_eq!(written, first);
        rules::progression(&written, draft);
        let locator = app.get(older).await.expect_status(200).json;
        rules::locator(&locator, older);
        assert_eq!(locator["modified"], first["modified"]);
        assert_eq!(locator["device"], first["device"]);
        assert_eq!(locator["locator"], json!({
            "href": "OEBPS/c1.xhtml", "type": "application/xhtml+xml", "title": "Chapter 1",
            "locations": {"fragments": ["p2"], "totalProgression": 0.25},
        }));

        let mut older_place = locator;
        older_place["locator"]["locations"]["totalProgression"] = json!(0.5);
        let problem = {
            older_place["modified"] = json!("2026-01-26T11:00:00Z");
            put(&app, older, &older_place).await.expect_status(409)
        };
        assert_eq!(problem.header("content-type"), "application/problem+json");
        assert_eq!(problem.json["type"], "https://registry.opds.io/error#progression-date");
        older_place["modified"] = json!("2026-01-28T11:00:00Z");
        put(&app, older, &older_place).await.expect_status(204);
        let now = app.get(draft).await.expect_status(200).json;
        rules::progression(&now, draft);
        assert_eq!((now["progression"].as_f64(), &now["references"]), (Some(0.5), &json!(["OEBPS/c1.xhtml#p2"])));
        put(&app, draft, &first).await.expect_status(409);
        put(&app, draft, &document(0.75, "2026-01-29T11:00:00Z")).await.expect_status(200);
    }

    async fn the_place_is_that_of_the_interface(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "orgMember");
        let title = sandbox.title("publicDomain");
        let path = format!("/opds/titles/{title}/progression");
        put(&app, &path, &document(0.25, "2026-01-27T11:00:00Z")).await.expect_status(200);
        let position = format!("/v2/myReadingPosition/{title}/EPUB3");
        let found = sandbox.call_signed_in("orgMember", &position).await.send().await.expect_status(200);
        let exact = found.json["location"].as_str().unwrap().to_owned();
        assert!(exact.starts_with("epubcfi(/6/"), "{exact}");
        // How far the reader is is enough, and the notation of another app is none of the interface.
        for (day, references) in [(28, json!([])), (29, json!(["#t=40.2"]))] {
            let mut place = document(0.75, &format!("2026-01-{day}T11:00:00Z"));
            place["references"] = references;
            put(&app, &path, &place).await.expect_status(200);
            let found = sandbox.call_signed_in("orgMember", &position).await.send().await.expect_status(200);
            let further = found.json["location"].as_str().unwrap();
            assert!(further.starts_with("epubcfi(/6/") && further != exact, "{further}");
        }
        let reading = app.json("/opds/reading").await;
        assert!(!reading["publications"].as_array().unwrap().is_empty(), "the title is being read");
    }

    async fn a_place_of_an_app_is_translated_for_the_others(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let title = sandbox.title("publicDomain");
        for format in ["EPUB3", "PDF"] {
            package(sandbox, None, &format!("/v2/titles/{title}/{format}")).await;
        }
        let (draft, older) = (format!("/opds/titles/{title}/progression"), format!("/opds/titles/{title}/locator"));
        let references = async || {
            let places = app.json(&draft).await;
            rules::progression(&places, &draft);
            let references = places["references"].as_array().unwrap().iter();
            references.map(|one| one.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        // The file of the EPUB, and how far into it.
        let file = async || {
            let locator = app.json(&older).await;
            rules::locator(&locator, &older);
            let locator = locator["locator"].clone();
            let path = locator["href"].as_str().unwrap().to_owned();
            assert!(path.ends_with("html") && locator["type"] == "application/xhtml+xml", "{locator}");
            assert!(locator["locations"]["progression"].is_number(), "{locator}");
            path
        };
        let day = |n: u32| format!("2026-01-{n:02}T11:00:00Z");
        let (cfi, page) = ("#epubcfi(/6/", "#page=");
        let mut exact = String::new();
        for (n, (progression, sent, expected)) in [
            (0.4, json!(["#page=2"]), vec!["#page=2", cfi]),
            (0.5, json!(["#t=400"]), vec!["#t=400", cfi, page]),
            (0.7, json!([]), vec![cfi, page]),
        ].into_iter().enumerate() {
            let mut place = document(progression, &day(u32::try_from(n).unwrap() + 1));
            place["references"] = sent;
            put(&app, &draft, &place).await;
            let places = references().await;
            assert!(places.len() == expected.len() && places.iter().zip(&expected).all(|(one, begin)| one.starts_with(begin)), "{places:?}");
            exact = places[expected.iter().position(|one| *one == cfi).unwrap()].clone();
            file().await;
            let position = format!("/v2/myReadingPosition/{title}/EPUB3?anyFormat=true");
            let position = sandbox.call_signed_in("individual", &position).await.send().await.expect_status(200).json;
            assert!(position["location"].as_str().unwrap().starts_with("epubcfi("), "{position}");
        }
        let mut place = document(0.7, &day(5));
        place["references"] = json!([exact]);
        put(&app, &draft, &place).await.expect_status(200);
        let places = references().await;
        assert!(places.len() == 2 && places[0] == exact && places[1].starts_with(page), "{places:?}");
        let path = file().await;
        // An app that reads file by file gets its own locator, and the others the sentence.
        let place = json!({
            "modified": day(6), "device": {"id": "urn:uuid:1", "name": "Tablet"},
            "locator": {"href": path, "type": "application/xhtml+xml", "locations": {"progression": 0.0, "totalProgression": 0.3}},
        });
        put(&app, &older, &place).await.expect_status(204);
        assert_eq!(app.json(&older).await, place);
        let places = references().await;
        assert!(places.len() == 3 && places[0] == path && places[1].starts_with(cfi) && places[2].starts_with(page), "{places:?}");

        // A place that another device reached earlier and reports later is offered.
        let late = document(0.1, "2026-01-05T12:00:00Z");
        for _ in 0..2 {
            put(&app, &draft, &late).await.expect_status(409);
        }
        assert_eq!(app.json(&older).await, place);
        let position = format!("/v2/myReadingPosition/{title}/EPUB3?anyFormat=true");
        let position = sandbox.call_signed_in("individual", &position).await.send().await.expect_status(200).json;
        assert_eq!(position["totalProgression"], 0.3);
        let others: Vec<_> = position["others"].as_array().unwrap().iter().map(|one| &one["location"]).collect();
        assert_eq!(others, ["OEBPS/c1.xhtml#p2", "#t=400", "#page=2"], "{position}");
        // Of two places at the same time the one that is reported last counts.
        let mut again = document(0.9, &day(6));
        again["references"] = json!(["OEBPS/c9.xhtml#p1"]);
        assert_eq!(put(&app, &draft, &again).await.expect_status(200).json, again);
        assert_eq!(app.json(&draft).await["progression"], 0.9);
    }

    async fn a_place_of_an_older_app_is_one_that_newer_apps_can_read(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let path = format!("/opds/titles/{}", sandbox.title("publicDomain"));
        let place = json!({
            "modified": "2026-01-27T11:00:00Z",
            "device": {"id": "019c0047-cc8d-7ec4-a3c3-938ccadc020a", "name": "Tablet"},
            "locator": {
                "href": "OEBPS/chapter 1.xhtml",
                "type": "application/xhtml+xml",
                "locations": {"fragments": ["epubcfi(/6/4[c1]!/4/2)"], "totalProgression": 0.25},
            },
        });
        put(&app, &format!("{path}/locator"), &place).await.expect_status(204);
        assert_eq!(app.json(&format!("{path}/locator")).await, place, "as the app sent it");
        let draft = app.json(&format!("{path}/progression")).await;
        rules::progression(&draft, &path);
        assert_eq!(draft["device"]["id"], "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a");
        assert_eq!(draft["references"], json!(["OEBPS/chapter%201.xhtml#epubcfi(/6/4%5Bc1%5D!/4/2)"]));
    }

    async fn only_a_reader_has_a_place(sandbox: Sandbox) {
        let guest = App::guest(sandbox);
        let title = sandbox.title("publicDomain");
        let publication = guest.json(&format!("/opds/titles/{title}")).await;
        let links = publication["links"].as_array().unwrap();
        let draft = links.iter().find(|link| link["rel"] == DRAFT).unwrap();
        assert_eq!(draft["properties"]["authenticate"]["type"], "application/opds-authentication+json");
        let address = draft["href"].as_str().unwrap();
        for reply in [guest.get(address).await, put(&guest, address, &document(0.5, "2026-01-27T11:00:00Z")).await] {
            assert_eq!(reply.expect_status(401).header("content-type"), "application/opds-authentication+json");
        }
        let closed = guest.json(&format!("/opds/titles/{}", sandbox.title("copyright"))).await;
        assert_eq!(link(&closed, DRAFT, None), None, "nothing to read, no place");

        let sponsor = App::with_new_device(sandbox, "sponsor");
        let members = sponsor.json("/opds/members").await;
        let member = members["navigation"][0]["href"].as_str().unwrap().to_owned();
        let theirs = sponsor.json(&format!("{member}/titles/{title}")).await;
        assert_eq!(link(&theirs, DRAFT, None), None, "a member's place is the member's own");
        sponsor.get(&format!("{member}/titles/{title}/progression")).await.expect_status(404);
    }

    async fn invalid_progressions_are_refused_in_words(sandbox: Sandbox) {
        let app = App::with_new_device(sandbox, "individual");
        let path = format!("/opds/titles/{}/progression", sandbox.title("publicDomain"));
        let long = json!({"title": "x".repeat(2_000)});
        for (change, status) in [
            (json!({"progression": 1.5}), 400),
            (json!({"progression": null}), 400),
            (json!({"modified": "yesterday"}), 400),
            (json!({"device": {"id": "urn:x"}}), 400),
            (json!({"references": ["a b"]}), 400),
            (long, 400),
            (json!({"title": "x".repeat(100_000)}), 413),
        ] {
            let mut wrong = document(0.5, "2026-01-27T11:00:00Z");
            wrong.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            let reply = put(&app, &path, &wrong).await.expect_status(status);
            assert_eq!(reply.header("content-type"), "application/problem+json", "{change}");
            let kind = if status == 400 { "https://registry.opds.io/error#progression-invalid-payload" } else { "about:blank" };
            assert_eq!(reply.json["type"], kind, "{change}");
        }
        app.get("/opds/titles/999999/progression").await.expect_status(404);
        app.get("/opds/titles/x/locator").await.expect_status(404);
    }
}
