//! Computes for each title of a site the titles that the same people read.

use domain::SiteId;
use domain::recommendations::{CoReading, HISTORY};
use store::readership;

use crate::WorkerContext;

/// Readers whose histories are read together: at most 50,000 titles.
pub(super) const READERS_PER_READ: u32 = 500;
/// Limit of pairs of titles in memory: about 70 MB.
const MAX_PAIRS: usize = 3_500_000;
/// Titles per transaction, so that other writers wait only a moment.
const TITLES_PER_TRANSACTION: usize = 500;

/// Recomputes the neighbors; returns the number of titles that have some.
pub(super) async fn recompute(ctx: &WorkerContext, site: &SiteId) -> store::Result<usize> {
    let db = ctx.db();
    let at = ctx.now();
    let mut counted = CoReading::new(MAX_PAIRS);
    let mut after = String::new();
    while let Some(to) = readership::skip_readers(db, site, &after, READERS_PER_READ).await? {
        for history in readership::list_histories(db, site, &after, &to, HISTORY).await? {
            counted.add(&history);
        }
        after = to.0;
    }
    // A pass over all pairs must not block a thread that serves requests.
    let neighbors = tokio::task::spawn_blocking(move || counted.neighbors()).await;
    let neighbors = neighbors.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()));
    for titles in neighbors.chunks(TITLES_PER_TRANSACTION) {
        readership::set_neighbors(db, site, titles, at).await?;
    }
    readership::forget_neighbors(db, site, at).await?;
    Ok(neighbors.len())
}
