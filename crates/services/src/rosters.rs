//! People of an organization, or on a reading list.

use crate::members::list_roster;
use crate::{Operation, PageRequest, Result, RowPosition, Rows};

pub use store::members::Member;
pub use store::rosters::{RosterFilter, RosterQuery, RosterSort};

/// A page of a roster: four statements, and one that records in the audit who was shown.
pub async fn list(
    op: &Operation,
    roster: &RosterQuery<'_>,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<Rows<RowPosition<String>, Member>> {
    list_roster(op, roster, page_request).await
}
