//! Periodic housekeeping.

use std::time::Duration;

use ::jobs::Job as _;
use ::jobs::expire_packages::ExpirePackages;
use ::jobs::purge::{Purge, Sweep};
use ::jobs::readership::CountReadership;
use ::jobs::take_rosters::TakeRosters;
use ::jobs::trim_artifacts::TrimArtifacts;
use domain::WireEnum as _;
use jiff::{SignedDuration, Timestamp};
use store::artifacts;
use store::backup_times::{BackupTask, announce_folder, find_last_success};
use store::jobs::{self, JobState, Lane, NewJob};
use store::work::{self, WorkScope};
use tokio_util::sync::CancellationToken;

use crate::{
    WorkerContext, add_formats, erasures, expire_packages, purge, readership, take_rosters, trim_artifacts,
};

/// Interval between checks of the queue for the next round of each job.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);
/// Ticks from one measurement of the work of staff to the next: it waits for days, and counting it reads more
/// than the queue has.
const TICKS_PER_WORK_MEASUREMENT: u32 = 10;

/// Keeps the next round of each periodic job in the queue, until `stop`. Every process with workers runs
/// this: the queue holds one unfinished job of each, however many processes enqueue it.
pub async fn run(ctx: WorkerContext, stop: CancellationToken) {
    if let Err(error) = add_formats::plan(&ctx, ctx.now()).await {
        tracing::error!(error = &error as &dyn std::error::Error, "new formats were not planned");
    }
    if let Err(error) = erasures::replay_journal(&ctx).await {
        tracing::error!(error = format!("{error:#}"), "the journal of erasures was not compared");
    }
    for tick in (0..TICKS_PER_WORK_MEASUREMENT).cycle() {
        if let Err(error) = plan_rounds(&ctx, ctx.now()).await {
            tracing::error!(error = &error as &dyn std::error::Error, "housekeeping was not planned");
        }
        if let Err(error) = announce_backup_folder(&ctx).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the folder for backups was not announced"
            );
        }
        if let Err(error) = measure_queue(&ctx).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "the queue was not measured");
        }
        if tick == 0
            && let Err(error) = measure_work(&ctx).await
        {
            tracing::warn!(error = &error as &dyn std::error::Error, "the work of staff was not measured");
        }
        tokio::select! { () = stop.cancelled() => return, () = tokio::time::sleep(CHECK_INTERVAL) => {} }
    }
}

/// Lets administrators start backups while this process runs, if it has a folder for them.
async fn announce_backup_folder(ctx: &WorkerContext) -> store::Result<()> {
    if ctx.backup_target.is_none() {
        return Ok(());
    }
    announce_folder(ctx.db(), ctx.now()).await
}

/// Metrics of the queue: `openshelf_jobs` by state; the age in seconds of the oldest job that waits for a
/// worker, overall and by lane; the space of converted books; and the last rehearsal that succeeded.
async fn measure_queue(ctx: &WorkerContext) -> store::Result<()> {
    let counts = jobs::count_by_state(ctx.db()).await?;
    for state in JobState::ALL {
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        let count = counts.get(state).copied().unwrap_or_default() as f64;
        metrics::gauge!("openshelf_jobs", "state" => state.as_str()).set(count);
    }
    let now = ctx.now();
    let oldest = jobs::oldest_ready(ctx.db(), now).await?;
    let age = |at: Option<&Timestamp>| at.map_or(0.0, |at| now.duration_since(*at).as_secs_f64());
    metrics::gauge!("openshelf_jobs_oldest_ready_seconds").set(age(oldest.values().min()));
    for lane in Lane::ALL {
        let gauge = metrics::gauge!("openshelf_lane_oldest_ready_seconds", "lane" => lane.as_str());
        gauge.set(age(oldest.get(lane)));
    }
    #[expect(clippy::cast_precision_loss, reason = "a gauge")]
    metrics::gauge!("openshelf_artifacts_bytes").set(artifacts::total_size(ctx.db()).await? as f64);
    if let Some(at) = find_last_success(ctx.db(), BackupTask::Rehearsal).await? {
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        metrics::gauge!("openshelf_restore_rehearsal_success_timestamp_seconds").set(at.as_second() as f64);
    }
    Ok(())
}

/// Metrics of the work of membership staff on all sites, by kind, at most ten minutes old:
/// `openshelf_work_open`, and the age in seconds of the oldest item, `openshelf_work_oldest_age_seconds`.
async fn measure_work(ctx: &WorkerContext) -> store::Result<()> {
    let now = ctx.now();
    for summary in work::summarize(ctx.db(), WorkScope { site: None, now }).await? {
        let kind = summary.kind.as_str();
        #[expect(clippy::cast_precision_loss, reason = "a gauge")]
        metrics::gauge!("openshelf_work_open", "kind" => kind).set(summary.count as f64);
        let age = summary.oldest.map_or(0.0, |oldest| now.duration_since(oldest).as_secs_f64());
        metrics::gauge!("openshelf_work_oldest_age_seconds", "kind" => kind).set(age);
    }
    Ok(())
}

pub(crate) async fn plan_rounds(ctx: &WorkerContext, now: Timestamp) -> store::Result<()> {
    // A new library does not wait a day for its first lists.
    let counted = store::popular_lists::last_refresh(ctx.db()).await?.is_some();
    let first = if counted { readership::RUN_INTERVAL } else { SignedDuration::ZERO };
    let mut rounds: Vec<(NewJob<'_>, SignedDuration)> = vec![
        (ExpirePackages::default().to_new_job(now), expire_packages::RUN_INTERVAL),
        (Purge::default().to_new_job(now), purge::RUN_INTERVAL),
        (Sweep::default().to_new_job(now), purge::SWEEP_INTERVAL),
        (TrimArtifacts::default().to_new_job(now), trim_artifacts::RUN_INTERVAL),
        (CountReadership::default().to_new_job(now), first),
    ];
    if ctx.roster_intake.is_some() {
        rounds.push((TakeRosters::default().to_new_job(now), take_rosters::RUN_INTERVAL));
    }
    let mut tx = ctx.db().begin().await?;
    for (job, every) in rounds {
        let unique = format!("every/{}", job.kind);
        jobs::enqueue(&mut tx, NewJob { run_at: now + every, unique_key: Some(&unique), ..job }, now).await?;
    }
    tx.commit().await
}

#[cfg(test)]
mod tests;
