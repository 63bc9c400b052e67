//! /oauth/forgot-password: requests the email. The response is the same for every name, after the same work.

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use oauth::{AuthorizeQuery, Fault, Params};
use services::accounts::password;

use crate::outcome::{self, Outcome};
use crate::replies::retry_seconds;
use crate::site::AppForm;
use crate::{FormProblem, Page, PageValues, PeerAddress, SignInFlow, WebState, form_flow};
use layout::inputs::{InputError, InputField, list_errors};
use services::email_links::FORGOT_PASSWORD;
use services::grants;

/// Maximum length of an authorization request's query that is kept for the link back, in bytes.
const MAX_QUERY_BYTES: usize = 8 * 1024;

#[derive(askama::Template)]
#[template(path = "forgot_password.html")]
struct ForgotPage<'a> {
    page: &'a Page,
    flow: &'a str,
    field: &'a InputField,
    errors: &'a [InputError],
    back: Option<&'a str>,
}

/// The address of the page, from a sign-in with this query.
pub(crate) fn page_path(query: &str) -> String {
    if query.is_empty() || query.len() > MAX_QUERY_BYTES {
        FORGOT_PASSWORD.to_owned()
    } else {
        format!("{FORGOT_PASSWORD}?{query}")
    }
}

/// The link back to the sign-in page that the reader came from.
fn sign_in_link(query: &str) -> Option<String> {
    (!query.is_empty()).then(|| format!("/oauth/authorize?{query}"))
}

pub(crate) async fn show_form(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.filter(|query| query.len() <= MAX_QUERY_BYTES).unwrap_or_default();
    let site = grants::find_site_of_app(&state.operation(), &AuthorizeQuery::parse(&query)).await;
    let state = state.for_app(site.ok().flatten().as_ref(), &query, &headers).await;
    if !state.settings.sends_mail {
        let (heading, text) =
            (state.page.text("forgot-by-staff-heading"), state.page.text("forgot-by-staff-text"));
        return outcome::outcome_page(&state.page, &Outcome { heading, texts: vec![text], link: None });
    }
    form_flow::start_flow(&state, &query, |flow| render_form(&state, flow, &name_field(&state.page), None))
}

/// POST: sends the email if the account exists.
pub(crate) async fn submit(peer: PeerAddress, headers: HeaderMap, AppForm(state, form): AppForm) -> Response {
    form_flow::page_or_problem(&state, process(&state, &peer, &headers, form).await)
}

async fn process(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, FormProblem> {
    let form = form?;
    let flow = form_flow::open_flow(state, headers, &form)?;
    let words = &state.page;
    let mut field = name_field(words).read_from(words, &PageValues(&form));
    if field.error.is_some() {
        return Ok(render_form(state, &flow.next_step(None, state.current_time()), &field, None));
    }
    match password::request_reset(&state.operation(), &field.value, peer.peer()).await {
        Ok(()) => {}
        Err(services::Error::Wait { seconds, .. }) => {
            let wait = retry_seconds(seconds);
            field.error = Some(words.wait_text("forgot-wait", wait));
            return Ok(render_form(state, &flow.next_step(None, state.current_time()), &field, Some(wait)));
        }
        Err(error) => return Err(error.into()),
    }
    let back = sign_in_link(&flow.query);
    let outcome = Outcome {
        heading: words.text("forgot-sent-heading"),
        texts: vec![words.text("forgot-sent-text"), words.text("forgot-sent-help")],
        link: back.as_deref().map(|address| (address, words.text("forgot-back"))),
    };
    Ok(form_flow::end_flow(state, &flow, outcome::outcome_page(words, &outcome)))
}

fn name_field(page: &Page) -> InputField {
    let field = InputField::new_required(page, "username", "sign-in-name").with_autocomplete("username");
    field.with_missing_error(page.text("sign-in-name-missing"))
}

fn render_form(state: &WebState, flow: &SignInFlow, field: &InputField, wait: Option<u32>) -> Response {
    let errors = list_errors(&[field]);
    let way_back = sign_in_link(&flow.query);
    let page = ForgotPage {
        page: &state.page,
        flow: &flow.seal(&state.settings.form_key),
        field,
        errors: &errors,
        back: way_back.as_deref(),
    };
    form_flow::form_page(&page, &errors, wait, None)
}
