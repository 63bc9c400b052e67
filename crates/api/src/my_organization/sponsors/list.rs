//! GET /v2/myOrganization/sponsors (docs/rules/organizations.md#rule-2).

use services::organizations::sponsors;
use services::rosters::RosterSort;

use crate::http::{InRole, Json, Link, ListAddress, OrderParams, Params, Result, Sponsor};
use crate::records::SponsorSummary;

/// A page of sponsors.
#[endpoint::record]
pub struct SponsorList {
    /// POST.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub sponsor_summaries: Vec<SponsorSummary>,
    /// Exact count.
    pub total_results: u64,
}

/// List the sponsors of the caller's organization
#[endpoint::get("/v2/myOrganization/sponsors", returns "A page of sponsors")]
pub async fn list_my_sponsors(
    InRole { api, op, .. }: InRole<Sponsor>,
    address: ListAddress,
    Params(order): Params<OrderParams<RosterSort>>,
) -> Result<Json<SponsorList>> {
    let bound = ("mySponsors", &op.require_sponsor()?.organization.id);
    let list = order.open(&api.cursor_key, op.now, &bound)?;
    let page = list.to_page(sponsors::list(&op, list.page_request()).await?, &address)?;
    let sponsors = page.items.into_iter().map(|shown| SponsorSummary::from_sponsor(&api, shown));
    Ok(Json(SponsorList {
        allows: Some(vec!["POST"]),
        limit: page.limit,
        links: page.links,
        sponsor_summaries: sponsors.collect(),
        next: page.next,
        total_results: page.total_results,
    }))
}
