//! Titles of all sites, as the operator manages them.

use domain::{AuditSubject, Title, TitleId, TitleStatus};
use jobs::apply_title_update::{TitleChange, TitleUpdate};
use jobs::title_updates::request_update;

use super::moves::require_transition;
use super::updates::{audited_act, invalid_title};
use crate::{ErrorKey, Operation, Result};

/// Titles with greater numbers than `after`, by number, whatever their status; readers' documents too.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator.
pub async fn list(op: &Operation, after: TitleId, limit: u32) -> Result<Vec<Title>> {
    op.require_operator()?;
    Ok(store::titles::list_after(op.db(), after, limit).await?)
}

#[derive(Debug, Clone)]
pub struct OperatorMove {
    pub to: TitleStatus,
    pub comment: Option<String>,
}

/// Accepts a move of a title to another status, judged by the status that it has now: a move that was
/// accepted before and is not applied yet does not count, so that the operator can always repeat one.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `TITLE_NOT_FOUND`, `INVALID_TRANSITION`.
pub async fn move_to(op: &Operation, title: TitleId, request: OperatorMove) -> Result<()> {
    op.require_operator()?;
    let OperatorMove { to, comment } = request;
    let now = store::titles::get(op.db(), title).await?.ok_or(ErrorKey::TitleNotFound)?;
    require_transition(now.status, to)?;
    let mut tx = op.db().begin().await?;
    let change = TitleChange::Status { to, replacement: None };
    op.record_change(&mut tx, audited_act(&change), AuditSubject::Title(title)).await?;
    let update = TitleUpdate { title, change, person: None, comment };
    request_update(&mut tx, &update, None, op.now).await.map_err(invalid_title)?;
    Ok(tx.commit().await?)
}
