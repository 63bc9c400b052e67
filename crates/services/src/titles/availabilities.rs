//! Formats of a title that members of an organization may download, as their sponsors see it.

use std::sync::Arc;

use domain::access::{AccessFacts, ForUser, MemberAvailability, member_availability};
use domain::{Reader, Title, TitleId};

use super::access::find_visible;
use crate::rosters::{self, Member, RosterQuery, RosterSort};
use crate::{Operation, PageRequest, Result, RowPosition, Rows};

/// The title whose formats are asked for, and the roster of those who may download them.
#[derive(Debug, Clone, Copy)]
pub struct AvailabilityRequest<'a> {
    pub title: TitleId,
    pub roster: &'a RosterQuery<'a>,
}

/// A title, and the members on a page of a roster of the sponsor's organization, each with what they may
/// download of it (docs/rules/access.md#rule-18). The audit records who is shown.
///
/// # Errors
/// `TITLE_NOT_FOUND` if the sponsor does not see the title.
pub async fn list_availabilities(
    op: &Operation,
    request: AvailabilityRequest<'_>,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<(Arc<Title>, Rows<RowPosition<String>, (Member, MemberAvailability)>)> {
    op.require_sponsor()?;
    let AvailabilityRequest { title: id, roster } = request;
    let now = op.now;
    let title = find_visible(op, id).await?;
    let page = rosters::list(op, roster, page_request).await?;
    let readers: Vec<Reader> = page.items.iter().map(|member| member.reader.clone()).collect();
    let relations = store::relations::for_readers(op.db(), &readers, id, now).await?;
    let availability = |member: Member| {
        let reader = &member.reader;
        let relation = relations.get(&reader.account.id).copied().unwrap_or_default();
        let facts = op.facts_about(&*title, relation);
        let availability = member_availability(&AccessFacts { recipient: ForUser::Named(reader), ..facts });
        (member, availability)
    };
    let members = page.map_items(availability);
    Ok((title, members))
}
