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

use crate::page::attributes_of;
use crate::{Page, TokenProblem, WebSettings, WebState};
use model::{ApiArea, DocumentedInterface, RECORDS_PATH, RecordLetter};

/// The start of the description: its conventions, and the contents of each area.
#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage<'a> {
    page: &'a Page,
    base_url: &'a str,
    issuer: &'a str,
    api: &'a DocumentedInterface,
    letters: &'a [RecordLetter<'a>],
}

#[derive(Template)]
#[template(path = "docs_area.html")]
struct AreaPage<'a> {
    page: &'a Page,
    group: &'a ApiArea,
    neighbors: &'a [(String, &'a str)],
}

#[derive(Template)]
#[template(path = "docs_records.html")]
struct RecordsPage<'a> {
    page: &'a Page,
    letters: &'a [RecordLetter<'a>],
}

/// The records whose names begin with one letter.
#[derive(Template)]
#[template(path = "docs_letter.html")]
struct LetterPage<'a> {
    page: &'a Page,
    letter: &'a RecordLetter<'a>,
    neighbors: &'a [&'a RecordLetter<'a>],
}

/// A page that was rendered once. Only the display settings differ, which are inserted between these parts.
#[derive(Clone)]
struct RenderedPage {
    whole: Bytes,
    before: Bytes,
    after: Bytes,
}

/// All pages and the document. They never change while the program runs, so they are rendered once, when
/// the first of them is requested, and a server starts sooner without them.
struct ApiDescription {
    pages: HashMap<String, RenderedPage>,
    json: Bytes,
}

/// The description once it was requested.
#[derive(Clone, Default)]
struct DescriptionCache(Arc<OnceCell<Arc<ApiDescription>>>);

impl DescriptionCache {
    /// The description of the server in `state`.
    async fn get_or_render(&self, state: &WebState) -> Result<Arc<ApiDescription>, JoinError> {
        let page = state.page.clone();
        let settings = Arc::clone(&state.settings);
        let make = || tokio::task::spawn_blocking(move || Arc::new(ApiDescription::new(&page, &settings)));
        self.0.get_or_try_init(make).await.cloned()
    }
}

impl ApiDescription {
    /// Renders the pages in English, the language of the description.
    fn new(page: &Page, settings: &WebSettings) -> Self {
        let document = (settings.openapi)();
        let api = DocumentedInterface::from_document(&document);
        let letters = &api.records_by_letter();
        let start =
            DocsPage { page, base_url: &settings.base_url, issuer: &settings.auth_url, api: &api, letters };
        let mut pages = HashMap::from([("/docs".to_owned(), render_once(&start))]);
        for (at, group) in api.groups.iter().enumerate() {
            let around: Vec<_> =
                neighbors(&api.groups, at).map(|one| (one.page_path(), &*one.name)).collect();
            pages.insert(group.page_path(), render_once(&AreaPage { page, group, neighbors: &around }));
        }
        pages.insert(RECORDS_PATH.to_owned(), render_once(&RecordsPage { page, letters }));
        for (at, letter) in letters.iter().enumerate() {
            let around: Vec<_> = neighbors(letters, at).collect();
            pages.insert(letter.page_path(), render_once(&LetterPage { page, letter, neighbors: &around }));
        }
        Self { pages, json: Bytes::from(document.to_string()) }
    }
}

pub(crate) fn routes() -> Router<WebState> {
    Router::new()
        .route("/docs", get(show_page))
        .route("/docs/{*page}", get(show_page))
        .route("/docs/openapi.json", get(show_json))
        .layer(Extension(DescriptionCache::default()))
}

/// GET of a page; 404 if there is none at this address.
async fn show_page(
    State(state): State<WebState>,
    Extension(kept): Extension<DescriptionCache>,
    request: Request,
) -> Response {
    match kept.get_or_render(&state).await {
        Ok(description) => match description.pages.get(request.uri().path()) {
            Some(page) => page.with_display(display::from_headers(request.headers())),
            None => StatusCode::NOT_FOUND.into_response(),
        },
        Err(error) => failure_response(&error),
    }
}

/// GET /docs/openapi.json.
async fn show_json(State(state): State<WebState>, Extension(kept): Extension<DescriptionCache>) -> Response {
    let headers =
        [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache"), (ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    match kept.get_or_render(&state).await {
        Ok(description) => (headers, description.json.clone()).into_response(),
        Err(error) => failure_response(&error),
    }
}

/// The response if the description could not be rendered.
fn failure_response(error: &JoinError) -> Response {
    tracing::error!(%error, "the description of the interface could not be made");
    TokenProblem(Fault::Server).into_response()
}

/// The entries before and after one of a list.
fn neighbors<T>(all: &[T], at: usize) -> impl Iterator<Item = &T> {
    [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| all.get(at))
}

fn render_once(page: &impl Template) -> RenderedPage {
    let whole = Bytes::from(page.render().expect("texts are written to a string, which cannot fail"));
    let usual = attributes_of(Display::default());
    let text = std::str::from_utf8(&whole).unwrap_or_default();
    let begin = text.find(&usual).expect("the first element of a page says how its text is shown");
    let (before, after) = (whole.slice(..begin), whole.slice(begin + usual.len()..));
    RenderedPage { whole, before, after }
}

impl RenderedPage {
    fn with_display(&self, display: Display) -> Response {
        let body = if display == Display::default() {
            self.whole.clone()
        } else {
            [&self.before, attributes_of(display).as_bytes(), &self.after].concat().into()
        };
        let mut response = html::public_page(Ok(body));
        response.headers_mut().insert(VARY, HeaderValue::from_static("Cookie"));
        response
    }
}
