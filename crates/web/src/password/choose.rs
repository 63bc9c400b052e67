//! /oauth/new-password/{key}: chooses the password. Who has the key of the letter may do it, once.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use domain::accounts::Account;
use jobs::letters::{SendLetter, enqueue};
use oauth::{Fault, Params, tokens};
use store::{accounts, password_resets, throttle};

use crate::answered::{self, Answered};
use crate::assets::STYLE_PATH;
use crate::fields::{Field, FieldError};
use crate::flow::Flow;
use crate::form::Form;
use crate::html;
use crate::problem;
use crate::sign_in::may_sign_in;
use crate::state::WebState;
use crate::walk::{self, Halt};

#[derive(Template)]
#[template(path = "new_password.html")]
struct ChoosePage<'a> {
    site: &'a str,
    style: &'a str,
    flow: &'a str,
    action: &'a str,
    username: &'a str,
    fields: &'a [Field],
    errors: &'a [FieldError<'a>],
}

/// GET: the form.
pub(crate) async fn get(State(state): State<WebState>, Path(key): Path<String>) -> Response {
    let result = match account(&state, &key).await {
        Ok(Some(account)) => Ok(walk::begin(&state, &key, |flow| page(&state, flow, &account, &fields()))),
        Ok(None) => Ok(used(&state)),
        Err(halt) => Err(halt),
    };
    walk::shown(&state, result)
}

/// POST: the new password.
pub(crate) async fn post(
    State(state): State<WebState>,
    Path(key): Path<String>,
    headers: HeaderMap,
    Form(form): Form,
) -> Response {
    walk::shown(&state, proceed(&state, &key, &headers, form).await)
}

async fn proceed(
    state: &WebState,
    key: &str,
    headers: &HeaderMap,
    form: Result<Params, Fault>,
) -> Result<Response, Halt> {
    let form = form?;
    let flow = walk::opened_by(key, state, headers, &form)?;
    let Some(account) = account(state, key).await? else { return Ok(used(state)) };
    let [mut password, mut repeated] = fields();
    let chosen = form.get("password")?.unwrap_or_default();
    if domain::passwords::check(chosen).is_err() {
        password.error = Some("Choose a password of 8 to 32 characters, with a letter and a number".into());
    } else if form.get("repeated")?.unwrap_or_default() != chosen {
        repeated.error = Some("Type the same password again".into());
    }
    if password.error.is_some() || repeated.error.is_some() {
        return Ok(page(state, &flow.next(None, state.now()), &account, &[password, repeated]));
    }
    let hash = state.passwords.hash(chosen, &mut state.rng()).await?;
    if !set(state, key, &account, &hash).await? {
        return Ok(used(state));
    }
    let said = Answered {
        heading: "Your password is changed",
        texts: &[
            "Go back to your app and sign in with the new password. Apps that were signed in have been signed out.",
        ],
        link: None,
    };
    Ok(walk::end(state, &flow, answered::page(state, &said)))
}

/// Sets the password and signs everything out; false when the key was used meanwhile.
async fn set(state: &WebState, key: &str, account: &Account, hash: &str) -> Result<bool, Halt> {
    let now = state.now();
    let mut tx = state.db.begin().await?;
    if store::passwords::redeem(&mut tx, &tokens::hash(key), hash, now).await?.is_none() {
        tx.rollback().await?;
        return Ok(false);
    }
    enqueue(&mut tx, &SendLetter::PasswordChanged { account: account.id.clone() }, now).await?;
    tx.commit().await?;
    // Guesses of others do not keep the owner waiting.
    for name in [&account.username, &account.email].into_iter().flatten() {
        throttle::clear(&state.db, name).await?;
    }
    tracing::info!(account = %account.id, "a new password was set by letter");
    Ok(true)
}

/// The account that a key is for.
async fn account(state: &WebState, key: &str) -> Result<Option<Account>, Halt> {
    let id = password_resets::account(&state.db, &tokens::hash(key), state.now()).await?;
    let account = match id {
        Some(id) => accounts::get(&state.db, &id).await?,
        None => None,
    };
    Ok(account.filter(may_sign_in))
}

fn fields() -> [Field; 2] {
    [
        Field::password("password", "New password")
            .hint("8 to 32 characters, with at least one letter and one number"),
        Field::password("repeated", "The same password again"),
    ]
}

/// The page for a key that is not good, or not any more.
fn used(state: &WebState) -> Response {
    let text = "The link in the letter was used already, or is more than an hour old. Ask for another letter: open your \
                app, sign in, and choose “Forgot your password?”.";
    problem::page(state, StatusCode::NOT_FOUND, "This link is no longer good", text)
}

fn page(state: &WebState, flow: &Flow, account: &Account, fields: &[Field; 2]) -> Response {
    let errors = Field::errors(fields);
    let status = if errors.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let page = ChoosePage {
        site: &state.settings.site_name,
        style: &STYLE_PATH,
        flow: &flow.seal(&state.settings.form_key),
        action: &format!("{}/{}", jobs::letters::NEW_PASSWORD, flow.query),
        username: account.sign_in_name(),
        fields,
        errors: &errors,
    };
    html::private(status, &page, None)
}
