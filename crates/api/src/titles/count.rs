//! GET /v2/titles/count (spec 4, 1.1): a bare integer.

use axum::extract::State;
use domain::access;

use crate::http::caller::Caller;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::params::Params;
use crate::http::values::Country;
use crate::params;
use crate::state::Api;

params! {
    /// Parameters of the count.
    pub struct CountTitles {
        /// Count titles shared in from other sites too; true when absent.
        include_shared: Option<bool>,
        /// View the collection as from this country.
        country: Option<Country>,
    }
}

/// Count titles
///
/// Live titles that the caller can see.
#[utoipa::path(
    get, path = "/v2/titles/count", tag = "Titles", operation_id = "count_titles", params(CountTitles),
    extensions(("x-who" = json!("Anyone with a key"))),
    responses((status = 200, description = "A bare integer", body = u64, content_type = "application/json"))
)]
pub async fn count_titles(
    State(api): State<Api>,
    caller: Caller,
    Params(params): Params<CountTitles>,
) -> Result<Json<u64>> {
    let country = params.country.as_ref().map(|country| country.0.as_str());
    let mut view = access::view(&caller.facts(), &caller.site.id, country, caller.today());
    if !params.include_shared.unwrap_or(true) {
        view = view.own_site();
        view.site.get_or_insert_with(|| caller.view_site().clone());
    }
    let index = api.index.clone();
    Ok(Json(tokio::task::spawn_blocking(move || index.count(&view)).await??))
}
