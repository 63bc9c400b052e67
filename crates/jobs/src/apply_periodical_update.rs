//! Changes of periodicals and their editions (docs/rules/periodicals.md#rule-4): every change is two events
//! of the periodical's history, requested and applied.

use domain::periodicals::{Edition, EditionEdit, PeriodicalEvent, SeriesEdit};
use domain::{AccountId, EditionId, HistoryAction, SeriesId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::{self, JobId, Lane, NewJob};
use store::periodicals::{editions, history};
use store::{Db, Tx};

use crate::Job;

/// An accepted change, waiting to be applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PeriodicalUpdate {
    pub series: SeriesId,
    pub change: PeriodicalChange,
    /// Display name of the person who requested it; `None` for the server itself.
    pub person: Option<String>,
    /// The requester's words for the history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PeriodicalChange {
    /// The periodical itself.
    Series(SeriesEdit),
    Edition {
        edition: EditionId,
        #[serde(rename = "patch")]
        edit: EditionEdit,
    },
    Withdraw(EditionId),
    /// A withdrawn edition comes back.
    Restore(EditionId),
}

impl PeriodicalChange {
    /// The edition that is changed. `None` for the periodical itself.
    pub fn edition(&self) -> Option<&EditionId> {
        match self {
            Self::Series(_) => None,
            Self::Edition { edition, .. } | Self::Withdraw(edition) | Self::Restore(edition) => Some(edition),
        }
    }

    /// Returns true if the edition is withdrawn already, or is not withdrawn any more, as the change asks.
    pub fn is_done(&self, edition: &Edition) -> bool {
        match self {
            Self::Series(_) | Self::Edition { .. } => false,
            Self::Withdraw(_) => edition.withdrawn.is_some(),
            Self::Restore(_) => edition.withdrawn.is_none(),
        }
    }

    /// The edition after the change, if it is applied at `now`.
    pub fn apply_to_edition(&self, edition: &Edition, now: Timestamp) -> Edition {
        match self {
            Self::Series(_) => edition.clone(),
            Self::Edition { edit, .. } => edit.apply(edition),
            Self::Withdraw(_) => Edition { withdrawn: edition.withdrawn.or(Some(now)), ..edition.clone() },
            Self::Restore(_) => Edition { withdrawn: None, ..edition.clone() },
        }
    }
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
        PeriodicalChange::Restore(_) => HistoryAction::StatusChanged,
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
    let Some(found) = editions::get_for_update(tx, id).await? else { return Ok(None) };
    let waiting = jobs::list_in_order(&mut *tx, &order_key(series)).await?;
    Ok(Some(apply_waiting(found, waiting)))
}

/// Returns the edition of this periodical as it will be after all accepted changes, to be shown: it locks
/// nothing. `None` if the periodical has no such edition. Requests are checked against [`foresee_edition`].
pub async fn preview_edition(db: &Db, series: &SeriesId, id: &EditionId) -> store::Result<Option<Edition>> {
    // Read before the edition: a change that is applied meanwhile is then seen twice, which changes nothing.
    let waiting = jobs::list_in_order(db, &order_key(series)).await?;
    let stored = editions::get(db, id).await?.filter(|edition| edition.series == *series);
    Ok(stored.map(|edition| apply_waiting(edition, waiting)))
}

/// Returns the edition as it will be after the changes of these jobs, in their order.
fn apply_waiting(edition: Edition, waiting: Vec<jobs::Job>) -> Edition {
    waiting.into_iter().fold(edition, |edition, job| {
        // A change that cannot be applied will change nothing.
        match serde_json::from_value::<PeriodicalUpdate>(job.payload) {
            Ok(update) if update.change.edition() == Some(&edition.id) => {
                update.change.apply_to_edition(&edition, job.created)
            }
            _ => edition,
        }
    })
}

impl Job for ApplyPeriodicalUpdate {
    const KIND: &'static str = "apply_periodical_update";
    const LANE: Lane = Lane::Catalog;
}

pub fn update_event(update: &PeriodicalUpdate, action: HistoryAction, date: Timestamp) -> PeriodicalEvent {
    let edition = update.change.edition().cloned();
    let (series, person, comment) = (update.series.clone(), update.person.clone(), update.comment.clone());
    PeriodicalEvent { series, edition, date, person, action, comment }
}
