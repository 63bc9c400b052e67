//! Edits of the formats of a title.

use domain::artifacts::ArtifactEdit;
use domain::{AuditSubject, AuditedAct, Format, TitleId};
use jobs::apply_title_update::{TitleChange, TitleUpdate};
use jobs::title_updates::request_update;

use super::access::find_changeable;
use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TitleFormat {
    pub title: TitleId,
    pub format: Format,
}

/// Accepts a change of what is known about a title's format. Workers apply it in the order of acceptance, and
/// the history shows both.
///
/// # Errors
/// Those of [`find_changeable`]; `FORMAT_NOT_AVAILABLE` if the title does not have the format.
pub async fn edit_artifact(op: &Operation, artifact: TitleFormat, edit: ArtifactEdit) -> Result<()> {
    op.require_collection_staff()?;
    let TitleFormat { title: id, format } = artifact;
    let title = find_changeable(op, id).await?;
    title.artifact(format).ok_or(ErrorKey::FormatNotAvailable)?;
    let update = TitleUpdate {
        title: id,
        change: TitleChange::Artifact { format, edit },
        person: Some(op.account()?.display_name()),
        comment: None,
    };
    let mut tx = op.db().begin().await?;
    request_update(&mut tx, &update, Some(op.account_id()?), op.now).await?;
    op.commit_change(tx, AuditedAct::ChangeTitle, AuditSubject::Title(id)).await
}
