//! GET /v2/periodicals (docs/rules/periodicals.md#rule-1).

use services::Operation;
use services::periodicals::{PeriodicalFilter, PeriodicalSearch, SeriesSort, SeriesView};

use crate::http::{
    AnyKey, CutPage, InRole, Issn, Json, Language, Link, ListAddress, OrderParams, Params, Result, Text,
};
use crate::records::{SeriesRecord, StatusRecord};
use crate::{Api, params};

params! {
    /// Parameters of the list of periodicals; the criteria combine with AND.
    pub struct ListPeriodicals {
        /// Words of the title, or their beginnings, in any case; all must match.
        title: Option<Text<500>>,
        /// ISSN, with or without its dash.
        issn: Option<Issn>,
        /// One of the periodical's languages.
        language: Option<Language>,
        /// Page and order.
        order: OrderParams<SeriesSort>,
    }
}

/// A page of periodicals (docs/rules/records.md#rule-16).
#[endpoint::record]
pub struct PeriodicalList {
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
    pub periodicals: Vec<SeriesRecord>,
    /// Exact count.
    pub total_results: u64,
}

/// Search periodicals
///
/// The periodicals of the caller's site.
#[endpoint::get("/v2/periodicals", returns "A page of periodicals")]
pub async fn list_periodicals(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    Params(params): Params<ListPeriodicals>,
) -> Result<Json<PeriodicalList>> {
    let (order, filter) = params.into_parts();
    let search = PeriodicalSearch::new(&op, filter);
    let list = order.open(&api.cursor_key, op.now, &("periodicals", &search))?;
    let rows = search.list_page(&op, list.page_request()).await?;
    Ok(Json(PeriodicalList::new(&api, &op, list.to_page(rows, &address)?)))
}

impl ListPeriodicals {
    /// Page and order, and what is searched.
    fn into_parts(self) -> (OrderParams<SeriesSort>, PeriodicalFilter) {
        let filter = PeriodicalFilter {
            title: self.title.map(|text| text.0),
            issn: self.issn.map(|issn| issn.0),
            language: self.language.map(|language| language.0),
        };
        (self.order, filter)
    }
}

impl PeriodicalList {
    fn new(api: &Api, op: &Operation, page: CutPage<SeriesView>) -> Self {
        let caller = op.access_caller();
        Self {
            allows: None,
            limit: page.limit,
            links: page.links,
            message: None,
            next: page.next,
            periodicals: page.items.iter().map(|view| SeriesRecord::new(api, &caller, view)).collect(),
            total_results: page.total_results,
        }
    }
}
