//! Changes a title after the change was accepted (docs/rules/titles.md#rule-5): every change is two events of
//! the title's history, requested and applied.

use domain::artifacts::ArtifactEdit;
use domain::change::Change as FieldChange;
use domain::formats::Format;
use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::TitleId;
use domain::titles::{Title, TitleEdit, TitleStatus};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::Lane;
use store::{Tx, categories, history, titles};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};

/// An accepted change of one title, waiting to be applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TitleUpdate {
    /// The title.
    pub title: TitleId,
    /// The change.
    pub change: Change,
    /// Display name of the person who requested it; `None` for the server itself.
    pub person: Option<String>,
    /// Comment for the history.
    pub comment: Option<String>,
}

/// A change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// What `PUT /v2/titles/{serviceId}` changes.
    Metadata(Box<TitleEdit>),
    /// A change of the description of one format.
    Artifact {
        /// The format.
        format: Format,
        /// What changes.
        #[serde(rename = "patch")]
        edit: ArtifactEdit,
    },
    /// A move to another status.
    Status {
        /// The new status.
        to: TitleStatus,
        /// The title that replaces it, if it is withdrawn.
        replacement: Option<TitleId>,
    },
}

impl Change {
    /// The new product identifier.
    pub(crate) fn product_identifier(&self) -> &FieldChange<String> {
        match self {
            Self::Metadata(edit) => &edit.fields.metadata.product_identifier,
            Self::Artifact { .. } | Self::Status { .. } => &FieldChange::Keep,
        }
    }

    /// The history's action for the request, and the requested status if the action does not imply it.
    pub(crate) fn requested(&self) -> (HistoryAction, Option<TitleStatus>) {
        match self {
            Self::Metadata(_) | Self::Artifact { .. } => (HistoryAction::MetadataUpdateRequested, None),
            Self::Status { to: TitleStatus::Withdrawn, .. } => (HistoryAction::WithdrawRequested, None),
            Self::Status { to, .. } => (HistoryAction::StatusChanged, Some(*to)),
        }
    }

    /// The format that the change concerns.
    fn format(&self) -> Option<Format> {
        match self {
            Self::Artifact { format, .. } => Some(*format),
            _ => None,
        }
    }
}

/// The job: a [`TitleUpdate`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApplyTitleUpdate(pub TitleUpdate);

impl Job for ApplyTitleUpdate {
    const KIND: &'static str = "apply_title_update";
    const LANE: Lane = Lane::Catalog;

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        finish(ctx, run, &self.0).await
    }

    async fn give_up(&self, tx: &mut Tx, reason: &str, now: Timestamp) -> store::Result<()> {
        failed(tx, &self.0, reason, now).await
    }
}

/// Records in the history why an accepted change was not applied.
pub(crate) async fn failed(
    tx: &mut Tx,
    update: &TitleUpdate,
    reason: &str,
    now: Timestamp,
) -> store::Result<()> {
    if titles::for_update(tx, update.title).await?.is_none() {
        return Ok(());
    }
    let (action, note) = update.change.requested();
    let note = note.map_or_else(|| format!("failed: {reason}"), |to| format!("{to} failed: {reason}"));
    history::append(tx, &event(update, action, Some(note), now)).await.map(drop)
}

/// Applies a change, writes the second of its events, and removes the job from the queue, all in one
/// transaction.
pub(crate) async fn finish(ctx: &Context, run: &Run, update: &TitleUpdate) -> Result<Done, JobError> {
    let mut tx = ctx.db().begin().await?;
    let Some(title) = titles::for_update(&mut tx, update.title).await? else {
        return Err(JobError::fail(anyhow::anyhow!("title {} no longer exists", update.title)));
    };
    let now = ctx.now();
    let (changed, action) = apply(&title, &update.change, now).map_err(JobError::Fail)?;
    if let Change::Metadata(edit) = &update.change {
        categories::upsert_many(&mut tx, &edit.own_categories()).await?;
    }
    titles::update(&mut tx, &changed).await?;
    history::append_many(&mut tx, &made(update, &changed, now)).await?;
    history::append(&mut tx, &event(update, action, None, now)).await?;
    run.commit(tx, now).await
}

/// The events of the formats that a title gets when it is converted.
fn made(update: &TitleUpdate, changed: &Title, now: Timestamp) -> Vec<HistoryEvent> {
    if !matches!(update.change, Change::Status { to: TitleStatus::Converted, .. }) {
        return Vec::new();
    }
    let of = |format| HistoryEvent {
        person: None,
        comment: None,
        format: Some(format),
        ..event(update, HistoryAction::ArtifactCreated, None, now)
    };
    changed.pending_formats().map(of).collect()
}

/// Returns the title after an edit of one format's description; unchanged if it lacks the format.
fn edited_artifact(title: &Title, format: Format, edit: &ArtifactEdit) -> Title {
    let mut changed = title.clone();
    for artifact in changed.artifacts.iter_mut().filter(|artifact| artifact.format == format) {
        artifact.details = edit.apply(&artifact.details);
    }
    changed
}

/// Returns the title after a change, and the history's action for it.
pub(crate) fn apply(
    title: &Title,
    change: &Change,
    now: Timestamp,
) -> anyhow::Result<(Title, HistoryAction)> {
    let (mut changed, action) = match change {
        Change::Metadata(edit) => (edit.apply(title), HistoryAction::MetadataUpdated),
        Change::Artifact { format, edit } => {
            (edited_artifact(title, *format, edit), HistoryAction::ArtifactUpdated)
        }
        Change::Status { to, replacement } => {
            anyhow::ensure!(
                title.status.can_become(*to),
                "a title that is {} cannot become {to}",
                title.status
            );
            title.moved(*to, *replacement, now)
        }
    };
    changed.renew_copies(title);
    // Clocks of several machines may differ; callers that walk back in time must not see a change twice.
    changed.dates.updated = now.max(title.dates.updated);
    Ok((changed, action))
}

/// An event of a change; `note` precedes the requester's comment.
pub(crate) fn event(
    update: &TitleUpdate,
    action: HistoryAction,
    note: Option<String>,
    date: Timestamp,
) -> HistoryEvent {
    let comment = match (note, update.comment.clone()) {
        (Some(note), Some(comment)) => Some(format!("{note}: {comment}")),
        (note, comment) => note.or(comment),
    };
    let format = update.change.format();
    HistoryEvent { title: update.title, date, person: update.person.clone(), action, comment, format }
}

#[cfg(test)]
mod tests;
