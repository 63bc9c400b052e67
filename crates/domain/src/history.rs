//! Events of a title, with actor, action and time (docs/rules/records.md#rule-15,
//! docs/rules/titles.md#rule-5).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Format, TitleId, wire_enum};

wire_enum! {
    /// Action words of docs/rules/titles.md#rule-5.
    pub enum HistoryAction {
        Submitted = "submitted",
        /// A change of metadata was accepted.
        MetadataUpdateRequested = "metadataUpdateRequested",
        /// It was applied.
        MetadataUpdated = "metadataUpdated",
        /// An artifact's metadata changed.
        ArtifactUpdated = "artifactUpdated",
        /// An artifact was made.
        ArtifactCreated = "artifactCreated",
        /// The title moved to another status.
        StatusChanged = "statusChanged",
        /// A withdrawal was accepted.
        WithdrawRequested = "withdrawRequested",
        /// It was applied.
        Withdrawn = "withdrawn",
        /// The title went live.
        Published = "published",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryEvent {
    pub title: TitleId,
    pub date: Timestamp,
    /// Display name of the user who made the change. `None` for the server itself.
    pub person: Option<String>,
    pub action: HistoryAction,
    /// A remark.
    pub comment: Option<String>,
    pub format: Option<Format>,
}
