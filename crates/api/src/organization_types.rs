//! Types of organizations (docs/rules/organizations.md#rule-9).
//! `GET /v2/organizationTypes`: a short list without pages.

use services::organization_types;

use crate::endpoints;
use crate::http::{InRole, Json, Link, ListAddress, Result, UserOrMembershipKey};
use crate::records::OrganizationTypeRecord;

endpoints! {
    "My organization": list_organization_types;
}

/// All types of organizations.
#[endpoint::record]
pub struct OrganizationTypeList {
    /// Always null.
    pub allows: Option<Vec<&'static str>>,
    /// Number of types: the list has one page.
    pub limit: usize,
    /// self.
    pub links: Vec<Link>,
    /// Always null.
    pub next: Option<String>,
    /// The types.
    pub organization_types: Vec<OrganizationTypeRecord>,
    /// Number of types.
    pub total_results: usize,
}

/// List the types of organizations
#[endpoint::get("/v2/organizationTypes", returns "All kinds of organizations")]
pub async fn list_organization_types(
    InRole { op, .. }: InRole<UserOrMembershipKey>,
    address: ListAddress,
) -> Result<Json<OrganizationTypeList>> {
    let types = organization_types::list(&op).await?;
    Ok(Json(OrganizationTypeList {
        allows: None,
        limit: types.len(),
        links: vec![address.self_link()],
        next: None,
        total_results: types.len(),
        organization_types: types.into_iter().map(OrganizationTypeRecord::from).collect(),
    }))
}
