//! The client that a request comes from.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use domain::clients::Client;
use domain::ids::ClientId;
use oauth::{Credentials, Fault, Params, Registration};
use store::{Db, StoreError};

use crate::replies::TokenProblem;

/// The client of a registered key; `None` for disabled keys as well as unknown ones.
pub(crate) async fn find_enabled(db: &Db, key: &str) -> Result<Option<Client>, StoreError> {
    let client = store::clients::get(db, &ClientId::from(key)).await?;
    Ok(client.filter(|client| !client.disabled))
}

/// The client that the header or form identifies and authenticates.
pub(crate) async fn authenticate(
    db: &Db,
    headers: &HeaderMap,
    form: &Params,
) -> Result<Client, TokenProblem> {
    let given = Credentials::from_request(authorization_header(headers), form)?;
    check_credentials(db, &given).await
}

/// The client that the header identifies and authenticates; the form counts only without a header.
pub(crate) async fn authenticate_by_header(
    db: &Db,
    headers: &HeaderMap,
    form: &Params,
) -> Result<Client, TokenProblem> {
    let given = Credentials::from_revocation(authorization_header(headers), form)?;
    check_credentials(db, &given).await
}

fn authorization_header(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok())
}

async fn check_credentials(db: &Db, given: &Credentials) -> Result<Client, TokenProblem> {
    let client = find_enabled(db, &given.client_id).await?;
    Ok(client
        .filter(|client| given.matches_secret(client.secret_hash.as_deref()))
        .ok_or(Fault::WrongClient)?)
}

/// A client's registration, as far as the rules need it.
pub(crate) fn to_registration(client: &Client) -> Registration<'_> {
    Registration {
        redirect_uris: &client.redirect_uris,
        has_secret: client.secret_hash.is_some(),
        names_scope: !client.is_reading_apps(),
    }
}
