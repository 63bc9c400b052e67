//! POST /v2/organizations/{organizationId}/members (docs/rules/organizations.md#rule-10).

use axum::extract::State;
use domain::proofs::ProofSource;
use services::members;

use super::MemberForm;
use crate::http::created::CreatedResource;
use crate::http::errors::{ErrorBody, Result};
use crate::http::params::ParamDraft;
use crate::http::path::Segments;
use crate::http::roles::{InRole, MembershipStaff};
use crate::http::values::OneOf;
use crate::records::UserAccount;
use crate::routes;
use crate::state::Api;
use crate::{joint_params, params};

params! {
    /// Source of the proof of a new member's disability.
    pub struct MemberProof {
        /// Source of the proof, when disabilityType is sent; schoolVerified by default.
        proof_source: Option<OneOf<ProofSource>>,
    }
}

joint_params! {
    /// A new member of an organization.
    pub struct AddMember {
        /// The member.
        member: MemberForm,
        /// Source of the proof.
        proof: MemberProof,
    }
}

/// Add a member to an organization
///
/// Works regardless of whether the organization's sponsors may add members themselves.
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
        (status = 403, description = "CLIENT_NOT_ALLOWED, FORBIDDEN", body = ErrorBody),
        (status = 404, description = "ORGANIZATION_NOT_FOUND: unknown, or of another site", body = ErrorBody),
        (status = 409, description = "USER_EXISTS: the user name is taken", body = ErrorBody),
    )
)]
pub async fn add_member(
    State(api): State<Api>,
    InRole(op, _): InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    draft: ParamDraft<AddMember>,
) -> Result<CreatedResource<UserAccount>> {
    let (AddMember { member, proof }, faults) = draft.valid_params()?;
    let source = proof.proof_source.map(|source| source.0);
    let (library, member) = (&api.library, member.into_request());
    let shown = members::create_as_staff(&op, &id, member, source, faults).await?;
    let location = api.absolute_url(&routes::account_path(&shown.reader.account.id));
    Ok(CreatedResource { location, record: UserAccount::from_managed(&api, &op, shown)? })
}
