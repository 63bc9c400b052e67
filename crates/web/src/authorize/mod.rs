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
use oauth::{AuthorizeFault, AuthorizeQuery, AuthorizeRequest, Fault, Params, Secret};

use crate::address::PeerAddress;
use crate::client;
use crate::flow::Flow;
use crate::form::Form;
use crate::replies::Problem;
use crate::sign_in::sign_in;
use crate::sign_in_form::SignInForm;
use crate::state::WebState;
use answer::Stop;

/// Limit of an authorization request's query in bytes: the forms contain it, and their size is limited too.
const LONGEST_QUERY: usize = 16 * 1024;

/// An authorization request and its client.
struct Asked {
    request: AuthorizeRequest,
    client: Client,
}

/// GET: the sign-in page.
pub(crate) async fn get(
    State(state): State<WebState>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    let state = state.of_app(&query, &headers).await;
    match begin(&state, &query).await {
        Ok(response) => response,
        Err(stop) => stop.respond(&state, &headers, StatusCode::FOUND),
    }
}

/// POST: the forms of both pages.
pub(crate) async fn post(
    State(state): State<WebState>,
    peer: PeerAddress,
    headers: HeaderMap,
    Form(form): Form,
) -> Response {
    let state = state.of_form(&headers, &form).await;
    match proceed(&state, &peer, &headers, form).await {
        Ok(response) => response,
        Err(stop) => stop.respond(&state, &headers, StatusCode::SEE_OTHER),
    }
}

async fn begin(state: &WebState, query: &str) -> Result<Response, Stop> {
    if query.len() > LONGEST_QUERY {
        return Err(Fault::Invalid("state", "the request is too long").into());
    }
    let asked = Asked::check(state, query).await?;
    let (flow, secret) = Flow::start(query, &mut state.rng(), state.now());
    let page = pages::sign_in(state, &asked, &flow, &SignInForm::empty(&state.page));
    Ok(answer::with_cookie(page, &flow.set_cookie(&secret, answer::secure(state))))
}

async fn proceed(
    state: &WebState,
    peer: &PeerAddress,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Stop> {
    let form = form?;
    let (now, key) = (state.now(), &state.settings.form_key);
    let flow = form.get("flow")?.and_then(|text| Flow::open(text, headers, key, now)).ok_or(Stop::Stale)?;
    let asked = Asked::check(state, &flow.query).await?;
    match (form.get("decision")?, flow.account.clone()) {
        (Some("deny"), _) => Err(Stop::Denied(asked.request.redirect, flow)),
        (Some("approve"), Some(account)) => approve(state, &asked, flow, account).await,
        (Some("switch"), Some(_)) => {
            Ok(pages::sign_in(state, &asked, &flow.next(None, now), &SignInForm::empty(&state.page)))
        }
        (_, Some(account)) => consent(state, &asked, flow, &account).await,
        (_, None) => try_sign_in(state, &asked, flow, &form, peer).await,
    }
}

/// Checks name and password, and shows the consent page or the form again.
async fn try_sign_in(
    state: &WebState,
    asked: &Asked,
    flow: Flow,
    form: &Params,
    peer: &PeerAddress,
) -> Result<Response, Stop> {
    let (name, password) =
        (form.get("username")?.unwrap_or_default(), form.get("password")?.unwrap_or_default());
    let now = state.now();
    if name.trim().is_empty() || password.is_empty() {
        return Ok(pages::sign_in(
            state,
            asked,
            &flow.next(None, now),
            &SignInForm::incomplete(&state.page, name, password),
        ));
    }
    match sign_in(state, name, password, peer, now).await {
        Ok(account) => {
            let flow = flow.next(Some(account.id.clone()), now);
            Ok(pages::consent(state, asked, &flow, &account))
        }
        Err(Problem(fault)) => {
            let again = SignInForm::refused(&state.page, name, &fault).ok_or(Stop::Page(fault))?;
            Ok(pages::sign_in(state, asked, &flow.next(None, now), &again))
        }
    }
}

async fn consent(state: &WebState, asked: &Asked, flow: Flow, account: &AccountId) -> Result<Response, Stop> {
    let account = signed_in(state, account).await?;
    let flow = flow.next(Some(account.id.clone()), state.now());
    Ok(pages::consent(state, asked, &flow, &account))
}

/// Creates the code and redirects the browser to the app with it.
async fn approve(state: &WebState, asked: &Asked, flow: Flow, account: AccountId) -> Result<Response, Stop> {
    let account = signed_in(state, &account).await?.id;
    let (now, secret) = (state.now(), Secret::generate(&mut state.rng()));
    let code = store::tokens::Code {
        hash: secret.hash(),
        client: asked.client.id.clone(),
        account,
        redirect_uri: asked.request.redirect.uri.clone(),
        challenge: asked.request.code_challenge.clone(),
        expires: state.settings.lifetimes.code_expiry(now),
    };
    store::tokens::insert_code(&state.db, &code, now).await?;
    let address = asked.request.redirect.with_code(secret.reveal(), &state.settings.auth_url);
    let response = answer::redirect(StatusCode::SEE_OTHER, &address);
    Ok(answer::with_cookie(response, &flow.delete_cookie(answer::secure(state))))
}

/// The account that has just signed in; it may have been locked since.
async fn signed_in(state: &WebState, account: &AccountId) -> Result<Account, Stop> {
    let account = store::accounts::get(&state.db, account).await?;
    account.filter(Account::may_sign_in).ok_or(Stop::Stale)
}

impl Asked {
    /// Reads the request from the raw query, and checks it against the client's current registration.
    async fn check(state: &WebState, query: &str) -> Result<Self, Stop> {
        let query = AuthorizeQuery::parse(query);
        let client = client::enabled(&state.db, query.client_id()?).await?;
        let registration = client.as_ref().map(client::registration);
        // Any app can register the scheme that reading apps are redirected to, so the code alone must be
        // worthless.
        let of_reading_apps = client.as_ref().is_some_and(Client::is_reading_apps);
        let request = query.validate(registration, state.settings.pkce_required || of_reading_apps)?;
        let client = client.ok_or(AuthorizeFault::Page(Fault::UnknownClient))?;
        Ok(Self { request, client })
    }
}
