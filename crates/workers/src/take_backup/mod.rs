//! Takes a backup that an administrator has started (docs/backup.md#from-the-browser).

use std::sync::Arc;
use std::time::Duration;

use ::jobs::take_backup::{BUSY_FOLDER_NOTE, TakeBackup};
use anyhow::anyhow;
use delivery::Steps;
use store::PROGRAM_VERSION;
use store::backup_times::{BackupTask, record_success};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::backup::{self, BackupProgress, BackupSource, FolderBusy, Manifest};
use crate::job::run_on_thread;
use crate::{BackupTarget, JobError, JobOutcome, Run, Runner, WorkerContext, to_steps};

/// Interval between checks whether a backup of another process has ended.
const FOLDER_POLL_INTERVAL: Duration = Duration::from_secs(1);

impl Runner for TakeBackup {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let Some(target) = &ctx.backup_target else {
            return Err(JobError::permanent(anyhow!("this process has no folder for backups")));
        };
        let manifest = take_when_free(ctx, run, target).await?;
        record_success(ctx.db(), BackupTask::Backup, ctx.now()).await?;
        let lost = manifest.missing.len() + manifest.damaged.len();
        if lost > 0 {
            return Err(JobError::permanent(anyhow!(
                "the backup is complete, but {lost} files are lost or damaged in the file store; manifest.json \
                 names them"
            )));
        }
        Ok(JobOutcome::Finished)
    }
}

/// Takes the backup. While another process writes one into the same folder, such as the nightly command, it
/// waits: that one may have begun before changes that this one was started for.
async fn take_when_free(
    ctx: &WorkerContext,
    run: &Run,
    target: &Arc<BackupTarget>,
) -> Result<Manifest, JobError> {
    let mut is_noted = false;
    loop {
        let target = Arc::clone(target);
        let taking = |steps| take_on_thread(ctx, target, steps);
        match run.run_with_progress(ctx, "backup", taking).await {
            Err(JobError::Retry(error)) if error.is::<FolderBusy>() => {}
            ended => return ended,
        }
        if !is_noted {
            run.record_progress(ctx, 0, 0, BUSY_FOLDER_NOTE).await?;
            is_noted = true;
        }
        tokio::time::sleep(FOLDER_POLL_INTERVAL).await;
    }
}

/// Takes the backup on a thread for blocking work, because it reads and writes files.
async fn take_on_thread(
    ctx: &WorkerContext,
    target: Arc<BackupTarget>,
    steps: watch::Sender<Steps>,
) -> Result<Manifest, JobError> {
    let files = ctx.delivery().files().clone();
    let now = ctx.now();
    let runtime = Handle::current();
    let taking = move |stop: &CancellationToken| {
        let source = BackupSource {
            database: &target.database,
            files: &files,
            index: None,
            with_artifacts: true,
            program: PROGRAM_VERSION,
        };
        let on_progress = |progress: BackupProgress| {
            steps.send_replace(to_steps(progress.done, progress.total));
        };
        runtime.block_on(backup::take(source, &target.folder, now, stop, on_progress))
    };
    let taken = run_on_thread(taking).await?;
    taken.ok_or_else(|| JobError::temporary(anyhow!("the backup was stopped")))
}

#[cfg(test)]
mod tests;
