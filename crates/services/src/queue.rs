//! The queue of background work, as administrators and the operator see and change it
//! (docs/rules/access.md#rule-27).

use domain::{AccountId, AuditSubject, AuditedAct, TitleId};
use jobs::Job as _;
use jobs::apply_title_update::ApplyTitleUpdate;
use jobs::convert_title::ConvertTitle;
pub use jobs::kinds::{JOB_KINDS, can_cancel};
pub use jobs::retry::{RetryOutcome, can_retry_kind};
pub use jobs::take_backup::BUSY_FOLDER_NOTE;
pub use store::jobs::{Job, JobCount, JobFilter, JobId, JobPlace, JobProgress, JobState, Lane};

use crate::queries::{cut_page, sort_unique};
use crate::{Error, ErrorKey, KeyPage, Operation, Result};

/// A page of jobs, with what else the queue has.
#[derive(Debug, Clone)]
pub struct QueuePage {
    /// First the job that ended or, if it has not, was enqueued last.
    pub jobs: Vec<Job>,
    /// Where the next page begins. `None` on the last page.
    pub next: Option<JobPlace>,
    /// The jobs of each kind in each state.
    pub counts: Vec<JobCount<String>>,
}

/// A page of the jobs that match the filter, and the numbers of all jobs.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn list(op: &Operation, filter: JobFilter<'_>, page: KeyPage<JobPlace>) -> Result<QueuePage> {
    op.require_administrator()?;
    let limit = page.limit;
    let one_more = KeyPage { limit: limit.saturating_add(1), ..page };
    let mut rows = store::jobs::list_latest(op.db(), filter, &one_more).await?;
    let next = cut_page(&mut rows, limit as usize, JobPlace::from_job);
    Ok(QueuePage { jobs: rows, next, counts: store::jobs::count_by_kind(op.db()).await? })
}

/// One job.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `NOT_FOUND`.
pub async fn get(op: &Operation, id: JobId) -> Result<Job> {
    op.require_administrator()?;
    store::jobs::get(op.db(), id).await?.ok_or_else(unknown_job)
}

/// The refusal of a job that does not exist, or not any more: finished ones are deleted after some days.
fn unknown_job() -> Error {
    Error::Explained(ErrorKey::NotFound, "the job does not exist".to_owned())
}

/// The title that a job is about. `None` for jobs about something else, readers' own documents among them.
pub fn job_title(job: &Job) -> Option<TitleId> {
    if ![ApplyTitleUpdate::KIND, ConvertTitle::KIND].contains(&job.kind.as_str()) {
        return None;
    }
    job.payload.get("title").and_then(serde_json::Value::as_i64).map(TitleId)
}

/// Returns true if a worker can run the job again.
pub fn can_retry(job: &Job) -> bool {
    matches!(job.state, JobState::Dead | JobState::Cancelled) && can_retry_kind(&job.kind)
}

/// Puts a dead or canceled job back with all its attempts, and makes what it was for pending again.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn retry(op: &Operation, id: JobId) -> Result<RetryOutcome> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let Some(job) = store::jobs::get(&mut tx, id).await? else {
        tx.rollback().await?;
        return Ok(RetryOutcome::Closed);
    };
    let outcome = jobs::retry::retry(&mut tx, &job, op.now).await?;
    if outcome != RetryOutcome::Yes {
        tx.rollback().await?;
        return Ok(outcome);
    }
    op.commit_change(tx, AuditedAct::RetryJob, job_subject(&job)).await?;
    tracing::info!(job = id, kind = job.kind, by = op.log_name(), "a job is retried");
    Ok(outcome)
}

/// The number of failed jobs of a kind.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn count_failed(op: &Operation, kind: &str) -> Result<u64> {
    op.require_administrator()?;
    Ok(store::jobs::count_failed(op.db(), kind).await?)
}

/// Numbers of jobs after a retry of all failed ones of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryCounts {
    pub retried: u64,
    /// Failed jobs that stay, because another job does the same, or because there were too many.
    pub remaining: u64,
}

/// Retries all failed jobs of a kind, as [`retry`] does with one.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn retry_failed(op: &Operation, kind: &str) -> Result<RetryCounts> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let owners = match jobs::retry::retry_failed(&mut tx, kind, op.now).await {
        // A job that does the same as one of them was enqueued at this moment.
        Err(error) if error.conflicts_with("jobs_unique_key") => {
            tx.rollback().await?;
            return Ok(RetryCounts { retried: 0, remaining: count_failed(op, kind).await? });
        }
        owners => owners?,
    };
    let retried = owners.len() as u64;
    if owners.iter().any(Option::is_none) {
        op.record_change(&mut tx, AuditedAct::RetryJob, AuditSubject::Queue).await?;
    }
    let people: Vec<AccountId> = sort_unique(owners.into_iter().flatten());
    op.record_changes(&mut tx, AuditedAct::RetryJob, &people).await?;
    let remaining = store::jobs::count_failed(&mut tx, kind).await?;
    tx.commit().await?;
    tracing::info!(kind, retried, remaining, by = op.log_name(), "all failed jobs of a kind are retried");
    Ok(RetryCounts { retried, remaining })
}

/// Result of the request to stop a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CancelOutcome {
    /// It is stopped, or stops at its next step.
    Yes,
    /// It has ended, or does not exist.
    Closed,
    /// Jobs of its kind are not stopped ([`can_cancel`]).
    Promised,
}

/// Stops a job: a waiting one immediately, a running one at its next step.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn cancel(op: &Operation, id: JobId) -> Result<CancelOutcome> {
    op.require_administrator()?;
    let mut tx = op.db().begin().await?;
    let job = store::jobs::get(&mut tx, id).await?;
    if job.as_ref().is_some_and(|job| !can_cancel(&job.kind)) {
        tx.rollback().await?;
        return Ok(CancelOutcome::Promised);
    }
    let is_canceled = store::jobs::request_cancel(&mut tx, id, op.now).await?;
    let Some(job) = job.filter(|_| is_canceled) else {
        tx.rollback().await?;
        return Ok(CancelOutcome::Closed);
    };
    op.commit_change(tx, AuditedAct::CancelJob, job_subject(&job)).await?;
    tracing::info!(job = id, kind = job.kind, by = op.log_name(), "a job is canceled");
    Ok(CancelOutcome::Yes)
}

/// The subject of the entry in the audit: the account whose request caused the job, if there is one.
fn job_subject(job: &Job) -> AuditSubject<'_> {
    job.account.as_ref().map_or(AuditSubject::Queue, AuditSubject::Account)
}
