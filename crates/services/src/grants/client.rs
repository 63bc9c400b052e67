//! The client application of a request to the token server (docs/rules/authentication.md#rule-2).

use domain::{Client, ClientId, MAIN_SITE, Site, SiteId};
use oauth::{AuthorizeQuery, Credentials, Fault, Registration};

use super::error::GrantError;
use crate::{Operation, Result};

/// The client of a registered key; `None` for disabled keys as well as unknown ones. It is read from the
/// database every time: a secret that was just replaced must not be accepted any more.
pub(super) async fn find_enabled(op: &Operation, key: &str) -> Result<Option<Client>> {
    let client = store::clients::get(op.db(), &ClientId::from(key)).await?;
    Ok(client.filter(|client| !client.disabled))
}

/// The client that these credentials identify and authenticate.
pub(super) async fn authenticate(op: &Operation, given: &Credentials) -> Result<Client, GrantError> {
    let client = find_enabled(op, &given.client_id).await?;
    let client = client.filter(|client| given.matches_secret(client.secret_hash.as_deref()));
    client.ok_or_else(|| Fault::WrongClient.into())
}

/// A client's registration, as far as the rules need it.
pub(super) fn to_registration(client: &Client) -> Registration<'_> {
    Registration {
        redirect_uris: &client.redirect_uris,
        has_secret: client.secret_hash.is_some(),
        names_scope: !client.is_reading_apps(),
    }
}

/// The site of a client; the main site if there is no client. `None` if the site is not created yet.
pub(super) async fn find_site(op: &Operation, client: Option<&Client>) -> Result<Option<Site>> {
    let main = SiteId::from(MAIN_SITE);
    let id = client.map_or(&main, |client| &client.site);
    Ok(store::sites::get(op.db(), id).await?)
}

/// The site of the app that an authorization request names, whether or not the request is valid; the main
/// site if it names none.
pub async fn find_site_of_app(op: &Operation, query: &AuthorizeQuery) -> Result<Option<Site>> {
    let client = match query.client_id() {
        Ok(key) => find_enabled(op, key).await?,
        Err(_) => None,
    };
    find_site(op, client.as_ref()).await
}
