//! The members of a sponsor's organization: each has a catalog whose copies are made for that member.

use services::devices::members::{self, MemberName};
use services::rosters::RosterSort;

use crate::{Feed, NavigationEntry, PageQuery, Params, Result, Visitor, percent_encode};

/// GET /members: 404 in the catalog of a member.
pub(crate) async fn list_members(visitor: Visitor, Params(page): Params<PageQuery>) -> Result {
    visitor.require_own_catalog()?;
    visitor.op.require_sponsor()?;
    let op = &visitor.op;
    let part = page.parse_part()?;
    let rows = members::list_members(op, part.to_request(RosterSort::LastName, false)).await?;
    let entry = |member: &MemberName| {
        NavigationEntry::for_navigation(
            member.name.clone(),
            format!("/members/{}", percent_encode(member.id.as_str())),
        )
    };
    let messages = ("feed-members", "feed-no-members");
    visitor.feed_response(&Feed::navigation_page(&visitor, ("/members", &page), messages, &rows, entry))
}
