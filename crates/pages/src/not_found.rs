//! Addresses that nobody serves: a page for browsers. Programs get the error of their interface.

use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use layout::html::accepts_html;

use crate::{Pages, Problem, Visitor, problem_page};

/// Interfaces for programs: their errors keep their own form, even in a browser.
const PROGRAM_PATHS: &[&str] = &["/v2", "/opds", "/kosync"];

/// Paths under which some addresses are for programs. Their errors keep their own form; an unknown address
/// gets the page.
const MIXED_PATHS: &[&str] = &["/oauth", "/delivery", "/covers", "/assets", "/.well-known"];

/// The layer around all interfaces.
pub async fn replace_not_found(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    if !is_for_people(&request) {
        return next.run(request).await;
    }
    let (headers, method, uri) = (request.headers().clone(), request.method().clone(), request.uri().clone());
    let response = next.run(request).await;
    let is_program = response
        .headers()
        .get("content-type")
        .is_none_or(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("application/json")));
    let is_missing = matches!(response.status(), StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED);
    if !(is_missing && is_program) {
        return response;
    }
    // On the heap, because this layer's future is made for every request.
    match Box::pin(Visitor::identify(&pages, &headers, &method, &uri, None)).await {
        Ok(visitor) => problem_page::render_problem(&visitor, &Problem::NotFound),
        Err(problem) => problem_page::render_plain_problem(&pages, &headers, &problem),
    }
}

/// Returns true if a browser asks for a page.
fn is_for_people(request: &Request) -> bool {
    let path = request.uri().path();
    let is_below = |prefix: &&str| {
        path.strip_prefix(*prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_known = request.extensions().get::<MatchedPath>().is_some();
    matches!(*request.method(), Method::GET | Method::HEAD)
        && accepts_html(request.headers())
        && !PROGRAM_PATHS.iter().any(is_below)
        && !(is_known && MIXED_PATHS.iter().any(is_below))
}
