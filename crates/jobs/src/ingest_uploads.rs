//! Books and records that collection staff upload (docs/ingest.md#in-the-browser).

use domain::{AccountId, SiteId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::{self, JobId, Lane, NewJob};
use store::{Tx, intake_runs};

use crate::Job;

/// Ingests the files of an upload. What exists is skipped, so it may run again after an interruption.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IngestUploads {
    pub run: i64,
}

impl IngestUploads {
    /// Lets the failed runs begin again, because the jobs are retried.
    pub(crate) async fn revert_failures(jobs: &[Self], tx: &mut Tx) -> store::Result<()> {
        let ids: Vec<i64> = jobs.iter().map(|job| job.run).collect();
        intake_runs::reopen_many(tx, &ids).await
    }
}

impl Job for IngestUploads {
    const KIND: &'static str = "ingest_uploads";
    const LANE: Lane = Lane::Scans;
    const ATTEMPTS: u32 = 3;
}

/// The order key of all runs with records of one supplier, whether a worker or a command ingests them: two
/// at the same time would conflict at every title.
pub fn supplier_key(site: &SiteId, supplier: &str) -> String {
    format!("ingest/{site}/{supplier}")
}

/// Enqueues the ingest of an upload, in the transaction that adds its run. `order_key` is that of the
/// supplier. Returns the job's number.
pub async fn enqueue(
    tx: &mut Tx,
    job: &IngestUploads,
    (account, order_key): (&AccountId, &str),
    now: Timestamp,
) -> store::Result<Option<JobId>> {
    let new = NewJob { account: Some(account), order_key: Some(order_key), ..job.to_new_job(now) };
    jobs::enqueue(tx, new, now).await
}
