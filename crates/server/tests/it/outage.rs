//! What the server needs goes away while it runs (docs/rules/errors.md#rule-3).

use std::time::Duration;

use store::testkit::{Line, Proxy};
use store::{Db, DbOptions};
use tokio::time::timeout;

use crate::support::{Backend, Library, READER, Served, eventually};

/// Twice what the specification allows, for a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// A call, whose response arrives in time.
async fn within(call: crate::support::Call) -> crate::support::Reply {
    timeout(PATIENCE, call.send()).await.expect("it responds in time")
}

/// The longest time until a request gets a response (docs/rules/errors.md#rule-3), and three seconds for a
/// busy machine: less than the commands wait for the lock.
const RESPONSE_TIME: Duration = Duration::from_secs(8);

async fn is_back(server: &Served, key: &str) {
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
async fn a_file_that_another_process_locks_is_503_until_it_is_released() {
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
    let proxy = Proxy::to(address).await;
    let server = library.serve_on(&format!("{head}@{}/{name}", proxy.address)).await;
    is_back(&server, &people.key).await;

    for line in [Line::Stalls, Line::Cut] {
        proxy.set(line);
        // Tokens are looked up at each request, whatever is kept in memory.
        let search = server.get("/v2/titles").query(&[("api_key", &people.key)]).bearer("unknown");
        let reply = within(search).await.expect_error(503, "UNAVAILABLE");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{line:?}");

        let form = [("grant_type", "password"), ("username", READER), ("password", &people.password)];
        let call = server.call(reqwest::Method::POST, "/oauth/token").basic(&people.key, &people.secret);
        let reply = within(call.form(&form)).await.expect_status(503);
        assert_eq!(reply.json["error"], "temporarily_unavailable", "{line:?}");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{line:?}");

        // A result of the database is used for a second.
        for ready in ["/readyz".to_owned(), format!("{}/readyz", server.admin)] {
            eventually("not ready", async || {
                let reply = within(server.get(&ready)).await;
                if reply.status == 503 { Ok(()) } else { Err(reply.status) }
            })
            .await;
        }
        within(server.get("/livez")).await.expect_status(200);
        proxy.set(Line::Passes);
        is_back(&server, &people.key).await;
    }
    server.program.terminate();
}
