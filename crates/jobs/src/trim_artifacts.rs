//! Deletion of the least recently used converted books, so that they fit into their space.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::{self, Lane, NewJob};
use store::{Tx, artifacts};

use crate::job::Job;

/// Deletes converted books until they fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrimArtifacts {}

impl Job for TrimArtifacts {
    const KIND: &'static str = "trim_artifacts";
    const LANE: Lane = Lane::Housekeeping;
    const ATTEMPTS: u32 = 3;
}

/// Enqueues the deletion after space was taken, if converted books take more than `bound` bytes. Does nothing
/// without a limit (0); one unfinished job serves all callers.
pub async fn make_room(tx: &mut Tx, bound: u64, now: Timestamp) -> store::Result<()> {
    if bound == 0 || artifacts::total_size(&mut *tx).await? <= bound {
        return Ok(());
    }
    let job = TrimArtifacts::default();
    jobs::enqueue(tx, NewJob { unique_key: Some(TrimArtifacts::KIND), ..job.to_new_job(now) }, now).await?;
    Ok(())
}
