//! Rehearsals of a restore that administrators start (docs/backup.md#rehearsing-from-the-browser).

use domain::AuditedAct;
use jiff::Timestamp;
use jobs::Job as _;
pub use jobs::rehearse_restore::RehearsalSummary;
use jobs::rehearse_restore::RehearseRestore;
use store::backup_times::{BackupTask, find_last_success, has_folder};
use store::jobs::{Job, JobFilter, JobState};

use crate::backups::{StartOutcome, start_single};
use crate::{KeyPage, Operation, Result};

/// The rehearsals of restores, and whether another one can be started.
#[derive(Debug, Clone, PartialEq)]
pub struct RehearsalOverview {
    /// True if a running process has a folder for backups.
    pub has_folder: bool,
    /// When a rehearsal last succeeded, by a command or a job.
    pub last_success: Option<Timestamp>,
    /// The last rehearsal that was started here. `None` if there was none lately.
    pub latest: Option<RehearsalView>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RehearsalView {
    pub job: Job,
    /// The numbers of the rehearsal. `None` if it has not ended.
    pub summary: Option<RehearsalSummary>,
}

/// The last rehearsal, and whether another one can be started.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn load(op: &Operation) -> Result<RehearsalOverview> {
    op.require_administrator()?;
    let filter = JobFilter { kind: Some(RehearseRestore::KIND), ..JobFilter::default() };
    let jobs = store::jobs::list_latest(op.db(), filter, &KeyPage::first_page(1)).await?;
    Ok(RehearsalOverview {
        has_folder: has_folder(op.db(), op.now).await?,
        last_success: find_last_success(op.db(), BackupTask::Rehearsal).await?,
        latest: jobs.into_iter().next().map(view_job),
    })
}

fn view_job(job: Job) -> RehearsalView {
    // While it runs, the note may be of an earlier attempt.
    let note = job.progress.note.as_deref().filter(|_| matches!(job.state, JobState::Done | JobState::Dead));
    RehearsalView { summary: note.and_then(RehearsalSummary::parse_note), job }
}

/// Starts a rehearsal of the newest complete backup, by a process with a folder for backups.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators.
pub async fn start(op: &Operation) -> Result<StartOutcome> {
    start_single::<RehearseRestore>(op, AuditedAct::StartRehearsal).await
}
