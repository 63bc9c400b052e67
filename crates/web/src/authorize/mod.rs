//! /oauth/authorize: sign-in, then approval or denial (docs/rules/authentication.md#rule-3). Nothing is
//! remembered after the redirect.

mod answer;
mod pages;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::accounts::Account;
use domain::clients::Client;
use domain::ids::AccountId;
use oauth::{AuthorizeFault, AuthorizeQuery, AuthorizeRequest, Fault, Params};
use secrets::OpaqueToken;

use crate::address::PeerAddress;
use crate::client;
use crate::flow::SignInFlow;
use crate::form::FormParams;
use crate::replies::TokenProblem;
use crate::sign_in::sign_in;
use crate::sign_in_form::SignInForm;
use crate::state::WebState;
use answer::AuthorizeEnd;

/// Maximum length of an authorization request's query, in bytes: the forms contain it, and their size is
/// limited too.
const MAX_QUERY_BYTES: usize = 16 * 1024;

/// An authorization request and its client.
struct ClientRequest {
    request: AuthorizeRequest,
    client: Client,
}

/// GET: the sign-in page.
pub(crate) async fn show_sign_in(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let state = state.for_app(&query, &headers).await;
    match start(&state, &query).await {
        Ok(response) => response,
        Err(stop) => stop.into_page(&state, &headers, StatusCode::FOUND),
    }
}

/// POST: the forms of both pages.
pub(crate) async fn submit(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    FormParams(form): FormParams,
) -> Response {
    let state = state.for_form(&headers, &form).await;
    match process(&state, &peer, &headers, form).await {
        Ok(response) => response,
        Err(stop) => stop.into_page(&state, &headers, StatusCode::SEE_OTHER),
    }
}

async fn start(state: &WebState, query: &str) -> Result<Response, AuthorizeEnd> {
    if query.len() > MAX_QUERY_BYTES {
        return Err(Fault::Invalid("state", "the request is too long").into());
    }
    let asked = ClientRequest::from_query(state, query).await?;
    let (flow, secret) = SignInFlow::start(query, &mut state.new_rng(), state.current_time());
    let page = pages::render_sign_in(state, &asked, &flow, &SignInForm::new_empty(&state.page));
    Ok(answer::with_cookie(page, &flow.set_cookie(&secret, answer::uses_https(state))))
}

async fn process(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, AuthorizeEnd> {
    let form = form?;
    let (now, key) = (state.current_time(), &state.settings.form_key);
    let flow = form
        .get("flow")?
        .and_then(|text| SignInFlow::open(text, headers, key, now))
        .ok_or(AuthorizeEnd::Stale)?;
    let asked = ClientRequest::from_query(state, &flow.query).await?;
    match (form.get("decision")?, flow.account.clone()) {
        (Some("deny"), _) => Err(AuthorizeEnd::Denied(asked.request.redirect, flow)),
        (Some("approve"), Some(account)) => approve(state, &asked, flow, account).await,
        (Some("switch"), Some(_)) => Ok(pages::render_sign_in(
            state,
            &asked,
            &flow.next_step(None, now),
            &SignInForm::new_empty(&state.page),
        )),
        (_, Some(account)) => show_consent(state, &asked, flow, &account).await,
        (_, None) => try_sign_in(state, &asked, flow, &form, peer).await,
    }
}

/// Checks name and password, and shows the consent page or the form again.
async fn try_sign_in(
    state: &WebState,
    asked: &ClientRequest,
    flow: SignInFlow,
    form: &Params,
    peer: &PeerAddress,
) -> Result<Response, AuthorizeEnd> {
    let (name, password) =
        (form.get("username")?.unwrap_or_default(), form.get("password")?.unwrap_or_default());
    let now = state.current_time();
    if name.trim().is_empty() || password.is_empty() {
        return Ok(pages::render_sign_in(
            state,
            asked,
            &flow.next_step(None, now),
            &SignInForm::with_missing_fields(&state.page, name, password),
        ));
    }
    match sign_in(state, name, password, peer, now).await {
        Ok(account) => {
            let flow = flow.next_step(Some(account.id.clone()), now);
            Ok(pages::render_consent(state, asked, &flow, &account))
        }
        Err(TokenProblem(fault)) => {
            let again =
                SignInForm::with_refusal(&state.page, name, &fault).ok_or(AuthorizeEnd::Page(fault))?;
            Ok(pages::render_sign_in(state, asked, &flow.next_step(None, now), &again))
        }
    }
}

async fn show_consent(
    state: &WebState,
    asked: &ClientRequest,
    flow: SignInFlow,
    account: &AccountId,
) -> Result<Response, AuthorizeEnd> {
    let account = load_account(state, account).await?;
    let flow = flow.next_step(Some(account.id.clone()), state.current_time());
    Ok(pages::render_consent(state, asked, &flow, &account))
}

/// Creates the code and redirects the browser to the app with it.
async fn approve(
    state: &WebState,
    asked: &ClientRequest,
    flow: SignInFlow,
    account: AccountId,
) -> Result<Response, AuthorizeEnd> {
    let account = load_account(state, &account).await?.id;
    let (now, secret) = (state.current_time(), OpaqueToken::generate(&mut state.new_rng()));
    let code = store::tokens::AuthorizationCode {
        hash: secret.hash(),
        client: asked.client.id.clone(),
        account,
        redirect_uri: asked.request.redirect.uri.clone(),
        challenge: asked.request.code_challenge.clone(),
        expires: state.settings.lifetimes.code_expiry(now),
    };
    store::tokens::insert_code(&state.db, &code, now).await?;
    let address = asked.request.redirect.with_code(secret.reveal(), &state.settings.auth_url);
    let response = answer::redirect_to(StatusCode::SEE_OTHER, &address);
    Ok(answer::with_cookie(response, &flow.delete_cookie(answer::uses_https(state))))
}

/// The account that has just signed in; it may have been locked since.
async fn load_account(state: &WebState, account: &AccountId) -> Result<Account, AuthorizeEnd> {
    let account = store::accounts::get(&state.db, account).await?;
    account.filter(Account::may_sign_in).ok_or(AuthorizeEnd::Stale)
}

impl ClientRequest {
    /// Reads the request from the raw query, and checks it against the client's current registration.
    async fn from_query(state: &WebState, query: &str) -> Result<Self, AuthorizeEnd> {
        let query = AuthorizeQuery::parse(query);
        let client = client::find_enabled(&state.db, query.client_id()?).await?;
        let registration = client.as_ref().map(client::to_registration);
        // Any app can register the scheme that reading apps are redirected to, so the code alone must be
        // worthless.
        let of_reading_apps = client.as_ref().is_some_and(Client::is_reading_apps);
        let request = query.validate(registration, state.settings.pkce_required || of_reading_apps)?;
        let client = client.ok_or(AuthorizeFault::Page(Fault::UnknownClient))?;
        Ok(Self { request, client })
    }
}
