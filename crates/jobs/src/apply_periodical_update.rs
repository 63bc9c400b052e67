//! Changes of periodicals and their editions (docs/rules/periodicals.md#rule-4): every change is two events
//! of the periodical's history, requested and applied.

use domain::periodicals::{Edition, EditionEdit, PeriodicalEvent, SeriesEdit};
use domain::{AccountId, EditionId, HistoryAction, SeriesId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::jobs::{self, JobId, Lane, NewJob};
use store::periodicals::{editions, history};

use crate::job::Job;

/// An accepted change, waiting to be applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PeriodicalUpdate {
    pub series: SeriesId,
    pub change: PeriodicalChange,
    /// Display name of the person who requested it; `None` for the server itself.
    pub person: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PeriodicalChange {
    /// The periodical itself.
    Series(SeriesEdit),
    Edition {
        edition: EditionId,
        /// The change.
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
pub async fn request_update(
    tx: &mut Tx,
    update: &PeriodicalUpdate,
    account: Option<&AccountId>,
    now: Timestamp,
) -> store::Result<Option<JobId>> {
    let action = match update.change {
        PeriodicalChange::Series(_) | PeriodicalChange::Edition { .. } => {
            HistoryAction::MetadataUpdateRequested
        }
        PeriodicalChange::Withdraw(_) => HistoryAction::WithdrawRequested,
    };
    history::append(tx, &update_event(update, action, now)).await?;
    let order = order_key(&update.series);
    let job = ApplyPeriodicalUpdate(update.clone());
    jobs::enqueue(tx, NewJob { order_key: Some(&order), account, ..job.to_new_job(now) }, now).await
}

/// Returns the edition as it will be after all accepted changes; `None` if it does not exist. New requests
/// are checked against this state. The edition is locked until the transaction ends.
pub async fn foresee_edition(
    tx: &mut Tx,
    series: &SeriesId,
    id: &EditionId,
) -> store::Result<Option<Edition>> {
    let Some(mut found) = editions::get_for_update(tx, id).await? else { return Ok(None) };
    for job in jobs::list_in_order(&mut *tx, &order_key(series)).await? {
        // A change that cannot be applied will change nothing.
        let Ok(update) = serde_json::from_value::<PeriodicalUpdate>(job.payload) else { continue };
        match &update.change {
            PeriodicalChange::Edition { edition, edit } if edition == id => found = edit.apply(&found),
            PeriodicalChange::Withdraw(edition) if edition == id => {
                found.withdrawn = found.withdrawn.or(Some(job.created));
            }
            PeriodicalChange::Series(_)
            | PeriodicalChange::Edition { .. }
            | PeriodicalChange::Withdraw(_) => {}
        }
    }
    Ok(Some(found))
}

impl Job for ApplyPeriodicalUpdate {
    const KIND: &'static str = "apply_periodical_update";
    const LANE: Lane = Lane::Catalog;
}

pub fn update_event(update: &PeriodicalUpdate, action: HistoryAction, date: Timestamp) -> PeriodicalEvent {
    let edition = match &update.change {
        PeriodicalChange::Series(_) => None,
        PeriodicalChange::Edition { edition, .. } | PeriodicalChange::Withdraw(edition) => {
            Some(edition.clone())
        }
    };
    let (series, person) = (update.series.clone(), update.person.clone());
    PeriodicalEvent { series, edition, date, person, action, comment: None }
}
