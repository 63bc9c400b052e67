//! /oauth/forgot-password: requests the email. The response is the same for every name, after the same work.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jobs::emails::FORGOT_PASSWORD;
use oauth::{Fault, Params};
use services::accounts::password;

use crate::address::PeerAddress;
use crate::answered::{self, Answered};
use crate::flow::Flow;
use crate::form::Form;
use crate::page::Page;
use crate::sign_in::retry_after;
use crate::state::WebState;
use crate::walk::{self, Halt};
use layout::html;
use layout::inputs::{InputError, InputField, errors, status};

/// Limit of an authorization request's query that is kept for the link back, in bytes.
const LONGEST_QUERY: usize = 8 * 1024;

#[derive(Template)]
#[template(path = "forgot_password.html")]
struct ForgotPage<'a> {
    page: &'a Page,
    flow: &'a str,
    field: &'a InputField,
    errors: Vec<InputError>,
    back: Option<&'a str>,
}

/// The address of the page, from a sign-in with this query.
pub(crate) fn address(query: &str) -> String {
    if query.is_empty() || query.len() > LONGEST_QUERY {
        FORGOT_PASSWORD.to_owned()
    } else {
        format!("{FORGOT_PASSWORD}?{query}")
    }
}

/// The link back to the sign-in page that the reader came from.
fn back(query: &str) -> Option<String> {
    (!query.is_empty()).then(|| format!("/oauth/authorize?{query}"))
}

/// GET: the form.
pub(crate) async fn get(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.filter(|query| query.len() <= LONGEST_QUERY).unwrap_or_default();
    let state = state.of_app(&query, &headers).await;
    if !state.settings.sends_mail {
        let (heading, text) =
            (state.page.text("forgot-by-staff-heading"), state.page.text("forgot-by-staff-text"));
        return answered::page(&state.page, &Answered { heading, texts: vec![text], link: None });
    }
    walk::begin(&state, &query, |flow| page(&state, flow, &name_field(&state.page), None))
}

/// POST: sends the email if the account exists.
pub(crate) async fn post(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    Form(form): Form,
) -> Response {
    let state = state.of_form(&headers, &form).await;
    walk::shown(&state, proceed(&state, &peer, &headers, form).await)
}

async fn proceed(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Halt> {
    let form = form?;
    let flow = walk::opened(state, headers, &form)?;
    let words = &state.page;
    let mut field = name_field(words).read_from(words, &form);
    if field.error.is_some() {
        return Ok(page(state, &flow.next(None, state.now()), &field, None));
    }
    match password::request(&state.library, &field.value, peer.peer()).await {
        Ok(()) => {}
        Err(services::Error::Wait { seconds, .. }) => {
            let wait = retry_after(seconds);
            field.error = Some(words.wait("forgot-wait", wait));
            return Ok(page(state, &flow.next(None, state.now()), &field, Some(wait)));
        }
        Err(error) => return Err(error.into()),
    }
    let back = back(&flow.query);
    let said = Answered {
        heading: words.text("forgot-sent-heading"),
        texts: vec![words.text("forgot-sent-text"), words.text("forgot-sent-help")],
        link: back.as_deref().map(|address| (address, words.text("forgot-back"))),
    };
    Ok(walk::end(state, &flow, answered::page(words, &said)))
}

fn name_field(page: &Page) -> InputField {
    let field = InputField::new_required(page, "username", "sign-in-name").with_autocomplete("username");
    field.with_missing_error(page.text("sign-in-name-missing"))
}

fn page(state: &WebState, flow: &Flow, field: &InputField, wait: Option<u32>) -> Response {
    let errors = errors(&[field]);
    let status = wait.map_or_else(|| status(&errors), |_| StatusCode::TOO_MANY_REQUESTS);
    let way_back = back(&flow.query);
    let page = ForgotPage {
        page: &state.page,
        flow: &flow.seal(&state.settings.form_key),
        field,
        errors,
        back: way_back.as_deref(),
    };
    let mut response = html::private_page(status, &page, None);
    if let Some(seconds) = wait {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}
