//! PUT /v2/myAccount (spec 4, 1.3).

use axum::extract::State;
use store::Tx;

use super::form::{AccountForm, Guardian};
use super::summary;
use crate::http::errors::{ApiError, ErrorBody, ErrorKey, Result};
use crate::http::json::Json;
use crate::http::params::Draft;
use crate::http::roles::{As, SignedIn};
use crate::records::AccountSummary;
use crate::state::Api;

/// Change the own account
///
/// What is not sent stays; an empty value clears what may be null. A new password is no longer one that must
/// be changed.
#[utoipa::path(
    put, path = "/v2/myAccount", tag = "My account", operation_id = "put_my_account",
    request_body(content = AccountForm, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "The account", body = AccountSummary),
        (status = 400, description = "INVALID_PARAMETER, INVALID_DATE, INVALID_COUNTRY, INVALID_LANGUAGE, \
            INVALID_PASSWORD, INVALID_EMAIL, MISSING_PARAMETER", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the e-mail address is taken", body = ErrorBody),
    )
)]
pub async fn put_my_account(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    draft: Draft<AccountForm>,
) -> Result<Json<AccountSummary>> {
    let (mut form, mut faults) = draft.partial()?;
    // Hashed before the transaction begins: it takes long, and SQLite has one writer.
    let password = form.password.0.take().filter(|_| faults.is_empty());
    let hash = api.hash_if_sent(password.as_ref()).await?;
    let mut tx = api.db.begin().await?;
    let mut account = store::accounts::for_update(&mut tx, user.id()).await?.ok_or(ErrorKey::UserNotFound)?;
    form.apply(&mut account, user.caller.today(), Guardian::NeededWhenTold, &mut faults);
    faults.finish()?;
    store::accounts::update(&mut tx, &account).await.map_err(taken)?;
    if let Some(hash) = hash {
        choose_password(&mut tx, &user, &hash).await?;
    }
    tx.commit().await?;
    Ok(Json(summary::reread(&api, &user.caller, user.id()).await?))
}

/// Gives the user the password that they chose here; what is signed in elsewhere is signed out.
pub(crate) async fn choose_password(tx: &mut Tx, user: &SignedIn, hash: &str) -> Result<()> {
    let own = user.caller.token.as_deref().unwrap_or_default();
    store::passwords::choose(tx, user.id(), hash, own, user.now()).await?;
    Ok(())
}

/// A user name or an e-mail address belongs to one account of all sites (spec 4, 4.8).
pub(crate) fn taken(error: store::StoreError) -> ApiError {
    if error.is_conflict() { ErrorKey::UserExists.into() } else { error.into() }
}
