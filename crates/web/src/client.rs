//! The client that a request comes from.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use domain::clients::Client;
use domain::ids::ClientId;
use oauth::{Credentials, Fault, Params, Registration};
use store::{Db, StoreError};

use crate::replies::Problem;

/// The client of a registered key; `None` for disabled keys as well as unknown ones.
pub(crate) async fn enabled(db: &Db, key: &str) -> Result<Option<Client>, StoreError> {
    let client = store::clients::get(db, &ClientId::from(key)).await?;
    Ok(client.filter(|client| !client.disabled))
}

/// The client that the header or form identifies and authenticates.
pub(crate) async fn proven(db: &Db, headers: &HeaderMap, form: &Params) -> Result<Client, Problem> {
    let given = Credentials::from_request(authorization(headers), form)?;
    registered(db, &given).await
}

/// The same, ignoring the form if there is a header.
pub(crate) async fn proven_by_header(db: &Db, headers: &HeaderMap, form: &Params) -> Result<Client, Problem> {
    let given = Credentials::from_revocation(authorization(headers), form)?;
    registered(db, &given).await
}

fn authorization(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok())
}

async fn registered(db: &Db, given: &Credentials) -> Result<Client, Problem> {
    let client = enabled(db, &given.client_id).await?;
    Ok(client
        .filter(|client| given.matches_secret(client.secret_hash.as_deref()))
        .ok_or(Fault::WrongClient)?)
}

/// A client's registration, as far as the rules need it.
pub(crate) fn registration(client: &Client) -> Registration<'_> {
    Registration {
        redirect_uris: &client.redirect_uris,
        has_secret: client.secret_hash.is_some(),
        names_scope: !client.is_reading_apps(),
    }
}
