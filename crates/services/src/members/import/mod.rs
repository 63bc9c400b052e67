//! The effects of a table of members: everybody in it is added to an organization or changed
//! (docs/rules/organizations.md#rule-1). Tables are read, compared and written by
//! [`roster_imports`](crate::roster_imports), from the pages, from folders and by the operator alike.
//!
//! A row is matched with a member by the identifier of the school's own system, or else by its user name, or
//! else by name and birth date. Importing the same table again changes nothing.

mod groups;
mod plan;
mod row;
mod write;

use crate::values::generated_password;
use crate::{ErrorKey, NewPassword, Operation, Result};
pub(crate) use groups::{ClassName, GroupBasis, GroupChange};
pub(crate) use plan::{ImportPlan, PlanBasis, RowAction};
pub(crate) use row::{ImportRow, SchoolNames};
pub(crate) use write::write_as_run;

#[derive(Debug, Clone)]
pub struct GeneratedPassword {
    pub username: String,
    /// The password, which must be changed at the first sign-in.
    pub password: NewPassword,
}

/// A password before it is written.
pub(crate) struct PreparedPassword {
    hash: String,
    pub(crate) generated_password: Option<NewPassword>,
}

/// Hashes the password of a row, or one that is generated for it. Slow: call it outside a transaction.
pub(crate) async fn prepare_password(op: &Operation, row: &ImportRow) -> Result<PreparedPassword> {
    let generated = row.password().is_none().then(|| generated_password(&mut op.rng()));
    let password = row.password().or(generated.as_ref());
    let hash = op.hash_if_sent(password).await?.ok_or(ErrorKey::InvalidPassword)?;
    Ok(PreparedPassword { hash, generated_password: generated })
}
