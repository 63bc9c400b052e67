//! The layer around all pages.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::SET_COOKIE;
use axum::middleware::Next;
use axum::response::Response;
use layout::cookies::with_cookie;
use layout::display;
use transport::ClientAddress;

use crate::problem::Problem;
use crate::problem_page;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Finds the visitor, counts the request, and shows what goes wrong as a page in the
/// visitor's language.
pub(crate) async fn enter(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let visitor = match Visitor::identify(&pages, &parts.headers, &parts.method, &parts.uri).await {
        Ok(visitor) => Arc::new(visitor),
        Err(problem) => return problem_page::show_plain(&pages, &parts.headers, &problem),
    };
    let address = ClientAddress::of(&parts, pages.settings.trust_forwarded_for).0;
    if let Err(seconds) = pages.limits.check(&visitor.caller.quota_key(&address)) {
        return problem_page::show(&pages, &visitor, &Problem::Wait(seconds));
    }
    parts.extensions.insert(visitor.clone());
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if let Some(problem) = response.extensions_mut().remove::<Arc<Problem>>() {
        response = problem_page::show(&pages, &visitor, &problem);
    }
    response = visitor.without_notice(&pages, response);
    // A form that was just sent has already set it.
    let is_set = response.headers().get_all(SET_COOKIE).iter().any(|cookie| chooses(cookie.as_bytes()));
    match &visitor.display_cookie {
        Some(cookie) if !is_set => with_cookie(response, cookie),
        _ => response,
    }
}

/// Whether a cookie says how text is shown.
fn chooses(cookie: &[u8]) -> bool {
    cookie.strip_prefix(display::COOKIE.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
}
