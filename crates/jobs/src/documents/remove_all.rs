//! The documents of a person who has left the library.

use domain::ids::AccountId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::documents::{self, DocumentSort};
use store::jobs::{self, Lane, NewJob};
use store::{Part, Tx};

use super::enqueue_removal;
use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// Documents that are read together.
const BATCH: u32 = 50;

/// Removes all documents of an account, each with its files, in a transaction of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveDocuments {
    /// Whose documents.
    pub account: AccountId,
}

/// Enqueues the removal of all documents of an account, in the transaction that closes it.
pub async fn enqueue_removal_of_all(tx: &mut Tx, account: &AccountId, now: Timestamp) -> store::Result<()> {
    let job = RemoveDocuments { account: account.clone() };
    jobs::enqueue(tx, NewJob { account: Some(account), ..job.queued(now) }, now).await.map(drop)
}

impl Job for RemoveDocuments {
    const KIND: &'static str = "remove_documents";
    const LANE: Lane = Lane::Catalog;

    async fn run(&self, ctx: &Context, _run: &Run) -> Result<Done, JobError> {
        let sort = DocumentSort::DateAdded;
        loop {
            let part = Part { sort, descending: false, after: None, backward: false, limit: BATCH };
            let rows = documents::page(ctx.db(), &self.account, part).await?;
            if rows.is_empty() {
                return Ok(Done::Finished);
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
