//! GET /v2/myOrganization/sponsors.

use axum::extract::State;
use serde::Serialize;
use store::rosters::{self, Roster, RosterSort};
use store::{Part, Place};
use utoipa::ToSchema;

use super::summary;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::params::Params;
use crate::http::roles::Sponsor;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::params;
use crate::records::SponsorSummary;
use crate::state::Api;

params! {
    /// Parameters of the list of sponsors.
    pub struct ListSponsors {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// lastName when absent.
        sort_order: Option<OneOf<RosterSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// A page of sponsors.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SponsorList {
    /// POST.
    pub allows: Option<Vec<&'static str>>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub sponsor_summaries: Vec<SponsorSummary>,
    /// Exact count.
    pub total_results: u64,
}

/// List the sponsors of the own organization
#[utoipa::path(
    get, path = "/v2/myOrganization/sponsors", tag = "My organization", operation_id = "list_my_sponsors",
    params(ListSponsors),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "A page of sponsors", body = SponsorList),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
    )
)]
pub async fn list_my_sponsors(
    State(api): State<Api>,
    sponsor: Sponsor,
    address: ListAddress,
    Params(params): Params<ListSponsors>,
) -> Result<Json<SponsorList>> {
    let (user, organization) = (&sponsor.0, sponsor.organization()?);
    let limit = params.limit.map_or(10, |limit| limit.0);
    let sort = params.sort_order.map_or(RosterSort::LastName, |sort| sort.0);
    let descending = params.direction.is_some_and(|direction| direction.0 == Direction::Desc);
    let bound = ("mySponsors", &organization.id, sort, descending);
    let cursors = Cursors::new(&api.cursor_key, user.now(), &bound);
    let after: Option<Place<String>> =
        params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let roster = Roster::sponsors(&organization.id, user.id());
    let part = Part { sort, descending, after: after.as_ref(), limit: one_more(limit) };
    let total_results = rosters::count(&api.db, &roster).await?;
    let mut rows = rosters::page(&api.db, &roster, part).await?;
    let next = cut(&mut rows, limit).map(|place| cursors.encode(&place)).transpose()?;
    let sponsors = rows.into_iter().map(|(_, person)| summary(&api, user, organization, person));
    Ok(Json(SponsorList {
        allows: Some(vec!["POST"]),
        limit,
        links: address.links(next.as_deref()),
        sponsor_summaries: sponsors.collect(),
        next,
        total_results,
    }))
}
