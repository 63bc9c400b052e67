//! Kinds of organizations.

use domain::organization_types::{OrganizationType, is_name};
use domain::{AuditSubject, AuditedAct};

use crate::{Error, ErrorKey, Faults, Field, Operation, Result};

/// All types, in the order in which they are shown.
pub async fn list(op: &Operation) -> Result<Vec<OrganizationType>> {
    Ok(store::organization_types::list(op.db()).await?)
}

/// Adds a type after the others, or changes the description of the one of this name.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `INVALID_PARAMETER` for the name or an
/// empty description.
pub async fn set(op: &Operation, kind: &OrganizationType) -> Result<()> {
    op.require_administrator()?;
    let refused = |reason: &str| Err(Error::Explained(ErrorKey::InvalidParameter, reason.to_owned()));
    if !is_name(&kind.name) {
        return refused("a type's name is made of 1 to 40 letters and digits");
    }
    if kind.description.trim().is_empty() {
        return refused("the description is empty");
    }
    let mut tx = op.db().begin().await?;
    store::organization_types::set(&mut tx, kind).await?;
    op.commit_change(tx, AuditedAct::ChangeOrganizationTypes, AuditSubject::Library).await?;
    tracing::info!(name = kind.name, by = op.log_name(), "a type of organizations is set");
    Ok(())
}

/// One type.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn get(op: &Operation, name: &str) -> Result<OrganizationType> {
    op.require_administrator()?;
    let types = store::organization_types::list(op.db()).await?;
    types.into_iter().find(|kind| kind.name == name).ok_or_else(|| unknown_type(name))
}

/// The refusal of a type that does not exist.
fn unknown_type(name: &str) -> Error {
    Error::Explained(ErrorKey::NotFound, format!("there is no type {name}"))
}

/// Removes a type; organizations of this type keep it.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn remove(op: &Operation, name: &str) -> Result<()> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    if !store::organization_types::remove(&mut tx, name).await? {
        return Err(unknown_type(name));
    }
    op.commit_change(tx, AuditedAct::ChangeOrganizationTypes, AuditSubject::Library).await?;
    tracing::info!(name, by = op.log_name(), "a type of organizations is removed");
    Ok(())
}

/// Adds a fault unless every name is a type's.
pub async fn require_names(
    op: &Operation,
    field: Field,
    names: &[String],
    faults: &mut Faults,
) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let types = store::organization_types::list(op.db()).await?;
    let known: Vec<&str> = types.iter().map(|kind| kind.name.as_str()).collect();
    if !names.iter().all(|name| known.contains(&name.as_str())) {
        let reason = format!("must be one of {}", known.join(", "));
        faults.add(ErrorKey::InvalidParameter, field, reason);
    }
    Ok(())
}
