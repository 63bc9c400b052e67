//! Changes a periodical or one of its editions after the change was accepted
//! (docs/rules/periodicals.md#rule-4): every change is two events of the periodical's history, requested and
//! applied.

use domain::history::HistoryAction;
use domain::periodicals::{Edition, Series};
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
        PeriodicalChange::Edition { edition, edit } => {
            let found = editions::get_for_update(&mut *tx, edition)
                .await?
                .ok_or_else(|| no_longer_exists(edition))?;
            let changed = edit.apply(&found);
            editions::update(tx, &Edition { updated: now, ..changed }).await?;
            Ok(Some(HistoryAction::MetadataUpdated))
        }
        PeriodicalChange::Withdraw(edition) => {
            let found = editions::get_for_update(&mut *tx, edition)
                .await?
                .ok_or_else(|| no_longer_exists(edition))?;
            if found.withdrawn.is_some() {
                return Ok(None);
            }
            editions::update(tx, &Edition { withdrawn: Some(now), updated: now, ..found }).await?;
            Ok(Some(HistoryAction::Withdrawn))
        }
    }
}

fn no_longer_exists(id: impl std::fmt::Display) -> JobError {
    JobError::permanent(anyhow::anyhow!("{id} no longer exists"))
}

#[cfg(test)]
mod tests;
