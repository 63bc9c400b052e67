//! POST /v2/organizations/{organizationId}/members (docs/rules/organizations.md#rule-10).

use domain::ProofSource;
use services::members::{self, MemberAddition};

use super::MemberForm;
use crate::http::{CreatedResource, InRole, MembershipStaff, OneOf, ParamDraft, Result, Segments};
use crate::records::UserAccount;
use crate::{joint_params, params, routes};

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
#[endpoint::post(
    "/v2/organizations/{organizationId}/members", returns "The account",
    errors(OrganizationNotFound: "unknown, or of another site", UserExists: "the user name is taken"),
)]
pub async fn add_member(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    draft: ParamDraft<AddMember>,
) -> Result<CreatedResource<UserAccount>> {
    let (AddMember { member, proof }, faults) = draft.valid_params()?;
    let source = proof.proof_source.map(|source| source.0);
    let addition = MemberAddition { organization: &id, member: member.into_request(), source };
    let shown = members::create_as_staff(&op, addition, faults).await?;
    let location = api.absolute_url(&routes::account_path(&shown.reader.account.id));
    Ok(CreatedResource { location, record: UserAccount::from_managed(&api, &op, shown)? })
}
