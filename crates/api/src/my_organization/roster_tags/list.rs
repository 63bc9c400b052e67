//! GET /v2/myOrganization/rosterTags (docs/rules/organizations.md#rule-2).

use axum::extract::State;
use serde::Serialize;
use services::roster_tags;
use utoipa::ToSchema;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::listing::{OrderParams, PagingParams};
use crate::http::params::Params;
use crate::http::roles::{InRole, Sponsor};
use crate::http::values::{Direction, OneOf};
use crate::params;
use crate::records::RosterTagRecord;
use crate::state::Api;

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
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
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
#[utoipa::path(
    get, path = "/v2/myOrganization/rosterTags", tag = "My organization", operation_id = "list_my_roster_tags",
    params(ListRosterTags),
    extensions(("x-who" = json!("Sponsors"))),
    responses(
        (status = 200, description = "A page of roster tags", body = RosterTags),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR", body = ErrorBody),
    )
)]
pub async fn list_my_roster_tags(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
    address: ListAddress,
    Params(params): Params<ListRosterTags>,
) -> Result<Json<RosterTags>> {
    let (organization, only) = (&op.require_sponsor()?.organization.id, params.roster_tag_id);
    let descending = params.direction.is_none_or(|direction| direction.0 == Direction::Desc);
    let order = OrderParams { page: params.page, sort: (), descending };
    let list = order.open(&api.cursor_key, op.now, &("rosterTags", organization, only))?;
    let page = roster_tags::list(&op, only, list.page_request()).await?;
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
