//! /v2/myBookmarks (docs/rules/reading.md#rule-1, docs/rules/requests.md#rule-14).

use reqwest::Method;
use serde_json::{Value, json};

use super::{Device, column, members};
use crate::both;
use crate::one;
use crate::support::{Sandbox, link, next_second};

const PATH: &str = "/v2/myBookmarks";

one! {
    async fn a_bookmark_is_set_listed_and_removed(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let location = "epubcfi(/6/4[ch&1]!/4/2/1:0)";
        let form = [
            ("serviceId", id.as_str()),
            ("location", location),
            ("text", "Where the tide turns"),
            ("position", "1"),
            ("progression", "0.25"),
            ("totalProgression", "0.125"),
        ];
        let set = device.post(PATH, &form).await.expect_status(200);
        assert_eq!(set.json["key"], "SUCCESS");
        let list = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
        assert_eq!(members(&list.json), ["allows", "bookmarks", "limit", "links", "next", "totalResults"]);
        assert_eq!(list.json["allows"], json!(["POST"]));
        assert_eq!((&list.json["limit"], &list.json["totalResults"]), (&json!(10), &json!(1)));
        let mut item = list.json["bookmarks"][0].clone();
        let created = item["dateCreated"].take();
        assert!(created.as_str().is_some_and(|at| at.ends_with('Z') && at.len() == 20), "{created}");
        let own = link(&item, "self").unwrap();
        item["links"].take();
        assert_eq!(item, json!({
            "allows": ["DELETE"], "serviceId": id, "dateCreated": null,
            "format": {"formatId": "EPUB3", "name": "EPUB 3"}, "links": null, "location": location,
            "position": 1, "progression": 0.25, "text": "Where the tide turns", "totalProgression": 0.125,
        }));
        // What `allows` names is done at `self`.
        let rest = device.ask(Method::DELETE, &own, &[]).await.expect_status(200);
        assert_eq!((&rest.json["bookmarks"], &rest.json["totalResults"]), (&json!([]), &json!(0)));
        device.ask(Method::DELETE, &own, &[]).await.expect_error(404, "BOOKMARK_NOT_FOUND");
    }

    async fn absent_fields_are_null(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        device.post(PATH, &[("serviceId", &id), ("location", "p1"), ("text", "")]).await.expect_status(200);
        let list = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
        for name in ["text", "position", "progression", "totalProgression"] {
            assert_eq!(list.json["bookmarks"][0].get(name), Some(&Value::Null), "{name}");
        }
    }

    async fn a_second_bookmark_at_a_location_updates_the_first(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        device.post(PATH, &[("serviceId", &id), ("location", "p1"), ("text", "old"), ("position", "4")]).await.expect_status(200);
        let first = device.get(PATH, &[("serviceId", &id)]).await.json["bookmarks"][0]["dateCreated"].clone();
        next_second().await;
        device.post(PATH, &[("serviceId", &id), ("location", "p1"), ("text", "new")]).await.expect_status(200);
        let list = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
        assert_eq!(list.json["totalResults"], 1);
        assert_eq!(column(&list, "bookmarks", "text"), ["new"]);
        assert_eq!(list.json["bookmarks"][0]["position"], Value::Null);
        assert_eq!(list.json["bookmarks"][0]["dateCreated"], first, "the date of the first time stays");
    }

    async fn bookmarks_belong_to_a_format_and_a_reader(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        device.post(PATH, &[("serviceId", &id), ("location", "p1"), ("format", "DAISY")]).await.expect_status(200);
        let count = async |device: &Device<'_>, format: &str| {
            let query = [("serviceId", id.as_str()), ("format", format)];
            device.get(PATH, &query).await.expect_status(200).json["totalResults"].clone()
        };
        assert_eq!((count(&device, "DAISY").await, count(&device, "EPUB3").await), (json!(1), json!(0)));
        let other = Device::sign_in(sandbox, "individual2").await;
        assert_eq!(count(&other, "DAISY").await, 0);
        let query = [("serviceId", id.as_str()), ("location", "p1"), ("format", "DAISY")];
        other.ask(Method::DELETE, PATH, &query).await.expect_error(404, "BOOKMARK_NOT_FOUND");
        device.ask(Method::DELETE, PATH, &query[..2]).await.expect_error(404, "BOOKMARK_NOT_FOUND");
    }

    async fn the_list_is_in_reading_order_page_by_page(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let ordered = [
            "epubcfi(/6/4!/4/2)",
            "epubcfi(/6/4!/4/2/1:3)",
            "epubcfi(/6/4!/4/2/1:12)",
            "epubcfi(/6/4!/4/10)",
            "epubcfi(/6/14[late]!/4/2)",
            "epubcfi(/6/100!/4/2)",
            "a place of another kind",
        ];
        for n in [3, 6, 0, 5, 2, 4, 1] {
            device.post(PATH, &[("serviceId", &id), ("location", ordered[n])]).await.expect_status(200);
        }
        let mut reply = device.get(PATH, &[("serviceId", &id), ("limit", "3")]).await.expect_status(200);
        let mut seen = Vec::new();
        loop {
            assert_eq!(reply.json["totalResults"], 7);
            seen.extend(column(&reply, "bookmarks", "location").into_iter().cloned());
            if reply.json["next"].is_null() {
                break;
            }
            // A bookmark that is set before the place reached moves nothing.
            device.post(PATH, &[("serviceId", &id), ("location", ordered[0]), ("text", "again")]).await.expect_status(200);
            let next = reply.link("next");
            reply = sandbox.get(&next).bearer(&device.token).send().await.expect_status(200);
        }
        assert_eq!(seen, ordered);
    }

    async fn details_of_the_place_take_precedence_over_the_location(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        for (location, position, progression) in [("c", "10", "0.1"), ("b", "2", "0.75"), ("d", "2", "0.5"), ("a", "", "")] {
            let form = [("serviceId", id.as_str()), ("location", location), ("position", position), ("progression", progression)];
            device.post(PATH, &form).await.expect_status(200);
        }
        let list = device.get(PATH, &[("serviceId", &id)]).await.expect_status(200);
        assert_eq!(column(&list, "bookmarks", "location"), ["d", "b", "c", "a"]);
    }

    async fn a_removal_answers_with_the_list_and_its_address(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        for n in 0..13 {
            let location = format!("p{n}");
            device.post(PATH, &[("serviceId", &id), ("location", &location), ("format", "BRF")]).await.expect_status(200);
        }
        // Parameters of DELETE are read from a body too.
        let form = [("serviceId", id.as_str()), ("location", "p0"), ("format", "BRF")];
        let rest = device.form(Method::DELETE, PATH, &form).await.expect_status(200);
        assert_eq!((&rest.json["totalResults"], column(&rest, "bookmarks", "location")[0]), (&json!(12), &json!("p1")));
        let expected = format!("{}{PATH}?serviceId={id}&format=BRF&api_key={}", sandbox.base(), sandbox.key("app"));
        assert_eq!(rest.link("self"), expected);
        let more = sandbox.get(&rest.link("next")).bearer(&device.token).send().await.expect_status(200);
        assert_eq!(column(&more, "bookmarks", "location"), ["p11", "p12"]);
    }

    async fn json_bodies_are_accepted(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "orgMember").await;
        let id = sandbox.title("copyright");
        let body = json!({
            "api_key": sandbox.key("app"), "serviceId": id, "location": "p1", "position": 3, "progression": 0.5,
        });
        sandbox.call(Method::POST, PATH).json(&body).bearer(&device.token).send().await.expect_status(200);
        let list = device.get(PATH, &[("serviceId", &id.to_string())]).await.expect_status(200);
        assert_eq!(list.json["bookmarks"][0]["position"], 3);
        assert_eq!(list.json["bookmarks"][0]["progression"], 0.5);
    }

    async fn every_bad_parameter_is_named(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        let id = sandbox.title("copyright").to_string();
        let missing = device.post(PATH, &[]).await.expect_error(400, "MISSING_PARAMETER");
        assert_eq!(missing.json["messages"].as_array().unwrap().len(), 2, "{}", missing.json);
        device.get(PATH, &[]).await.expect_error(400, "MISSING_PARAMETER");
        device.ask(Method::DELETE, PATH, &[("serviceId", &id)]).await.expect_error(400, "MISSING_PARAMETER");
        let long = "é".repeat(1001);
        let place = "x".repeat(4001);
        for (name, value) in [
            ("text", long.as_str()),
            ("location", &place),
            ("position", "1.5"),
            ("progression", "half"),
            ("totalProgression", "NaN"),
            ("text", "a\0b"),
        ] {
            let mut form = vec![("serviceId", id.as_str()), (name, value)];
            if name != "location" {
                form.push(("location", "p1"));
            }
            let reply = device.post(PATH, &form).await.expect_error(400, "INVALID_PARAMETER");
            assert!(reply.json["messages"][0].as_str().unwrap().starts_with(&format!("{name}: ")), "{}", reply.json);
        }
        let form = [("serviceId", id.as_str()), ("location", "p1"), ("format", "HTML")];
        device.post(PATH, &form).await.expect_error(400, "INVALID_FORMAT");
        device.get(PATH, &[("serviceId", &id), ("limit", "0")]).await.expect_error(400, "INVALID_LIMIT");
        device.get(PATH, &[("serviceId", &id), ("start", "x")]).await.expect_error(400, "INVALID_START");
        let longest = "é".repeat(1000);
        device.post(PATH, &[("serviceId", &id), ("location", "p1"), ("text", &longest)]).await.expect_status(200);
    }

    async fn a_title_that_the_reader_cannot_see_is_not_found(sandbox: Sandbox) {
        let device = Device::sign_in(sandbox, "individual").await;
        for id in [sandbox.title("labOnly").to_string(), "999999".into(), "no-title".into()] {
            let query = [("serviceId", id.as_str()), ("location", "p1")];
            device.post(PATH, &query).await.expect_error(404, "TITLE_NOT_FOUND");
            for method in [Method::GET, Method::DELETE] {
                device.ask(method, PATH, &query).await.expect_error(404, "TITLE_NOT_FOUND");
            }
        }
        // A title that may be seen but not downloaded is enough.
        let adult = sandbox.title("adult").to_string();
        let minor = Device::sign_in(sandbox, "minor").await;
        minor.post(PATH, &[("serviceId", &adult), ("location", "p1")]).await.expect_status(200);
    }

    async fn guests_have_none(sandbox: Sandbox) {
        let id = sandbox.title("publicDomain").to_string();
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let call = sandbox.call(method, PATH).query(&[("api_key", sandbox.key("app")), ("serviceId", &id), ("location", "p1")]);
            call.send().await.expect_error(401, "UNAUTHORIZED");
        }
        let device = Device::sign_in(sandbox, "individual").await;
        let refused = device.ask(Method::PUT, PATH, &[]).await.expect_error(405, "METHOD_NOT_ALLOWED");
        let mut allowed: Vec<&str> = refused.header("allow").split(',').map(str::trim).collect();
        allowed.sort_unstable();
        assert_eq!(allowed, ["DELETE", "GET", "HEAD", "POST"]);
    }
}

both! {
    async fn concurrent_writes_of_devices_are_all_kept(sandbox: Sandbox) {
        let id = sandbox.title("copyright").to_string();
        let device = Device::sign_in(sandbox, "individual").await;
        let device = &device;
        let id = id.as_str();
        let write = async |n: usize| {
            for m in 0..5 {
                let location = format!("epubcfi(/6/{}!/4/{m})", 2 + n * 2);
                device.post(PATH, &[("serviceId", id), ("location", &location)]).await.expect_status(200);
            }
        };
        futures_util::future::join_all((0..20).map(write)).await;
        let list = device.get(PATH, &[("serviceId", id), ("limit", "100")]).await.expect_status(200);
        assert_eq!((&list.json["totalResults"], &list.json["next"]), (&json!(100), &Value::Null));
    }
}
