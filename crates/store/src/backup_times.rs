//! When backups, and rehearsals of restores, last succeeded, and whether a process has a folder for backups
//! (docs/backup.md).

use jiff::{SignedDuration, Timestamp};

use crate::{Conn, Result, milestones};

/// The name of the time at which a process with a folder for backups last announced itself, in seconds.
const FOLDER_MILESTONE: &str = "backup_folder";
/// Time after which such a process counts as ended: it announces itself each minute.
const FOLDER_TIMEOUT: SignedDuration = SignedDuration::from_mins(3);

/// A task that protects a library from being lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupTask {
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
    find_time(conn, task.milestone()).await
}

async fn find_time(conn: impl Conn, milestone: &str) -> Result<Option<Timestamp>> {
    let second = milestones::get(conn, milestone).await?;
    Ok(second.and_then(|second| Timestamp::from_second(second).ok()))
}

/// Records that a process with a folder for backups runs.
pub async fn announce_folder(conn: impl Conn, now: Timestamp) -> Result<()> {
    milestones::set(conn, FOLDER_MILESTONE, now.as_second()).await
}

/// Returns true if a process with a folder for backups has run lately.
pub async fn has_folder(conn: impl Conn, now: Timestamp) -> Result<bool> {
    let seen = find_time(conn, FOLDER_MILESTONE).await?;
    Ok(seen.is_some_and(|seen| now.duration_since(seen) <= FOLDER_TIMEOUT))
}
