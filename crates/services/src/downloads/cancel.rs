//! Giving up a copy in progress.

use super::request::{CopyRequest, Request};
use crate::{Operation, Result};

/// Cancels the caller's own copy if it is in progress; a copy that is ready stays. Returns true if there was
/// something to cancel.
///
/// # Errors
/// `UNAUTHORIZED` for guests, who have copies in common; `TITLE_NOT_FOUND` and the like if the caller sees
/// nothing there.
pub async fn cancel(op: &Operation, copy: &CopyRequest) -> Result<bool> {
    op.reader()?;
    let request = Request::load_with_decision(op, copy).await?;
    let wanted = request.download_key(None).await?;
    let Some(download) = store::downloads::find(op.db(), &wanted).await? else { return Ok(false) };
    let mut tx = op.db().begin().await?;
    let cancelled = store::downloads::cancel(&mut tx, download.id, op.now).await?;
    tx.commit().await?;
    Ok(cancelled)
}
