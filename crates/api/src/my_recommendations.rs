//! Recommendations (docs/rules/recommendations.md#rule-3). `domain::recommendations` computes the scores;
//! docs/recommendations.md describes them.

use services::recommendations;

use crate::access::title_summaries;
use crate::endpoints;
use crate::http::{InRole, Json, ListAddress, PagingParams, Params, Result, SignedIn};
use crate::records::{RecommendedTitles, TitleListHead};

endpoints! {
    "Popular lists and recommendations": list_my_recommendations;
}

/// List recommendations
///
/// Titles similar to those that the caller downloaded and read, adjusted by the recommendation profile; for
/// callers without history, popular titles. Excludes titles that the caller cannot access, and those already
/// downloaded or assigned.
#[endpoint::get("/v2/myRecommendations", returns "A page of titles")]
pub async fn list_my_recommendations(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(paging): Params<PagingParams>,
) -> Result<Json<RecommendedTitles>> {
    let list = paging.open(&api.cursor_key, op.now, &("myRecommendations", op.account_id()?))?;
    let titles = recommendations::list_page(&op, &list.page()).await?;
    let page = list.to_page(titles, &address)?;
    Ok(Json(RecommendedTitles {
        recommended_titles: title_summaries(&api, &page.items),
        head: TitleListHead::from_page(page),
    }))
}
