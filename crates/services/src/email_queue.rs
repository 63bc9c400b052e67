//! The queue of emails, as administrators and the operator see it (docs/mail.md#when-an-email-is-not-sent).

use domain::AuditedAct;
use jobs::Job as _;
use jobs::emails::{SendEmail, enqueue_test};
use store::jobs::{JobId, JobState};

pub use store::jobs::JobFailure;

use crate::accounts::find_managed;
use crate::{Operation, Result, queue};

pub const EMAIL_KIND: &str = SendEmail::KIND;

const MAX_REASONS: u32 = 20;

/// Emails that are not sent yet, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailQueue {
    /// Number of emails that wait, those that are tried again among them.
    pub waiting: u64,
    /// Number of emails that could not be sent.
    pub failed: u64,
    /// First the most frequent reason, at most 20.
    pub failures: Vec<JobFailure>,
}

/// The emails that are not sent yet.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn load(op: &Operation) -> Result<EmailQueue> {
    op.require_administrator()?;
    let counts = store::jobs::count_by_kind(op.db()).await?;
    let count = |state: JobState| {
        let rows = counts.iter().filter(|row| row.group == EMAIL_KIND && row.state == state);
        rows.map(|row| row.count).sum::<u64>()
    };
    Ok(EmailQueue {
        waiting: count(JobState::Ready),
        failed: count(JobState::Dead),
        failures: store::jobs::list_failures(op.db(), EMAIL_KIND, MAX_REASONS).await?,
    })
}

/// Sends all emails again that could not be sent. Returns how many.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn retry_failed(op: &Operation) -> Result<u64> {
    Ok(queue::retry_failed(op, EMAIL_KIND).await?.retried)
}

/// Sends a test email to a person, by identifier, user name or email address. It is tried once, so that the
/// job says immediately what is wrong. `None` if the person has no email address.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator; `USER_NOT_FOUND`.
pub async fn send_test(op: &Operation, person: &str) -> Result<Option<JobId>> {
    op.require_administrator()?;
    let account = find_managed(op, person).await?;
    if account.email.is_none() {
        return Ok(None);
    }
    let mut tx = op.db().begin().await?;
    let job = enqueue_test(&mut tx, &account.id, op.now).await?;
    op.commit_change(tx, AuditedAct::SendEmail, &account.id).await?;
    Ok(job)
}
