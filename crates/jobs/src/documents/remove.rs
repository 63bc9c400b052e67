//! Files of a document that its owner has removed.

use delivery::Key;
use domain::ids::AccountId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::documents::Removed;
use store::jobs::{self, Lane, NewJob};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// Deletes the files of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveDocument {
    /// The uploaded file; all other keys are derived from it.
    pub file: String,
    /// The copies made for the owner.
    pub packages: Vec<String>,
}

/// Enqueues the deletion of a document's files, in the transaction that removes the document.
pub async fn enqueue_removal(
    tx: &mut Tx,
    removed: Removed,
    owner: &AccountId,
    now: Timestamp,
) -> store::Result<()> {
    let job = RemoveDocument { file: removed.file, packages: removed.packages };
    jobs::enqueue(tx, NewJob { account: Some(owner), ..job.queued(now) }, now).await.map(drop)
}

impl Job for RemoveDocument {
    const KIND: &'static str = "remove_document";
    const LANE: Lane = Lane::Catalog;

    async fn run(&self, ctx: &Context, _run: &Run) -> Result<Done, JobError> {
        let packages: Vec<Key> = self.packages.iter().filter_map(|key| Key::parse(key).ok()).collect();
        ctx.delivery().remove_document(&Key::parse(&self.file)?, &packages).await?;
        Ok(Done::Finished)
    }
}
