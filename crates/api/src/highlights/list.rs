//! GET /v2/myHighlights (docs/rules/reading.md#rule-2, docs/rules/reading.md#rule-9): the caller's highlights
//! in one format of a title, in reading order.

use domain::highlights::Highlight;

use crate::Api;
use crate::annotations::{self, ListAnnotations};
use crate::http::{CutPage, InRole, Json, Link, ListAddress, Params, Result, SignedIn};
use crate::records::{HighlightRecord, TranslatedHighlightRecord};

/// A page of highlights.
#[endpoint::record]
pub struct HighlightList {
    /// POST: set a highlight.
    pub allows: Option<Vec<&'static str>>,
    /// The page, in reading order.
    pub highlights: Vec<HighlightRecord>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
    /// With `anyFormat`, on the first page: highlights of other formats, translated to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translated: Option<Vec<TranslatedHighlightRecord>>,
}

impl HighlightList {
    pub(super) fn new(api: &Api, page: CutPage<Highlight>) -> Self {
        Self {
            allows: Some(vec!["POST"]),
            highlights: page
                .items
                .into_iter()
                .map(|highlight| HighlightRecord::new(api, highlight))
                .collect(),
            limit: page.limit,
            links: page.links,
            next: page.next,
            total_results: page.total_results,
            translated: None,
        }
    }
}

/// List highlights
///
/// The caller's highlights in one format of a title, in reading order.
#[endpoint::get("/v2/myHighlights", returns "A page of highlights", errors(TitleNotFound))]
pub async fn list_highlights(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<ListAnnotations>,
) -> Result<Json<HighlightList>> {
    let (page, others) = annotations::list(&api, &op, &address, &params).await?;
    let translated =
        others.map(|all| all.into_iter().map(|one| TranslatedHighlightRecord::new(&api, one)).collect());
    Ok(Json(HighlightList { translated, ..HighlightList::new(&api, page) }))
}
