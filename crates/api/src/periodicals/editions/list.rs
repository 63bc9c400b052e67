//! GET /v2/periodicals/{seriesId}/editions (docs/rules/periodicals.md#rule-1).

use services::periodicals::editions::{self, EditionSort};

use crate::http::{AnyKey, InRole, Json, Link, ListAddress, OrderParams, Params, Result, Segments};
use crate::records::{EditionRecord, StatusRecord};

/// A page of editions (docs/rules/records.md#rule-16).
#[endpoint::record]
pub struct EditionList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
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
#[endpoint::get(
    "/v2/periodicals/{seriesId}/editions", returns "A page of editions", errors(PeriodicalNotFound),
)]
pub async fn list_editions(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    Segments(id): Segments<String>,
    Params(order): Params<OrderParams<EditionSort>>,
) -> Result<Json<EditionList>> {
    let list = order.open(&api.cursor_key, op.now, &("editions", &id))?;
    let rows = editions::list(&op, &id, list.page_request()).await?;
    let page = list.to_page(rows, &address)?;
    let periodical_editions = page.items.iter().map(|seen| EditionRecord::new(&api, seen)).collect();
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
