//! Changes of a title by its page: one that is refused comes back with the page, so that it can be shown
//! again with what is wrong.

use domain::TitleId;
use domain::artifacts::ArtifactEdit;

use super::title::{TitleOverview, open_title};
use crate::titles::{self, MetadataChange, TitleFormat, TitleMove};
use crate::{Error, ErrorKey, Faults, Operation, Result};

/// The outcome of a change. `T` is what the page with the form shows.
#[derive(Debug)]
pub enum ChangeOutcome<T> {
    /// The change is accepted, and will be applied.
    Accepted,
    /// The request can be corrected: the faults of fields, `PRODUCT_IDENTIFIER_EXISTS` or
    /// `INVALID_TRANSITION`. Nothing was changed.
    Refused(Box<T>, Error),
}

/// Accepts a change of a title's metadata, or returns what is wrong with it, including the earlier `faults`.
///
/// # Errors
/// Those of [`open_title`]; `OPERATION_NOT_ALLOWED`.
pub async fn edit_title(
    op: &Operation,
    id: TitleId,
    change: MetadataChange,
    faults: Faults,
) -> Result<ChangeOutcome<TitleOverview>> {
    op.require_collection_staff()?;
    let result = titles::edit(op, Some(id), change, faults).await;
    to_outcome(op, id, result).await
}

/// Accepts a move of a title to another status, or returns why it cannot be moved.
///
/// # Errors
/// Those of [`open_title`]; `OPERATION_NOT_ALLOWED`.
pub async fn move_title(
    op: &Operation,
    id: TitleId,
    request: TitleMove,
) -> Result<ChangeOutcome<TitleOverview>> {
    op.require_collection_staff()?;
    let result = titles::move_to(op, id, request).await;
    to_outcome(op, id, result).await
}

/// Accepts a change of the description of a title's format, or returns the `faults` of its form.
///
/// # Errors
/// Those of [`open_title`]; `OPERATION_NOT_ALLOWED`, `FORMAT_NOT_AVAILABLE`.
pub async fn edit_format(
    op: &Operation,
    artifact: TitleFormat,
    edit: ArtifactEdit,
    faults: Faults,
) -> Result<ChangeOutcome<TitleOverview>> {
    op.require_collection_staff()?;
    let result = match faults.into_result() {
        Ok(()) => titles::edit_artifact(op, artifact, edit).await,
        Err(error) => Err(error),
    };
    to_outcome(op, artifact.title, result).await
}

async fn to_outcome(op: &Operation, id: TitleId, result: Result<()>) -> Result<ChangeOutcome<TitleOverview>> {
    match result {
        Ok(()) => Ok(ChangeOutcome::Accepted),
        Err(error) if can_be_corrected(&error) => {
            let title = Box::pin(open_title(op, id)).await?;
            Ok(ChangeOutcome::Refused(Box::new(title), error))
        }
        Err(error) => Err(error),
    }
}

fn can_be_corrected(error: &Error) -> bool {
    matches!(error, Error::Invalid(_))
        || matches!(error.key(), Some(ErrorKey::ProductIdentifierExists | ErrorKey::InvalidTransition))
}
