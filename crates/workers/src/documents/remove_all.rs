//! Removes the documents of a person who has left the library.

use jobs::documents::{RemoveDocuments, enqueue_removal};
use store::PageRequest;
use store::documents::{self, DocumentSort};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

const DOCUMENTS_PER_READ: u32 = 50;

impl Runner for RemoveDocuments {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let sort = DocumentSort::DateAdded;
        loop {
            let part = PageRequest {
                sort,
                descending: false,
                after: None,
                backward: false,
                limit: DOCUMENTS_PER_READ,
            };
            let rows = documents::page(ctx.db(), &self.account, part).await?;
            if rows.is_empty() {
                return Ok(JobOutcome::Finished);
            }
            for (_, title) in rows {
                let mut tx = ctx.db().begin().await?;
                if let Some(removed) = documents::remove(&mut tx, &self.account, title, ctx.now()).await? {
                    enqueue_removal(&mut tx, removed, &self.account, ctx.now()).await?;
                }
                tx.commit().await?;
            }
        }
    }
}
