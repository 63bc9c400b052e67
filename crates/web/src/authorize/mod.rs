//! /oauth/authorize: sign-in, then approval or denial (docs/rules/authentication.md#rule-3). No state is kept
//! after the redirect.

mod answer;
mod pages;
mod submission;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use oauth::{AuthorizeQuery, Fault};
use services::grants::{self, AppQuery, AppRequest, AuthorizeError, ConsentOutcome, ConsentStep};

use crate::sign_in_form::SignInForm;
use crate::{FormParams, PeerAddress, SignInFlow, TokenProblem, WebState};
use answer::AuthorizeEnd;
use submission::{Submission, SubmittedAction};

/// Maximum length of an authorization request's query, in bytes: the forms contain it, and their size is
/// limited too.
const MAX_QUERY_BYTES: usize = 16 * 1024;

/// GET: the sign-in page.
pub(crate) async fn show_sign_in(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let parsed = AuthorizeQuery::parse(&query);
    let asked = AppQuery { query: &parsed, pkce_required: state.settings.pkce_required };
    let opened = grants::open(&state.operation(), asked).await;
    let state = state.for_app(opened.site.as_ref(), &query, &headers).await;
    start(&state, &query, opened.app).unwrap_or_else(|end| end.into_page(&state, &headers, StatusCode::FOUND))
}

fn start(
    state: &WebState,
    query: &str,
    app: Result<AppRequest, AuthorizeError>,
) -> Result<Response, AuthorizeEnd> {
    if query.len() > MAX_QUERY_BYTES {
        return Err(Fault::Invalid("state", "the request is too long").into());
    }
    let asked = app?;
    let (flow, secret) = SignInFlow::start(query, &mut state.new_rng(), state.current_time());
    let page = pages::render_sign_in(state, &asked, &flow, &SignInForm::new_empty(&state.page));
    Ok(answer::with_cookie(page, &flow.set_cookie(&secret, answer::uses_https(state))))
}

/// POST: the forms of both pages.
pub(crate) async fn submit(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    let submission = Submission::read(&state, &headers, form);
    let (query, step) = match &submission {
        Ok(sent) => (sent.flow.query.as_str(), sent.step(peer.peer(), &state.settings.lifetimes)),
        Err(_) => ("", ConsentStep::Show),
    };
    let parsed = AuthorizeQuery::parse(query);
    let asked = AppQuery { query: &parsed, pkce_required: state.settings.pkce_required };
    let progress = grants::proceed(&state.operation(), asked, step).await;
    let state = state.for_app(progress.site.as_ref(), query, &headers).await;
    submission
        .and_then(|sent| respond(&state, sent, progress.app))
        .unwrap_or_else(|end| end.into_page(&state, &headers, StatusCode::SEE_OTHER))
}

/// The page or the redirect after a step. Faults of the request come before those of the form.
fn respond(
    state: &WebState,
    sent: Submission,
    app: Result<(AppRequest, services::Result<ConsentOutcome>), AuthorizeError>,
) -> Result<Response, AuthorizeEnd> {
    let (app_request, outcome) = app?;
    let flow = sent.flow;
    let action = sent.action?;
    match outcome {
        Ok(ConsentOutcome::SignedIn(verified)) => {
            let flow = flow.next_step(Some(verified.to_proof()), state.current_time());
            Ok(pages::render_consent(state, &app_request, &flow, &verified.account))
        }
        Ok(ConsentOutcome::Code(secret)) => {
            let address = app_request.request.redirect.with_code(secret.reveal(), &state.settings.auth_url);
            let response = answer::redirect_to(StatusCode::SEE_OTHER, &address);
            Ok(answer::with_cookie(response, &flow.delete_cookie(answer::uses_https(state))))
        }
        Ok(ConsentOutcome::Ended) => Err(AuthorizeEnd::Stale),
        Ok(ConsentOutcome::Shown) => match action {
            SubmittedAction::Deny => Err(AuthorizeEnd::Denied(app_request.request.redirect, Box::new(flow))),
            SubmittedAction::SignIn { name, password } => {
                let again = SignInForm::with_missing_fields(&state.page, &name, &password);
                Ok(show_again(state, &app_request, flow, &again))
            }
            _ => Ok(show_again(state, &app_request, flow, &SignInForm::new_empty(&state.page))),
        },
        Err(error) => {
            let TokenProblem(fault) = error.into();
            let again = SignInForm::with_refusal(&state.page, action.typed_name(), &fault);
            Ok(show_again(state, &app_request, flow, &again.ok_or(AuthorizeEnd::from(fault))?))
        }
    }
}

/// The sign-in page again, with values and errors of its form.
fn show_again(state: &WebState, app: &AppRequest, flow: SignInFlow, form: &SignInForm) -> Response {
    pages::render_sign_in(state, app, &flow.next_step(None, state.current_time()), form)
}
