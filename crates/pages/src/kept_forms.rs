//! Forms of readers whose session has ended meanwhile (WCAG 2.2, 2.2.5): what was typed is kept through the
//! sign-in, and is in its form again after it. Nothing is sent before the reader presses the button again.
//! Readers who have already signed in again, in another window, get the form back immediately.
//!
//! A form is kept if a browser sent it from a page of this server, and its token names the account whose page
//! had it; only that account gets it back.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::REFERER;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use http_body::Body as _;
use layout::addresses::as_local_address;
use layout::html::accepts_html;
use layout::kept_form::{FormToRestore, KeptForm};
use layout::origin::is_url_encoded;
use layout::session::{account_of_form, is_form_token};

use crate::fields::MAX_FORM_BYTES;
use crate::page::form_page_path;
use crate::{Fields, Problem, Result, Visitor};

/// The request again, with the form to keep if its sender is not signed in, or is signed in again. Forms with
/// files are read by `UploadedForm`.
pub(crate) async fn read_form(visitor: &Visitor, request: Request) -> Result<(Request, Option<KeptForm>)> {
    let headers = request.headers();
    let is_form = *request.method() == Method::POST && is_url_encoded(headers);
    if !is_form || !is_sent_from_page(visitor, headers) || !is_short(visitor, request.body()) {
        return Ok((request, None));
    }
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, MAX_FORM_BYTES).await.map_err(|_| Problem::Unreadable)?;
    let fields = Fields::parse(&bytes);
    let sent = fields.get("token").unwrap_or_default();
    let is_of_session = visitor.token.as_deref().is_some_and(|token| is_form_token(sent, token));
    let kept = if is_of_session { None } else { keep_fields(visitor, &parts.headers, fields) };
    Ok((Request::from_parts(parts, Body::from(bytes)), kept))
}

/// Returns true if a form is not too long to be kept. Some pages have longer forms. The form of a visitor who
/// is signed in is most often of this session, so it is read here only if its length is known.
fn is_short(visitor: &Visitor, body: &Body) -> bool {
    let length = body.size_hint().exact();
    length.map_or(!visitor.is_signed_in(), |length| length <= MAX_FORM_BYTES as u64)
}

/// Returns true if a form can be kept until its sender has signed in.
pub(crate) fn may_keep(visitor: &Visitor, headers: &HeaderMap) -> bool {
    !visitor.is_signed_in() && is_sent_from_page(visitor, headers)
}

/// Returns true if a browser sends a form from a page of this server, to show what comes next. Scripts keep
/// what they send themselves.
fn is_sent_from_page(visitor: &Visitor, headers: &HeaderMap) -> bool {
    !visitor.is_from_other_site
        && header(headers, "sec-fetch-mode").is_none_or(|mode| mode == "navigate")
        && accepts_html(headers)
}

/// The form to keep. `None` if its token does not say whose page had it.
pub(crate) fn keep_fields(visitor: &Visitor, headers: &HeaderMap, fields: Fields) -> Option<KeptForm> {
    let key = &visitor.pages.settings.form_key;
    let account = account_of_form(fields.get("token")?, key)?;
    // The form for another password carries a form that is already kept, and has nothing else to keep.
    let carried = fields.get("kept").and_then(|text| KeptForm::open(text, key, visitor.op.now));
    if let Some(carried) = carried.filter(|carried| carried.account == account) {
        return Some(carried);
    }
    let action = as_local_address(&visitor.path_and_query)?;
    let kept = KeptForm::new(&account, action, visitor.op.now).on_page(find_page(visitor, headers));
    Some(kept.with_fields(fields.into_pairs()))
}

/// Marks the response to a form that leads to the sign-in, so that the sign-in page keeps the form, and the
/// response to a form of an earlier session, so that the form is filled in again.
pub(crate) fn add_kept_form(
    visitor: &Visitor,
    problem: &Problem,
    kept: Option<&KeptForm>,
    response: &mut Response,
) {
    let kept = match problem {
        Problem::SignIn => kept,
        Problem::SignInWith(kept) => Some(&**kept),
        Problem::Stale => {
            if let Some(form) = kept.filter(|kept| visitor.is_sender_of(kept)).cloned() {
                let waiting = FormToRestore { form, session: None, has_new_password: false };
                response.extensions_mut().insert(waiting);
            }
            None
        }
        _ => None,
    };
    let sealed = kept.and_then(|kept| kept.seal(&visitor.pages.settings.form_key));
    if let Some(sealed) = sealed {
        response.extensions_mut().insert(sealed);
    }
}

/// Path and query of the page with the form.
fn find_page(visitor: &Visitor, headers: &HeaderMap) -> String {
    let referrer = header(headers, REFERER.as_str());
    let path = referrer.and_then(|address| address.strip_prefix(visitor.pages.settings.base_url.as_str()));
    let path = path.and_then(as_local_address);
    path.map_or_else(|| form_page_path(&visitor.path_and_query), str::to_owned)
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
