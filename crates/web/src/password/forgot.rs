//! /oauth/forgot-password: requests the email. The response is the same for every name, after the same work.

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jobs::emails::{FORGOT_PASSWORD, SendEmail, enqueue};
use oauth::{Fault, Params};
use store::throttle::{self, Attempt};

use crate::address::PeerAddress;
use crate::answered::{self, Answered};
use crate::fields::{Field, FieldError};
use crate::flow::Flow;
use crate::form::Form;
use crate::problem::{self, spoken};
use crate::sign_in::{LONGEST_NAME, may_sign_in, seconds};
use crate::state::WebState;
use crate::walk::{self, Halt};
use layout::STYLE_PATH;
use layout::html;

/// Limit of an authorization request's query that is kept for the link back, in bytes.
const LONGEST_QUERY: usize = 8 * 1024;

#[derive(Template)]
#[template(path = "forgot_password.html")]
struct ForgotPage<'a> {
    site: &'a str,
    style: &'a str,
    flow: &'a str,
    field: &'a Field,
    errors: &'a [FieldError<'a>],
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
pub(crate) async fn get(State(state): State<WebState>, RawQuery(query): RawQuery) -> Response {
    let query = query.filter(|query| query.len() <= LONGEST_QUERY).unwrap_or_default();
    let state = state.of_app(&query).await;
    if !state.settings.sends_mail {
        let text = "This library does not send emails. Please ask its staff for a new password.";
        return problem::page(&state, StatusCode::OK, "Ask the staff for a new password", text);
    }
    walk::begin(&state, &query, |flow| page(&state, flow, name_field(), None))
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
    let mut field = name_field().read(&form, "Enter your user name or email address")?;
    if field.error.is_some() {
        return Ok(page(state, &flow.next(None, state.now()), field, None));
    }
    let (now, address) = (state.now(), peer.subject(&field.value));
    if let Some(wait) = throttle::wait(&state.db, Attempt::NewPassword, &field.value, &address, now).await? {
        let wait = seconds(wait);
        tracing::warn!(address = peer.shown(), "no email: too many requests");
        field.error = Some(format!("Too many emails were requested. Wait {}, then try again", spoken(wait)));
        return Ok(page(state, &flow.next(None, now), field, Some(wait)));
    }
    ask(state, &field.value, &address).await?;
    let back = back(&flow.query);
    let said = Answered {
        heading: "Check your email",
        texts: &[
            "If there is an account with this name or address, an email with a link is on its way to its e-mail \
             address. The link is good for an hour.",
            "Nothing there after a few minutes? Check your spam folder, or ask the library's staff: an \
             account may have no e-mail address, or another one than you think.",
        ],
        link: back.as_deref().map(|address| (address, "Back to sign-in")),
    };
    Ok(walk::end(state, &flow, answered::page(state, &said)))
}

/// Records the request and enqueues the email, also for unknown accounts, where nothing is sent.
async fn ask(state: &WebState, name: &str, address: &str) -> Result<(), Halt> {
    let now = state.now();
    let found = match name.len() {
        ..=LONGEST_NAME => store::accounts::by_login(&state.db, name).await?,
        _ => None,
    };
    let account = found.map(|(account, _)| account).filter(may_sign_in).map(|account| account.id);
    let mut tx = state.db.begin().await?;
    throttle::record(&mut tx, Attempt::NewPassword, name, address, now).await?;
    enqueue(&mut tx, &SendEmail::PasswordReset { account }, now).await?;
    Ok(tx.commit().await?)
}

fn name_field() -> Field {
    Field::required("username", "User name or email address", "username")
}

fn page(state: &WebState, flow: &Flow, field: Field, wait: Option<u32>) -> Response {
    let fields = [field];
    let errors = Field::errors(&fields);
    let status = match (wait, errors.is_empty()) {
        (Some(_), _) => StatusCode::TOO_MANY_REQUESTS,
        (None, false) => StatusCode::BAD_REQUEST,
        (None, true) => StatusCode::OK,
    };
    let way_back = back(&flow.query);
    let page = ForgotPage {
        site: &state.site_name,
        style: &STYLE_PATH,
        flow: &flow.seal(&state.settings.form_key),
        field: &fields[0],
        errors: &errors,
        back: way_back.as_deref(),
    };
    let mut response = html::private(status, &page, None);
    if let Some(seconds) = wait {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}
