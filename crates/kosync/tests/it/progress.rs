//! Positions by document.

use axum::http::Method;
use serde_json::{Value, json};
use store::db_test;

use crate::library::World;

const DOCUMENT: &str = "89isjkdaj9j";

fn place_at(percentage: f64, progress: &str, device: &str) -> Value {
    json!({"document": DOCUMENT, "progress": progress, "percentage": percentage, "device": device})
}

db_test! {
    async fn a_place_goes_from_one_device_to_another(db: Db) {
        let world = World::new(db).await;
        let (_, kobo) = world.add_device("Kobo").await;
        let (_, phone) = world.add_device("Phone").await;
        let mut sent = place_at(0.318_798_848_210_61, "/body/DocFragment[20]/body/p[22]/img.0", "Kobo_nova");
        sent["device_id"] = json!("4B5C");
        sent["metadata"] = json!({"filename": "emma.epub", "title": "Emma", "authors": "Jane Austen"});
        let kept = kobo.put(&sent).await;
        let now = domain::fixtures::noon().as_second();
        assert_eq!((kept.status, &kept.json), (200, &json!({"document": DOCUMENT, "timestamp": now})));
        let found = phone.get(&format!("/syncs/progress/{DOCUMENT}")).await;
        assert_eq!((found.status, found.headers["content-type"].to_str().unwrap()), (200, "application/json"));
        sent.as_object_mut().unwrap().remove("metadata");
        sent["timestamp"] = json!(now);
        assert_eq!(found.json, sent);
    }

    async fn the_newest_place_is_given(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        app.put(&place_at(0.32, "56", "my kpw")).await;
        world.advance_clock(90);
        let kept = app.put(&place_at(0.22, "36", "my pb")).await;
        let mut expected = place_at(0.22, "36", "my pb");
        expected["timestamp"] = kept.json["timestamp"].clone();
        assert_eq!(kept.json["timestamp"], domain::fixtures::noon().as_second() + 90);
        assert_eq!(app.get(&format!("/syncs/progress/{DOCUMENT}")).await.json, expected);
    }

    async fn an_unknown_document_has_an_empty_place(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        app.put(&place_at(0.32, "56", "my kpw")).await;
        let reply = app.get(&format!("/syncs/progress/{DOCUMENT}_non_existent")).await;
        assert_eq!((reply.status, reply.json), (200, json!({})));
        for path in ["a:b", "a-b", "%ff", "a%2Fb"] {
            assert_eq!(app.get(&format!("/syncs/progress/{path}")).await.error_code().0, 404, "{path}");
        }
    }

    async fn fields_are_checked_as_the_original_does(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        let without = |name: &str| {
            let mut body = place_at(0.32, "56", "my kpw");
            body.as_object_mut().unwrap().remove(name);
            body
        };
        let reply = app.put(&without("document")).await;
        let expected = json!({"code": 2004, "message": "Field 'document' not provided."});
        assert_eq!((reply.status, reply.json), (403, expected));
        for name in ["percentage", "progress", "device"] {
            let reply = app.put(&without(name)).await;
            assert_eq!((reply.status, reply.json), (403, json!({"code": 2003, "message": "Invalid request"})), "{name}");
        }
        let long = place_at(0.32, &"x".repeat(4_001), "my kpw");
        assert_eq!(app.put(&long).await.error_code(), (403, 2003));
        let send = async |body: &str| app.call(Method::PUT, "/syncs/progress", body.to_owned()).await.error_code();
        assert_eq!(send("{").await, (400, 103));
        assert_eq!(send("[1]").await, (400, 104));
        assert_eq!(send(&format!("{{\"a\": \"{}\"}}", "x".repeat(70_000))).await, (413, 2003));
        assert_eq!(app.get(&format!("/syncs/progress/{DOCUMENT}")).await.json, json!({}), "nothing was kept");
    }
}
