//! GET /v2/myRecommendations (docs/rules/recommendations.md#rule-3).

use std::cmp::Reverse;

use axum::extract::State;
use domain::ids::TitleId;
use domain::recommendations::Recommendation;
use services::recommendations::recommend;

use crate::access::{page, summaries};
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::Paging;
use crate::http::params::Params;
use crate::http::roles::{As, SignedIn};
use crate::records::{RecommendedTitles, TitleListHead};
use crate::state::Api;

/// List recommendations
///
/// Titles similar to those that the caller downloaded and read, adjusted by the recommendation profile; for
/// callers without history, popular titles. Excludes titles that the caller cannot access, and those already
/// downloaded or assigned.
#[utoipa::path(
    get, path = "/v2/myRecommendations", tag = "Popular lists and recommendations",
    operation_id = "list_my_recommendations", params(Paging),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "A page of titles", body = RecommendedTitles),
        (status = 400, description = "INVALID_LIMIT, INVALID_START", body = ErrorBody),
    )
)]
pub async fn list_my_recommendations(
    State(api): State<Api>,
    As(user): As<SignedIn>,
    address: ListAddress,
    Params(paging): Params<Paging>,
) -> Result<Json<RecommendedTitles>> {
    let list = paging.open(&api.cursor_key, user.now(), &("myRecommendations", user.id()))?;
    let all = recommend(&api.library, &user).await?;
    let total_results = all.len() as u64;
    // Highest score first, ties by identifier.
    let rows = list.among(all.into_iter().map(|one| ((Reverse(one.score), one.title), one)));
    let shown = list.cut(rows, total_results, &address)?;
    explain(&shown.items);
    let ids: Vec<TitleId> = shown.items.iter().map(|one| one.title).collect();
    let titles = page(&api.library, &user.caller, &ids).await?;
    Ok(Json(RecommendedTitles {
        head: TitleListHead::of(shown),
        recommended_titles: summaries(&api, &titles),
    }))
}

/// Logs the reasons for debugging. Reading habits are private, so only on request.
fn explain(shown: &[Recommendation]) {
    if tracing::enabled!(tracing::Level::DEBUG) {
        let reasons = shown.iter().map(|one| format!("{} {}", one.title, one.because));
        tracing::debug!(titles = reasons.collect::<Vec<_>>().join("; "), "recommended");
    }
}
