//! Changing a title after it was accepted (docs/rules/titles.md#rule-5): every change is two events of the
//! title's history, requested and applied.

mod metadata;

use domain::artifacts::ArtifactEdit;
use domain::formats::Format;
use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::jobs::Lane;
use store::{Tx, categories, history, titles};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};
pub use crate::patch::EditError;
use crate::patch::patched;
pub use metadata::MetadataEdit;

/// Fields of the stored title that an edit cannot reach: they have verbs of their own, or are the server's.
const CLOSED: [&str; 10] =
    ["id", "site", "owner", "status", "artifacts", "files", "created", "updated", "published", "withdrawn"];

/// What comes from the publisher's files and cannot be edited (docs/rules/records.md#rule-12).
const CLOSED_OF_ARTIFACTS: [&str; 1] = ["accessibility"];

/// A change of one title, waiting to be applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TitleUpdate {
    /// Which title.
    pub title: TitleId,
    /// What to change.
    pub change: Change,
    /// Display name of who asked for it; none for the server itself.
    pub person: Option<String>,
    /// The remark that goes into the history.
    pub comment: Option<String>,
}

/// What to change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// A merge patch (RFC 7396) over the stored title: a member replaces the field of that name, null
    /// clears it.
    Edit(Map<String, Value>),
    /// What `PUT /v2/titles/{serviceId}` changes.
    Metadata(MetadataEdit),
    /// A merge patch over what is told of one format.
    Artifact {
        /// Which format.
        format: Format,
        /// What of it.
        patch: Map<String, Value>,
    },
    /// A move to another status.
    Status {
        /// Where to.
        to: TitleStatus,
        /// The title that takes its place, when it is withdrawn.
        replacement: Option<TitleId>,
    },
}

impl Change {
    /// A change of what is known about one format.
    ///
    /// # Panics
    /// Never: an edit is a plain record.
    pub fn artifact(format: Format, edit: &ArtifactEdit) -> Self {
        match serde_json::to_value(edit).expect("an edit is a plain record") {
            Value::Object(patch) => Self::Artifact { format, patch },
            other => unreachable!("an edit is written as {other}"),
        }
    }

    /// The product identifier that the title is to have, null for none, when that is changed.
    pub(crate) fn product_identifier(&self) -> Option<&Value> {
        let patch = match self {
            Self::Edit(patch) => patch,
            Self::Metadata(edit) => &edit.fields,
            Self::Artifact { .. } | Self::Status { .. } => return None,
        };
        patch.get("productIdentifier")
    }

    /// What the history calls the request, and the status that is asked for where that word does not say it.
    pub(crate) fn requested(&self) -> (HistoryAction, Option<TitleStatus>) {
        match self {
            Self::Edit(_) | Self::Metadata(_) | Self::Artifact { .. } => {
                (HistoryAction::MetadataUpdateRequested, None)
            }
            Self::Status { to: TitleStatus::Withdrawn, .. } => (HistoryAction::WithdrawRequested, None),
            Self::Status { to, .. } => (HistoryAction::StatusChanged, Some(*to)),
        }
    }

    /// The format that it is about.
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

/// The history tells why a change that was accepted was not made.
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

/// Applies a change, writes the second of its events, and takes the job from the queue: all of it or nothing.
pub(crate) async fn finish(ctx: &Context, run: &Run, update: &TitleUpdate) -> Result<Done, JobError> {
    let mut tx = ctx.db().begin().await?;
    let Some(title) = titles::for_update(&mut tx, update.title).await? else {
        return Err(JobError::fail(anyhow::anyhow!("title {} is gone", update.title)));
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

/// The formats that a title has when it is converted.
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

/// The title after an edit of its stored fields.
pub fn edited(title: &Title, patch: &Map<String, Value>) -> Result<Title, EditError> {
    patched(title, patch, &CLOSED)
}

/// The title after an edit of what is told of one format; as it was when it does not have the format.
/// `PUT /v2/titles/{serviceId}/artifacts/{format}` asks before it accepts one, so that what is accepted can
/// be applied.
pub fn edited_artifact(
    title: &Title,
    format: Format,
    patch: &Map<String, Value>,
) -> Result<Title, EditError> {
    let mut changed = title.clone();
    for artifact in changed.artifacts.iter_mut().filter(|artifact| artifact.format == format) {
        artifact.details = patched(&artifact.details, patch, &CLOSED_OF_ARTIFACTS)?;
    }
    Ok(changed)
}

/// The title after a change, and what the history calls it.
pub(crate) fn apply(
    title: &Title,
    change: &Change,
    now: Timestamp,
) -> anyhow::Result<(Title, HistoryAction)> {
    let (mut changed, action) = match change {
        Change::Edit(patch) => (edited(title, patch)?, HistoryAction::MetadataUpdated),
        Change::Metadata(edit) => (edit.apply(title)?, HistoryAction::MetadataUpdated),
        Change::Artifact { format, patch } => {
            (edited_artifact(title, *format, patch)?, HistoryAction::ArtifactUpdated)
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
    // Clocks of many machines may differ; who walks back in time must not meet a change twice.
    changed.dates.updated = now.max(title.dates.updated);
    Ok((changed, action))
}

/// An event of a change; `note` stands before the remark of who asked for it.
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
