//! Deletion of the least recently used converted books, so that they fit into their space.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::{self, Lane, NewJob};
use store::{Tx, artifacts};

use crate::Job;

/// Deletes converted books until they fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimArtifacts {}

impl Job for TrimArtifacts {
    const KIND: &'static str = "trim_artifacts";
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 3;
}

/// Enqueues the deletion if converted books take more than `limit` bytes. 0 is no limit; one unfinished job
/// serves all callers.
pub async fn make_room(tx: &mut Tx, limit: u64, now: Timestamp) -> store::Result<()> {
    if limit == 0 || artifacts::total_size(&mut *tx).await? <= limit {
        return Ok(());
    }
    let job = TrimArtifacts::default();
    jobs::enqueue(tx, NewJob { unique_key: Some(TrimArtifacts::KIND), ..job.to_new_job(now) }, now).await?;
    Ok(())
}
