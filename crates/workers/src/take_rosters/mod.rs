//! Imports of files of members that schools' systems put into folders (docs/rosters.md#from-a-folder).

use ::jobs::take_rosters::TakeRosters;
use jiff::SignedDuration;

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

pub(crate) const RUN_INTERVAL: SignedDuration = SignedDuration::from_mins(15);

impl Runner for TakeRosters {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let Some(intake) = &ctx.roster_intake else {
            tracing::warn!("files of members wait: this process has no rosters.folder, but another one has");
            return Ok(JobOutcome::Finished);
        };
        // The next round comes soon, so a missing folder causes no retries and no dead letters.
        if let Err(error) = intake.take_files().await {
            tracing::error!(error = format!("{error:#}"), "files of members were not imported");
        }
        Ok(JobOutcome::Finished)
    }
}

#[cfg(test)]
mod tests;
