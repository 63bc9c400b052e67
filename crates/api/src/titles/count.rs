//! GET /v2/titles/count (docs/rules/search.md#rule-6): a bare integer.

use services::titles;

use crate::http::{AnyKey, Country, InRole, Json, Params, Result};
use crate::params;

params! {
    /// Parameters of the count.
    pub struct CountTitles {
        /// Also count titles shared by other sites; true by default.
        include_shared: Option<bool>,
        /// View the collection as from this country: for guests and staff, as in a search.
        country: Option<Country>,
    }
}

/// Count titles
///
/// The same number as a search without criteria for the same caller.
#[endpoint::get("/v2/titles/count", returns "A bare integer")]
pub async fn count_titles(
    InRole { op, .. }: InRole<AnyKey>,
    Params(params): Params<CountTitles>,
) -> Result<Json<u64>> {
    let op = op.seen_from(params.country.as_ref().map(|country| country.0.as_str()));
    let own_site_only = !params.include_shared.unwrap_or(true);
    Ok(Json(titles::count(&op, own_site_only).await?))
}
