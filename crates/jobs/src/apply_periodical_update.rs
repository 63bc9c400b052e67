//! Changes a periodical or one of its editions after the change was accepted
//! (docs/rules/periodicals.md#rule-4): every change is two events of the periodical's history, requested and
//! applied.

use domain::history::HistoryAction;
use domain::ids::{AccountId, EditionId, SeriesId};
use domain::periodicals::{Edition, EditionEdit, PeriodicalEvent, Series, SeriesEdit};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::jobs::{self, JobId, Lane, NewJob};
use store::periodicals::{self, editions, history};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// An accepted change, waiting to be applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PeriodicalUpdate {
    /// The periodical.
    pub series: SeriesId,
    /// The change.
    pub change: Change,
    /// Display name of the person who requested it; `None` for the server itself.
    pub person: Option<String>,
}

/// A change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// The periodical itself.
    Series(SeriesEdit),
    /// One of its editions.
    Edition {
        /// The edition.
        edition: EditionId,
        /// What changes.
        #[serde(rename = "patch")]
        edit: EditionEdit,
    },
    /// An edition is withdrawn.
    Withdraw(EditionId),
}

/// The job: a [`PeriodicalUpdate`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApplyPeriodicalUpdate(pub PeriodicalUpdate);

/// The queue's ordering key for changes of a periodical and its editions.
fn order_key(series: &SeriesId) -> String {
    format!("periodical/{series}")
}

/// Accepts a change: writes the first of its two events and the job in one transaction. Changes of one
/// periodical and its editions are applied one at a time, in the order in which they were accepted. `account`
/// is the requester; `None` for the server itself.
pub async fn request(
    tx: &mut Tx,
    update: &PeriodicalUpdate,
    account: Option<&AccountId>,
    now: Timestamp,
) -> store::Result<Option<JobId>> {
    let action = match update.change {
        Change::Series(_) | Change::Edition { .. } => HistoryAction::MetadataUpdateRequested,
        Change::Withdraw(_) => HistoryAction::WithdrawRequested,
    };
    history::append(tx, &event(update, action, now)).await?;
    let order = order_key(&update.series);
    let job = ApplyPeriodicalUpdate(update.clone());
    jobs::enqueue(tx, NewJob { order_key: Some(&order), account, ..job.queued(now) }, now).await
}

/// Returns the edition as it will be after all accepted changes; `None` if it does not exist. New requests
/// are checked against this state. The edition is locked until the transaction ends.
pub async fn foreseen(tx: &mut Tx, series: &SeriesId, id: &EditionId) -> store::Result<Option<Edition>> {
    let Some(mut found) = editions::for_update(tx, id).await? else { return Ok(None) };
    for job in jobs::in_order(&mut *tx, &order_key(series)).await? {
        // A change that cannot be applied will change nothing.
        let Ok(update) = serde_json::from_value::<PeriodicalUpdate>(job.payload) else { continue };
        match &update.change {
            Change::Edition { edition, edit } if edition == id => found = edit.apply(&found),
            Change::Withdraw(edition) if edition == id => {
                found.withdrawn = found.withdrawn.or(Some(job.created));
            }
            Change::Series(_) | Change::Edition { .. } | Change::Withdraw(_) => {}
        }
    }
    Ok(Some(found))
}

impl Job for ApplyPeriodicalUpdate {
    const KIND: &'static str = "apply_periodical_update";
    const LANE: Lane = Lane::Catalog;

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        let (update, now) = (&self.0, ctx.now());
        let mut tx = ctx.db().begin().await?;
        if let Some(action) = apply(&mut tx, update, now).await? {
            history::append(&mut tx, &event(update, action, now)).await?;
        }
        run.commit(tx, now).await
    }
}

/// Applies a change; `None` if there is nothing left to do.
async fn apply(
    tx: &mut Tx,
    update: &PeriodicalUpdate,
    now: Timestamp,
) -> Result<Option<HistoryAction>, JobError> {
    match &update.change {
        Change::Series(edit) => {
            let series = periodicals::for_update(&mut *tx, &update.series).await?;
            let series = series.ok_or_else(|| gone(&update.series))?;
            let changed = edit.apply(&series);
            periodicals::update(tx, &Series { updated: now, ..changed }).await?;
            Ok(Some(HistoryAction::MetadataUpdated))
        }
        Change::Edition { edition, edit } => {
            let found = editions::for_update(&mut *tx, edition).await?.ok_or_else(|| gone(edition))?;
            let changed = edit.apply(&found);
            editions::update(tx, &Edition { updated: now, ..changed }).await?;
            Ok(Some(HistoryAction::MetadataUpdated))
        }
        Change::Withdraw(edition) => {
            let found = editions::for_update(&mut *tx, edition).await?.ok_or_else(|| gone(edition))?;
            if found.withdrawn.is_some() {
                return Ok(None);
            }
            editions::update(tx, &Edition { withdrawn: Some(now), updated: now, ..found }).await?;
            Ok(Some(HistoryAction::Withdrawn))
        }
    }
}

fn gone(id: impl std::fmt::Display) -> JobError {
    JobError::fail(anyhow::anyhow!("{id} is gone"))
}

fn event(update: &PeriodicalUpdate, action: HistoryAction, date: Timestamp) -> PeriodicalEvent {
    let edition = match &update.change {
        Change::Series(_) => None,
        Change::Edition { edition, .. } | Change::Withdraw(edition) => Some(edition.clone()),
    };
    let (series, person) = (update.series.clone(), update.person.clone());
    PeriodicalEvent { series, edition, date, person, action, comment: None }
}

#[cfg(test)]
mod tests;
