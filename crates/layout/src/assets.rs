//! The style sheet, the scripts of reading and waiting pages and the library's icon, embedded in the program.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::IntoResponse;
use axum::routing::get;

const STYLE_SHEET: &str = include_str!("../assets/openshelf.css");
const UNSCRIPTED_STYLE: &str = include_str!("../assets/unscripted.css");
const READER_SCRIPT: &str = include_str!("../assets/reader.js");
const WRITES_SCRIPT: &str = include_str!("../assets/writes.js");
const PHRASES_SCRIPT: &str = include_str!("../assets/phrases.js");
const WAITING_SCRIPT: &str = include_str!("../assets/waiting.js");
const ICON_SVG: &str = include_str!("../assets/icon.svg");

const STYLE_MEDIA_TYPE: &str = "text/css; charset=utf-8";
const SCRIPT_MEDIA_TYPE: &str = "text/javascript; charset=utf-8";

/// The path, the media type and the content of each file.
const ASSETS: [(&str, &str, &str); 7] = [
    ("/assets/openshelf.css", STYLE_MEDIA_TYPE, STYLE_SHEET),
    ("/assets/unscripted.css", STYLE_MEDIA_TYPE, UNSCRIPTED_STYLE),
    ("/assets/reader.js", SCRIPT_MEDIA_TYPE, READER_SCRIPT),
    ("/assets/writes.js", SCRIPT_MEDIA_TYPE, WRITES_SCRIPT),
    ("/assets/phrases.js", SCRIPT_MEDIA_TYPE, PHRASES_SCRIPT),
    ("/assets/waiting.js", SCRIPT_MEDIA_TYPE, WAITING_SCRIPT),
    ("/assets/icon.svg", "image/svg+xml", ICON_SVG),
];

/// The address of the style sheet, with a hash of its content, so that browsers may keep it for long.
pub static STYLE_PATH: LazyLock<String> =
    LazyLock::new(|| path_with_hash("/assets/openshelf.css", STYLE_SHEET));

/// The address of the style sheet of reading pages for browsers that run no script.
pub static UNSCRIPTED_STYLE_PATH: LazyLock<String> =
    LazyLock::new(|| path_with_hash("/assets/unscripted.css", UNSCRIPTED_STYLE));

/// The address of the script of reading pages.
pub static READER_PATH: LazyLock<String> =
    LazyLock::new(|| path_with_hash("/assets/reader.js", READER_SCRIPT));

/// The address of the script that reading pages load before it, for what they store and send.
pub static WRITES_PATH: LazyLock<String> =
    LazyLock::new(|| path_with_hash("/assets/writes.js", WRITES_SCRIPT));

/// The address of the script that reading pages load before it, for phrases and voices.
pub static PHRASES_PATH: LazyLock<String> =
    LazyLock::new(|| path_with_hash("/assets/phrases.js", PHRASES_SCRIPT));

/// The address of the script of pages about work in progress.
pub static WAITING_PATH: LazyLock<String> =
    LazyLock::new(|| path_with_hash("/assets/waiting.js", WAITING_SCRIPT));

fn path_with_hash(path: &str, content: &str) -> String {
    let mark = secrets::hash_token(content);
    format!("{path}?{}", &mark[..12])
}

pub fn asset_routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.into_iter().fold(Router::new(), |routes, (path, media_type, content)| {
        routes.route(path, get(move || async move { asset_response(media_type, content) }))
    })
}

fn asset_response(media_type: &'static str, content: &'static str) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, media_type),
        (CACHE_CONTROL, "public, max-age=604800"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, content)
}
