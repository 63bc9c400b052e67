//! The description of the interface, for people (`/docs` and a page for each area) and for programs
//! (`/docs/openapi.json`).

mod example;
mod model;
mod prose;

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use layout::{Display, display, html};
use oauth::Fault;
use tokio::sync::OnceCell;
use tokio::task::JoinError;

use crate::page::{Page, attributes};
use crate::replies::Problem;
use crate::state::{WebSettings, WebState};
use model::{Group, Interface, Letter, RECORDS};

/// The start of the description: its conventions, and what is in each area.
#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage<'a> {
    page: &'a Page,
    base_url: &'a str,
    issuer: &'a str,
    api: &'a Interface,
    letters: &'a [Letter<'a>],
}

/// The operations of one area.
#[derive(Template)]
#[template(path = "docs_area.html")]
struct AreaPage<'a> {
    page: &'a Page,
    group: &'a Group,
    around: &'a [(String, &'a str)],
}

/// The list of the records of all areas.
#[derive(Template)]
#[template(path = "docs_records.html")]
struct RecordsPage<'a> {
    page: &'a Page,
    letters: &'a [Letter<'a>],
}

/// The records whose names begin with one letter.
#[derive(Template)]
#[template(path = "docs_letter.html")]
struct LetterPage<'a> {
    page: &'a Page,
    letter: &'a Letter<'a>,
    around: &'a [&'a Letter<'a>],
}

/// A page that was made once: it only differs by how its reader wants text shown, which is written between
/// these parts.
#[derive(Clone)]
struct Made {
    whole: Bytes,
    before: Bytes,
    after: Bytes,
}

/// All pages and the document. They never change while the program runs, so they are made once, when the
/// first of them is asked for: a server is ready sooner without them.
struct Description {
    pages: HashMap<String, Made>,
    json: Bytes,
}

/// The description, once somebody has asked for it.
#[derive(Clone, Default)]
struct Kept(Arc<OnceCell<Arc<Description>>>);

impl Kept {
    /// The description of the server in `state`.
    async fn get(&self, state: &WebState) -> Result<Arc<Description>, JoinError> {
        let (page, settings) = (state.page.clone(), Arc::clone(&state.settings));
        let make = || tokio::task::spawn_blocking(move || Arc::new(Description::new(&page, &settings)));
        self.0.get_or_try_init(make).await.cloned()
    }
}

impl Description {
    /// In English, which the description is written in.
    fn new(page: &Page, settings: &WebSettings) -> Self {
        let document = (settings.openapi)();
        let api = Interface::read(&document);
        let letters = &api.letters();
        let start =
            DocsPage { page, base_url: &settings.base_url, issuer: &settings.auth_url, api: &api, letters };
        let mut pages = HashMap::from([("/docs".to_owned(), made(&start))]);
        for (at, group) in api.groups.iter().enumerate() {
            let around: Vec<_> = around(&api.groups, at).map(|one| (one.path(), &*one.name)).collect();
            pages.insert(group.path(), made(&AreaPage { page, group, around: &around }));
        }
        pages.insert(RECORDS.to_owned(), made(&RecordsPage { page, letters }));
        for (at, letter) in letters.iter().enumerate() {
            let around: Vec<_> = around(letters, at).collect();
            pages.insert(letter.path(), made(&LetterPage { page, letter, around: &around }));
        }
        Self { pages, json: Bytes::from(document.to_string()) }
    }
}

pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route("/docs", get(page))
        .route("/docs/{*page}", get(page))
        .route("/docs/openapi.json", get(document))
        .layer(Extension(Kept::default()))
}

/// GET of a page; 404 when there is none at this address.
async fn page(State(state): State<WebState>, Extension(kept): Extension<Kept>, request: Request) -> Response {
    match kept.get(&state).await {
        Ok(description) => match description.pages.get(request.uri().path()) {
            Some(page) => page.shown(display::from_headers(request.headers())),
            None => StatusCode::NOT_FOUND.into_response(),
        },
        Err(error) => failed(&error),
    }
}

/// GET /docs/openapi.json.
async fn document(State(state): State<WebState>, Extension(kept): Extension<Kept>) -> Response {
    let headers =
        [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache"), (ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    match kept.get(&state).await {
        Ok(description) => (headers, description.json.clone()).into_response(),
        Err(error) => failed(&error),
    }
}

/// The description could not be made.
fn failed(error: &JoinError) -> Response {
    tracing::error!(%error, "the description of the interface could not be made");
    Problem(Fault::Server).into_response()
}

/// The entries before and after one of a list.
fn around<T>(all: &[T], at: usize) -> impl Iterator<Item = &T> {
    [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| all.get(at))
}

fn made(page: &impl Template) -> Made {
    let whole = Bytes::from(page.render().expect("texts are written to a string, which cannot fail"));
    let usual = attributes(Display::default());
    let text = std::str::from_utf8(&whole).unwrap_or_default();
    let begin = text.find(&usual).expect("the first element of a page says how its text is shown");
    let (before, after) = (whole.slice(..begin), whole.slice(begin + usual.len()..));
    Made { whole, before, after }
}

impl Made {
    /// The page with text as its reader has chosen.
    fn shown(&self, display: Display) -> Response {
        let body = if display == Display::default() {
            self.whole.clone()
        } else {
            [&self.before, attributes(display).as_bytes(), &self.after].concat().into()
        };
        let mut response = html::public_page(Ok(body));
        response.headers_mut().insert(VARY, HeaderValue::from_static("Cookie"));
        response
    }
}
