//! Removes the files of a document that its owner has removed.

use delivery::Key;
use jobs::documents::RemoveDocument;

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for RemoveDocument {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let packages: Vec<Key> = self.packages.iter().filter_map(|key| Key::parse(key).ok()).collect();
        ctx.delivery().remove_document(&Key::parse(&self.file)?, &packages).await?;
        Ok(JobOutcome::Finished)
    }
}
