//! Formats that the installation can make (docs/rules/access.md#rule-2). Each process that makes formats
//! checks for its tools and records the result in the database; every process offers what all of them
//! together can make.

use std::time::Duration;

use domain::Capabilities;
use jobs::Job as _;
use jobs::package::PackageAudio;
use jobs::rehearse_restore::RehearseRestore;
use jobs::take_backup::TakeBackup;
use store::makers;
use tokio_util::sync::CancellationToken;

use crate::WorkerContext;

const CHECK_INTERVAL: Duration = Duration::from_mins(1);

/// Runs the first check, before formats are offered. `makes`: this process will make formats.
pub async fn begin(ctx: &WorkerContext, makes: bool) -> store::Result<()> {
    let here = ctx.delivery().find_tools().await;
    let others = makers::combined_capabilities(ctx.db(), ctx.now()).await?;
    let own = if makes { here } else { Capabilities::NONE };
    record(
        ctx,
        here,
        others.map_or(if makes { here } else { Capabilities::NONE }, |others| others.union(own)),
    );
    Ok(())
}

/// Repeats the check each minute until `stop`. `maker` is the name of this process if it makes formats.
pub async fn keep_checking(ctx: WorkerContext, maker: Option<String>, stop: CancellationToken) {
    let mut minute = tokio::time::interval(CHECK_INTERVAL);
    let mut last = ctx.delivery().capabilities();
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = minute.tick() => match check(&ctx, maker.as_deref(), last).await {
                Ok(anywhere) => last = anywhere,
                Err(error) => tracing::warn!(%error, "the available formats were not updated"),
            },
        }
    }
    if let Some(name) = &maker
        && let Err(error) = makers::remove_maker(ctx.db(), name).await
    {
        tracing::warn!(%error, "this process stays listed as one that makes formats for some minutes");
    }
}

/// Returns the combined capabilities of all processes. The capabilities of the `last` check stay offered
/// until the next one, when a restarted process is running again.
async fn check(ctx: &WorkerContext, maker: Option<&str>, last: Capabilities) -> store::Result<Capabilities> {
    let here = ctx.delivery().find_tools().await;
    if let Some(name) = maker {
        makers::announce(ctx.db(), name, here, ctx.now()).await?;
    }
    let anywhere = makers::combined_capabilities(ctx.db(), ctx.now()).await?.unwrap_or(Capabilities::NONE);
    record(ctx, here, anywhere.union(last));
    Ok(anywhere)
}

fn record(ctx: &WorkerContext, here: Capabilities, anywhere: Capabilities) {
    let delivery = ctx.delivery();
    if (here, anywhere) != (delivery.own_capabilities(), delivery.capabilities()) {
        tracing::info!(?here, ?anywhere, "formats that need tools");
    }
    delivery.set_capabilities(here, anywhere);
}

/// Returns true if this process takes jobs of a kind. A process without a speech engine leaves books with
/// audio to those that have one, and a process without a folder for backups leaves backups and their
/// rehearsals to those with one.
pub(crate) fn takes_job(ctx: &WorkerContext, kind: &str) -> bool {
    match kind {
        PackageAudio::KIND => {
            let delivery = ctx.delivery();
            delivery.own_capabilities().audio >= delivery.capabilities().audio
        }
        TakeBackup::KIND => ctx.backup_target.is_some(),
        RehearseRestore::KIND => ctx.restore_rehearser.is_some(),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
