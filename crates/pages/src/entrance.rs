//! The layer around all pages.

use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::SET_COOKIE;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use layout::cookies::with_cookie;
use layout::display;
use transport::bounds::{is_excessive, is_unreadable_path};
use transport::callers::{self, CallerClass, Interface, RequestOutcome};
use transport::guests::WorkCost;

use crate::guest_pages::{FromMemory, PageKey};
use crate::page::PASSWORD_PATH;
use crate::turns::{PageCost, page_key, take_turn};
use crate::{Pages, Problem, Visitor, kept_forms, problem_page};

/// Routes that stay open to readers whose password somebody else made: the form for another one, help and
/// settings of text for everybody, and files for robots. The sign-out is a page of another crate.
const OPEN_ROUTES: [&str; 7] =
    [PASSWORD_PATH, "/apps", "/design", "/display", "/robots.txt", "/sitemap.xml", "/sitemaps/{name}"];

/// Finds the visitor, counts the request, leads readers whose password somebody else made to the form for
/// another one, shows guests the pages that are in memory, and shows what goes wrong as a page in the
/// visitor's language.
pub(crate) async fn handle_request(State(pages): State<Pages>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    if is_excessive(&parts.uri) {
        return problem_page::render_plain_problem(&pages, &parts.headers, &Problem::LongAddress);
    }
    let network = transport::request_network(&parts, pages.settings.trust_forwarded_for);
    let route = parts.extensions.get::<MatchedPath>();
    let visitor = match Visitor::identify(&pages, &parts.headers, &parts.method, &parts.uri, route).await {
        Ok(visitor) => Arc::new(Visitor { network, ..visitor }),
        Err(problem) => return problem_page::render_plain_problem(&pages, &parts.headers, &problem),
    };
    let class =
        if visitor.is_signed_in() { CallerClass::Reader } else { CallerClass::for_guest(&parts.headers) };
    let count = |outcome| callers::count(Interface::Pages, class, outcome);
    if let Err(seconds) = pages.limits.count_request(&visitor.op.quota_key(network)) {
        count(RequestOutcome::Limited);
        return problem_page::render_problem(&visitor, &Problem::Wait(seconds));
    }
    if class == CallerClass::Reader {
        pages.settings.guests.note_reader(network);
    }
    if must_choose_password(&visitor, route) {
        count(RequestOutcome::Served);
        return problem_page::render_problem(&visitor, &Problem::ChoosePassword);
    }
    if is_unreadable_path(&parts.uri) {
        count(RequestOutcome::Served);
        return problem_page::render_problem(&visitor, &Problem::NotFound);
    }
    let work = PageCost::for_guest(&parts.method, parts.uri.path());
    let key = page_key(&visitor, work);
    if let Some(page) = key.as_ref().and_then(|key| pages.guest_cache.get(key)) {
        count(RequestOutcome::Cached);
        return store_display(&visitor, page);
    }
    parts.extensions.insert(visitor.clone());
    let (request, kept) = match kept_forms::read_form(&visitor, Request::from_parts(parts, body)).await {
        Ok(read) => read,
        Err(problem) => {
            count(RequestOutcome::Served);
            return problem_page::render_problem(&visitor, &problem);
        }
    };
    let mut response = run_handler(&visitor, (work, key.as_ref()), request, next).await;
    let problem = response.extensions_mut().remove::<Arc<Problem>>();
    count(match &problem {
        Some(problem) if **problem == Problem::Busy => RequestOutcome::Busy,
        None if response.extensions().get::<FromMemory>().is_some() => RequestOutcome::Cached,
        _ => RequestOutcome::Served,
    });
    if let Some(problem) = problem {
        response = problem_page::render_problem(&visitor, &problem);
        kept_forms::add_kept_form(&visitor, &problem, kept.as_ref(), &mut response);
    }
    if let Some(key) = key {
        response = pages.guest_cache.store(key, response).await;
    }
    store_display(&visitor, visitor.clear_notice(response))
}

/// Returns true if the visitor chooses another password before the page of this route is shown
/// (docs/rules/authentication.md#rule-16).
fn must_choose_password(visitor: &Visitor, route: Option<&MatchedPath>) -> bool {
    let is_open = route.is_some_and(|route| OPEN_ROUTES.contains(&route.as_str()));
    visitor.op.must_choose_password && !is_open
}

/// Corrects the settings of text that the browser stores.
fn store_display(visitor: &Visitor, response: Response) -> Response {
    // A form that was just sent has already set them.
    let is_set =
        response.headers().get_all(SET_COOKIE).iter().any(|cookie| is_display_cookie(cookie.as_bytes()));
    match &visitor.display_cookie {
        Some(cookie) if !is_set => with_cookie(response, cookie),
        _ => response,
    }
}

/// Runs the handler, for a guest in a turn, unless another guest got the page in the meantime. A search takes
/// its turn itself, because it knows what it costs.
async fn run_handler(
    visitor: &Visitor,
    (work, key): (PageCost, Option<&PageKey>),
    request: Request,
    next: Next,
) -> Response {
    let turn = match work {
        PageCost::Free | PageCost::SharedSearch => Ok(None),
        PageCost::Turn | PageCost::SharedTurn => take_turn(visitor, WorkCost::PAGE).await,
    };
    let _turn = match turn {
        Ok(turn) => turn,
        Err(problem) => return problem.into_response(),
    };
    match key.and_then(|key| visitor.pages.guest_cache.get(key)) {
        Some(page) => page,
        None => next.run(request).await,
    }
}

/// Returns true if a cookie stores how text is shown.
fn is_display_cookie(cookie: &[u8]) -> bool {
    cookie.strip_prefix(display::COOKIE_NAME.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
}
