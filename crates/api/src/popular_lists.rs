//! Popular lists (docs/rules/recommendations.md#rule-1): open to guests, computed once a day.
//! `GET /v2/popularLists/{popularListId}`: docs/rules/recommendations.md#rule-2.

use services::popular_lists;

use crate::access::title_summaries;
use crate::endpoints;
use crate::http::{AnyKey, InRole, Json, Link, ListAddress, PagingParams, Params, Result, Segments};
use crate::records::{PopularListRecord, PopularTitles, TitleListHead};

endpoints! {
    "Popular lists and recommendations": list_popular_lists, get_popular_list;
}

/// A page of popular lists.
#[endpoint::record]
pub struct PopularLists {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// The page: the last year, the last month, then categories by name.
    pub popular_lists: Vec<PopularListRecord>,
    /// Exact count.
    pub total_results: usize,
}

/// List the popular lists
///
/// One for the last year, one for the last month, and one for each category with downloads in the last year.
/// They are recomputed every day.
#[endpoint::get("/v2/popularLists", returns "A page of popular lists")]
pub async fn list_popular_lists(
    InRole { api, op, .. }: InRole<AnyKey>,
    address: ListAddress,
    Params(paging): Params<PagingParams>,
) -> Result<Json<PopularLists>> {
    let list = paging.open(&api.cursor_key, op.now, &"popularLists")?;
    let all = popular_lists::list(&op).await?;
    let total_results = all.len();
    let rows = all.into_iter().map(|popular| (popular.clone(), popular));
    let page = list.select_page(rows, &address)?;
    Ok(Json(PopularLists {
        allows: None,
        limit: page.limit,
        links: page.links,
        next: page.next,
        popular_lists: page.items.iter().map(|list| PopularListRecord::new(&api, list)).collect(),
        total_results,
    }))
}

/// List the titles of a popular list
///
/// At most a hundred, most popular first. Repeated downloads by one person count once.
#[endpoint::get("/v2/popularLists/{popularListId}", returns "A page of titles", errors(PopularListNotFound))]
pub async fn get_popular_list(
    InRole { api, op, .. }: InRole<AnyKey>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(paging): Params<PagingParams>,
) -> Result<Json<PopularTitles>> {
    let list = paging.open(&api.cursor_key, op.now, &("popularList", &id))?;
    let (named, titles) = popular_lists::list_titles(&op, &id, &list.page()).await?;
    let page = list.to_page(titles, &address)?;
    Ok(Json(PopularTitles {
        id,
        description: named.description(),
        popular_titles: title_summaries(&api, &page.items),
        head: TitleListHead::from_page(page),
    }))
}
