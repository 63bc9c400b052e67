//! Revocation of one token (docs/rules/authentication.md#rule-8).

use oauth::{Credentials, Fault, Params};
use secrets::hash_token;
use store::tokens::RevocationOutcome;

use super::client;
use super::error::GrantError;
use crate::Operation;

/// Revokes the access or refresh token in the form. Unknown tokens count as revoked; tokens of other clients
/// are left alone.
///
/// # Errors
/// [`Fault::WrongClient`], [`Fault::ForeignToken`], the faults of the form; those of the database.
pub async fn revoke(op: &Operation, credentials: &Credentials, form: &Params) -> Result<(), GrantError> {
    let client = client::authenticate(op, credentials).await?;
    let hash = hash_token(form.require("token")?);
    let mut tx = op.db().begin().await?;
    let revocation = store::tokens::revoke(&mut tx, &hash, &client.id, op.now).await?;
    tx.commit().await?;
    match revocation {
        RevocationOutcome::Revoked | RevocationOutcome::Unknown => Ok(()),
        RevocationOutcome::OtherClient => Err(Fault::ForeignToken.into()),
    }
}
