//! The members of an organization, managed by membership staff (docs/rules/organizations.md#rule-10).
//! Parameters of a new member, for sponsors and membership staff (docs/rules/organizations.md#rule-4).

use domain::members::{MemberFilter, OrganizationMembers};
use domain::{DisabilityPlan, DisabilityType, ProofSource};
use jiff::civil::Date;
use services::members::{self, MemberAddition, NewMember, OrganizationRoster};
use services::rosters::{Member, RosterFilter, RosterQuery, RosterSort};

use crate::http::{
    CreatedResource, Grade, InRole, Json, ListAddress, MembershipStaff, NewPassword, OneOf, OrderParams,
    ParamDraft, Params, Result, Segments, ShortText, UserName, ValidatedParam,
};
use crate::records::{UserAccount, UserAccounts};
use crate::{endpoints, params, routes};

endpoints! {
    "Membership: organizations": list_members, add_member;
}

params! {
    /// A new member.
    pub struct MemberForm into NewMember {
        /// Given name.
        first_name: ValidatedParam<ShortText>,
        /// Family name.
        last_name: ValidatedParam<ShortText>,
        /// YYYY-MM-DD.
        date_of_birth: ValidatedParam<Date>,
        /// Grade code: ONIX code list 77, in the United Kingdom BIC.
        grade: ValidatedParam<Grade>,
        /// Name to sign in with; without it the member cannot sign in.
        username: Option<UserName>,
        /// 8 to 32 characters, at least one letter and one number; together with username.
        password: Option<NewPassword>,
        /// Verified disabilities.
        disability_type: Vec<OneOf<DisabilityType>>,
        /// Disability plans of a student.
        disability_plan: Vec<OneOf<DisabilityPlan>>,
    }
}

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

params! {
    /// A new member of an organization.
    pub struct AddMember {
        /// The member.
        member: MemberForm,
        /// Source of the proof, when disabilityType is sent; schoolVerified by default.
        proof_source: Option<OneOf<ProofSource>>,
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
    let (AddMember { member, proof_source }, faults) = draft.valid_params()?;
    let source = proof_source.map(|source| source.0);
    let addition = MemberAddition { organization: &id, member: member.into_request(), source };
    let shown = members::create_as_staff(&op, addition, faults).await?;
    let location = api.absolute_url(&routes::account_path(&shown.reader.account.id));
    Ok(CreatedResource { location, record: UserAccount::from_managed(&api, &op, shown)? })
}
