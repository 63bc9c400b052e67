//! Changes of titles (docs/rules/titles.md#rule-5): every change is two events of the title's history,
//! requested and applied.

use domain::artifacts::ArtifactEdit;
use domain::change::Change;
use domain::titles::TitleEdit;
use domain::{Format, HistoryAction, HistoryEvent, Title, TitleId, TitleStatus};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::jobs::Lane;

use crate::Job;

/// An accepted change of one title, waiting to be applied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TitleUpdate {
    pub title: TitleId,
    pub change: TitleChange,
    /// Display name of the person who requested it; `None` for the server itself.
    pub person: Option<String>,
    pub comment: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TitleChange {
    /// A change by `PUT /v2/titles/{serviceId}`.
    Metadata(Box<TitleEdit>),
    /// A change of the description of one format.
    Artifact {
        format: Format,
        #[serde(rename = "patch")]
        edit: ArtifactEdit,
    },
    Status {
        to: TitleStatus,
        /// The title that replaces it, if it is withdrawn.
        replacement: Option<TitleId>,
    },
}

impl TitleChange {
    pub fn product_identifier(&self) -> &Change<String> {
        match self {
            Self::Metadata(edit) => &edit.fields.metadata.product_identifier,
            Self::Artifact { .. } | Self::Status { .. } => &Change::Keep,
        }
    }

    /// The history's action for the request, and the requested status if the action does not imply it.
    pub fn requested_action(&self) -> (HistoryAction, Option<TitleStatus>) {
        match self {
            Self::Metadata(_) | Self::Artifact { .. } => (HistoryAction::MetadataUpdateRequested, None),
            Self::Status { to: TitleStatus::Withdrawn, .. } => (HistoryAction::WithdrawRequested, None),
            Self::Status { to, .. } => (HistoryAction::StatusChanged, Some(*to)),
        }
    }

    /// The history's action and note for a change that was not applied. [`is_failure_note`] recognizes them.
    pub fn describe_failure(&self, reason: &str) -> (HistoryAction, String) {
        let (action, to) = self.requested_action();
        (action, to.map_or_else(|| format!("failed: {reason}"), |to| format!("{to} failed: {reason}")))
    }

    fn format(&self) -> Option<Format> {
        match self {
            Self::Artifact { format, .. } => Some(*format),
            _ => None,
        }
    }
}

/// Returns true if a comment in the history says that a change was not applied.
pub fn is_failure_note(comment: &str) -> bool {
    comment.starts_with("failed: ") || comment.contains(" failed: ")
}

/// The job: a [`TitleUpdate`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApplyTitleUpdate(pub TitleUpdate);

impl Job for ApplyTitleUpdate {
    const KIND: &'static str = "apply_title_update";
    const LANE: Lane = Lane::Catalog;
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
pub fn apply_change(
    title: &Title,
    change: &TitleChange,
    now: Timestamp,
) -> anyhow::Result<(Title, HistoryAction)> {
    let (mut changed, action) = match change {
        TitleChange::Metadata(edit) => (edit.apply(title), HistoryAction::MetadataUpdated),
        TitleChange::Artifact { format, edit } => {
            (edited_artifact(title, *format, edit), HistoryAction::ArtifactUpdated)
        }
        TitleChange::Status { to, replacement } => {
            anyhow::ensure!(
                title.status.can_become(*to),
                "a title that is {} cannot become {to}",
                title.status
            );
            title.move_to(*to, *replacement, now)
        }
    };
    changed.renew_copies(title);
    // Clocks of several machines may differ; callers that walk back in time must not see a change twice.
    changed.dates.updated = now.max(title.dates.updated);
    Ok((changed, action))
}

/// An event of a change; `note` precedes the requester's comment.
pub fn update_event(
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
