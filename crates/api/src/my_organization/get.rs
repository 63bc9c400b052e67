//! GET /v2/myOrganization (docs/rules/organizations.md#rule-2).

use axum::extract::State;
use services::organizations;

use super::record;
use crate::Api;
use crate::http::{InRole, Json, Result, Sponsor};
use crate::records::MyOrganizationRecord;

/// Get the caller's organization
#[endpoint::get("/v2/myOrganization", returns "The organization")]
pub async fn get_my_organization(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
) -> Result<Json<MyOrganizationRecord>> {
    Ok(Json(record(&api, organizations::view_own(&op).await?)))
}
