//! Rehearses a restore for an administrator (docs/backup.md#rehearsing-from-the-browser).

use std::sync::Arc;

use ::jobs::rehearse_restore::RehearseRestore;
use anyhow::anyhow;
use delivery::Steps;
use store::backup_times::{BackupTask, record_success};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::job::run_on_thread;
use crate::{JobError, JobOutcome, RehearsalEnd, RestoreRehearser, Run, Runner, WorkerContext};

/// Limit of faults in the error of a job; the report has all.
const MAX_LISTED_FAULTS: usize = 20;

impl Runner for RehearseRestore {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let Some(rehearser) = &ctx.restore_rehearser else {
            return Err(JobError::permanent(anyhow!("this process has no folder for backups")));
        };
        let rehearsing = |steps| rehearse_on_thread(Arc::clone(rehearser), steps);
        match run.run_with_progress(ctx, "rehearsal", rehearsing).await? {
            RehearsalEnd::Stopped => Err(JobError::temporary(anyhow!("the rehearsal was stopped"))),
            RehearsalEnd::BackupReplaced => Err(JobError::temporary(anyhow!(
                "a newer backup has replaced the one that was rehearsed: the rehearsal begins again with it"
            ))),
            RehearsalEnd::Complete { summary, faults } => {
                run.record_progress(ctx, 0, 0, &summary.to_note()).await?;
                if !faults.is_empty() {
                    return Err(JobError::permanent(anyhow!(list_faults(&faults))));
                }
                record_success(ctx.db(), BackupTask::Rehearsal, ctx.now()).await?;
                Ok(JobOutcome::Finished)
            }
        }
    }
}

/// Rehearses on a thread for blocking work, because a restore reads and writes files.
async fn rehearse_on_thread(
    rehearser: Arc<dyn RestoreRehearser>,
    steps: watch::Sender<Steps>,
) -> Result<RehearsalEnd, JobError> {
    let rehearsing = move |stop: &CancellationToken| {
        rehearser.rehearse(stop, &mut |progress| {
            steps.send_replace(progress);
        })
    };
    // Errors are temporary: a rehearsal that was stopped just now may still be deleting its scratch library.
    run_on_thread(rehearsing).await
}

fn list_faults(faults: &[String]) -> String {
    let mut listed: Vec<String> = faults.iter().take(MAX_LISTED_FAULTS).cloned().collect();
    if faults.len() > MAX_LISTED_FAULTS {
        listed.push(format!("and {} more, which the report names", faults.len() - MAX_LISTED_FAULTS));
    }
    listed.join("; ")
}

#[cfg(test)]
mod tests;
