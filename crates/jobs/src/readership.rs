//! What readers have in common, counted anew every day: the popular lists of each site, and for each title
//! those that are read by the same people (docs/rules/recommendations.md#rule-1). Both are derived from the
//! download records and the reading events, and counted from nothing each time, so it does not matter how
//! often.

mod neighbors;
mod popular;

use domain::ids::SiteId;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// How often it is counted.
pub(crate) const EVERY: SignedDuration = SignedDuration::from_hours(24);

/// Counts for every site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountReadership {}

impl Job for CountReadership {
    const KIND: &'static str = "count_readership";
    const LANE: Lane = Lane::Scans;
    const ATTEMPTS: u32 = 3;

    async fn run(&self, ctx: &Context, _run: &Run) -> Result<Done, JobError> {
        count(ctx).await?;
        Ok(Done::Finished)
    }
}

/// Counts for every site, now.
pub async fn count(ctx: &Context) -> store::Result<()> {
    for site in store::sites::list(ctx.db()).await? {
        count_site(ctx, &site.id).await?;
    }
    Ok(())
}

/// A site at a time, each list as a whole: one who reads meanwhile sees the old or the new.
async fn count_site(ctx: &Context, site: &SiteId) -> store::Result<()> {
    let lists = popular::count(ctx, site).await?;
    let titles = neighbors::count(ctx, site).await?;
    tracing::info!(%site, lists, titles, "readership counted");
    Ok(())
}

#[cfg(test)]
mod tests;
