//! Changes of titles: accepted immediately, applied by the workers in the order of their acceptance
//! (docs/rules/titles.md#rule-5).

use domain::{AuditSubject, AuditedAct, TitleId, TitleStatus};
use jobs::apply_title_update::TitleUpdate;
use jobs::title_updates::{foresee_title, request_update};
use store::{StoreError, Tx};

use super::access::find_changeable;
use super::form::TitleForm;
use super::moves;
use crate::{Error, ErrorKey, Faults, Field, Operation, Reason, Result};

pub use jobs::apply_title_update::TitleChange;

#[derive(Debug)]
pub struct MetadataChange {
    pub form: TitleForm,
    pub comment: Option<String>,
}

#[derive(Debug, Clone)]
pub struct TitleMove {
    pub to: TitleStatus,
    /// The title that takes its place if it is withdrawn.
    pub replacement: Option<TitleId>,
    pub comment: Option<String>,
}

/// Accepts a change of a title's metadata. `id` is `None` if the path does not name a title. Existence and
/// permission are reported after invalid parameters (docs/rules/errors.md#rule-2).
///
/// # Errors
/// The earlier `faults`, and those of the form; those of [`find_changeable`]; `INVALID_PARAMETER` if the
/// youngest reader would be older than the oldest; `PRODUCT_IDENTIFIER_EXISTS`.
pub async fn edit(op: &Operation, id: Option<TitleId>, change: MetadataChange, faults: Faults) -> Result<()> {
    op.require_collection_staff()?;
    let MetadataChange { form, comment } = change;
    let title = match id {
        Some(id) => find_changeable(op, id).await,
        None => Err(ErrorKey::TitleNotFound.into()),
    };
    let edit = form.validate(op, title.as_deref().ok(), faults).await?;
    accept_change(op, title?.id, TitleChange::Metadata(Box::new(edit)), comment).await
}

/// Accepts a move of a title to another status.
///
/// # Errors
/// `TITLE_NOT_FOUND`, `OPERATION_NOT_ALLOWED`, `INVALID_TRANSITION`; `INVALID_PARAMETER` if the replacement
/// cannot take its place.
pub async fn move_to(op: &Operation, title: TitleId, request: TitleMove) -> Result<()> {
    op.require_collection_staff()?;
    let TitleMove { to, replacement, comment } = request;
    accept_change(op, title, TitleChange::Status { to, replacement }, comment).await
}

/// Accepts a change. Nothing is stored if it is refused.
async fn accept_change(
    op: &Operation,
    title: TitleId,
    change: TitleChange,
    comment: Option<String>,
) -> Result<()> {
    op.require_collection_staff()?;
    let mut tx = op.db().begin().await?;
    validate_change(op, &mut tx, title, &change).await?;
    op.record_change(&mut tx, audited_act(&change), AuditSubject::Title(title)).await?;
    let person = Some(op.account()?.display_name());
    let update = TitleUpdate { title, change, person, comment };
    request_update(&mut tx, &update, Some(op.account_id()?), op.now).await.map_err(invalid_title)?;
    Ok(tx.commit().await?)
}

pub(super) fn audited_act(change: &TitleChange) -> AuditedAct {
    match change {
        TitleChange::Status { to, .. } => audited_act_of_move(*to),
        TitleChange::Metadata(_) | TitleChange::Artifact { .. } => AuditedAct::ChangeTitle,
    }
}

pub(crate) fn audited_act_of_move(to: TitleStatus) -> AuditedAct {
    if to == TitleStatus::Withdrawn { AuditedAct::WithdrawTitle } else { AuditedAct::MoveTitle }
}

/// Judges a change that depends on other facts about the title: on the title as it will be once everything
/// accepted before has been applied.
async fn validate_change(op: &Operation, tx: &mut Tx, title: TitleId, change: &TitleChange) -> Result<()> {
    if let TitleChange::Status { to, replacement } = change {
        return moves::validate_move(op, tx, title, *to, *replacement).await;
    }
    let TitleChange::Metadata(edit) = change else { return Ok(()) };
    let ages = &edit.fields.metadata;
    if ages.reading_age_minimum.is_keep() && ages.reading_age_maximum.is_keep() {
        return Ok(());
    }
    let before = foresee_title(tx, title).await?.ok_or(ErrorKey::TitleNotFound)?;
    let after = edit.apply(&before).metadata;
    let mut faults = Faults::default();
    check_ages(after.reading_age_minimum, after.reading_age_maximum, &mut faults);
    faults.into_result()
}

/// Adds a fault if the youngest reader would be older than the oldest.
pub fn check_ages(from: Option<i32>, to: Option<i32>, faults: &mut Faults) {
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        let reason = Reason::from("must not be above ")
            .then_field(Field::ReadingAgeMaximum)
            .then_text(format!(" ({from} and {to})"));
        faults.add(ErrorKey::InvalidParameter, Field::ReadingAgeMinimum, reason);
    }
}

pub(crate) fn invalid_title(error: StoreError) -> Error {
    if error.conflicts_with("titles_product_identifier") {
        ErrorKey::ProductIdentifierExists.into()
    } else {
        error.into()
    }
}
