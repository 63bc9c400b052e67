//! Periodicals and their editions (docs/rules/periodicals.md#rule-1, docs/rules/periodicals.md#rule-5).
//! `PUT /v2/periodicals/{seriesId}`: docs/rules/periodicals.md#rule-5.

pub mod editions;

use domain::periodicals::{SeriesEdit, SeriesType};
use services::Operation;
use services::periodicals::{self, PeriodicalFilter, PeriodicalSearch, SeriesSort, SeriesView};

use crate::http::{
    AnyKey, Change, CollectionEditor, Country, CutPage, InRole, Issn, Json, Language, Link, ListAddress,
    OneOf, OrderParams, Params, Replace, ReplaceList, Result, Segments, ShortText, Text,
};
use crate::records::{SeriesRecord, StatusRecord};
use crate::{Api, endpoints, params};

endpoints! {
    "Periodicals": list_periodicals, get_periodical;
    "Collection": put_periodical;
    with editions;
}

params! {
    /// Criteria, which combine with AND.
    pub struct PeriodicalCriteria into PeriodicalFilter {
        /// Words of the title, or their beginnings, in any case; all must match.
        title: Option<Text<500>>,
        /// ISSN, with or without its dash.
        issn: Option<Issn>,
        /// One of the periodical's languages.
        language: Option<Language>,
    }
}

params! {
    /// Parameters of the list of periodicals.
    pub struct ListPeriodicals {
        /// Criteria.
        criteria: PeriodicalCriteria,
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
    let search = PeriodicalSearch::new(&op, params.criteria.into_request());
    let list = params.order.open(&api.cursor_key, op.now, &("periodicals", &search))?;
    let rows = search.list_page(&op, list.page_request()).await?;
    Ok(Json(PeriodicalList::new(&api, &op, list.to_page(rows, &address)?)))
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

/// Get a periodical
#[endpoint::get("/v2/periodicals/{seriesId}", returns "The periodical", errors(PeriodicalNotFound))]
pub async fn get_periodical(
    InRole { api, op, .. }: InRole<AnyKey>,
    Segments(id): Segments<String>,
) -> Result<Json<SeriesRecord>> {
    let view = periodicals::get(&op, &id).await?;
    Ok(Json(SeriesRecord::new(&api, &op.access_caller(), &view)))
}

params! {
    /// What to change; omitted parameters keep their value.
    pub struct PutPeriodical into SeriesEdit {
        /// Title.
        title: Replace<ShortText>,
        /// ISSN; an empty value clears it.
        issn: Change<Issn>,
        /// Plain text; an empty value clears it.
        description: Change<Text<8000>>,
        /// Publisher; an empty value clears it.
        publisher: Change<ShortText>,
        /// A category code of an outside scheme; an empty value clears it.
        external_category_code: Change<ShortText>,
        /// Names of subjects.
        categories: ReplaceList<ShortText>,
        /// Languages of the text.
        languages: ReplaceList<Language>,
        /// newspaper, magazine or journal.
        series_type: Replace<OneOf<SeriesType>>,
        /// The only countries where editions may be distributed; one empty value: worldwide.
        countries: ReplaceList<Country>,
    }
}

/// Change a periodical
///
/// Workers apply changes in the order of acceptance; the response waits for that.
#[endpoint::put("/v2/periodicals/{seriesId}", returns "The periodical", errors(PeriodicalNotFound))]
pub async fn put_periodical(
    InRole { api, op, .. }: InRole<CollectionEditor>,
    Segments(id): Segments<String>,
    Params(params): Params<PutPeriodical>,
) -> Result<Json<SeriesRecord>> {
    let view = periodicals::edit(&op, &id, params.into_request()).await?;
    Ok(Json(SeriesRecord::new(&api, &op.access_caller(), &view)))
}
