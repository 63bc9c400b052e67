//! Backups that administrators start (docs/backup.md#from-the-browser).

use domain::{AuditSubject, AuditedAct};
use jobs::take_backup::TakeBackup;
use jobs::{Job, enqueue_single};
use store::backup_times::has_folder;
use store::jobs::JobId;

use crate::{Operation, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartOutcome {
    /// This job takes the backup, or rehearses its restore.
    Started(JobId),
    /// Another job of this kind waits or runs.
    Unfinished,
    /// No running process has a folder for backups.
    NoFolder,
}

/// Starts a backup, which a process with a folder for backups takes.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators.
pub async fn start(op: &Operation) -> Result<StartOutcome> {
    start_single::<TakeBackup>(op, AuditedAct::StartBackup).await
}

/// Starts a job of a kind that is queued or running at most once, and that needs a process with a folder for
/// backups.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators.
pub(crate) async fn start_single<J: Job + Default>(op: &Operation, act: AuditedAct) -> Result<StartOutcome> {
    op.require_administrator()?;
    let account = op.account_id()?;
    if !has_folder(op.db(), op.now).await? {
        return Ok(StartOutcome::NoFolder);
    }
    let mut tx = op.db().begin().await?;
    let Some(job) = enqueue_single::<J>(&mut tx, account, op.now).await? else {
        return Ok(StartOutcome::Unfinished);
    };
    op.commit_change(tx, act, AuditSubject::Library).await?;
    Ok(StartOutcome::Started(job))
}
