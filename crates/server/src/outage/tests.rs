//! Tests with times of milliseconds, and a database or file store that stalls behind a proxy.

use std::future::pending;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::get;
use delivery::Files;
use delivery::files::FilesConfig;
use http_body_util::BodyExt as _;
use serde_json::Value;
use store::testkit::{Proxy, ProxyMode, TestDb, eventually};
use store::{Backend, Db, DbOptions};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use super::{Outage, OutageTimes};
use crate::health::Health;

/// Longer than anything here takes on a busy machine.
const LONG_TIMEOUT: Duration = Duration::from_mins(1);

/// Long enough for a responsive database, on a busy machine too.
const TIMES: OutageTimes =
    OutageTimes { check_interval: Duration::from_millis(100), check_timeout: Duration::from_secs(2) };

#[test]
fn requests_fail_within_five_seconds_of_an_outage_and_readiness_within_two() {
    let OutageTimes { check_interval, check_timeout } = OutageTimes::default();
    assert!(check_interval + 2 * check_timeout <= Duration::from_secs(5));
    assert!(crate::health::CHECK_TIMEOUT < Duration::from_secs(2));
}

fn test_router(outage: Outage, db: &Db) -> Router {
    let db = db.clone();
    let never = || get(pending::<()>);
    Router::new()
        .route("/v2/hangs", never())
        .route("/oauth/token", never())
        .route("/opds/v1.2/all", never())
        .route("/kosync/users/auth", never())
        .route(
            "/v2/asks",
            get(async move || {
                db.check_schema()
                    .await
                    .map_err(|error| api::http::errors::ApiError::from(services::Error::from(error)))
                    .map(|()| "here")
            }),
        )
        .route("/v2/slow", get(async || sleep(Duration::from_millis(800)).await))
        .layer(from_fn_with_state(outage, run_within_outage))
}

async fn run_within_outage(State(outage): State<Outage>, request: Request, next: Next) -> Response {
    outage.run_within_outage(request, |request| next.run(request)).await
}

async fn call_router(router: &Router, path: &str, accept: &str) -> (StatusCode, HeaderMap, String) {
    let request = Request::get(path).header("accept", accept).body(Body::empty()).unwrap();
    let response: Response =
        timeout(LONG_TIMEOUT, router.clone().oneshot(request)).await.expect("an answer").unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    (parts.status, parts.headers, String::from_utf8(body.to_vec()).unwrap())
}

/// An S3 file store at this address.
fn remote_files(address: &str) -> Files {
    Files::open(&FilesConfig {
        location: "s3://library/files".into(),
        endpoint: Some(format!("http://{address}")),
        access_key_id: Some("id".into()),
        secret_access_key: Some("secret".into()),
        allow_http: true,
        ..FilesConfig::default()
    })
    .unwrap()
}

#[tokio::test]
async fn a_slow_request_is_waited_for_while_everything_responds() {
    let (test, folder) = (TestDb::create_sqlite().await, tempfile::tempdir().unwrap());
    let outage = Outage::new(&test.db, Files::local(folder.path()).unwrap(), TIMES);
    let (status, ..) = call_router(&test_router(outage, &test.db), "/v2/slow", "*/*").await;
    assert_eq!(status, 200);
    test.drop().await;
}

#[tokio::test]
async fn requests_end_if_the_file_store_is_silent_each_in_its_format() {
    let test = TestDb::create_sqlite().await;
    // Accepts connections, and sends nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let times = OutageTimes { check_timeout: Duration::from_millis(100), ..TIMES };
    let outage = Outage::new(&test.db, remote_files(&silent.local_addr().unwrap().to_string()), times);
    let router = test_router(outage, &test.db);

    let (status, headers, body) = call_router(&router, "/v2/hangs", "*/*").await;
    assert_eq!(status, 503, "{body}");
    assert!(headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["key"], "UNAVAILABLE");

    let (status, headers, body) = call_router(&router, "/oauth/token", "application/json").await;
    assert_eq!(status, 503, "{body}");
    assert!(headers.contains_key("retry-after"));
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["error"], "temporarily_unavailable");

    let (status, headers, body) = call_router(&router, "/oauth/token", "text/html").await;
    assert_eq!(status, 503, "{body}");
    assert!(headers.contains_key("retry-after") && body.contains("<html"), "{body}");

    let (status, headers, body) = call_router(&router, "/opds/v1.2/all", "application/atom+xml").await;
    assert_eq!(
        (status.as_u16(), &headers["content-type"]),
        (503, &"application/problem+json".parse().unwrap())
    );
    assert!(headers.contains_key("retry-after"));
    let problem: Value = serde_json::from_str(&body).unwrap();
    assert!(
        problem["status"] == 503 && problem["detail"].as_str().is_some_and(|words| !words.is_empty()),
        "{body}"
    );

    let (status, headers, body) = call_router(&router, "/kosync/users/auth", "*/*").await;
    assert_eq!((status.as_u16(), &headers["content-type"]), (503, &"application/json".parse().unwrap()));
    assert!(headers.contains_key("retry-after"));
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["code"], 2000);
    test.drop().await;
}

#[tokio::test]
async fn a_file_store_that_refuses_connections_is_not_waited_for() {
    let test = TestDb::create_sqlite().await;
    let proxy = Proxy::start("127.0.0.1:1").await;
    proxy.set_mode(ProxyMode::Cut);
    let times = OutageTimes { check_timeout: Duration::from_millis(100), ..TIMES };
    let outage = Outage::new(&test.db, remote_files(&proxy.address.to_string()), times);
    let (status, _, body) = call_router(&test_router(outage, &test.db), "/v2/hangs", "*/*").await;
    assert_eq!(status, 503, "{body}");
    test.drop().await;
}

#[tokio::test]
async fn a_stopping_server_ends_requests_it_cannot_wait_for() {
    let (test, folder) = (TestDb::create_sqlite().await, tempfile::tempdir().unwrap());
    let outage = Outage::new(&test.db, Files::local(folder.path()).unwrap(), OutageTimes::default());
    let router = test_router(outage.clone(), &test.db);
    let waiting = tokio::spawn(async move { call_router(&router, "/v2/hangs", "*/*").await });
    sleep(Duration::from_millis(50)).await;
    outage.give_up();
    assert_eq!(timeout(LONG_TIMEOUT, waiting).await.unwrap().unwrap().0, 503);
    test.drop().await;
}

#[tokio::test]
async fn an_outage_of_the_database_and_its_end_are_detected() {
    let Some(test) = TestDb::create_on(Backend::Postgres).await else { return };
    let (proxy, url) = test.connect_through_proxy().await;
    let db = Db::connect(&DbOptions::new(url)).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let outage = Outage::new(&db, Files::local(folder.path()).unwrap(), TIMES);
    let (router, health) = (test_router(outage, &db), Health::new(db.clone(), None));
    assert_eq!(call_router(&router, "/v2/asks", "*/*").await.0, 200);
    health.check().await.unwrap();

    for mode in [ProxyMode::Stalls, ProxyMode::Cut] {
        proxy.set_mode(mode);
        let (status, headers, body) = call_router(&router, "/v2/asks", "*/*").await;
        assert_eq!(status, 503, "{mode:?}: {body}");
        assert!(headers.contains_key("retry-after"));
        let checked = timeout(LONG_TIMEOUT, health.check()).await.expect("it does not wait for the database");
        assert_eq!(checked, Err("the database does not respond"), "{mode:?}");
        proxy.set_mode(ProxyMode::Passes);
        eventually("the database is back", async || match call_router(&router, "/v2/asks", "*/*").await {
            (StatusCode::OK, ..) => Ok(()),
            (status, ..) => Err(status),
        })
        .await;
        eventually("it is ready", async || health.check().await).await;
    }
    db.close().await;
    test.drop().await;
}
