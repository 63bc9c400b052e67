//! POST /v2/organizations/{organizationId}/members (document 3).

use axum::extract::State;
use domain::proofs::ProofSource;

use super::MemberForm;
use crate::accounts;
use crate::http::audit::Audit;
use crate::http::created::Created;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::Draft;
use crate::http::path::Segments;
use crate::http::roles::MembershipStaff;
use crate::http::values::OneOf;
use crate::my_account::put::taken;
use crate::organizations::{held, named};
use crate::records::UserAccount;
use crate::routes;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// Where the proof of a new member's disability comes from.
    pub struct MemberProof {
        /// Source of the proof, when disabilityType is sent; schoolVerified when absent.
        proof_source: Option<OneOf<ProofSource>>,
    }
}

joint_params! {
    /// A new member of an organization.
    pub struct AddMember {
        /// The member.
        member: MemberForm,
        /// Where the proof comes from.
        proof: MemberProof,
    }
}

/// Add a member to an organization
///
/// Whether its sponsors may add members themselves does not matter.
#[utoipa::path(
    post, path = "/v2/organizations/{organizationId}/members", tag = "Membership: organizations",
    operation_id = "add_member",
    params(("organizationId" = String, Path, description = "Identifier of the organization")),
    request_body(content = AddMember, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Membership assistants, with keys that have the privilege membership"))),
    responses(
        (status = 201, description = "The account", body = UserAccount),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, INVALID_DATE, INVALID_PASSWORD",
            body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED", body = ErrorBody),
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "ORGANIZATION_NOT_FOUND: unknown, or of another site", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the user name is taken", body = ErrorBody),
    )
)]
pub async fn add_member(
    State(api): State<Api>,
    staff: MembershipStaff,
    audit: Audit,
    Segments(id): Segments<String>,
    mut draft: Draft<AddMember>,
) -> Result<Created<UserAccount>> {
    MemberForm::judge(&mut draft, staff.0.caller.today());
    let AddMember { member, proof } = draft.finish()?;
    // Before the password is hashed, which takes long: what is not there needs no hash.
    named(&api, &staff, &id).await?;
    let hash = api.hash_if_sent(member.password.as_ref()).await?;
    let (disabilities, now) = (member.disabilities(), staff.0.now());
    let source = proof.proof_source.map_or(ProofSource::SchoolVerified, |source| source.0);
    let mut tx = api.db.begin().await?;
    let organization = held(&mut tx, &staff, &id).await?;
    let account = member.account(&api, &organization, now);
    store::accounts::insert(&mut tx, &account, hash.as_deref()).await.map_err(taken)?;
    store::proofs::add_all(&mut tx, &account.id, &disabilities, source, now).await?;
    tx.commit().await?;
    let record = accounts::record(&api, &staff, &audit, &account.id).await?;
    Ok(Created { location: api.url(&routes::account(&account.id)), record })
}
