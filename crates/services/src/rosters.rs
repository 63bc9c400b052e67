//! People of an organization, or on a reading list.

use crate::{Operation, PageRequest, Result, RowPosition, Rows};

pub use store::members::Member;
pub use store::rosters::{RosterFilter, RosterPerson, RosterQuery, RosterSort};

/// A page of a roster: four statements, and one that records in the audit who was shown.
pub async fn list(
    op: &Operation,
    roster: &RosterQuery<'_>,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<Rows<RowPosition<String>, Member>> {
    let total = store::rosters::count(op.db(), roster).await?;
    let rows = store::rosters::page(op.db(), roster, page_request).await?;
    let Rows { items, next, previous, total } = Rows::from_part_rows(rows, &page_request, total);
    let items = show_with_audit(op, items).await?;
    Ok(Rows { items, next, previous, total })
}

/// These people with all that is shown of a member. Nobody is shown without a record of it.
pub(crate) async fn show_with_audit(op: &Operation, people: Vec<RosterPerson>) -> Result<Vec<Member>> {
    let ids: Vec<_> = people.iter().map(|person| &person.account.id).collect();
    op.record_reads(ids).await?;
    Ok(store::members::complete_members(op.db(), people, op.now).await?)
}
