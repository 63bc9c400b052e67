//! The time of the last rehearsal that succeeded.

use jiff::Timestamp;
use store::{Db, milestones};

/// The name of the time in the library's database, in seconds.
const MILESTONE: &str = "restore_rehearsal";

/// Stores the time of a rehearsal that succeeded.
pub async fn record_success(db: &Db, at: Timestamp) -> store::Result<()> {
    milestones::set(db, MILESTONE, at.as_second()).await
}

/// The time of the last rehearsal that succeeded; `None` if there was none.
pub async fn find_last_success(db: &Db) -> store::Result<Option<Timestamp>> {
    let second = milestones::get(db, MILESTONE).await?;
    Ok(second.and_then(|second| Timestamp::from_second(second).ok()))
}
