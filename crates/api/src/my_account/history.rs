//! GET /v2/myAccount/history (docs/rules/downloads.md#rule-11, docs/rules/records.md#rule-17,
//! docs/rules/requests.md#rule-13).

use services::downloads::history::{self, HistoryEntry, HistorySort};

use crate::http::{
    Direction, InRole, Json, Link, ListAddress, OneOf, OrderParams, PagingParams, Params, Result, SignedIn,
};
use crate::params;
use crate::records::TitleDownload;

params! {
    /// Parameters of the history.
    pub struct ListHistory {
        /// Page.
        page: PagingParams,
        /// Title by default.
        sort_order: Option<OneOf<HistorySort>>,
        /// Descending by default.
        direction: Option<OneOf<Direction>>,
    }
}

/// A page of the history.
#[endpoint::record]
pub struct TitleDownloadList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page.
    pub title_downloads: Vec<TitleDownload>,
    /// Exact count.
    pub total_results: u64,
}

/// List the caller's downloads
///
/// Requests made by the caller, and those made for the caller.
#[endpoint::get("/v2/myAccount/history", returns "A page of downloads")]
pub async fn list_my_history(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<ListHistory>,
) -> Result<Json<TitleDownloadList>> {
    let order = params.order();
    let list = order.open(&api.cursor_key, op.now, &("history", op.account_id()?))?;
    let rows = history::list(&op, list.page_request()).await?;
    let page = list.to_page(rows, &address)?;
    let line = |entry: &HistoryEntry| TitleDownload::new(&api, &op, entry);
    Ok(Json(TitleDownloadList {
        allows: None,
        limit: page.limit,
        links: page.links,
        next: page.next,
        title_downloads: page.items.iter().filter_map(line).collect(),
        total_results: page.total_results,
    }))
}

impl ListHistory {
    fn order(self) -> OrderParams<HistorySort> {
        OrderParams {
            page: self.page,
            sort: self.sort_order.map_or(HistorySort::Title, |sort| sort.0),
            descending: self.direction.is_none_or(|direction| direction.0 == Direction::Desc),
        }
    }
}
