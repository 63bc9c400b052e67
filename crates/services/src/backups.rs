//! Backups that administrators start (docs/backup.md#from-the-browser).

use domain::{AuditSubject, AuditedAct};
use jobs::take_backup::enqueue;
use store::backup_times::has_folder;
use store::jobs::JobId;

use crate::{Operation, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartOutcome {
    /// The backup is taken by this job.
    Started(JobId),
    /// Another backup waits or runs.
    Unfinished,
    /// No running process has a folder for backups.
    NoFolder,
}

/// Starts a backup, which a process with a folder for backups takes.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators.
pub async fn start(op: &Operation) -> Result<StartOutcome> {
    op.require_administrator()?;
    let account = op.account_id()?;
    if !has_folder(op.db(), op.now).await? {
        return Ok(StartOutcome::NoFolder);
    }
    let mut tx = op.db().begin().await?;
    let Some(job) = enqueue(&mut tx, account, op.now).await? else { return Ok(StartOutcome::Unfinished) };
    op.record_change(&mut tx, AuditedAct::StartBackup, AuditSubject::Library).await?;
    tx.commit().await?;
    Ok(StartOutcome::Started(job))
}
