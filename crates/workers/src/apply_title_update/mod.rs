//! Changes a title after the change was accepted (docs/rules/titles.md#rule-5): every change is two events of
//! the title's history, requested and applied.

use domain::{HistoryAction, HistoryEvent, Title, TitleStatus};
use jiff::Timestamp;
use jobs::apply_title_update::{ApplyTitleUpdate, TitleChange, TitleUpdate, apply_change, update_event};
use store::{Tx, categories, history, titles};

use crate::{JobError, JobOutcome, Run, Runner, WorkerContext};

impl Runner for ApplyTitleUpdate {
    async fn run(&self, ctx: &WorkerContext, run: &Run) -> Result<JobOutcome, JobError> {
        apply_and_finish(ctx, run, &self.0).await
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        record_failure(tx, &self.0, reason, now).await
    }
}

/// Records in the history the reason why an accepted change was not applied.
pub(crate) async fn record_failure(
    tx: &mut Tx,
    update: &TitleUpdate,
    reason: &str,
    now: Timestamp,
) -> store::Result<()> {
    if titles::get_for_update(tx, update.title).await?.is_none() {
        return Ok(());
    }
    let (action, note) = update.change.describe_failure(reason);
    history::append(tx, &update_event(update, action, Some(note), now)).await.map(drop)
}

/// Applies a change, writes the second of its events, and removes the job from the queue, all in one
/// transaction.
pub(crate) async fn apply_and_finish(
    ctx: &WorkerContext,
    run: &Run,
    update: &TitleUpdate,
) -> Result<JobOutcome, JobError> {
    let mut tx = ctx.db().begin().await?;
    let Some(title) = titles::get_for_update(&mut tx, update.title).await? else {
        return Err(JobError::permanent(anyhow::anyhow!("title {} no longer exists", update.title)));
    };
    let now = ctx.now();
    let (changed, action) = apply_change(&title, &update.change, now).map_err(JobError::Fail)?;
    if let TitleChange::Metadata(edit) = &update.change {
        categories::upsert_many(&mut tx, &edit.own_categories()).await?;
    }
    titles::update(&mut tx, &changed).await?;
    history::append_many(&mut tx, &format_events(update, &changed, now)).await?;
    history::append(&mut tx, &update_event(update, action, None, now)).await?;
    run.commit_and_finish(tx, now).await
}

/// The events of the formats that a title gets when it is converted.
fn format_events(update: &TitleUpdate, changed: &Title, now: Timestamp) -> Vec<HistoryEvent> {
    if !matches!(update.change, TitleChange::Status { to: TitleStatus::Converted, .. }) {
        return Vec::new();
    }
    let of = |format| HistoryEvent {
        person: None,
        comment: None,
        format: Some(format),
        ..update_event(update, HistoryAction::ArtifactCreated, None, now)
    };
    changed.pending_formats().map(of).collect()
}

#[cfg(test)]
mod tests;
