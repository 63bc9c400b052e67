//! GET /v2/myRecommendations.

use std::cmp::Reverse;

use axum::extract::State;
use domain::ids::TitleId;
use domain::recommendations::Recommendation;

use super::sources::recommend;
use crate::access::{page, summaries};
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut};
use crate::http::params::Params;
use crate::http::roles::SignedIn;
use crate::http::values::{Limit, Start};
use crate::params;
use crate::records::{RecommendedTitles, TitleListHead};
use crate::state::Api;

params! {
    /// Parameters of recommendations.
    pub struct ListMyRecommendations {
        /// `next` of the previous page.
        start: Option<Start>,
        /// Page size, 1 to 100; 10 when absent.
        limit: Option<Limit>,
    }
}

/// A place in the list: the score, the greatest first, and the title's number.
type Place = (Reverse<i64>, TitleId);

/// List recommendations
///
/// Titles that fit what the caller downloaded and read, shaped by the recommendation profile; for somebody
/// who has read nothing, what is popular. Nobody is recommended what is closed to the own person, or what was
/// downloaded or assigned already.
#[utoipa::path(
    get, path = "/v2/myRecommendations", tag = "Popular lists and recommendations",
    operation_id = "list_my_recommendations", params(ListMyRecommendations),
    extensions(("x-who" = json!("Any signed-in user"))),
    responses(
        (status = 200, description = "A page of titles", body = RecommendedTitles),
        (status = 400, description = "INVALID_LIMIT, INVALID_START", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
    )
)]
pub async fn list_my_recommendations(
    State(api): State<Api>,
    user: SignedIn,
    address: ListAddress,
    Params(params): Params<ListMyRecommendations>,
) -> Result<Json<RecommendedTitles>> {
    let limit = params.limit.map_or(10, |limit| limit.0);
    let cursors = Cursors::new(&api.cursor_key, user.now(), &("myRecommendations", user.id()));
    let after: Option<Place> = params.start.as_deref().map(|start| cursors.decode(start)).transpose()?;
    let all = recommend(&api, &user).await?;
    let total_results = all.len() as u64;
    let places = all.into_iter().map(|one| ((Reverse(one.score), one.title), one));
    let beyond = places.filter(|(place, _)| after.as_ref().is_none_or(|last| place > last));
    let mut rows: Vec<(Place, Recommendation)> = beyond.take(limit + 1).collect();
    let next = cut(&mut rows, limit).map(|last| cursors.encode(&last)).transpose()?;
    explain(&rows);
    let ids: Vec<TitleId> = rows.iter().map(|(_, one)| one.title).collect();
    let titles = page(&api, &user.caller, &ids).await?;
    let links = address.links(next.as_deref());
    Ok(Json(RecommendedTitles {
        head: TitleListHead { limit, links, next, total_results, ..TitleListHead::default() },
        recommended_titles: summaries(&api, &user.caller, &titles),
    }))
}

/// Says why, for whoever looks into it. What somebody reads is nobody else's business, so only on request.
fn explain(rows: &[(Place, Recommendation)]) {
    if tracing::enabled!(tracing::Level::DEBUG) {
        let reasons = rows.iter().map(|(_, one)| format!("{} {}", one.title, one.because));
        tracing::debug!(titles = reasons.collect::<Vec<_>>().join("; "), "recommended");
    }
}
