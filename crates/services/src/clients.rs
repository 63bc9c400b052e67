//! Client applications and their keys, as administrators and the operator manage them
//! (docs/rules/access.md#rule-27).

use domain::{AuditSubject, AuditedAct, Client, ClientId, Privilege};
use secrets::OpaqueToken;

use crate::error::already_exists_on_conflict;
use crate::{Error, ErrorKey, Faults, Operation, Result, ShortText, sites};

pub use oauth::redirect::is_registrable as is_redirect_uri;

#[derive(Debug, Clone)]
pub struct NewClient {
    /// The key. `None` for a random one. A key that exists is refused, so that a form that is sent again
    /// creates nothing.
    pub id: Option<ClientId>,
    /// Name shown on the consent page.
    pub name: String,
    /// Site that the key is tied to.
    pub site: ShortText,
    pub redirect_uris: Vec<String>,
    /// Privileges of the key, beyond those that every key has.
    pub privileges: Vec<Privilege>,
    /// True if it gets a secret. Without one the secret is blank.
    pub needs_secret: bool,
}

/// Registers an application; returns it with its secret, of which only the hash is kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; the fault of a site that does not exist;
/// `INVALID_PARAMETER` for a redirect address that cannot be registered; `ALREADY_EXISTS` for a key that
/// exists.
pub async fn create(op: &Operation, new: NewClient) -> Result<(Client, Option<OpaqueToken>)> {
    op.require_administrator()?;
    let mut faults = Faults::default();
    let site = sites::resolve_site(op, Some(&new.site), &mut faults).await?;
    faults.into_result()?;
    if let Some(uri) = new.redirect_uris.iter().find(|uri| !is_redirect_uri(uri)) {
        return Err(invalid_redirect_uri(uri));
    }
    let secret = new.needs_secret.then(|| OpaqueToken::generate(&mut op.rng()));
    let client = Client {
        id: new.id.unwrap_or_else(|| op.random_id()),
        name: new.name,
        site,
        secret_hash: secret.as_ref().map(OpaqueToken::hash),
        redirect_uris: new.redirect_uris,
        privileges: new.privileges.into_iter().collect(),
        disabled: false,
    };
    let mut tx = op.db().begin().await?;
    store::clients::insert(&mut tx, &client).await.map_err(already_exists_on_conflict)?;
    op.commit_change(tx, AuditedAct::CreateClient, AuditSubject::Client(&client.id)).await?;
    Ok((client, secret))
}

fn invalid_redirect_uri(uri: &str) -> Error {
    let reason = format!(
        "redirect address {uri}: must be absolute, without a fragment, a wildcard or a user name, and either \
         http(s) with a host or a scheme of the app's own"
    );
    Error::Explained(ErrorKey::InvalidParameter, reason)
}

/// All applications by key, disabled ones too.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn list(op: &Operation) -> Result<Vec<Client>> {
    op.require_administrator()?;
    Ok(store::clients::list(op.db()).await?)
}

/// All applications like [`list`], each with the name of its site.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn list_with_sites(op: &Operation) -> Result<Vec<(Client, String)>> {
    let clients = list(op).await?;
    let sites = store::sites::list(op.db()).await?;
    let with_site = |client: Client| {
        let site_name = sites::find_name(&sites, &client.site);
        (client, site_name)
    };
    Ok(clients.into_iter().map(with_site).collect())
}

/// Disables a key, or enables it again. A disabled key is treated like an unknown one, within seconds on
/// every node ([`ClientCache`](crate::ClientCache)).
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND` if the key does not exist.
pub async fn set_disabled(op: &Operation, key: &ClientId, disabled: bool) -> Result<()> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    ok_or_unknown_client(store::clients::set_disabled(&mut tx, key, disabled).await?)?;
    let act = if disabled { AuditedAct::DisableClient } else { AuditedAct::EnableClient };
    op.commit_change(tx, act, AuditSubject::Client(key)).await
}

/// One application, disabled or not.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND` if the key does not exist.
pub async fn get(op: &Operation, key: &ClientId) -> Result<Client> {
    op.require_administrator()?;
    store::clients::get(op.db(), key).await?.ok_or_else(unknown_client)
}

/// Replaces the secret of a key; returns the new one, of which only the hash is kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND` if the key does not exist.
pub async fn replace_secret(op: &Operation, key: &ClientId) -> Result<OpaqueToken> {
    replace_current_secret(op, key, |_| true).await?.ok_or_else(unknown_client)
}

/// Replaces the secret of a key if it is the one that the caller has seen. Returns the new one, of which only
/// the hash is kept; `None` if the secret was replaced meanwhile.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND` if the key does not exist.
pub async fn replace_current_secret(
    op: &Operation,
    key: &ClientId,
    is_current: impl Fn(&Client) -> bool,
) -> Result<Option<OpaqueToken>> {
    op.require_administrator()?;
    let secret = OpaqueToken::generate(&mut op.rng());
    let mut tx = op.db().begin().await?;
    let client = store::clients::get_for_update(&mut tx, key).await?.ok_or_else(unknown_client)?;
    if !is_current(&client) {
        tx.rollback().await?;
        return Ok(None);
    }
    ok_or_unknown_client(store::clients::set_secret(&mut tx, key, Some(&secret.hash())).await?)?;
    op.commit_change(tx, AuditedAct::ReplaceClientSecret, AuditSubject::Client(key)).await?;
    Ok(Some(secret))
}

/// Returns `NOT_FOUND` unless a row was found for the key.
fn ok_or_unknown_client(found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(unknown_client()) }
}

fn unknown_client() -> Error {
    Error::Explained(ErrorKey::NotFound, "the key does not exist".to_owned())
}
