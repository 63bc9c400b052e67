//! Packages a download (docs/rules/downloads.md#rule-1): the artifact, the watermarks, the record.

use domain::DownloadStatus;
use domain::synced_documents::CopiedItem;
use holdings::package::{copy_keys, copy_order, find_artifact, find_content, to_package_record};
use jiff::{SignedDuration, Timestamp};
use jobs::emails::{self, SendEmail};
use jobs::package::{PackageAudio, PackageDownload};
use store::{Tx, copy_keys, discarded_files, downloads};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

/// Minimum duration after which an email reports that a copy is ready. Before that, the page is still open.
const NOTICE_AFTER: SignedDuration = SignedDuration::from_mins(1);

impl Runner for PackageDownload {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        // A missing record was canceled by its reader.
        let Some(record) = downloads::get(ctx.db(), self.download).await? else {
            return Ok(JobOutcome::Finished);
        };
        if record.status != DownloadStatus::Pending {
            return Ok(JobOutcome::Finished);
        }
        let content = find_content(ctx.holdings(), &record.item).await?;
        let order = copy_order(ctx.holdings(), &record, &content).await?;
        let convert = async |steps| find_artifact(ctx.holdings(), &steps, &record, &order).await;
        let artifact = Box::pin(run.run_with_progress(ctx, record.format.as_str(), convert)).await?;
        let package = ctx.delivery().make_package(&order, &artifact).await?;
        // In one step after the package is complete, so that a record never names an incomplete one.
        let now = ctx.now();
        let mut tx = ctx.db().begin().await?;
        if downloads::set_packaged(&mut tx, record.id, to_package_record(&package), now).await? {
            let copied = CopiedItem { item: record.item.clone(), format: record.format };
            copy_keys::record_keys(&mut tx, copy_keys(&record, &content, &package), &copied, now).await?;
            let wish = downloads::take_email_wish(&mut tx, record.id).await?;
            if let (Some(language), Some(account)) = (wish, record.caller)
                && now.duration_since(run.enqueue_time()) >= NOTICE_AFTER
            {
                let email = SendEmail::CopyReady { account, download: record.id, language };
                emails::enqueue(&mut tx, &email, now).await?;
            }
        } else {
            // Given up in the meantime, or packaged by a call that did not wait.
            discarded_files::add(&mut tx, package.key.as_str(), now).await?;
        }
        run.commit_and_finish(tx, now).await
    }

    async fn give_up(&self, tx: &mut Tx, _reason: &str, _now: Timestamp) -> store::Result<()> {
        downloads::set_failed(tx, self.download).await.map(drop)
    }
}

impl Runner for PackageAudio {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        self.0.run(ctx, run).await
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        self.0.give_up(tx, reason, now).await
    }
}

#[cfg(test)]
mod audio_tests;
#[cfg(test)]
mod email_tests;
#[cfg(test)]
mod tests;
