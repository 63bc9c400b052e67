//! The pages about what goes wrong.

use askama::Template;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::access::AlertCode;
use layout::{Language, STYLE_PATH, html};
use transport::guests::RETRY_SECONDS;

use crate::page::{Link, Page, Section, form_page, redirect, show_with, sign_in, sign_in_first};
use crate::problem::Problem;
use crate::state::Pages;
use crate::titles::{closed, reasons};
use crate::visitor::Visitor;

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    page: Page<'a>,
    heading: String,
    text: String,
    /// A further sentence.
    more: Option<String>,
    /// What the library says about the request, in English.
    reason: Option<String>,
    ways: Vec<Link>,
}

/// The page that says why there is no other, or the way to the sign-in.
pub(crate) fn show(pages: &Pages, visitor: &Visitor, problem: &Problem) -> Response {
    if *problem == Problem::SignIn {
        return redirect(&sign_in_first(visitor)).unwrap_or_else(|problem| problem.status().into_response());
    }
    if let Problem::ClosedTitle(closed) = problem {
        return closed::show(pages, visitor, closed);
    }
    let page = Page::new(pages, visitor, Section::Other);
    let (heading, text, more) = match problem {
        Problem::NotFound => ("not-found-heading", page.text("not-found-text"), None),
        Problem::Closed(code, next) => {
            let more = next.map(|next| reasons::next_book(&page, next));
            ("closed-heading", page.reason(*code), more)
        }
        Problem::ForMember => ("refused-heading", page.reason(AlertCode::ForUserRequired), None),
        Problem::Forbidden | Problem::SignIn | Problem::ClosedTitle(_) => {
            ("closed-heading", page.text("forbidden-text"), None)
        }
        Problem::Explained(StatusCode::NOT_FOUND, text) => ("not-found-heading", page.text(text), None),
        Problem::Explained(_, text) => ("closed-heading", page.text(text), None),
        Problem::Stale => ("stale-heading", page.text("stale-text"), None),
        Problem::Unreadable => ("refused-heading", page.text("unreadable-text"), None),
        Problem::LongAddress => ("long-address-heading", page.text("long-address-text"), None),
        Problem::Refused(_) => ("refused-heading", page.text("refused-text"), None),
        Problem::Wait(seconds) => ("wait-heading", page.count("wait-text", *seconds), None),
        Problem::Filling(seconds) => {
            ("filling-heading", page.text("filling-text"), Some(page.count("wait-text", *seconds)))
        }
        Problem::Busy => ("busy-heading", page.text("busy-text"), None),
        Problem::Unavailable => ("unavailable-heading", page.text("unavailable-text"), None),
        Problem::Trouble => ("trouble-heading", page.text("trouble-text"), None),
    };
    let mut ways = vec![Link::new("/search", page.text("nav-search")), Link::new("/", page.text("nav-home"))];
    if let Problem::Closed(code, _) = problem {
        ways.splice(0..0, reasons::way_out(&page, *code));
        ways.splice(0..0, edition(&page, visitor));
    }
    if *problem == Problem::Forbidden {
        ways.splice(0..0, reasons::library(&page));
    }
    if *problem == Problem::Busy {
        let sign_in = Link::new(sign_in(visitor), page.text("busy-sign-in"));
        ways = vec![sign_in, Link::new(visitor.here.clone(), page.text("busy-again"))];
    }
    let reason = match problem {
        Problem::Refused(reason) => Some(reason.clone()),
        _ => None,
    };
    let heading = page.text(heading);
    let mut response = show_with(problem.status(), &ProblemPage { page, heading, text, more, reason, ways });
    let retry_after = match problem {
        Problem::Wait(seconds) | Problem::Filling(seconds) => Some(*seconds),
        Problem::Busy => Some(RETRY_SECONDS),
        _ => None,
    };
    response.headers_mut().extend(retry_after.map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds))));
    response
}

/// The page of the edition of a periodical whose copy is closed, with all its reasons.
fn edition(page: &Page<'_>, visitor: &Visitor) -> Option<Link> {
    let href = form_page(&visitor.here);
    (href.starts_with("/periodicals/") && href != visitor.here)
        .then(|| Link::new(href, page.text("way-edition")))
}

/// The same where not even the visitor can be found.
pub(crate) fn show_plain(pages: &Pages, headers: &HeaderMap, problem: &Problem) -> Response {
    let language = Language::from_accept_language(headers);
    let text = |id: &str| pages.messages.format(language, id, &[]);
    let id = match problem {
        Problem::LongAddress => "long-address",
        Problem::Unavailable => "unavailable",
        _ => "trouble",
    };
    let body = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><title>{heading}</title>\
         <link rel=\"stylesheet\" href=\"{}\"></head>\n<body class=\"narrow\"><main><h1>{heading}</h1>\
         <p>{}</p></main></body>\n</html>\n",
        language.tag(),
        *STYLE_PATH,
        text(&format!("{id}-text")),
        heading = text(&format!("{id}-heading")),
    );
    html::personal_page(problem.status(), Ok(body), false)
}
