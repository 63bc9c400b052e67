//! Database and file store become unreachable while the server runs (docs/rules/errors.md#rule-3).

use std::time::Duration;

use store::testkit::{Proxy, ProxyMode};
use store::{Db, DbOptions};
use tokio::time::timeout;

use crate::support::{Backend, Library, READER, ServedLibrary, eventually};

/// Twice what the specification allows, for a busy machine.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// A call, whose response arrives in time.
async fn send_in_time(call: crate::support::Call) -> crate::support::Reply {
    timeout(RESPONSE_TIMEOUT, call.send()).await.expect("it responds in time")
}

/// The longest time until a request gets a response (docs/rules/errors.md#rule-3), and three seconds for a
/// busy machine: less than the commands wait for the lock.
const RESPONSE_TIME: Duration = Duration::from_secs(8);

async fn is_back(server: &ServedLibrary, key: &str) {
    for path in ["/readyz", "/v2/titles"] {
        eventually("it is back", async || {
            match server.get(path).query(&[("api_key", key)]).send().await.status {
                200 => Ok(()),
                other => Err(other),
            }
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_is_503_until_it_is_released() {
    let library = Library::new(&Backend::Sqlite);
    let people = library.people();
    let server = library.serve(&[], &[]).await;
    let other = Db::connect(&DbOptions::new(library.database_url())).await.unwrap();
    let held = other.begin().await.unwrap();
    let form = [("grant_type", "password"), ("username", READER), ("password", people.password.as_str())];
    let sign_in = || {
        let call = server.call(reqwest::Method::POST, "/oauth/token").basic(&people.key, &people.secret);
        call.form(&form)
    };
    let reply =
        timeout(RESPONSE_TIME, sign_in().send()).await.expect("it responds in time").expect_status(503);
    assert_eq!(reply.json["error"], "temporarily_unavailable");
    assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0);
    server.get("/readyz").send().await.expect_status(200);
    held.rollback().await.unwrap();
    sign_in().send().await.expect_status(200);
    server.program.terminate();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_stops_or_is_cut_off_is_503_until_it_is_back() {
    let Some(backend) = Backend::postgres() else { return };
    let library = Library::new(&backend);
    let people = library.people();
    let url = library.database_url();
    let (head, rest) = url.rsplit_once('@').unwrap();
    let (address, name) = rest.split_once('/').unwrap();
    let proxy = Proxy::start(address).await;
    let server = library.serve_on(&format!("{head}@{}/{name}", proxy.address)).await;
    is_back(&server, &people.key).await;

    for mode in [ProxyMode::Stalls, ProxyMode::Cut] {
        proxy.set_mode(mode);
        // Tokens are looked up at each request, whatever is kept in memory.
        let search = server.get("/v2/titles").query(&[("api_key", &people.key)]).bearer("unknown");
        let reply = send_in_time(search).await.expect_error(503, "UNAVAILABLE");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{mode:?}");

        let form = [("grant_type", "password"), ("username", READER), ("password", &people.password)];
        let call = server.call(reqwest::Method::POST, "/oauth/token").basic(&people.key, &people.secret);
        let reply = send_in_time(call.form(&form)).await.expect_status(503);
        assert_eq!(reply.json["error"], "temporarily_unavailable", "{mode:?}");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{mode:?}");

        // A result of the database is used for a second.
        for ready in ["/readyz".to_owned(), format!("{}/readyz", server.admin)] {
            eventually("not ready", async || {
                let reply = send_in_time(server.get(&ready)).await;
                if reply.status == 503 { Ok(()) } else { Err(reply.status) }
            })
            .await;
        }
        send_in_time(server.get("/livez")).await.expect_status(200);
        proxy.set_mode(ProxyMode::Passes);
        is_back(&server, &people.key).await;
    }
    server.program.terminate();
}
