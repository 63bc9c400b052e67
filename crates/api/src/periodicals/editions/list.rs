//! GET /v2/periodicals/{seriesId}/editions (spec 4, 1.2).

use std::sync::Arc;

use axum::extract::State;
use domain::ids::EditionId;
use domain::periodicals::{Edition, Issue, Series};
use serde::Serialize;
use store::periodicals::editions::EditionSort;
use utoipa::ToSchema;

use super::had;
use crate::http::caller::Caller;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::{Link, ListAddress};
use crate::http::listing::Order;
use crate::http::params::Params;
use crate::http::path::Segments;
use crate::http::roles::As;
use crate::periodicals::visible;
use crate::records::{EditionRecord, StatusRecord};
use crate::state::Api;

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
    params(("seriesId" = String, Path, description = "Identifier of the periodical"), Order<EditionSort>),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses(
        (status = 200, description = "A page of editions", body = EditionList),
        (status = 400, description = "INVALID_PARAMETER, INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 404, description = "PERIODICAL_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn list_editions(
    State(api): State<Api>,
    As(caller): As<Caller>,
    address: ListAddress,
    Segments(id): Segments<String>,
    Params(order): Params<Order<EditionSort>>,
) -> Result<Json<EditionList>> {
    let list = order.open(&api.cursor_key, caller.now, &("editions", &id))?;
    let series = Arc::new(visible(&api, &caller, &id).await?);
    let total_results = store::periodicals::editions::count(&api.db, &series.id, caller.now).await?;
    let rows = store::periodicals::editions::page(&api.db, &series.id, list.part(), caller.now).await?;
    let page = list.cut(rows, total_results, &address)?;
    let periodical_editions = records(&api, &caller, &series, page.items).await?;
    Ok(Json(EditionList {
        allows: None,
        limit: page.limit,
        links: page.links,
        message: None,
        next: page.next,
        periodical_editions,
        total_results: page.total_results,
    }))
}

/// The records of editions: one statement for what the caller has had of them.
async fn records(
    api: &Api,
    caller: &Caller,
    series: &Arc<Series>,
    editions: Vec<Edition>,
) -> Result<Vec<EditionRecord>> {
    let ids: Vec<EditionId> = editions.iter().map(|edition| edition.id.clone()).collect();
    let had = had(api, caller, &ids).await?;
    let record = |edition| {
        let issue = Issue::new(Arc::clone(series), edition, caller.now);
        EditionRecord::new(api, caller, &issue, had.contains(&issue.edition.id))
    };
    Ok(editions.into_iter().map(record).collect())
}
