//! Giving up a copy in progress.

use super::request::{CopyRequest, Request};
use crate::caller::Caller;
use crate::error::Result;
use crate::library::Library;

/// Cancels the caller's own copy if it is in progress; a copy that is ready stays. Returns whether there was
/// something to cancel.
///
/// # Errors
/// `UNAUTHORIZED` for guests, who have copies in common; `TITLE_NOT_FOUND` and the like if the caller sees
/// nothing there.
pub async fn cancel(library: &Library, caller: &Caller, copy: &CopyRequest) -> Result<bool> {
    caller.reader()?;
    let request = Request::load_request(library, caller, copy).await?;
    let wanted = request.download_key(None).await?;
    let Some(download) = store::downloads::find(&library.db, &wanted).await? else { return Ok(false) };
    let mut tx = library.db.begin().await?;
    let cancelled = store::downloads::cancel(&mut tx, download.id, caller.now).await?;
    tx.commit().await?;
    Ok(cancelled)
}
