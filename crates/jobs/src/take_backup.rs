//! A backup that an administrator starts (docs/backup.md#from-the-browser).

use domain::AccountId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::jobs::{self, JobId, Lane, NewJob};

use crate::job::Job;

/// Takes a backup into the folder of the process that runs it. Processes without one leave it to others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeBackup {}

/// Enqueues a backup for an administrator. `None` if one waits or runs already.
pub async fn enqueue(tx: &mut Tx, account: &AccountId, now: Timestamp) -> store::Result<Option<JobId>> {
    let new = NewJob {
        unique_key: Some(TakeBackup::KIND),
        account: Some(account),
        ..TakeBackup::default().to_new_job(now)
    };
    jobs::enqueue(tx, new, now).await
}

impl Job for TakeBackup {
    const KIND: &'static str = "take_backup";
    const LANE: Lane = Lane::Scans;
    const ATTEMPTS: u32 = 3;
}
