//! The client that a request comes from.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use domain::clients::Client;
use domain::ids::ClientId;
use oauth::{Credentials, Fault, Params, Registration};
use store::{Db, StoreError};

use crate::replies::Problem;

/// A key as registered; a disabled one is as unknown as one that never was.
pub(crate) async fn enabled(db: &Db, key: &str) -> Result<Option<Client>, StoreError> {
    let client = store::clients::get(db, &ClientId::from(key)).await?;
    Ok(client.filter(|client| !client.disabled))
}

/// The client that the header or form names and proves.
pub(crate) async fn proven(db: &Db, headers: &HeaderMap, form: &Params) -> Result<Client, Problem> {
    let given = Credentials::read(authorization(headers), form)?;
    registered(db, &given).await
}

/// The same where a form beside the header is ignored.
pub(crate) async fn proven_by_header(db: &Db, headers: &HeaderMap, form: &Params) -> Result<Client, Problem> {
    let given = Credentials::read_header_first(authorization(headers), form)?;
    registered(db, &given).await
}

fn authorization(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok())
}

async fn registered(db: &Db, given: &Credentials) -> Result<Client, Problem> {
    let client = enabled(db, &given.client_id).await?;
    Ok(client.filter(|client| given.proves(client.secret_hash.as_deref())).ok_or(Fault::WrongClient)?)
}

/// What the rules need to know of a client.
pub(crate) fn registration(client: &Client) -> Registration<'_> {
    Registration {
        redirect_uris: &client.redirect_uris,
        has_secret: client.secret_hash.is_some(),
        names_scope: !client.is_reading_apps(),
    }
}
