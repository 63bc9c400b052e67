//! The description of the interface, for people (`/docs` and a page for each area) and for programs
//! (`/docs/openapi.json`).

mod model;
mod prose;

use askama::Template;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::page::{Page, attributes, chosen};
use crate::state::WebState;
use layout::{Display, html};
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

/// The routes. What the pages say never changes while the program runs, so they are made once.
pub(crate) fn routes(state: &WebState) -> Router<WebState> {
    let settings = &state.settings;
    // In English, which the description is written in.
    let page = &state.page;
    let api = Interface::read(&settings.openapi);
    let letters = &api.letters();
    let start =
        DocsPage { page, base_url: &settings.base_url, issuer: &settings.auth_url, api: &api, letters };
    let mut pages = vec![("/docs".to_owned(), made(&start))];
    for (at, group) in api.groups.iter().enumerate() {
        let around: Vec<_> = around(&api.groups, at).map(|one| (one.path(), &*one.name)).collect();
        pages.push((group.path(), made(&AreaPage { page, group, around: &around })));
    }
    pages.push((RECORDS.to_owned(), made(&RecordsPage { page, letters })));
    for (at, letter) in letters.iter().enumerate() {
        let around: Vec<_> = around(letters, at).collect();
        pages.push((letter.path(), made(&LetterPage { page, letter, around: &around })));
    }
    let json = Bytes::from(settings.openapi.to_string());
    let pages = pages.into_iter().fold(Router::new(), |routes, (path, page)| {
        routes.route(&path, get(async move |headers: HeaderMap| page.shown(chosen(&headers))))
    });
    pages.route("/docs/openapi.json", get(async move || document(json)))
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
        let mut response = html::public(Ok(body));
        response.headers_mut().insert(VARY, HeaderValue::from_static("Cookie"));
        response
    }
}

fn document(json: Bytes) -> impl IntoResponse {
    let headers =
        [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache"), (ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    (headers, json)
}
