//! Signing in, refused registrations, and the health check.

use axum::body::Body;
use axum::http::{Method, Request};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::Client;
use serde_json::json;
use services::devices;
use store::db_test;

use crate::library::World;

db_test! {
    async fn a_device_signs_in_by_its_name_or_that_of_its_account(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        let reply = app.get("/users/auth").await;
        assert_eq!((reply.status, &reply.json), (200, &json!({"authorized": "OK"})));
        assert_eq!(reply.headers["content-type"], "application/json");
        assert_eq!(reply.headers["cache-control"], "no-store", "other accounts have the same address");
        let mut shouting = app.clone();
        shouting.user = app.user.to_uppercase();
        shouting.key = app.key.to_uppercase();
        assert_eq!(shouting.get("/users/auth").await.status, 200);
    }

    async fn wrong_names_and_keys_are_unauthorized_everywhere(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        let (_, other) = world.add_device("Phone").await;
        let with = |user: &str, key: &str| {
            let mut app = app.clone();
            (app.user, app.key) = (user.to_owned(), key.to_owned());
            app
        };
        for wrong in [
            with(&app.user, ""),
            with(&app.user, "wrong_password"),
            with(&app.user, &other.key),
            with("", &app.key),
            with("nobody-11", &app.key),
            with(&format!("a:{}", app.user), &app.key),
        ] {
            let reply = wrong.get("/users/auth").await;
            assert_eq!((reply.status, &reply.json), (401, &json!({"code": 2001, "message": "Unauthorized"})));
        }
        let wrong = with("nobody-12", &app.key);
        assert_eq!(wrong.get("/syncs/progress/9f2c").await.error_code(), (401, 2001));
        assert_eq!(wrong.put(&json!({})).await.error_code(), (401, 2001));
        let nobody = Request::get("/kosync/users/auth").body(Body::empty()).unwrap();
        assert_eq!(world.send(nobody).await.error_code(), (401, 2001));
    }

    async fn a_trailing_slash_makes_no_difference(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        // KOReader appends its paths to the address as it was typed.
        assert_eq!(app.get("//users/auth").await.status, 200);
        let place = json!({"document": "9f2c", "progress": "12", "percentage": 0.5, "device": "Kobo"});
        let kept = app.call(Method::PUT, "//syncs/progress", place.to_string()).await;
        assert_eq!(kept.status, 200, "{}", kept.json);
        assert_eq!(app.get("//syncs/progress/9f2c").await.json["progress"], "12");
        assert_eq!(app.get("//healthcheck").await.status, 200);
        assert_eq!(app.get("//users").await.error_code(), (404, 2000));
    }

    async fn a_page_of_another_origin_may_synchronize(db: Db) {
        let world = World::new(db).await;
        for path in ["/users/auth", "//users/auth", "/syncs/progress", "/syncs/progress/9f2c"] {
            let asked = Request::options(format!("/kosync{path}")).header("origin", "https://reader.example");
            let allowed = world.send(asked.body(Body::empty()).unwrap()).await;
            assert_eq!((allowed.status, &allowed.headers["access-control-allow-origin"]), (204, &"*".parse().unwrap()));
            let headers = allowed.headers["access-control-allow-headers"].to_str().unwrap().to_ascii_lowercase();
            for header in ["x-auth-user", "x-auth-key", "content-type", "accept"] {
                assert!(headers.split(", ").any(|one| one == header), "{header} in {headers}");
            }
        }
        let (_, app) = world.add_device("Phone").await;
        assert_eq!(app.get("/users/auth").await.headers["access-control-allow-origin"], "*");
    }

    async fn name_and_password_are_accepted_where_an_app_sends_no_key(db: Db) {
        let world = World::new(db).await;
        let (device, password) = devices::create(&world.reader, "Phone").await.unwrap();
        let ask = async |credentials: String| {
            let code = STANDARD.encode(credentials);
            let request = Request::get("/kosync/users/auth").header("authorization", format!("Basic {code}"));
            world.send(request.body(Body::empty()).unwrap()).await
        };
        assert_eq!(ask(format!("{}:{password}", device.sign_in)).await.status, 200);
        for wrong in [format!("{}:wrong", device.sign_in), format!(":{password}"), device.sign_in.clone()] {
            assert_eq!(ask(wrong).await.error_code(), (401, 2001));
        }
    }

    async fn a_revoked_device_is_unauthorized_immediately(db: Db) {
        let world = World::new(db).await;
        let (device, app) = world.add_device("Kobo").await;
        let (_, other) = world.add_device("Phone").await;
        assert_eq!(app.get("/users/auth").await.status, 200);
        devices::revoke(&world.reader, &device.id).await.unwrap();
        assert_eq!(app.get("/users/auth").await.error_code(), (401, 2001));
        assert_eq!(app.get("/syncs/progress/9f2c").await.error_code(), (401, 2001));
        assert_eq!(other.get("/users/auth").await.status, 200);
    }

    async fn too_many_failures_are_explained_and_other_requests_retry_later(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        let mut guesser = app.clone();
        guesser.key = "0".repeat(32);
        let mut guesses = 0;
        let waiting = loop {
            let reply = guesser.get("/users/auth").await;
            assert_eq!(reply.error_code(), (401, 2001), "the app shows the message of no other status");
            if reply.headers.contains_key("retry-after") {
                break reply;
            }
            guesses += 1;
            assert!(guesses < 100);
        };
        assert!(guesses > 1 && waiting.json["message"] != "Unauthorized", "{}", waiting.json);
        let reply = app.get("/syncs/progress/9f2c").await;
        assert_eq!(reply.error_code(), (429, 2000), "the right key has to wait, too, and the app tries again");
        assert!(reply.headers.contains_key("retry-after"));
    }

    async fn requests_of_an_account_are_counted(db: Db) {
        let world = World::with_request_limit(db, 2).await;
        let (_, app) = world.add_device("Kobo").await;
        let (_, other) = world.add_device("Phone").await;
        assert_eq!(app.get("/syncs/progress/9f2c").await.status, 200);
        assert_eq!(other.get("/syncs/progress/9f2c").await.status, 200);
        assert_eq!(app.get("/syncs/progress/9f2c").await.error_code(), (429, 2000));
    }

    async fn a_site_without_reading_apps_says_so(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        let id = Client::reading_apps_id(world.reader.view_site());
        assert!(store::clients::set_disabled(&world.db, &id, true).await.unwrap());
        // Clients are cached for seconds.
        world.advance_clock(600);
        let reply = app.get("/users/auth").await;
        assert_eq!(reply.error_code(), (401, 2001));
        assert_ne!(reply.json["message"], "Unauthorized");
    }

    async fn nobody_registers(db: Db) {
        let world = World::new(db).await;
        for body in [r#"{"username": "ada", "password": "5f4dcc3b5aa765d61d8327deb882cf99"}"#, "", "["] {
            let request = Request::post("/kosync/users/create").body(Body::from(body)).unwrap();
            let reply = world.send(request).await;
            assert_eq!(reply.error_code(), (402, 2005), "{body}");
            let message = reply.json["message"].as_str().unwrap();
            assert!(message.contains("device"), "the app shows how else to get in: {message}");
        }
    }

    async fn the_check_of_health_needs_no_name(db: Db) {
        let world = World::new(db).await;
        let reply = world.send(Request::get("/kosync/healthcheck").body(Body::empty()).unwrap()).await;
        assert_eq!((reply.status, reply.json), (200, json!({"state": "OK"})));
    }

    async fn other_addresses_and_methods_are_not_found(db: Db) {
        let world = World::new(db).await;
        let (_, app) = world.add_device("Kobo").await;
        for (method, path) in [
            (Method::POST, "/users/auth"),
            (Method::GET, "/users/create"),
            (Method::GET, "/syncs/progress"),
            (Method::PUT, "/syncs/progress/9f2c"),
            (Method::DELETE, "/healthcheck"),
            (Method::GET, ""),
            (Method::GET, "/users"),
            (Method::GET, "/syncs/progress/9f2c/more"),
        ] {
            assert_eq!(app.call(method, path, Body::empty()).await.error_code(), (404, 2000), "{path}");
        }
    }
}
