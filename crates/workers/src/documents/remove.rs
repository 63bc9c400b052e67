//! Removes the files of a document that its owner has removed, and the documents of a person who has left the
//! library.

use delivery::Key;
use jobs::documents::{RemoveDocument, RemoveDocuments, enqueue_removal};
use store::PageRequest;
use store::documents::{self, DocumentSort};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

const DOCUMENTS_PER_READ: u32 = 50;

impl Runner for RemoveDocument {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        let packages: Vec<Key> = self.packages.iter().filter_map(|key| Key::parse(key).ok()).collect();
        ctx.delivery().remove_document(&Key::parse(&self.file)?, &packages).await?;
        Ok(JobOutcome::Finished)
    }
}

impl Runner for RemoveDocuments {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        loop {
            let part = PageRequest::first_page(DocumentSort::DateAdded, DOCUMENTS_PER_READ);
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
