//! PUT /v2/myOrganization/members/{userIdentifier} (docs/rules/organizations.md#rule-5).

use domain::proofs::{DisabilityPlan, DisabilityType};
use jiff::civil::Date;
use services::members::{self, ChangeMember, MemberAddress};

use super::member_summary;
use crate::http::{
    Change, Grade, InRole, Json, NewPassword, OneOf, ParamDraft, Replace, ReplaceList, Result, Segments,
    ShortText, Sponsor, UserName,
};
use crate::params;
use crate::records::MemberSummary;

params! {
    /// What to change of a member; omitted parameters keep their value.
    pub struct PutMember into ChangeMember {
        /// Given name; only if sponsorManageable.
        first_name: Replace<ShortText>,
        /// Family name; only if sponsorManageable.
        last_name: Replace<ShortText>,
        /// Name to sign in with, together with password; with an empty value the member can no longer sign
        /// in. Only if sponsorManageable.
        username: Change<UserName>,
        /// A new password, together with username; only if sponsorManageable.
        password: Change<NewPassword>,
        /// All disabilities that the organization verified; only if sponsorManageable.
        disability_type: ReplaceList<OneOf<DisabilityType>>,
        /// All plans; only if sponsorManageable.
        disability_plan: ReplaceList<OneOf<DisabilityPlan>>,
        /// YYYY-MM-DD.
        date_of_birth: Replace<Date>,
        /// Grade code: ONIX code list 77, in the United Kingdom BIC.
        grade: Replace<Grade>,
        /// On the caller's quick list.
        on_quick_list: Replace<bool>,
        /// District and school: a roster tag of the organization.
        roster_tag_id: Change<i64>,
        /// Adult titles are hidden from searches.
        safe_search: Replace<bool>,
        /// The member may download titles that were not assigned; an empty value restores the organization's
        /// setting.
        allow_search_downloads: Change<bool>,
    }
}

/// Change a member of the caller's organization
///
/// Omitted parameters keep their value. A new password ends the member's sign-ins.
#[endpoint::put(
    "/v2/myOrganization/members/{userIdentifier}", returns "The member",
    errors(
        MissingParameter, NotManageable: "a linked account", UserNotFound: "not a member of the organization",
        UserExists: "the user name is taken",
    ),
)]
pub async fn put_my_member(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
    draft: ParamDraft<PutMember>,
) -> Result<Json<MemberSummary>> {
    let (form, faults) = draft.valid_params()?;
    let member = MemberAddress { organization: op.require_sponsor()?.organization, who: &name };
    let member = members::change(&op, member, form.into_request(), faults).await?;
    Ok(Json(member_summary(&api, &op, &member)?))
}
