//! Client applications and their keys, as the operator manages them (docs/rules/access.md#rule-24).

use domain::{AuditSubject, AuditedAct, Client, ClientId, Privilege};
use secrets::OpaqueToken;

use crate::{Error, ErrorKey, Faults, Operation, Result, ShortText, sites};

#[derive(Debug, Clone)]
pub struct NewClient {
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
/// `FORBIDDEN` for everybody but the operator; the fault of a site that does not exist; `INVALID_PARAMETER`
/// for a redirect address that cannot be registered.
pub async fn create(op: &Operation, new: NewClient) -> Result<(Client, Option<OpaqueToken>)> {
    op.require_operator()?;
    let mut faults = Faults::default();
    let site = sites::resolve_site(op, Some(&new.site), &mut faults).await?;
    faults.into_result()?;
    if let Some(uri) = new.redirect_uris.iter().find(|uri| !oauth::redirect::is_registrable(uri)) {
        return Err(invalid_redirect_uri(uri));
    }
    let secret = new.needs_secret.then(|| OpaqueToken::generate(&mut op.rng()));
    let client = Client {
        id: op.random_id(),
        name: new.name,
        site,
        secret_hash: secret.as_ref().map(OpaqueToken::hash),
        redirect_uris: new.redirect_uris,
        privileges: new.privileges.into_iter().collect(),
        disabled: false,
    };
    let mut tx = op.db().begin().await?;
    store::clients::insert(&mut tx, &client).await?;
    op.record_change(&mut tx, AuditedAct::CreateClient, AuditSubject::Client(&client.id)).await?;
    tx.commit().await?;
    Ok((client, secret))
}

fn invalid_redirect_uri(uri: &str) -> Error {
    let reason = format!(
        "redirect address {uri}: must be absolute, without a fragment, and either http(s) with a host or a scheme \
         of the app's own"
    );
    Error::Explained(ErrorKey::InvalidParameter, reason)
}

/// All applications by key, disabled ones too.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator.
pub async fn list(op: &Operation) -> Result<Vec<Client>> {
    op.require_operator()?;
    Ok(store::clients::list(op.db()).await?)
}

/// Disables a key, or enables it again. A disabled key is treated like an unknown one, within seconds on
/// every node ([`ClientCache`](crate::ClientCache)).
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `NOT_FOUND` if the key does not exist.
pub async fn set_disabled(op: &Operation, key: &ClientId, disabled: bool) -> Result<()> {
    op.require_operator()?;
    let mut tx = op.db().begin().await?;
    ok_or_unknown_client(store::clients::set_disabled(&mut tx, key, disabled).await?)?;
    let act = if disabled { AuditedAct::DisableClient } else { AuditedAct::EnableClient };
    op.record_change(&mut tx, act, AuditSubject::Client(key)).await?;
    Ok(tx.commit().await?)
}

/// Replaces the secret of a key; returns the new one, of which only the hash is kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `NOT_FOUND` if the key does not exist.
pub async fn replace_secret(op: &Operation, key: &ClientId) -> Result<OpaqueToken> {
    op.require_operator()?;
    let secret = OpaqueToken::generate(&mut op.rng());
    let mut tx = op.db().begin().await?;
    ok_or_unknown_client(store::clients::set_secret(&mut tx, key, Some(&secret.hash())).await?)?;
    op.record_change(&mut tx, AuditedAct::ReplaceClientSecret, AuditSubject::Client(key)).await?;
    tx.commit().await?;
    Ok(secret)
}

/// Returns `CLIENT_NOT_FOUND` unless a row was found for the key.
fn ok_or_unknown_client(found: bool) -> Result<()> {
    let unknown = || Error::Explained(ErrorKey::NotFound, "the key does not exist".to_owned());
    if found { Ok(()) } else { Err(unknown()) }
}
