//! DELETE /v2/myOrganization/sponsors/{userIdentifier} (spec 4, 1.6).

use axum::extract::State;
use axum::http::StatusCode;
use domain::accounts::Role;
use services::organizations::colleague;

use crate::http::errors::{ErrorBody, ErrorKey, Result};
use crate::http::path::Segments;
use crate::http::roles::{AdminKey, As, PrimaryContact};
use crate::my_organization::led;
use crate::state::Api;

/// Remove a sponsor
///
/// An account that is nothing else is deleted. The primary contact takes over the lists that the organization
/// works with, and cannot be removed.
#[utoipa::path(
    delete, path = "/v2/myOrganization/sponsors/{userIdentifier}", tag = "My organization",
    operation_id = "remove_my_sponsor",
    params(("userIdentifier" = String, Path, description = "User name or userAccountId")),
    extensions(("x-who" = json!("The primary contact, with keys that have the privilege sponsorAdmin"))),
    responses(
        (status = 204, description = "Removed"),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, NOT_SPONSOR, NOT_PRIMARY_CONTACT", body = ErrorBody),
        (status = 404, description = "USER_NOT_FOUND", body = ErrorBody),
        (status = 409, description = "PRIMARY_CONTACT: hand the role on first", body = ErrorBody),
    )
)]
pub async fn remove_my_sponsor(
    State(api): State<Api>,
    As(AdminKey(contact)): As<AdminKey<PrimaryContact>>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    let user = &contact.0.0;
    let mut tx = api.db.begin().await?;
    let organization = led(&mut tx, &contact).await?;
    let mut account = colleague(&mut tx, &organization, &name).await?;
    if !organization.sponsor_is_removed_by(&account, &user.reader.account) {
        return Err(ErrorKey::PrimaryContact.into());
    }
    let (id, role) = (&organization.id, Role::OrganizationSponsor);
    store::organizations::remove_person(&mut tx, id, &mut account, role, user.id(), user.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
