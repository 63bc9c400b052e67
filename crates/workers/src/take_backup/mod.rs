//! Takes a backup that an administrator has started (docs/backup.md#from-the-browser).

use std::sync::Arc;

use ::jobs::take_backup::TakeBackup;
use anyhow::anyhow;
use delivery::Steps;
use store::PROGRAM_VERSION;
use store::backup_times::{BackupTask, record_success};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::backup::{self, BackupProgress, BackupSource, Manifest};
use crate::{BackupTarget, JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for TakeBackup {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let Some(target) = ctx.backup_target() else {
            return Err(JobError::permanent(anyhow!("this process has no folder for backups")));
        };
        let target = Arc::clone(target);
        let taking = |steps| take_on_thread(ctx, target, steps);
        let manifest = run.run_with_progress(ctx, "backup", taking).await?;
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

/// Takes the backup on a thread for blocking work, because it reads and writes files.
async fn take_on_thread(
    ctx: &WorkerContext,
    target: Arc<BackupTarget>,
    steps: watch::Sender<Steps>,
) -> Result<Manifest, JobError> {
    let stop = CancellationToken::new();
    // A job that is canceled or given back is dropped here, but its thread would continue.
    let _stop_on_drop = stop.clone().drop_guard();
    let files = ctx.delivery().files().clone();
    let now = ctx.now();
    let runtime = Handle::current();
    let taking = move || {
        let source = BackupSource {
            database: &target.database,
            files: &files,
            index: None,
            with_artifacts: true,
            program: PROGRAM_VERSION,
        };
        let on_progress = |progress| {
            steps.send_replace(to_steps(progress));
        };
        runtime.block_on(backup::take(source, &target.folder, now, &stop, on_progress))
    };
    let taken = tokio::task::spawn_blocking(taking).await.map_err(JobError::temporary)?;
    let taken = taken.map_err(JobError::temporary)?;
    taken.ok_or_else(|| JobError::temporary(anyhow!("the backup was stopped")))
}

fn to_steps(progress: BackupProgress) -> Steps {
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    (count(progress.done), count(progress.total))
}

#[cfg(test)]
mod tests;
