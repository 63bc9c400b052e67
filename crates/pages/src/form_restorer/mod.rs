//! Kept forms of readers who have signed in again: the page that each came from, with the form filled in
//! again, or else a page with what was typed.

mod labels;
mod markup;
mod refill;

use std::net::SocketAddr;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::header::{CONTENT_LENGTH, COOKIE, SET_COOKIE};
use axum::http::response::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use layout::kept_form::{FormToRestore, KeptForm};
use layout::session::cookie_name;
use secrets::OpaqueToken;
use tower::ServiceExt as _;

use self::labels::FieldLabels;
use self::refill::refill_page;
use crate::account::password;
use crate::page::{PASSWORD_PATH, form_page_path};
use crate::{Link, Page, Pages, Section, Visitor, render};

/// Maximum length of a page that is filled in, in bytes.
const MAX_PAGE_BYTES: usize = 2 << 20;

/// Headers of the sign-in that count for the page after it.
const KEPT_HEADERS: [&str; 4] = ["cookie", "accept-language", "user-agent", "x-forwarded-for"];

#[derive(askama::Template)]
#[template(path = "kept_form.html")]
struct KeptFormPage<'a> {
    page: Page<'a>,
    form: &'a KeptForm,
    has_new_password: bool,
    /// What was typed and chosen, each with its label.
    values: Vec<(String, String)>,
    way: Link,
}

#[derive(askama::Template)]
#[template(path = "kept_form_notice.html")]
struct RestoredNotice<'a> {
    page: &'a Page<'a>,
    has_files: bool,
    has_new_password: bool,
    form_id: &'a str,
}

/// Shows kept forms to their senders, who have signed in again.
#[derive(Clone)]
pub struct FormRestorer {
    pages: Pages,
    router: Router,
}

impl FormRestorer {
    /// `router` is that of the pages.
    pub fn new(pages: &Pages, router: Router) -> Self {
        Self { pages: pages.clone(), router }
    }

    /// The response to a sign-in, or the page with the form that waited for it. `headers` and `peer` are of
    /// the sign-in. The status of a form of an earlier session stays: nothing was saved.
    pub async fn restore_form(
        &self,
        headers: &HeaderMap,
        peer: Option<ConnectInfo<SocketAddr>>,
        mut response: Response,
    ) -> Response {
        let Some(waiting) = response.extensions_mut().remove::<FormToRestore>() else { return response };
        let Some(mut page) = self.load_form_page(headers, peer, &waiting).await else { return response };
        for cookie in response.headers().get_all(SET_COOKIE) {
            page.headers_mut().append(SET_COOKIE, cookie.clone());
        }
        if waiting.session.is_none() {
            *page.status_mut() = response.status();
        }
        page
    }

    /// The page with the form, filled in again, or else a page with what was typed; the form for another
    /// password, if that comes first. `None` if somebody else has signed in, or if that form is the kept one.
    async fn load_form_page(
        &self,
        headers: &HeaderMap,
        peer: Option<ConnectInfo<SocketAddr>>,
        waiting: &FormToRestore,
    ) -> Option<Response> {
        let form = &waiting.form;
        let headers = self.signed_in_headers(headers, waiting.session.as_ref())?;
        let uri: Uri = form.page.parse().ok()?;
        let visitor = Visitor::identify(&self.pages, &headers, &Method::GET, &uri, None).await.ok()?;
        if !visitor.is_sender_of(form) {
            return None;
        }
        if visitor.op.must_choose_password {
            if form.action == PASSWORD_PATH {
                return None;
            }
            return password::show_form_first(&visitor, form).ok();
        }
        let page = visitor.page(Section::Other);
        let mut labels = FieldLabels::default();
        for address in list_pages(form) {
            let Some(response) = self.open_page(&address, &headers, peer).await else { continue };
            let (parts, body) = response.into_parts();
            let Some(html) = read_html(body).await else { continue };
            if let Some(refilled) = refill_html(&html, waiting, &page) {
                return Some(html_response(parts, refilled));
            }
            labels.add_page(&html);
        }
        Some(show_values(page, waiting, &labels))
    }

    /// The headers of the browser, with the cookie of its new session.
    fn signed_in_headers(&self, headers: &HeaderMap, session: Option<&OpaqueToken>) -> Option<HeaderMap> {
        let mut kept = HeaderMap::new();
        if let Some(session) = session {
            let cookie = format!("{}={}", cookie_name(self.pages.uses_https()), session.reveal());
            // Of two cookies with the same name, the first counts.
            kept.append(COOKIE, HeaderValue::from_str(&cookie).ok()?);
        }
        for name in KEPT_HEADERS {
            for value in headers.get_all(name) {
                kept.append(name, value.clone());
            }
        }
        Some(kept)
    }

    async fn open_page(
        &self,
        address: &str,
        headers: &HeaderMap,
        peer: Option<ConnectInfo<SocketAddr>>,
    ) -> Option<Response> {
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = address.parse().ok()?;
        *request.headers_mut() = headers.clone();
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer);
        }
        let Ok(response) = self.router.clone().oneshot(request).await;
        (response.status() == StatusCode::OK).then_some(response)
    }
}

/// The pages that may have the form, most likely ones first.
fn list_pages(form: &KeptForm) -> Vec<String> {
    let mut pages = vec![form.page.clone()];
    for page in [form.action.clone(), form_page_path(&form.action)] {
        if !pages.contains(&page) {
            pages.push(page);
        }
    }
    pages
}

async fn read_html(body: Body) -> Option<String> {
    String::from_utf8(to_bytes(body, MAX_PAGE_BYTES).await.ok()?.into()).ok()
}

/// The page with the form filled in. `None` if it does not have the form.
fn refill_html(html: &str, waiting: &FormToRestore, page: &Page<'_>) -> Option<String> {
    let has_files = waiting.form.has_files;
    let has_new_password = waiting.has_new_password;
    let notice = |form_id: &str| {
        askama::Template::render(&RestoredNotice { page, has_files, has_new_password, form_id }).ok()
    };
    refill_page(html, &waiting.form, notice)
}

fn html_response(mut parts: Parts, html: String) -> Response {
    // This was the length of the page without the form's content.
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(html))
}

/// The page with what was typed, for a form that no page has any more. Fields without a label that only
/// programs read, such as identifiers, are folded away with the names of all fields.
fn show_values(page: Page<'_>, waiting: &FormToRestore, labels: &FieldLabels) -> Response {
    let form = &waiting.form;
    let mut values = Vec::new();
    for (name, value) in form.fields.iter().filter(|(_, value)| !value.is_empty()) {
        if let Some((label, text)) = labels.describe_field(name, value) {
            values.push((label.to_owned(), text.to_owned()));
        } else if value.contains(char::is_whitespace) {
            values.push((page.text("kept-form-text"), value.clone()));
        }
    }
    let way = Link::new(&form.page, page.text("kept-form-page"));
    render(&KeptFormPage { page, form, has_new_password: waiting.has_new_password, values, way })
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use layout::kept_form::KeptForm;

    use super::list_pages;

    #[test]
    fn the_page_of_the_form_is_tried_first_and_none_twice() {
        let form = KeptForm::new("ada", "/lists/7/titles", Timestamp::UNIX_EPOCH);
        assert_eq!(list_pages(&form), ["/lists/7/titles", "/lists/7"]);
        let form = form.on_page("/lists/7?after=3".to_owned());
        assert_eq!(list_pages(&form), ["/lists/7?after=3", "/lists/7/titles", "/lists/7"]);
    }
}
