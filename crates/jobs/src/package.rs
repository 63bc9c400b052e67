//! Packaging of a download (docs/rules/downloads.md#rule-1).

use domain::{Download, DownloadId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::{self, Lane, NewJob};
use store::{Tx, downloads};

use crate::Job;

/// Makes the package of one download record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageDownload {
    pub download: DownloadId,
}

/// Enqueues the packaging of a pending record, in the transaction that created it or set it back to pending;
/// an existing job stays. It is work of the caller, also if a sponsor downloads for a member.
pub async fn enqueue(tx: &mut Tx, download: &Download, now: Timestamp) -> store::Result<()> {
    let job = PackageDownload { download: download.id };
    let unique = job.unique_key();
    let queued =
        if download.format.is_audio() { PackageAudio(job).to_new_job(now) } else { job.to_new_job(now) };
    let new = NewJob { unique_key: Some(&unique), account: download.caller.as_ref(), ..queued };
    jobs::enqueue(tx, new, now).await.map(drop)
}

impl PackageDownload {
    /// The queue holds one unfinished job per record; `store::downloads::list_stranded` finds it by this key.
    pub fn unique_key(&self) -> String {
        downloads::job_key(self.download)
    }

    /// Makes the failed downloads pending again, because the jobs are retried.
    pub(crate) async fn revert_failures(jobs: &[Self], tx: &mut Tx, now: Timestamp) -> store::Result<()> {
        let ids: Vec<DownloadId> = jobs.iter().map(|job| job.download).collect();
        downloads::restart_many(tx, &ids, now).await.map(drop)
    }
}

impl Job for PackageDownload {
    const KIND: &'static str = "package";
    const LANE: Lane = Lane::Text;
    // A reader is waiting: after half a minute of attempts an error is better than more delay.
    const ATTEMPTS: u32 = 5;
}

/// Packages an audio format: speech synthesis takes minutes, so it has a lane of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackageAudio(pub PackageDownload);

impl Job for PackageAudio {
    const KIND: &'static str = "package_audio";
    const LANE: Lane = Lane::Speech;
    const ATTEMPTS: u32 = 3;
}
