//! PUT /v2/organizations/{organizationId}/primaryContact (docs/rules/organizations.md#rule-10).

use axum::extract::State;
use services::organizations;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::{Params, RequiredParam};
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::http::values::ShortText;
use crate::params;
use crate::records::OrganizationSponsor;
use crate::state::Api;

params! {
    /// The new primary contact of the organization.
    pub struct NewContact {
        /// User name or userAccountId of a sponsor of the organization.
        user_identifier: RequiredParam<ShortText>,
    }
}

/// Set the primary contact of an organization
#[utoipa::path(
    put, path = "/v2/organizations/{organizationId}/primaryContact", tag = "Membership: organizations",
    operation_id = "put_primary_contact",
    params(("organizationId" = String, Path, description = "Identifier of the organization")),
    request_body(content = NewContact, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Membership assistants, with keys that have the privilege membership"))),
    responses(
        (status = 200, description = "The new primary contact", body = OrganizationSponsor),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "ORGANIZATION_NOT_FOUND; USER_NOT_FOUND: not a sponsor of the organization",
            body = ErrorBody),
    )
)]
pub async fn put_primary_contact(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    Params(params): Params<NewContact>,
) -> Result<Json<OrganizationSponsor>> {
    let (id, next) = (&id, &params.user_identifier.0.0);
    let reader = organizations::name_contact(&op, id, next).await?;
    Ok(Json(OrganizationSponsor::new(&api, &reader, op.account()?, op.now)))
}
