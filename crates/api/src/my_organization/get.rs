//! GET /v2/myOrganization (docs/rules/organizations.md#rule-2).

use axum::extract::State;
use services::organizations;

use super::record;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::roles::{InRole, Sponsor};
use crate::records::MyOrganizationRecord;
use crate::state::Api;

/// Get the caller's organization
#[endpoint::get("/v2/myOrganization", returns "The organization")]
pub async fn get_my_organization(
    State(api): State<Api>,
    InRole(op, _): InRole<Sponsor>,
) -> Result<Json<MyOrganizationRecord>> {
    Ok(Json(record(&api, organizations::view_own(&op).await?)))
}
