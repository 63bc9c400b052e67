//! PUT /v2/organizations/{organizationId}/primaryContact (docs/rules/organizations.md#rule-10).

use services::organizations::{self, ContactChoice};

use crate::http::{InRole, Json, MembershipStaff, Params, RequiredParam, Result, Segments, ShortText};
use crate::params;
use crate::records::OrganizationSponsor;

params! {
    /// The new primary contact of the organization.
    pub struct NewContact {
        /// User name or userAccountId of a sponsor of the organization.
        user_identifier: RequiredParam<ShortText>,
    }
}

/// Set the primary contact of an organization
#[endpoint::put(
    "/v2/organizations/{organizationId}/primaryContact", returns "The new primary contact",
    errors(OrganizationNotFound, UserNotFound: "not a sponsor of the organization"),
)]
pub async fn put_primary_contact(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    Params(params): Params<NewContact>,
) -> Result<Json<OrganizationSponsor>> {
    let choice = ContactChoice { organization: &id, sponsor: &params.user_identifier.0.0 };
    let reader = organizations::name_contact(&op, choice).await?;
    Ok(Json(OrganizationSponsor::new(&api, &reader, op.account()?, op.now)))
}
