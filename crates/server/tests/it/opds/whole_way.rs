//! The whole way of a reader with an app, over HTTP alone: the address and a device's password, the own
//! shelf, a search, a download, and a place that goes from app to app, and into another format.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use super::App;
use super::app::link;
use crate::kosync::{HeadedDocument, keep, keys, last_heading, text_of_step};
use crate::one;
use crate::support::{Sandbox, current_time, next_second, python};

const DRAFT: &str = "http://opds-spec.org/progression";
const OLDER: &str = "http://www.cantook.com/api/progression";

/// Calls `KOReader`'s protocol and returns the response.
async fn kosync(app: &App<'_>, key: &str, method: Method, path: &str, body: Option<&Value>) -> Value {
    let (name, _) = app.device.as_ref().unwrap();
    let call = app.sandbox.call(method, &format!("/kosync/syncs/progress{path}"));
    let call = call.header("x-auth-user", name).header("x-auth-key", key);
    let call = if let Some(body) = body { call.json(body) } else { call };
    call.send().await.expect_status(200).json
}

one! {
    async fn a_reader_continues_in_another_app(sandbox: Sandbox) {
        let Some(python) = python() else { return };
        // Only the address is known: the start says how to sign in, and leads to everything.
        let address = format!("{}/opds", sandbox.base());
        let guest = App::guest(sandbox).json(&address).await;
        let shelf = link(&guest, "http://opds-spec.org/shelf", None).unwrap().to_owned();
        let challenge = App::guest(sandbox).get(&shelf).await.expect_status(401);
        let ways = challenge.json["authentication"].as_array().unwrap();
        assert!(ways.iter().any(|way| way["type"] == "http://opds-spec.org/auth/basic"));
        let phone = App::with_new_device(sandbox, "individual");
        let start = phone.json(&address).await;
        let empty = phone.json(&shelf).await;
        assert_eq!(empty["metadata"]["numberOfItems"], 0);

        // A search with words of a title, and the download of what it finds.
        let id = sandbox.title("copyright");
        let record = sandbox.guest(&format!("/v2/titles/{id}")).send().await.expect_status(200).json;
        let search = start["links"].as_array().unwrap().iter().find(|link| link["rel"] == "search").unwrap();
        let template = search["href"].as_str().unwrap();
        let words = url::form_urlencoded::byte_serialize(record["title"].as_str().unwrap().as_bytes()).collect::<String>();
        let found = phone.json(&format!("{}?query={words}", template.split('{').next().unwrap())).await;
        let publication = &found["publications"][0];
        assert_eq!(publication["metadata"]["title"], record["title"]);
        let epub = link(publication, "http://opds-spec.org/acquisition", Some("application/epub+zip")).unwrap();
        let copy = phone.get(epub).await.expect_status(200);
        let own = phone.json(&shelf).await;
        assert_eq!(own["publications"][0]["metadata"]["title"], record["title"]);

        // KOReader reads the same file first, up to the heading of its last part.
        let password = &phone.device.as_ref().unwrap().1;
        let key = &keys(&python, Path::new("/dev/null"), &[password])[1];
        let document = &keys(&python, &keep(sandbox, "read.epub", &copy.bytes), &[])[0];
        let HeadedDocument { at, path, heading } = last_heading(copy.bytes.clone());
        let pointer = format!("/body/DocFragment[{}]/body", at + 1);
        let place = json!({"document": document, "progress": pointer, "percentage": 0.25, "device": "Kobo", "device_id": "A1"});
        kosync(&phone, key, Method::PUT, "", Some(&place)).await;

        // The app on the phone learns where the reader is, in words of EPUBs, and continues from there.
        let (progression, locator) = (link(publication, DRAFT, None).unwrap(), link(publication, OLDER, None).unwrap());
        let there = phone.json(progression).await;
        assert_eq!((&there["progression"], &there["device"]["name"]), (&json!(0.25), &json!("Kobo")));
        let reference = there["references"][0].as_str().unwrap().to_owned();
        assert!(reference.starts_with(&format!("#epubcfi(/6/{}!", 2 * (at + 1))), "{there}");
        assert_eq!(phone.json(locator).await["locator"]["href"], path.as_str());
        let on = json!({
            "title": "Chapter 2", "modified": "2099-01-01T00:00:00Z", "progression": 0.5,
            "device": {"id": "urn:uuid:019c0047-cc8d-7ec4-a3c3-938ccadc020a", "name": "Phone"},
            "references": ["#epubcfi(/6/8!/4/2)"],
        });
        let kept = phone.call(Method::PUT, progression).json(&on).send().await.expect_status(200).json;
        assert_ne!(kept["modified"], on["modified"], "the clock of this phone is wrong");

        // KOReader and the interface know it.
        let seen = kosync(&phone, key, Method::GET, &format!("/{document}"), None).await;
        assert_eq!((&seen["percentage"], &seen["device"]), (&json!(0.5), &json!("Phone")));
        assert!(seen["progress"].as_str().unwrap().starts_with("/body/DocFragment[4]/body/"), "{seen}");
        let position = format!("/v2/myReadingPosition/{id}/EPUB3");
        let position = sandbox.call_signed_in("individual", &position).await.send().await.expect_status(200);
        assert_eq!(position.json["location"], "epubcfi(/6/8!/4/2)");

        // An app that knows files and shares alone reads on to the last part; a player of DAISY books begins
        // with the same sentence.
        next_second().await;
        let place = json!({
            "modified": current_time().to_string(), "device": {"id": "urn:uuid:1", "name": "Tablet"},
            "locator": {"href": path, "type": "application/xhtml+xml", "locations": {"progression": 0.0, "totalProgression": 0.75}},
        });
        phone.call(Method::PUT, locator).json(&place).send().await.expect_status(204);
        let daisy = link(publication, "http://opds-spec.org/acquisition", Some("application/zip")).unwrap();
        let daisy = phone.get(daisy).await.expect_status(200).bytes;
        let position = format!("/v2/myReadingPosition/{id}/DAISY?anyFormat=true");
        let position = sandbox.call_signed_in("individual", &position).await.send().await.expect_status(200).json;
        let said = text_of_step(&daisy, position["location"].as_str().unwrap());
        assert!(said.starts_with(heading.trim()), "{heading} is not {said}");
        let seen = kosync(&phone, key, Method::GET, &format!("/{document}"), None).await;
        assert!(seen["progress"].as_str().unwrap().starts_with(&pointer), "{seen}");
        assert_eq!(seen["device"], "Tablet");
    }
}
