//! GET /v2/popularLists/{popularListId} (docs/rules/recommendations.md#rule-2).

use services::popular_lists;

use crate::access::title_summaries;
use crate::http::{AnyKey, InRole, Json, ListAddress, PagingParams, Params, Result, Segments};
use crate::records::{PopularTitles, TitleListHead};

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
