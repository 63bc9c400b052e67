//! GET /v2/organizations/{organizationId}/members (docs/rules/organizations.md#rule-10).

use domain::members::{MemberFilter, OrganizationMembers};
use services::members::{self, OrganizationRoster};
use services::rosters::{Member, RosterFilter, RosterQuery, RosterSort};

use crate::http::{
    Grade, InRole, Json, ListAddress, MembershipStaff, OneOf, OrderParams, Params, Result, Segments,
};
use crate::params;
use crate::records::{UserAccount, UserAccounts};

params! {
    /// Parameters of the list of an organization's members.
    pub struct ListOrganizationMembers {
        /// Page and order.
        order: OrderParams<RosterSort>,
        /// Only this grade: its code.
        grade: Option<Grade>,
        /// allMembers by default.
        sponsor_list: Option<OneOf<OrganizationMembers>>,
    }
}

/// List the members of an organization
#[endpoint::get(
    "/v2/organizations/{organizationId}/members", returns "A page of accounts",
    errors(OrganizationNotFound: "unknown, or of another site"),
)]
pub async fn list_members(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(params): Params<ListOrganizationMembers>,
) -> Result<Json<UserAccounts>> {
    let organization = id.as_str().into();
    let roster = RosterQuery {
        filter: params.to_filter(),
        ..RosterQuery::for_members(&organization, op.account_id()?)
    };
    let bound = (("organizationMembers", &id), &roster);
    let list = params.order.open(&api.cursor_key, op.now, &bound)?;
    let roster = OrganizationRoster { organization: &id, filter: roster.filter };
    let members = members::list(&op, roster, list.page_request()).await?;
    let page = list.to_page(members, &address)?;
    let viewer = op.account()?;
    let account = |member: Member| UserAccount::new(&api, &member.reader, None, viewer, op.now);
    Ok(Json(UserAccounts {
        total_results: page.total_results,
        next: page.next,
        limit: page.limit,
        links: page.links,
        allows: Some(vec!["POST"]),
        user_accounts: page.items.into_iter().map(account).collect(),
    }))
}

impl ListOrganizationMembers {
    fn to_filter(&self) -> RosterFilter<'_> {
        RosterFilter {
            grade: self.grade.as_ref().map(|grade| grade.0.as_str()),
            members: self.sponsor_list.map_or(MemberFilter::AllMembers, |list| list.0.into()),
            ..RosterFilter::default()
        }
    }
}
