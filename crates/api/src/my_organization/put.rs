//! PUT /v2/myOrganization (docs/rules/organizations.md#rule-2).

use axum::extract::State;
use services::organizations;

use super::record;
use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::ParamDraft;
use crate::http::roles::{InRole, PrimaryContact};
use crate::organizations::OrganizationDetails;
use crate::records::MyOrganizationRecord;
use crate::state::Api;

/// Change the caller's organization
///
/// Omitted parameters keep their value; an empty value clears a nullable one.
#[utoipa::path(
    put, path = "/v2/myOrganization", tag = "My organization", operation_id = "put_my_organization",
    request_body(content = OrganizationDetails, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("The primary contact"))),
    responses(
        (status = 200, description = "The organization", body = MyOrganizationRecord),
        (status = 400, description = "INVALID_PARAMETER, INVALID_COUNTRY", body = ErrorBody),
        (status = 403, description = "NOT_SPONSOR, NOT_PRIMARY_CONTACT", body = ErrorBody),
    )
)]
pub async fn put_my_organization(
    State(api): State<Api>,
    InRole(op, _): InRole<PrimaryContact>,
    draft: ParamDraft<OrganizationDetails>,
) -> Result<Json<MyOrganizationRecord>> {
    let (form, faults) = draft.valid_params()?;
    let own = organizations::change_own(&op, form.into_request(), faults).await?;
    Ok(Json(record(&api, own)))
}
