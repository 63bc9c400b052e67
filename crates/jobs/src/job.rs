//! Kinds of jobs.

use domain::AccountId;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::Tx;
use store::jobs::{self, JobId, Lane, NewJob};

/// A kind of background work: a record of parameters, stored in the queue as JSON.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Name of the kind in the queue, for example `package`. Must never change, because waiting jobs carry
    /// it.
    const KIND: &'static str;

    const ATTEMPTS: u32 = 8;

    /// The lane of this kind, chosen by the type and duration of the work: a job waits only for work of the
    /// same lane.
    const LANE: Lane;

    /// False for jobs that run for hours and of which the whole library has at most one: they occupy no slot
    /// of their lane, so that short jobs never wait for them.
    const OCCUPIES_SLOT: bool = true;

    /// The record for the queue, due at `run_at`. Callers set its account.
    fn to_new_job<'a>(&self, run_at: Timestamp) -> NewJob<'a> {
        let payload = serde_json::to_value(self).expect("a job serializes to JSON");
        NewJob { max_attempts: Self::ATTEMPTS, ..NewJob::new(Self::LANE, Self::KIND, payload, run_at) }
    }
}

/// Enqueues a job for an administrator. `None` if one of its kind waits or runs already.
pub async fn enqueue_single<J: Job + Default>(
    tx: &mut Tx,
    account: &AccountId,
    now: Timestamp,
) -> store::Result<Option<JobId>> {
    let new = NewJob { unique_key: Some(J::KIND), account: Some(account), ..J::default().to_new_job(now) };
    jobs::enqueue(tx, new, now).await
}
