//! Titles that leave the collection: staff withdraw them, and readers remove their own documents
//! (docs/rules/titles.md#rule-4, docs/rules/access.md#rule-23).

use domain::{TitleId, TitleStatus};

use crate::titles::{self, TitleMove};
use crate::{Error, ErrorKey, Operation, Result, documents};

#[derive(Debug, Clone, Default)]
pub struct Withdrawal {
    /// A live title that replaces it.
    pub replacement: Option<TitleId>,
    pub comment: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithdrawalOutcome {
    /// The user's own document is removed.
    Document,
    /// The withdrawal of a title of the collection is accepted.
    Title,
}

/// Removes the user's own document, or withdraws a title of the collection. `id` is `None` if the path does
/// not name a title. An error of the parameters, which are those of a withdrawal, is reported to staff only.
///
/// # Errors
/// `OPERATION_NOT_ALLOWED` for users who are not collection staff; the error of the parameters; those of
/// [`move_to`](titles::move_to).
pub async fn withdraw<E: From<Error>>(
    op: &Operation,
    id: Option<TitleId>,
    withdrawal: Result<Withdrawal, E>,
) -> Result<WithdrawalOutcome, E> {
    if let Some(id) = id
        && owns_document(op, id).await?
    {
        documents::remove(op, id).await?;
        return Ok(WithdrawalOutcome::Document);
    }
    op.require_collection_editor()?;
    let Withdrawal { replacement, comment } = withdrawal?;
    let id = id.ok_or(Error::from(ErrorKey::TitleNotFound))?;
    titles::move_to(op, id, TitleMove { to: TitleStatus::Withdrawn, replacement, comment }).await?;
    Ok(WithdrawalOutcome::Title)
}

/// Returns true if the title is the user's own document.
async fn owns_document(op: &Operation, id: TitleId) -> Result<bool> {
    let account = op.account_id()?;
    let title = store::titles::read_cached(op.db(), id).await?;
    Ok(title.is_some_and(|title| title.owner.as_ref() == Some(account)))
}
