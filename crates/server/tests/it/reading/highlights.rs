//! /v2/myHighlights (docs/rules/reading.md#rule-2, docs/rules/records.md#rule-18).

use reqwest::Method;
use serde_json::{Value, json};

use super::{Device, column, members};
use crate::one;
use crate::support::{Sandbox, link, next_second};

const PATH: &str = "/v2/myHighlights";
const START: &str = "epubcfi(/6/4!/4/2/1:3)";
const END: &str = "epubcfi(/6/4!/4/2/1:9)";

/// The stretch that most tests mark.
fn stretch(id: &str) -> Vec<(&str, &str)> {
    vec![("serviceId", id), ("startLocation", START), ("endLocation", END)]
}

fn form_with<'a>(id: &'a str, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [stretch(id), more.to_vec()].concat()
}

one! {
    async fn a_highlight_is_set_changed_and_removed(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let form = form_with(&id, &[
            ("highlightText", "the tide"), ("annotationNote", "ask"), ("color", "#ffee00"),
            ("startPosition", "1"), ("startProgression", "0.5"), ("startTotalProgression", "0.25"),
            ("endPosition", "2"), ("endProgression", "0.75"), ("endTotalProgression", "0.375"),
        ]);
        assert_eq!(device.post(PATH, &form).await.expect_status(200).json["key"], "SUCCESS");
        device.post(PATH, &form).await.expect_error(409, "HIGHLIGHT_EXISTS");
        let list = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
        assert_eq!(members(&list.json), ["allows", "highlights", "limit", "links", "next", "totalResults"]);
        assert_eq!(list.json["allows"], json!(["POST"]));
        let mut item = list.json["highlights"][0].clone();
        let own = link(&item, "self").unwrap();
        assert!(item["dateUpdated"].as_str().unwrap().ends_with('Z'));
        item["dateUpdated"].take();
        item["links"].take();
        assert_eq!(item, json!({
            "allows": ["PUT", "DELETE"], "serviceId": id, "format": {"formatId": "EPUB3", "name": "EPUB 3"},
            "startLocation": START, "endLocation": END, "startPosition": 1, "endPosition": 2,
            "startProgression": 0.5, "startTotalProgression": 0.25, "endProgression": 0.75,
            "endTotalProgression": 0.375, "highlightText": "the tide", "annotationNote": "ask",
            "color": "#ffee00", "dateUpdated": null, "links": null,
        }));
        // What `allows` names is done at `self`.
        let changed = device.form(Method::PUT, &own, &[("color", "blue")]).await.expect_status(200);
        assert_eq!(changed.json["key"], "SUCCESS");
        let rest = device.ask(Method::DELETE, &own, &[]).await.expect_status(200);
        assert_eq!((&rest.json["highlights"], &rest.json["totalResults"]), (&json!([]), &json!(0)));
        device.ask(Method::DELETE, &own, &[]).await.expect_error(404, "HIGHLIGHT_NOT_FOUND");
        device.form(Method::PUT, &own, &[("color", "blue")]).await.expect_error(404, "HIGHLIGHT_NOT_FOUND");
    }

    async fn a_change_leaves_what_is_not_sent_and_clears_what_is_empty(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        device.post(PATH, &form_with(&id, &[("annotationNote", "ask"), ("color", "red")])).await.expect_status(200);
        let after = async |change: &[(&str, &str)]| {
            device.form(Method::PUT, PATH, &[&stretch(&id)[..], change].concat()).await.expect_status(200);
            let list = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
            let item = &list.json["highlights"][0];
            (item["annotationNote"].clone(), item["color"].clone(), item["dateUpdated"].clone())
        };
        let (note, color, first) = after(&[("color", "blue")]).await;
        assert_eq!((note, color), (json!("ask"), json!("blue")));
        next_second().await;
        let (note, color, second) = after(&[("annotationNote", "")]).await;
        assert_eq!((note, color), (Value::Null, json!("blue")));
        assert!(second.as_str() > first.as_str(), "{first} {second}");
    }

    async fn two_devices_that_change_different_things_both_do(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        device.post(PATH, &stretch(&id)).await.expect_status(200);
        let (note, color) = (form_with(&id, &[("annotationNote", "mine")]), form_with(&id, &[("color", "red")]));
        let (a, b) = tokio::join!(
            device.form(Method::PUT, PATH, &note),
            device.form(Method::PUT, PATH, &color),
        );
        a.expect_status(200);
        b.expect_status(200);
        let list = device.get(PATH, &[("serviceId", &id)]).await;
        assert_eq!(list.json["highlights"][0]["annotationNote"], "mine");
        assert_eq!(list.json["highlights"][0]["color"], "red");
    }

    async fn of_two_devices_that_set_the_same_stretch_one_succeeds(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let form = stretch(&id);
        let replies = futures_util::future::join_all((0..8).map(|_| device.post(PATH, &form))).await;
        let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
    }

    async fn the_list_is_in_reading_order_page_by_page(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let ordered = [("p2", "p3"), ("p2", "p10"), ("p9", "p9"), ("p10", "p11"), ("p10", "p100")];
        for (start, end) in ordered.into_iter().rev() {
            let form = [("serviceId", id.as_str()), ("startLocation", start), ("endLocation", end), ("format", "DAISY")];
            device.post(PATH, &form).await.expect_status(200);
        }
        let query = [("serviceId", id.as_str()), ("format", "DAISY"), ("limit", "2")];
        let mut reply = device.get(PATH, &query).await.expect_status(200);
        let mut seen = Vec::new();
        loop {
            assert_eq!(reply.json["totalResults"], 5);
            let starts = column(&reply, "highlights", "startLocation");
            let ends = column(&reply, "highlights", "endLocation");
            let pairs = starts.into_iter().zip(ends).map(|(s, e)| (s.clone(), e.clone()));
            seen.extend(pairs);
            if reply.json["next"].is_null() {
                break;
            }
            reply = sandbox.get(&reply.link("next")).bearer(&device.token).send().await.expect_status(200);
        }
        assert_eq!(seen, ordered.map(|(start, end)| (json!(start), json!(end))));
        // The same places in another format are other highlights.
        let epub = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
        assert_eq!(epub.json["totalResults"], 0);
    }

    async fn a_removal_answers_with_the_list_and_its_address(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        device.post(PATH, &stretch(&id)).await.expect_status(200);
        let rest = device.form(Method::DELETE, PATH, &stretch(&id)).await.expect_status(200);
        let expected = format!("{}{PATH}?serviceId={id}&format=EPUB3&api_key={}", sandbox.base(), sandbox.key("app"));
        assert_eq!(rest.link("self"), expected);
        let other = Device::sign_in(sandbox, "individual2").await;
        device.post(PATH, &stretch(&id)).await.expect_status(200);
        other.form(Method::DELETE, PATH, &stretch(&id)).await.expect_error(404, "HIGHLIGHT_NOT_FOUND");
        other.form(Method::PUT, PATH, &stretch(&id)).await.expect_error(404, "HIGHLIGHT_NOT_FOUND");
    }

    async fn every_bad_parameter_is_named(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            let reply = device.form(method, PATH, &[]).await.expect_error(400, "MISSING_PARAMETER");
            assert_eq!(reply.json["messages"].as_array().unwrap().len(), 3, "{}", reply.json);
        }
        device.get(PATH, &[]).await.expect_error(400, "MISSING_PARAMETER");
        let long = "é".repeat(4001);
        let wide = "c".repeat(33);
        for (name, value) in [
            ("color", wide.as_str()),
            ("annotationNote", &long),
            ("highlightText", &long),
            ("startPosition", "x"),
            ("endPosition", "x"),
            ("startProgression", "x"),
            ("startTotalProgression", "inf"),
            ("endProgression", "x"),
            ("endTotalProgression", "x"),
        ] {
            let reply = device.post(PATH, &form_with(&id, &[(name, value)])).await.expect_error(400, "INVALID_PARAMETER");
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        for change in [("color", wide.as_str()), ("annotationNote", &long)] {
            device.form(Method::PUT, PATH, &form_with(&id, &[change])).await.expect_error(400, "INVALID_PARAMETER");
        }
        device.post(PATH, &form_with(&id, &[("format", "TEXT")])).await.expect_error(400, "INVALID_FORMAT");
        device.get(PATH, &[("serviceId", &id), ("limit", "x")]).await.expect_error(400, "INVALID_LIMIT");
        device.get(PATH, &[("serviceId", &id), ("start", "x")]).await.expect_error(400, "INVALID_START");
        let longest = "é".repeat(4000);
        let form = form_with(&id, &[("annotationNote", &longest), ("highlightText", &longest), ("color", &wide[..32])]);
        device.post(PATH, &form).await.expect_status(200);
    }

    async fn a_title_that_the_reader_cannot_see_is_not_found(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        for id in [sandbox.title("labOnly").to_string(), "999999".into(), "no-title".into()] {
            for method in [Method::POST, Method::PUT, Method::DELETE] {
                device.form(method, PATH, &stretch(&id)).await.expect_error(404, "TITLE_NOT_FOUND");
            }
            device.get(PATH, &stretch(&id)).await.expect_error(404, "TITLE_NOT_FOUND");
        }
    }

    async fn guests_have_none(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain").to_string();
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
            let call = sandbox.call(method, PATH).query(&[("api_key", sandbox.key("app"))]);
            call.query(&stretch(&id)).send().await.expect_error(401, "UNAUTHORIZED");
        }
    }
}
