//! Changing a title after it was accepted (spec 4, 4.6): every change is two events of the title's history,
//! requested and applied.

use domain::formats::FormatStatus;
use domain::history::{HistoryAction, HistoryEvent};
use domain::ids::TitleId;
use domain::titles::{Title, TitleStatus};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::jobs::{self, NewJob};
use store::{Tx, history, titles};

use crate::context::Context;
use crate::error::JobError;
use crate::job::{Done, Job, Run};
pub use crate::patch::EditError;
use crate::patch::patched;

/// Fields of the stored title that an edit cannot reach: they have verbs of their own, or are the server's.
const CLOSED: [&str; 10] =
    ["id", "site", "owner", "status", "artifacts", "files", "created", "updated", "published", "withdrawn"];

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
    /// A move to another status.
    Status {
        /// Where to.
        to: TitleStatus,
        /// The title that takes its place, when it is withdrawn.
        replacement: Option<TitleId>,
    },
}

/// The job: a [`TitleUpdate`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApplyTitleUpdate(pub TitleUpdate);

/// Accepts a change: the first of its two events and the job, in one transaction. Changes of one title are
/// applied one at a time, in the order in which they were accepted.
pub async fn request(tx: &mut Tx, update: &TitleUpdate, now: Timestamp) -> store::Result<()> {
    let (action, note) = match &update.change {
        Change::Edit(_) => (HistoryAction::MetadataUpdateRequested, None),
        Change::Status { to: TitleStatus::Withdrawn, .. } => (HistoryAction::WithdrawRequested, None),
        Change::Status { to, .. } => (HistoryAction::StatusChanged, Some(format!("{to} requested"))),
    };
    history::append(tx, &event(update, action, note, now)).await?;
    let order = format!("title/{}", update.title);
    let job = ApplyTitleUpdate(update.clone());
    jobs::enqueue(tx, NewJob { order_key: Some(&order), ..job.queued(now) }, now).await.map(drop)
}

impl Job for ApplyTitleUpdate {
    const KIND: &'static str = "apply_title_update";

    async fn run(&self, ctx: &Context, run: &Run) -> Result<Done, JobError> {
        let (update, now) = (&self.0, ctx.now());
        let mut tx = ctx.db().begin().await?;
        let Some(title) = titles::for_update(&mut tx, update.title).await? else {
            return Err(JobError::fail(anyhow::anyhow!("title {} is gone", update.title)));
        };
        let (changed, action) = apply(&title, &update.change, now).map_err(JobError::Fail)?;
        titles::update(&mut tx, &changed).await?;
        history::append(&mut tx, &event(update, action, None, now)).await?;
        run.commit(tx, now).await
    }
}

/// The title after an edit. `PUT /v2/titles/{serviceId}` asks before it accepts one, so that what is
/// accepted can be applied.
pub fn edited(title: &Title, patch: &Map<String, Value>) -> Result<Title, EditError> {
    patched(title, patch, &CLOSED)
}

fn apply(title: &Title, change: &Change, now: Timestamp) -> anyhow::Result<(Title, HistoryAction)> {
    let (mut changed, action) = match change {
        Change::Edit(patch) => (edited(title, patch)?, HistoryAction::MetadataUpdated),
        Change::Status { to, replacement } => {
            anyhow::ensure!(
                title.status.can_become(*to),
                "a title that is {} cannot become {to}",
                title.status
            );
            moved(title, *to, *replacement, now)
        }
    };
    changed.dates.updated = now;
    Ok((changed, action))
}

/// A title in its new status, with what the move brings (spec 4, 4.6).
fn moved(
    title: &Title,
    to: TitleStatus,
    replacement: Option<TitleId>,
    now: Timestamp,
) -> (Title, HistoryAction) {
    let mut changed = title.clone();
    changed.status = to;
    let action = match to {
        TitleStatus::Live => {
            changed.dates.withdrawn = None;
            if title.status == TitleStatus::Converted {
                changed.dates.published = Some(now);
                for artifact in changed.artifacts.iter_mut().filter(|a| a.status == FormatStatus::Pending) {
                    artifact.status = FormatStatus::Available;
                }
            }
            HistoryAction::Published
        }
        TitleStatus::Withdrawn => {
            changed.dates.withdrawn = Some(now);
            changed.metadata.replacement = replacement.or(changed.metadata.replacement);
            HistoryAction::Withdrawn
        }
        _ => HistoryAction::StatusChanged,
    };
    (changed, action)
}

fn event(update: &TitleUpdate, action: HistoryAction, note: Option<String>, date: Timestamp) -> HistoryEvent {
    let comment = match (note, update.comment.clone()) {
        (Some(note), Some(comment)) => Some(format!("{note}: {comment}")),
        (note, comment) => note.or(comment),
    };
    HistoryEvent { title: update.title, date, person: update.person.clone(), action, comment, format: None }
}

#[cfg(test)]
mod tests;
