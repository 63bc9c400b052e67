//! POST /v2/myOrganization/members (docs/rules/organizations.md#rule-4).

use services::members::{self, MemberPlacement};

use super::member_summary;
use crate::http::{AdminKey, CreatedResource, InRole, ParamDraft, Result, Sponsor};
use crate::organizations::members::MemberForm;
use crate::records::MemberSummary;
use crate::{joint_params, params, routes};

params! {
    /// A new member's quick list and roster tag.
    pub struct MemberPlace {
        /// On the caller's quick list; true by default.
        on_quick_list: Option<bool>,
        /// District and school: a roster tag of the organization.
        roster_tag_id: Option<i64>,
    }
}

joint_params! {
    /// A new member.
    pub struct CreateMember {
        /// The member.
        member: MemberForm,
        /// Quick list and roster tag.
        place: MemberPlace,
    }
}

/// Add a member to the caller's organization
///
/// The listed disabilities count as verified by the school.
#[endpoint::post(
    "/v2/myOrganization/members", returns "The member",
    errors(CannotCreateUsers, UserExists: "the user name is taken"),
)]
pub async fn create_my_member(
    InRole { api, op, .. }: InRole<AdminKey<Sponsor>>,
    draft: ParamDraft<CreateMember>,
) -> Result<CreatedResource<MemberSummary>> {
    let (CreateMember { member, place }, faults) = draft.valid_params()?;
    let MemberPlace { on_quick_list, roster_tag_id } = place;
    let member = member.into_request();
    let place = MemberPlacement { on_quick_list, roster_tag_id, id: None };
    let member = members::create_own(&op, member, place, faults).await?;
    let location = api.absolute_url(&routes::my_member(&member.reader.account.id));
    Ok(CreatedResource { location, record: member_summary(&api, &op, &member)? })
}
