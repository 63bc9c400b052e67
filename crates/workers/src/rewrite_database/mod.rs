//! Removes remnants of erased people from the SQLite file (docs/rules/erasure.md#rule-2).

use ::jobs::rewrite_database::RewriteDatabase;
use store::remnants::{self, RemnantRemoval};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for RewriteDatabase {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        match remnants::remove(ctx.db()).await? {
            RemnantRemoval::LogInUse => {
                return Err(JobError::temporary(anyhow::anyhow!("the write-ahead log is in use")));
            }
            RemnantRemoval::FileTooLarge => {
                tracing::warn!("the database is too large to be rewritten after an erasure");
            }
            RemnantRemoval::Removed => tracing::info!("the database was rewritten after an erasure"),
            RemnantRemoval::ServerDatabase => {}
        }
        Ok(JobOutcome::Finished)
    }
}

#[cfg(test)]
mod tests;
