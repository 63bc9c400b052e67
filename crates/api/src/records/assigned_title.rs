use domain::accounts::Account;
use serde::Serialize;
use store::assignments::Assignment;
use utoipa::ToSchema;

use super::{TitleSummary, timestamp};

/// A title assigned to somebody (document 2, "Title summary").
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignedTitle {
    /// The title.
    #[serde(flatten)]
    pub summary: TitleSummary,
    /// Display name of who assigned it.
    pub assigned_by: Option<String>,
    /// First complete fetch by the person or for the person.
    pub date_downloaded: Option<String>,
}

impl AssignedTitle {
    /// The record; who may take the assignment back is told so (spec 4, 4.3).
    pub fn new(summary: TitleSummary, assignment: &Assignment, by: Option<&Account>, manages: bool) -> Self {
        let allows = if manages { Some(vec!["DELETE"]) } else { summary.allows.clone() };
        Self {
            summary: TitleSummary { allows, ..summary },
            assigned_by: by.map(Account::display_name),
            date_downloaded: assignment.date_downloaded.map(timestamp),
        }
    }
}
