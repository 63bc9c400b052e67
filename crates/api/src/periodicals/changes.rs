//! Changes of periodicals: accepted at once, applied by the workers in the order of their acceptance (spec 4,
//! 4.6).

use std::time::Duration;

use domain::ids::SeriesId;
use domain::periodicals::Edition;
use jobs::apply_periodical_update::{Change, EditError, PeriodicalUpdate, edited_edition, foreseen, request};
use serde_json::{Map, Value};
use store::Tx;
use store::jobs::{JobId, JobState};

use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::roles::CollectionStaff;
use crate::state::Api;
use crate::waiting::until_or_late;

/// How long an answer waits for a change to be applied.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time between two looks.
const BETWEEN: Duration = Duration::from_millis(50);

/// Accepts a change; none of it stands when it is refused.
pub(super) async fn accept(
    api: &Api,
    staff: &CollectionStaff,
    series: &SeriesId,
    change: Change,
) -> Result<Option<JobId>> {
    let person = Some(staff.0.reader.account.display_name());
    let update = PeriodicalUpdate { series: series.clone(), change, person };
    let mut tx = api.db.begin().await?;
    judge(&mut tx, &update).await?;
    let job = request(&mut tx, &update, Some(staff.0.id()), staff.0.now()).await?;
    tx.commit().await?;
    Ok(job)
}

/// Whether a change of an edition can be, judged by what the edition will be when everything that was accepted before has
/// been applied: each withdrawal writes its two events, and there is one (spec 4, 4.6).
async fn judge(tx: &mut Tx, update: &PeriodicalUpdate) -> Result<()> {
    let (Change::Edition { edition, .. } | Change::Withdraw(edition)) = &update.change else { return Ok(()) };
    let before = foreseen(tx, &update.series, edition).await?.ok_or(ErrorKey::EditionNotFound)?;
    match &update.change {
        Change::Withdraw(_) if before.withdrawn.is_some() => Err(ErrorKey::InvalidTransition.into()),
        Change::Edition { patch, .. } => check_dates(&before, patch),
        Change::Withdraw(_) | Change::Series(_) => Ok(()),
    }
}

/// An edition does not expire before it is published. One that was stored so is judged when a date is changed.
fn check_dates(before: &Edition, patch: &Map<String, Value>) -> Result<()> {
    let after = edited_edition(before, patch).map_err(|error| impossible(&error))?;
    let (published, expires) = (patch.contains_key("published"), patch.contains_key("expires"));
    if !(published || expires) || after.expires.is_none_or(|end| end >= after.published) {
        return Ok(());
    }
    let reason = if expires {
        "expirationDate: must not be before publicationDate"
    } else {
        "publicationDate: must not be after expirationDate"
    };
    Err(ApiError::new(ErrorKey::InvalidDate, vec![reason.to_owned()]))
}

/// Accepts a change and waits for the workers to apply it, so that whoever asks next finds what the answer
/// says. False when they have not come to it in time: then it is applied later.
pub(super) async fn applied(
    api: &Api,
    staff: &CollectionStaff,
    series: &SeriesId,
    change: Change,
) -> Result<bool> {
    let Some(job) = accept(api, staff, series, change).await? else { return Ok(false) };
    let ended = || async {
        let state = store::jobs::get(&api.db, job).await?.map(|job| job.state);
        Ok((!matches!(state, Some(JobState::Ready | JobState::Running))).then_some(state))
    };
    Ok(until_or_late(PATIENCE, BETWEEN, ended).await? == Some(Some(JobState::Done)))
}

/// An edit whose result would be no record.
pub(super) fn impossible(error: &EditError) -> ApiError {
    ApiError::new(ErrorKey::InvalidParameter, vec![error.to_string()])
}
