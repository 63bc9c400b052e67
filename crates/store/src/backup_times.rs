//! When backups, and rehearsals of restores, last succeeded (docs/backup.md).

use jiff::Timestamp;

use crate::{Conn, Result, milestones};

/// A task that protects a library from being lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupTask {
    /// A backup was taken.
    Backup,
    /// A backup was restored for a test, and books of it were opened.
    Rehearsal,
}

impl BackupTask {
    /// The name of the time in the database, in seconds.
    fn milestone(self) -> &'static str {
        match self {
            Self::Backup => "backup",
            Self::Rehearsal => "restore_rehearsal",
        }
    }
}

/// Stores the time at which a task succeeded.
pub async fn record_success(conn: impl Conn, task: BackupTask, at: Timestamp) -> Result<()> {
    milestones::set(conn, task.milestone(), at.as_second()).await
}

/// The time at which a task last succeeded; `None` if it never did.
pub async fn find_last_success(conn: impl Conn, task: BackupTask) -> Result<Option<Timestamp>> {
    let second = milestones::get(conn, task.milestone()).await?;
    Ok(second.and_then(|second| Timestamp::from_second(second).ok()))
}
