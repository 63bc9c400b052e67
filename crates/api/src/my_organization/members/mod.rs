//! The members of a sponsor's organization (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1). For a sponsor, other people do not exist.
//! `GET /v2/myOrganization/members`: clients detect sponsors by the absence of `NOT_SPONSOR`
//! (docs/rules/organizations.md#rule-2, docs/rules/organizations.md#rule-1).
//! `DELETE /v2/myOrganization/members/{userIdentifier}`: docs/rules/organizations.md#rule-6.
//! `POST /v2/myOrganization/members`: docs/rules/organizations.md#rule-4.
//! `PUT /v2/myOrganization/members/{userIdentifier}`: docs/rules/organizations.md#rule-5.

pub mod preferences;

use axum::http::StatusCode;
use domain::members::MemberFilter;
use domain::{DisabilityPlan, DisabilityType};
use jiff::civil::Date;
use services::Operation;
use services::members::{self, ChangeMember, MemberAddress, MemberPlacement};
use services::rosters::{self, Member, RosterFilter, RosterQuery, RosterSort};

use crate::http::{
    AdminKey, Change, CreatedResource, Grade, InRole, Json, ListAddress, NewPassword, OneOf, OrderParams,
    ParamDraft, Params, Replace, ReplaceList, Result, Segments, ShortText, Sponsor, UserName,
};
use crate::organizations::members::MemberForm;
use crate::records::{MemberSummaries, MemberSummary};
use crate::{Api, endpoints, params, routes};

endpoints! {
    "My organization": list_my_members, create_my_member, get_my_member, put_my_member, delete_my_member;
    with preferences;
}

/// A member of the sponsor's organization, with everything that sponsors may see.
fn member_summary(api: &Api, op: &Operation, member: &Member) -> Result<MemberSummary> {
    Ok(MemberSummary::new(api, member, op.account()?, op.now))
}

params! {
    /// Parameters of the list of members.
    pub struct ListMembers {
        /// Page and order.
        order: OrderParams<RosterSort>,
        /// Only this grade: its code.
        grade: Option<Grade>,
        /// allMembers by default.
        sponsor_list: Option<OneOf<MemberFilter>>,
    }
}

/// List the members of the caller's organization
#[endpoint::get("/v2/myOrganization/members", returns "A page of members")]
pub async fn list_my_members(
    InRole { api, op, .. }: InRole<Sponsor>,
    address: ListAddress,
    Params(params): Params<ListMembers>,
) -> Result<Json<MemberSummaries>> {
    let organization = op.require_sponsor()?.organization;
    let filter = RosterFilter {
        grade: params.grade.as_ref().map(|grade| grade.0.as_str()),
        members: params.sponsor_list.map_or(MemberFilter::AllMembers, |list| list.0),
        ..RosterFilter::default()
    };
    let roster = RosterQuery { filter, ..RosterQuery::for_members(&organization.id, op.account_id()?) };
    // With the empty text, tokens of earlier versions stay valid.
    let bound = (("members", ""), &roster);
    let list = params.order.open(&api.cursor_key, op.now, &bound)?;
    let members = rosters::list(&op, &roster, list.page_request()).await?;
    let page = list.to_page(members, &address)?;
    Ok(Json(MemberSummaries::new(&api, page, &op, organization.can_create_users)?))
}

params! {
    /// A new member.
    pub struct CreateMember {
        /// The member.
        member: MemberForm,
        /// On the caller's quick list; true by default.
        on_quick_list: Option<bool>,
        /// District and school: a roster tag of the organization.
        roster_tag_id: Option<i64>,
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
    let (CreateMember { member, on_quick_list, roster_tag_id }, faults) = draft.valid_params()?;
    let place = MemberPlacement { on_quick_list, roster_tag_id, id: None };
    let member = members::create_own(&op, member.into_request(), place, faults).await?;
    let location = api.absolute_url(&routes::my_member(&member.reader.account.id));
    Ok(CreatedResource { location, record: member_summary(&api, &op, &member)? })
}

/// Get a member of the caller's organization
#[endpoint::get(
    "/v2/myOrganization/members/{userIdentifier}", returns "The member",
    errors(UserNotFound: "not a member of the organization"),
)]
pub async fn get_my_member(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<Json<MemberSummary>> {
    let member = members::get(&op, &op.require_sponsor()?.organization.id, &name).await?;
    Ok(Json(member_summary(&api, &op, &member)?))
}

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

/// Remove a member from the caller's organization
///
/// The person leaves the organization and its lists, and loses assigned titles. An account without another
/// role is deleted: it can no longer sign in.
#[endpoint::delete(
    "/v2/myOrganization/members/{userIdentifier}", returns "Removed",
    errors(UserNotFound: "not a member of the organization"),
)]
pub async fn delete_my_member(
    InRole { op, .. }: InRole<Sponsor>,
    Segments(name): Segments<String>,
) -> Result<StatusCode> {
    members::remove(&op, &op.require_sponsor()?.organization.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
