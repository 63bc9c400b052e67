//! Titles of all sites, as the operator manages them.

use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use jobs::apply_title_update::{TitleChange, TitleUpdate};
use jobs::title_updates::request_update;

use super::moves::require_transition;
use super::updates::invalid_title;
use crate::context::Context;
use crate::error::Result;
use crate::keys::ErrorKey;

/// Titles with greater numbers than `after`, by number, whatever their status; readers' documents too.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator.
pub async fn list(cx: &Context<'_>, after: TitleId, limit: u32) -> Result<Vec<Title>> {
    cx.demand_operator()?;
    Ok(store::titles::list_after(cx.db, after, limit).await?)
}

/// Accepts a move of a title to another status, judged by the status that it has now: a move that was
/// accepted before and is not applied yet does not count, so that the operator can always repeat one.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `TITLE_NOT_FOUND`, `INVALID_TRANSITION`.
pub async fn move_to(
    cx: &Context<'_>,
    title: TitleId,
    to: TitleStatus,
    comment: Option<String>,
) -> Result<()> {
    cx.demand_operator()?;
    let now = store::titles::get(cx.db, title).await?.ok_or(ErrorKey::TitleNotFound)?;
    require_transition(now.status, to)?;
    let mut tx = cx.db.begin().await?;
    let change = TitleChange::Status { to, replacement: None };
    let update = TitleUpdate { title, change, person: None, comment };
    request_update(&mut tx, &update, None, cx.now).await.map_err(invalid_title)?;
    Ok(tx.commit().await?)
}
