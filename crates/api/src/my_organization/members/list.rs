//! GET /v2/myOrganization/members. Clients detect sponsors by the absence of `NOT_SPONSOR`
//! (docs/rules/organizations.md#rule-2, docs/rules/organizations.md#rule-1).

use domain::members::MemberFilter;
use services::rosters::{RosterFilter, RosterQuery, RosterSort};

use crate::http::{Grade, InRole, Json, ListAddress, OneOf, OrderParams, Params, Result, Sponsor};
use crate::params;
use crate::records::MemberSummaries;
use crate::rosters::RosterPage;

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
    let people = RosterPage::open(&api, &op, ("members", ""), roster, &params.order)?;
    people.list_member_summaries(&api, &address, organization.can_create_users).await
}
