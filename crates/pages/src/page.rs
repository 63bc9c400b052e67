//! What every page has: its frame, in the visitor's language.

use askama::Template;
use axum::http::header::{LOCATION, REFRESH, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use layout::{Display, Language, STYLE_PATH, Value, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::problem::{Problem, Result};
use crate::state::{Pages, Shared};
use crate::titles::reasons;
use crate::visitor::Visitor;

/// Everything that has a meaning in an address.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A part of the site; the navigation marks the one that a page belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    /// The start page.
    Home,
    /// Search.
    Search,
    /// Periodicals.
    Periodicals,
    /// The visitor's shelf.
    Shelf,
    /// Reading lists.
    Lists,
    /// The account.
    Account,
    /// Something else.
    Other,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// Its address.
    pub(crate) href: String,
    /// Its text.
    pub(crate) text: String,
}

impl Link {
    /// A link to an address.
    pub(crate) fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self { href: href.into(), text: text.into() }
    }
}

/// An item of the navigation.
pub(crate) struct NavItem {
    pub(crate) link: Link,
    pub(crate) is_current: bool,
}

/// The frame of a page; templates name it `page`.
pub(crate) struct Page<'a> {
    shared: &'a Shared,
    visitor: &'a Visitor,
    section: Section,
}

impl<'a> Page<'a> {
    /// The frame of a page for a visitor.
    pub(crate) fn new(pages: &'a Pages, visitor: &'a Visitor, section: Section) -> Self {
        Self { shared: pages, visitor, section }
    }

    /// A sentence.
    pub(crate) fn t(&self, id: &str) -> String {
        self.shared.messages.text(self.visitor.language, id, &[])
    }

    /// A sentence with a number, `$count`.
    pub(crate) fn n(&self, id: &str, count: u64) -> String {
        self.said(id, &[("count", count.into())])
    }

    /// A sentence with a name, `$name`.
    pub(crate) fn named(&self, id: &str, name: &str) -> String {
        self.said(id, &[("name", name.into())])
    }

    /// A sentence with values.
    pub(crate) fn said(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        self.shared.messages.text(self.visitor.language, id, values)
    }

    /// The language of the page.
    pub(crate) fn language(&self) -> Language {
        self.visitor.language
    }

    /// Name of the library.
    pub(crate) fn site(&self) -> &str {
        &self.visitor.caller.site.name
    }

    /// Address of the style sheet.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn style(&self) -> &str {
        &STYLE_PATH
    }

    /// How text is shown.
    pub(crate) fn display(&self) -> Display {
        self.visitor.display
    }

    /// The token of forms; empty for guests.
    pub(crate) fn token(&self) -> &str {
        self.visitor.token.as_deref().unwrap_or_default()
    }

    /// Whether somebody is signed in.
    pub(crate) fn is_signed_in(&self) -> bool {
        self.visitor.is_signed_in()
    }

    /// The name of the user. Empty for guests.
    pub(crate) fn user_name(&self) -> String {
        self.visitor.caller.reader.as_ref().map(|reader| reader.account.display_name()).unwrap_or_default()
    }

    /// The address of the sign-in, from where the visitor returns to this page.
    pub(crate) fn sign_in(&self) -> String {
        sign_in(self.visitor)
    }

    /// The items of the navigation.
    pub(crate) fn navigation(&self) -> Vec<NavItem> {
        let mut all = vec![
            (Section::Home, "/", "nav-home"),
            (Section::Search, "/search", "nav-search"),
            (Section::Periodicals, "/periodicals", "nav-periodicals"),
        ];
        if self.is_signed_in() {
            all.push((Section::Shelf, "/shelf", "nav-shelf"));
            all.push((Section::Lists, "/lists", "nav-lists"));
            all.push((Section::Account, "/account", "nav-account"));
        }
        let item = |(section, href, id): (Section, &str, &str)| NavItem {
            link: Link::new(href, self.t(id)),
            is_current: section == self.section,
        };
        all.into_iter().map(item).collect()
    }
}

/// A page with its template.
pub(crate) fn show(page: &impl Template) -> Response {
    html::personal(StatusCode::OK, page.render(), false)
}

/// The same with another status, for a form that has errors.
pub(crate) fn show_with(status: StatusCode, page: &impl Template) -> Response {
    html::personal(status, page.render(), false)
}

/// A page that the browser loads again after some seconds, for work in progress.
pub(crate) fn refreshing(page: &impl Template, seconds: u32) -> Response {
    let mut response = show(page);
    response.headers_mut().insert(REFRESH, HeaderValue::from(seconds));
    response
}

/// Leads the browser to another page of this server.
pub(crate) fn redirect(path: &str) -> Result<Response> {
    let path = HeaderValue::from_str(path).map_err(|_| Problem::Trouble)?;
    Ok((StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response())
}

/// A text as part of an address.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

fn sign_in(visitor: &Visitor) -> String {
    let back = if visitor.can_return { visitor.here.as_str() } else { "/" };
    format!("/sign-in?back={}", encoded(back))
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    page: Page<'a>,
    heading: String,
    text: String,
    more: Option<String>,
    ways: Vec<Link>,
}

/// The page that says why there is no other, or the way to the sign-in.
pub(crate) fn problem(pages: &Pages, visitor: &Visitor, problem: &Problem) -> Response {
    if *problem == Problem::SignIn {
        return redirect(&sign_in(visitor)).unwrap_or_else(|problem| problem.status().into_response());
    }
    let page = Page::new(pages, visitor, Section::Other);
    let (heading, text, more) = match problem {
        Problem::NotFound => ("not-found-heading", page.t("not-found-text"), None),
        Problem::Closed(code, more) => ("closed-heading", page.t(&reasons::message(*code)), more.clone()),
        Problem::Forbidden | Problem::SignIn => ("closed-heading", page.t("forbidden-text"), None),
        Problem::Stale => ("stale-heading", page.t("stale-text"), None),
        Problem::Unreadable => ("refused-heading", page.t("unreadable-text"), None),
        Problem::Refused(reason) => ("refused-heading", page.t("refused-text"), Some(reason.clone())),
        Problem::Wait(seconds) => ("wait-heading", page.n("wait-text", *seconds), None),
        Problem::Unavailable => ("unavailable-heading", page.t("unavailable-text"), None),
        Problem::Trouble => ("trouble-heading", page.t("trouble-text"), None),
    };
    let mut ways = vec![Link::new("/search", page.t("nav-search")), Link::new("/", page.t("nav-home"))];
    if let Problem::Closed(code, _) = problem {
        ways.splice(0..0, reasons::way_out(&page, *code));
    }
    let heading = page.t(heading);
    let mut response = show_with(problem.status(), &ProblemPage { page, heading, text, more, ways });
    if let Problem::Wait(seconds) = problem {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(*seconds));
    }
    response
}

/// The same where not even the visitor can be found.
pub(crate) fn plain_problem(pages: &Pages, headers: &HeaderMap, problem: &Problem) -> Response {
    let language = Language::accepted(headers);
    let text = |id: &str| pages.messages.text(language, id, &[]);
    let id = if *problem == Problem::Unavailable { "unavailable" } else { "trouble" };
    let body = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><title>{heading}</title>\
         <link rel=\"stylesheet\" href=\"{}\"></head>\n<body class=\"narrow\"><main><h1>{heading}</h1>\
         <p>{}</p></main></body>\n</html>\n",
        language.tag(),
        *STYLE_PATH,
        text(&format!("{id}-text")),
        heading = text(&format!("{id}-heading")),
    );
    html::personal(problem.status(), Ok(body), false)
}
