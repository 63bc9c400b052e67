//! The pages about what goes wrong.

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use domain::AlertCode;
use layout::{STYLE_PATH, html, languages};
use transport::guests::RETRY_SECONDS;

use crate::page::{form_page_path, password_first_path, sign_in_first_path, sign_in_path};
use crate::titles::reasons;
use crate::{Link, Page, Pages, Problem, Section, Visitor, closed, redirect_to, render_with_status};

#[derive(askama::Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    page: Page<'a>,
    heading: String,
    text: String,
    extra_text: Option<String>,
    /// The library's own message about the request, in English.
    reason: Option<String>,
    ways: Vec<Link>,
}

/// Renders the page that explains a problem, or redirects to what comes first: the sign-in, or the form for a
/// password.
pub(crate) fn render_problem(visitor: &Visitor, problem: &Problem) -> Response {
    let first_path = match problem {
        Problem::SignIn | Problem::SignInWith(_) => Some(sign_in_first_path(visitor)),
        Problem::ChoosePassword => Some(password_first_path(visitor)),
        _ => None,
    };
    if let Some(path) = first_path {
        return redirect_to(&path).unwrap_or_else(|problem| problem.status().into_response());
    }
    if let Problem::ClosedItem(closed) = problem {
        return closed::render_closed(visitor, closed);
    }
    let page = visitor.page(Section::Other);
    let (heading, text, next_book) = match problem {
        Problem::NotFound => ("not-found-heading", page.text("not-found-text"), None),
        Problem::Closed(code, next) => {
            let next_book = next.map(|next| reasons::next_book_text(&page, next));
            ("closed-heading", page.reason_text(*code), next_book)
        }
        Problem::ForMember => ("refused-heading", page.reason_text(AlertCode::ForUserRequired), None),
        Problem::Forbidden
        | Problem::SignIn
        | Problem::SignInWith(_)
        | Problem::ChoosePassword
        | Problem::ClosedItem(_) => ("closed-heading", page.text("forbidden-text"), None),
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
        ways.splice(0..0, reasons::help_links(&page, *code));
        ways.splice(0..0, edition_link(&page, visitor));
    }
    if *problem == Problem::Stale {
        ways.insert(0, Link::new(form_page_path(&visitor.path_and_query), page.text("busy-again")));
    }
    if *problem == Problem::Forbidden {
        ways.splice(0..0, reasons::library_link(&page));
    }
    if *problem == Problem::Busy {
        let sign_in = Link::new(sign_in_path(visitor), page.text("busy-sign-in"));
        ways = vec![sign_in, Link::new(visitor.path_and_query.clone(), page.text("busy-again"))];
    }
    let reason = match problem {
        Problem::Refused(reason) => Some(reason.clone()),
        _ => None,
    };
    let heading = page.text(heading);
    let mut response = render_with_status(
        problem.status(),
        &ProblemPage { page, heading, text, extra_text: next_book, reason, ways },
    );
    let retry_after = match problem {
        Problem::Wait(seconds) | Problem::Filling(seconds) => Some(*seconds),
        Problem::Busy => Some(RETRY_SECONDS),
        _ => None,
    };
    response.headers_mut().extend(retry_after.map(|seconds| (RETRY_AFTER, HeaderValue::from(seconds))));
    response
}

/// A link to the edition of a periodical whose copy is closed, where all reasons are listed.
fn edition_link(page: &Page<'_>, visitor: &Visitor) -> Option<Link> {
    let href = form_page_path(&visitor.path_and_query);
    (href.starts_with("/periodicals/") && href != visitor.path_and_query)
        .then(|| Link::new(href, page.text("way-edition")))
}

/// Renders a page that explains a problem if even the visitor is unknown.
pub(crate) fn render_plain_problem(pages: &Pages, headers: &HeaderMap, problem: &Problem) -> Response {
    let language = languages::accepted_language(headers);
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
