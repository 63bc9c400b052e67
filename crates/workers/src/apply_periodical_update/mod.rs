//! Changes a periodical or one of its editions after the change was accepted
//! (docs/rules/periodicals.md#rule-4): every change is two events of the periodical's history, requested and
//! applied.

use domain::periodicals::Edition;
use domain::{EditionId, HistoryAction, Series};
use jiff::Timestamp;
use jobs::apply_periodical_update::{
    ApplyPeriodicalUpdate, PeriodicalChange, PeriodicalUpdate, update_event,
};
use store::Tx;
use store::periodicals::{self, editions, history};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for ApplyPeriodicalUpdate {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        let update = &self.0;
        let now = ctx.now();
        let mut tx = ctx.db().begin().await?;
        if let Some(action) = apply_change(&mut tx, update, now).await? {
            history::append(&mut tx, &update_event(update, action, now)).await?;
        }
        run.commit_and_finish(tx, now).await
    }
}

/// Applies a change; `None` if there is nothing left to do.
async fn apply_change(
    tx: &mut Tx,
    update: &PeriodicalUpdate,
    now: Timestamp,
) -> Result<Option<HistoryAction>, JobError> {
    match &update.change {
        PeriodicalChange::Series(edit) => {
            let series = periodicals::get_for_update(&mut *tx, &update.series).await?;
            let series = series.ok_or_else(|| no_longer_exists(&update.series))?;
            let changed = edit.apply(&series);
            periodicals::update(tx, &Series { updated: now, ..changed }).await?;
            Ok(Some(HistoryAction::MetadataUpdated))
        }
        PeriodicalChange::Edition { edition, .. }
        | PeriodicalChange::Withdraw(edition)
        | PeriodicalChange::Restore(edition) => change_edition(tx, &update.change, edition, now).await,
    }
}

/// Applies a change of an edition; `None` if it is withdrawn, or has come back, already.
async fn change_edition(
    tx: &mut Tx,
    change: &PeriodicalChange,
    id: &EditionId,
    now: Timestamp,
) -> Result<Option<HistoryAction>, JobError> {
    let found = editions::get_for_update(&mut *tx, id).await?.ok_or_else(|| no_longer_exists(id))?;
    if change.is_done(&found) {
        return Ok(None);
    }
    let action = match change {
        PeriodicalChange::Withdraw(_) => HistoryAction::Withdrawn,
        PeriodicalChange::Restore(_) => HistoryAction::Published,
        PeriodicalChange::Edition { .. } | PeriodicalChange::Series(_) => HistoryAction::MetadataUpdated,
    };
    let changed = change.apply_to_edition(&found, now);
    editions::update(tx, &Edition { updated: now, ..changed }).await?;
    Ok(Some(action))
}

fn no_longer_exists(id: impl std::fmt::Display) -> JobError {
    JobError::permanent(anyhow::anyhow!("{id} no longer exists"))
}

#[cfg(test)]
mod tests;
