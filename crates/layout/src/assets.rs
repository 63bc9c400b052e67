//! The style sheet, the scripts of reading and waiting pages and the library's icon, embedded in the program.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::IntoResponse;
use axum::routing::get;

const STYLE: &str = include_str!("../assets/openshelf.css");
const UNSCRIPTED_STYLE: &str = include_str!("../assets/unscripted.css");
const READER: &str = include_str!("../assets/reader.js");
const WRITES: &str = include_str!("../assets/writes.js");
const WAITING: &str = include_str!("../assets/waiting.js");
const ICON: &str = include_str!("../assets/icon.svg");

/// The address of the style sheet, with a mark of its content, so that it may be kept for long.
pub static STYLE_PATH: LazyLock<String> = LazyLock::new(|| marked("/assets/openshelf.css", STYLE));

/// The address of the style sheet of reading pages for browsers that run no script.
pub static UNSCRIPTED_STYLE_PATH: LazyLock<String> =
    LazyLock::new(|| marked("/assets/unscripted.css", UNSCRIPTED_STYLE));

/// The address of the script of reading pages.
pub static READER_PATH: LazyLock<String> = LazyLock::new(|| marked("/assets/reader.js", READER));

/// The address of the script that reading pages load before it.
pub static WRITES_PATH: LazyLock<String> = LazyLock::new(|| marked("/assets/writes.js", WRITES));

/// The address of the script of pages about work in progress.
pub static WAITING_PATH: LazyLock<String> = LazyLock::new(|| marked("/assets/waiting.js", WAITING));

fn marked(path: &str, content: &str) -> String {
    let mark = oauth::tokens::hash(content);
    format!("{path}?{}", &mark[..12])
}

/// Their routes.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/assets/openshelf.css", get(async || asset("text/css; charset=utf-8", STYLE)))
        .route("/assets/unscripted.css", get(async || asset("text/css; charset=utf-8", UNSCRIPTED_STYLE)))
        .route("/assets/reader.js", get(async || asset("text/javascript; charset=utf-8", READER)))
        .route("/assets/writes.js", get(async || asset("text/javascript; charset=utf-8", WRITES)))
        .route("/assets/waiting.js", get(async || asset("text/javascript; charset=utf-8", WAITING)))
        .route("/assets/icon.svg", get(async || asset("image/svg+xml", ICON)))
}

fn asset(kind: &'static str, content: &'static str) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "public, max-age=604800"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, content)
}
