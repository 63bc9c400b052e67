//! Statistics of readers, recomputed every day: the popular lists of each site, and for each title the titles
//! that the same people read (docs/rules/recommendations.md#rule-1). Both are derived from the download
//! records and the reading events each time, so the frequency doesn't matter.

mod neighbors;
mod popular;

use domain::SiteId;
use jiff::SignedDuration;
use jobs::readership::CountReadership;

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

pub(crate) const RUN_INTERVAL: SignedDuration = SignedDuration::from_hours(24);

impl Runner for CountReadership {
    async fn run(&self, ctx: &WorkerContext, _run: &Run) -> Result<JobOutcome, JobError> {
        count_all_sites(ctx).await?;
        Ok(JobOutcome::Finished)
    }
}

/// Computes the lists of every site now.
pub async fn count_all_sites(ctx: &WorkerContext) -> store::Result<()> {
    for site in store::sites::list(ctx.db()).await? {
        count_site(ctx, &site.id).await?;
    }
    Ok(())
}

/// Processes one site; each list is replaced atomically.
async fn count_site(ctx: &WorkerContext, site: &SiteId) -> store::Result<()> {
    let lists = popular::recompute(ctx, site).await?;
    let titles = neighbors::recompute(ctx, site).await?;
    tracing::info!(%site, lists, titles, "readership counted");
    Ok(())
}

#[cfg(test)]
mod tests;
