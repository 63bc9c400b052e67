//! POST /v2/readingEvents and GET /v2/myReadingPosition (docs/rules/reading.md#rule-5,
//! docs/rules/reading.md#rule-6).

use reqwest::Method;
use serde_json::json;

use super::{Device, members};
use crate::both;
use crate::one;
use crate::support::{Sandbox, next_second};

const EVENTS: &str = "/v2/readingEvents";

fn event<'a>(id: &'a str, format: &'a str, location: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("serviceId", id),
        ("format", format),
        ("location", location),
        ("metric", "3"),
        ("metricType", "page"),
    ]
}

one! {
    async fn the_position_follows_the_newest_event_of_the_format(sandbox: Sandbox) {
        let (phone, desk) = (Device::sign_in(sandbox, "individual").await, Device::sign_in(sandbox, "individual").await);
        let id = sandbox.title("copyright").to_string();
        let path = format!("/v2/myReadingPosition/{id}/EPUB3");
        phone.get(&path, &[]).await.expect_error(404, "READING_POSITION_NOT_FOUND");
        let recorded = phone.post(EVENTS, &event(&id, "DAISY", "d1")).await.expect_status(200);
        assert_eq!(recorded.json["key"], "SUCCESS");
        let begun = phone.get(&format!("/v2/myReadingPosition/{id}/DAISY"), &[]).await.expect_status(200).json["dateAdded"].clone();
        next_second().await;
        phone.get(&path, &[]).await.expect_error(404, "READING_POSITION_NOT_FOUND");
        for location in ["epubcfi(/6/8!/4/2)", "epubcfi(/6/10!/4/2)", "epubcfi(/6/4!/4/2)"] {
            phone.post(EVENTS, &event(&id, "EPUB3", location)).await.expect_status(200);
        }
        // On another device, later in time though earlier in the book.
        let found = desk.get(&path, &[]).await.expect_status(200);
        assert_eq!(members(&found.json), ["dateAdded", "dateModified", "format", "links", "location", "serviceId"]);
        assert_eq!(found.json["serviceId"], json!(id));
        assert_eq!(found.json["format"], json!({"formatId": "EPUB3", "name": "EPUB 3"}));
        assert_eq!(found.json["location"], "epubcfi(/6/4!/4/2)");
        assert_eq!(found.json["dateAdded"], begun, "the earliest activity for the title");
        assert!(found.json["dateModified"].as_str() > begun.as_str(), "{}", found.json);
        let older = phone.get(&format!("/v2/myReadingPosition/{id}/DAISY"), &[]).await.expect_status(200).json;
        assert_eq!((&older["location"], &older["dateModified"]), (&json!("d1"), &found.json["dateModified"]));
        assert_eq!(found.link("self"), format!("{}{path}", sandbox.base()));
        let lower = desk.get(&format!("/v2/myReadingPosition/{id}/epub3"), &[]).await.expect_status(200);
        assert_eq!(lower.json, found.json);
        // Another reader is nowhere yet.
        let other = Device::sign_in(sandbox, "orgMember").await;
        other.get(&path, &[]).await.expect_error(404, "READING_POSITION_NOT_FOUND");
    }

    async fn the_sandbox_has_a_reader_of_the_same_books(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual2").await;
        for (title, location) in
            [("mending", "epubcfi(/6/12!/4/2)"), ("copyright", "epubcfi(/6/10!/4/2)"), ("creativeCommons", "epubcfi(/6/8!/4/2)")]
        {
            let path = format!("/v2/myReadingPosition/{}/EPUB3", sandbox.title(title));
            let found = device.get(&path, &[]).await.expect_status(200);
            assert_eq!(found.json["location"], location);
            assert!(found.json["dateAdded"].as_str() < found.json["dateModified"].as_str());
        }
    }
}

both! {
    async fn many_concurrent_events_are_all_accepted(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain").to_string();
        let mut devices = Vec::new();
        for user in ["individual", "individual2", "minor", "orgMember", "sponsor"] {
            devices.push(Device::sign_in(sandbox, user).await);
        }
        let (id, devices) = (id.as_str(), &devices);
        let write = async |n: usize| {
            for m in 0..8 {
                let (location, description) = (format!("epubcfi(/6/{m}!/4)"), format!("Chapter {m}"));
                let mut form = event(id, "EPUB3", &location);
                form.push(("locationDescription", &description));
                devices[n % devices.len()].post(EVENTS, &form).await.expect_status(200);
            }
        };
        futures_util::future::join_all((0..50).map(write)).await;
        for device in devices {
            let path = format!("/v2/myReadingPosition/{id}/EPUB3");
            let found = device.get(&path, &[]).await.expect_status(200);
            assert!(found.json["location"].as_str().unwrap().starts_with("epubcfi("));
        }
    }
}

one! {
    async fn every_bad_parameter_is_named(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let missing = device.post(EVENTS, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(missing.json["messages"].as_array().unwrap().len(), 5, "{}", missing.json);
        let (long, place) = ("é".repeat(1001), "x".repeat(4001));
        for (name, value, key) in [
            ("metric", "many", "INVALID_PARAMETER"),
            ("metric", "-1", "INVALID_PARAMETER"),
            ("metricType", "Page", "INVALID_PARAMETER"),
            ("location", place.as_str(), "INVALID_PARAMETER"),
            ("locationDescription", &long, "INVALID_PARAMETER"),
            ("format", "HTML", "INVALID_FORMAT"),
        ] {
            let mut form = event(&id, "EPUB3", "p1");
            form.retain(|(other, _)| *other != name);
            form.push((name, value));
            let reply = device.post(EVENTS, &form).await.expect_error(400, key);
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        device.get(&format!("/v2/myReadingPosition/{id}/HTML"), &[]).await.expect_error(400, "INVALID_FORMAT");
    }

    async fn a_title_that_the_reader_cannot_see_is_not_found(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        for id in [sandbox.title("labOnly").to_string(), "999999".into(), "no-title".into()] {
            device.post(EVENTS, &event(&id, "EPUB3", "p1")).await.expect_error(404, "TITLE_NOT_FOUND");
            device.get(&format!("/v2/myReadingPosition/{id}/EPUB3"), &[]).await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }

    async fn guests_have_none(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain").to_string();
        let key = [("api_key", sandbox.key("app"))];
        let post = sandbox.call(Method::POST, EVENTS).query(&key).form(&event(&id, "EPUB3", "p1"));
        post.send().await.expect_error(401, "UNAUTHORIZED");
        let path = format!("/v2/myReadingPosition/{id}/EPUB3");
        sandbox.get(&path).query(&key).send().await.expect_error(401, "UNAUTHORIZED");
    }
}
