use domain::Account;
use services::assignments;

use super::{TitleSummary, format_timestamp};

/// A title assigned to a reader (docs/rules/records.md#rule-9).
#[endpoint::record]
pub struct AssignedTitle {
    /// The title.
    #[serde(flatten)]
    pub summary: TitleSummary,
    /// Display name of the person who assigned it.
    pub assigned_by: Option<String>,
    /// First complete download by or for the person.
    pub date_downloaded: Option<String>,
}

impl AssignedTitle {
    /// The record; `manages`: the caller may remove the assignment (docs/rules/access.md#rule-23).
    pub fn new(summary: TitleSummary, assigned: &assignments::AssignedTitle, manages: bool) -> Self {
        let allows = if manages { Some(vec!["DELETE"]) } else { summary.allows.clone() };
        Self {
            summary: TitleSummary { allows, ..summary },
            assigned_by: assigned.assigned_by.as_deref().map(Account::display_name),
            date_downloaded: assigned.assignment.date_downloaded.map(format_timestamp),
        }
    }
}
