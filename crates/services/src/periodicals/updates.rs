//! Changes of periodicals: accepted immediately, applied by the workers in the order of their acceptance
//! (docs/rules/periodicals.md#rule-4).

use std::time::Duration;

use domain::change::Change;
use domain::periodicals::{Edition, EditionEdit, SeriesEdit};
use domain::{AuditSubject, AuditedAct, SeriesId};
use jobs::apply_periodical_update::{PeriodicalChange, PeriodicalUpdate, foresee_edition, request_update};
use store::Tx;
use store::jobs::{JobId, JobState};

use super::{SeriesView, find_managed, view_series};
use crate::waiting::poll_until_timeout;
use crate::{Error, ErrorKey, Fault, Field, Operation, Reason, Result};

/// Time that an operation waits for its change to be applied (docs/rules/memberships.md#rule-7: the
/// response is the changed record).
const CHANGE_TIMEOUT: Duration = Duration::from_secs(3);
/// The time between two checks.
const PAUSE: Duration = Duration::from_millis(50);

/// Changes a periodical, and returns it as it is when the change is applied.
///
/// # Errors
/// `PERIODICAL_NOT_FOUND` if the staff member may not see it, `FORBIDDEN` if it is another site's.
pub async fn edit(op: &Operation, id: &str, edit: SeriesEdit) -> Result<SeriesView> {
    op.require_collection_staff()?;
    let series = find_managed(op, id).await?;
    let changed = edit.apply(&series);
    let done = accept_and_wait(op, &series.id, PeriodicalChange::Series(edit)).await?;
    let mut view = view_series(op, &series.id).await?;
    // Work that takes longer is still done, with this result.
    if !done {
        view.series = changed;
    }
    Ok(view)
}

/// Accepts a change, with a comment for the history. Nothing is stored if it is refused. `None` if there is
/// nothing to wait for.
pub(super) async fn accept_change(
    op: &Operation,
    series: &SeriesId,
    change: PeriodicalChange,
    comment: Option<String>,
) -> Result<Option<JobId>> {
    let person = Some(op.account()?.display_name());
    let update = PeriodicalUpdate { series: series.clone(), change, person, comment };
    let mut tx = op.db().begin().await?;
    validate_change(&mut tx, &update).await?;
    let job = request_update(&mut tx, &update, Some(op.account_id()?), op.now).await?;
    let act = match &update.change {
        PeriodicalChange::Withdraw(_) => AuditedAct::WithdrawEdition,
        PeriodicalChange::Restore(_) => AuditedAct::RestoreEdition,
        PeriodicalChange::Series(_) | PeriodicalChange::Edition { .. } => AuditedAct::ChangePeriodical,
    };
    op.commit_change(tx, act, AuditSubject::Series(series)).await?;
    Ok(job)
}

/// Validates a change of an edition against the edition as it will be after all changes accepted before.
async fn validate_change(tx: &mut Tx, update: &PeriodicalUpdate) -> Result<()> {
    let Some(edition) = update.change.edition() else { return Ok(()) };
    let before = foresee_edition(tx, &update.series, edition).await?.ok_or(ErrorKey::EditionNotFound)?;
    if update.change.is_done(&before) {
        return Err(ErrorKey::InvalidTransition.into());
    }
    match &update.change {
        PeriodicalChange::Edition { edit, .. } => check_dates(&before, edit),
        PeriodicalChange::Withdraw(_) | PeriodicalChange::Restore(_) | PeriodicalChange::Series(_) => Ok(()),
    }
}

/// Refuses dates that contradict each other whatever the edition was before.
pub(super) fn check_request(edit: &EditionEdit) -> Result<()> {
    match (edit.published, &edit.expires) {
        (Some(published), Change::Set(expires)) if *expires < published => Err(expires_too_early()),
        _ => Ok(()),
    }
}

fn expires_too_early() -> Error {
    let reason = Reason::from("must not be before ").then_field(Field::PublicationDate);
    Fault::new(ErrorKey::InvalidDate, Field::ExpirationDate, reason).into()
}

/// Refuses an edition that would expire before it is published.
fn check_dates(before: &Edition, edit: &EditionEdit) -> Result<()> {
    let after = edit.apply(before);
    let published = edit.published.is_some();
    let expires = !edit.expires.is_keep();
    if !(published || expires) || after.expires.is_none_or(|end| end >= after.published) {
        return Ok(());
    }
    if expires {
        return Err(expires_too_early());
    }
    let reason = Reason::from("must not be after ").then_field(Field::ExpirationDate);
    Err(Fault::new(ErrorKey::InvalidDate, Field::PublicationDate, reason).into())
}

/// Accepts a change and waits for it to be applied, for a limited time. `false` if it is not applied by then.
pub(super) async fn accept_and_wait(
    op: &Operation,
    series: &SeriesId,
    change: PeriodicalChange,
) -> Result<bool> {
    let Some(job) = accept_change(op, series, change, None).await? else { return Ok(false) };
    let ended = || async {
        let state = store::jobs::get(op.db(), job).await?.map(|job| job.state);
        Ok((!state.is_some_and(JobState::is_unfinished)).then_some(state))
    };
    Ok(poll_until_timeout(CHANGE_TIMEOUT, PAUSE, ended).await? == Some(Some(JobState::Done)))
}
