//! GET /v2/myOrganization/rosterTags (docs/rules/organizations.md#rule-2).

use services::roster_tags;

use crate::http::{
    Direction, InRole, Json, Link, ListAddress, OneOf, OrderParams, PagingParams, Params, Result, Sponsor,
};
use crate::params;
use crate::records::RosterTagRecord;

params! {
    /// Parameters of the list of roster tags.
    pub struct ListRosterTags {
        /// Page.
        page: PagingParams,
        /// By the date a tag was added; descending by default.
        direction: Option<OneOf<Direction>>,
        /// Only this tag.
        roster_tag_id: Option<i64>,
    }
}

/// A page of roster tags.
#[endpoint::record]
pub struct RosterTags {
    /// POST: sponsors add tags.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub roster_tags: Vec<RosterTagRecord>,
    /// Exact count.
    pub total_results: u64,
}

/// List the roster tags of the caller's organization
#[endpoint::get("/v2/myOrganization/rosterTags", returns "A page of roster tags")]
pub async fn list_my_roster_tags(
    InRole { api, op, .. }: InRole<Sponsor>,
    address: ListAddress,
    Params(params): Params<ListRosterTags>,
) -> Result<Json<RosterTags>> {
    let organization = &op.require_sponsor()?.organization.id;
    let roster_tag = params.roster_tag_id;
    let descending = params.direction.is_none_or(|direction| direction.0 == Direction::Desc);
    let order = OrderParams { page: params.page, sort: (), descending };
    let list = order.open(&api.cursor_key, op.now, &("rosterTags", organization, roster_tag))?;
    let page = roster_tags::list(&op, roster_tag, list.page_request()).await?;
    let page = list.to_page(page, &address)?;
    Ok(Json(RosterTags {
        allows: Some(vec!["POST"]),
        limit: page.limit,
        links: page.links,
        next: page.next,
        roster_tags: page.items.iter().map(|tag| RosterTagRecord::new(&api, tag)).collect(),
        total_results: page.total_results,
    }))
}
