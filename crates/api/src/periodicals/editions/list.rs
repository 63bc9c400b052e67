//! GET /v2/periodicals/{seriesId}/editions (spec 4, 1.2).

use std::sync::Arc;

use axum::extract::State;
use domain::ids::EditionId;
use domain::periodicals::Issue;
use serde::Serialize;
use store::periodicals::editions::EditionSort;
use store::{Part, Place};
use utoipa::ToSchema;

use super::had;
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::values::{Direction, Limit, OneOf, Start};
use crate::params;
use crate::periodicals::visible;
use crate::records::{EditionRecord, StatusRecord};
use crate::state::Api;

params! {
    /// Parameters of the list of editions.
    pub struct ListEditions {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
        /// editionName when absent.
        sort_order: Option<OneOf<EditionSort>>,
        /// Ascending when absent.
        direction: Option<OneOf<Direction>>,
    }
}

/// A page of editions (spec 4, 2.11).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditionList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Page size in force.
    pub limit: usize,
    /// self, and next when there is more.
    pub links: Vec<Link>,
    /// Always null.
    pub message: Option<StatusRecord>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub periodical_editions: Vec<EditionRecord>,
    /// Exact count.
    pub total_results: u64,
}

/// List the editions of a periodical
///
/// Those that are neither withdrawn nor expired.
#[utoipa::path(
    get, path = "/v2/periodicals/{seriesId}/editions", tag = "Periodicals", operation_id = "list_editions",
    params(("seriesId" = String, Path, description = "Identifier of the periodical"), ListEditions),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of editions", body = EditionList),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_editions(
    State(api): State<Api>,
    caller: Caller,
    address: ListAddress,
    Segments(id): Segments<String>,
    Params(params): Params<ListEditions>,
) -> Result<Json<EditionList>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    let sort = params.sort_order.map_or(EditionSort::EditionName, |sort| sort.0);
    let descending = params.direction.is_some_and(|direction| direction.0 == Direction::Desc);
    let cursors = Cursors::new(&api.cursor_key, caller.now, &("editions", &id, sort, descending));
    let after: Option<Place<String>> =
        params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let series = Arc::new(visible(&api, &caller, &id).await?);
    let total_results = store::periodicals::editions::count(&api.db, &series.id, caller.now).await?;
    let part = Part { sort, descending, after: after.as_ref(), limit: one_more(limit) };
    let mut rows = store::periodicals::editions::page(&api.db, &series.id, part, caller.now).await?;
    let next = cut(&mut rows, limit).map(|place| cursors.encode(&place)).transpose()?;
    let ids: Vec<EditionId> = rows.iter().map(|(_, edition)| edition.id.clone()).collect();
    let had = had(&api, &caller, &ids).await?;
    let record = |edition| {
        let issue = Issue::new(Arc::clone(&series), edition, caller.now);
        EditionRecord::new(&api, &caller, &issue, had.contains(&issue.edition.id))
    };
    Ok(Json(EditionList {
        allows: None,
        limit,
        links: address.links(next.as_deref()),
        message: None,
        next,
        periodical_editions: rows.into_iter().map(|(_, edition)| record(edition)).collect(),
        total_results,
    }))
}
