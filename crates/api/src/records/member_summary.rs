use domain::members::is_member_of;
use domain::{Account, DisabilityPlan, DisabilityType, Role, access};
use jiff::Timestamp;
use services::Operation;
use services::rosters::Member;

use super::{FormatRecord, NameRecord, RosterTagRecord};
use crate::http::{CutPage, Link, Result};
use crate::{Api, routes};

/// A member of an organization as sponsors see it (docs/rules/records.md#rule-34).
#[endpoint::record]
pub struct MemberSummary {
    /// Adult titles are open; false for minors without a setting.
    pub allow_adult_content: bool,
    /// The member may download titles that were not assigned: the member's setting, or the organization's.
    pub allow_search_downloads: bool,
    /// PUT and DELETE.
    pub allows: Option<Vec<&'static str>>,
    /// Agreement, subscription and proof are in order and the account is not locked.
    pub can_download: bool,
    /// Birth date, YYYY-MM-DD.
    pub date_of_birth: Option<String>,
    /// Disabilities known to the organization.
    #[schema(value_type = Vec<String>)]
    pub disabilities: Vec<DisabilityType>,
    /// Email address.
    pub email_address: Option<String>,
    /// Grade code: ONIX code list 77 or BIC.
    pub grade: Option<String>,
    /// A current agreement is signed: the organization's, or the member's own.
    pub has_agreement: bool,
    /// ISO 639-2 alpha-3.
    pub language: Option<String>,
    /// self, preferences.
    pub links: Vec<Link>,
    /// Locked by staff or the operator: nobody signs in with the account.
    pub locked: bool,
    /// Name.
    pub name: NameRecord,
    /// On the quick list of the calling sponsor.
    pub on_quick_list: bool,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// Disability plans of a student.
    #[schema(value_type = Vec<String>)]
    pub plans: Vec<DisabilityPlan>,
    /// The member's preferred format.
    pub preferred_format: Option<FormatRecord>,
    /// Roles of the account.
    #[schema(value_type = Vec<String>)]
    pub roles: Vec<Role>,
    /// District and school.
    pub roster_tag: Option<RosterTagRecord>,
    /// Adult titles are hidden from searches.
    pub safe_search: bool,
    /// Sponsors may change names, user name, password, disabilities and plans.
    pub sponsor_manageable: bool,
    /// Account identifier.
    pub user_account_id: String,
    /// Sign-in name; null for members who cannot sign in.
    pub user_name: Option<String>,
}

impl MemberSummary {
    /// The record of one member for a sponsor of the organization, or for membership staff.
    pub fn new(api: &Api, member: &Member, viewer: &Account, now: Timestamp) -> Self {
        let reader = &member.reader;
        let account = reader.account.clone();
        let organization = reader.organization.as_ref().map(|standing| &standing.organization);
        let membership = account.membership.as_ref();
        let today = domain::dates::utc_date(now);
        Self {
            allow_adult_content: access::adult_content_allowed(&account, today),
            allow_search_downloads: reader.may_search_downloads(),
            allows: Some(allowed_verbs(&account, viewer)),
            can_download: access::can_download(reader, now),
            date_of_birth: account.date_of_birth.map(domain::dates::format_date),
            disabilities: member.disabilities.iter().copied().collect(),
            grade: membership.and_then(|membership| membership.grade.clone()),
            has_agreement: reader.agreement_signed || organization.is_some_and(|o| o.agreement_signed),
            links: member_links(api, &account, viewer),
            locked: account.locked,
            on_quick_list: member.on_quick_list,
            plans: membership
                .map(|membership| membership.plans.iter().copied().collect())
                .unwrap_or_default(),
            preferred_format: member.preferences.format.map(FormatRecord::from),
            roles: account.roles.iter().copied().collect(),
            roster_tag: member.tag.as_ref().map(|tag| RosterTagRecord::new(api, tag)),
            safe_search: account.safe_search,
            sponsor_manageable: account.is_sponsor_manageable(),
            user_account_id: account.id.to_string(),
            user_name: sign_in_name(&account),
            email_address: account.email,
            language: account.language,
            name: account.name.into(),
            phone_number: account.phone_number,
        }
    }
}

pub(super) fn sign_in_name(account: &Account) -> Option<String> {
    account.username.clone().or_else(|| account.email.clone())
}

/// Returns true if the viewer is a sponsor of the member's organization, not staff.
fn is_sponsor_of(viewer: &Account, member: &Account) -> bool {
    member.membership.as_ref().is_some_and(|place| {
        viewer.is_sponsor_of(&place.organization) && is_member_of(member, &place.organization)
    })
}

/// The verbs that the viewer may use at `self`.
pub(super) fn allowed_verbs(member: &Account, viewer: &Account) -> Vec<&'static str> {
    if is_sponsor_of(viewer, member) { vec!["PUT", "DELETE"] } else { vec!["PUT"] }
}

/// self and preferences: the URLs for sponsors or for staff.
pub(super) fn member_links(api: &Api, member: &Account, viewer: &Account) -> Vec<Link> {
    let id = &member.id;
    let (own, preferences) = if is_sponsor_of(viewer, member) {
        (routes::my_member(id), routes::my_member_preferences(id))
    } else {
        (routes::account_path(id), routes::account_preferences(id))
    };
    vec![Link::new("self", api.absolute_url(&own)), Link::new("preferences", api.absolute_url(&preferences))]
}

/// A page of members (docs/rules/records.md#rule-34).
#[endpoint::record]
pub struct MemberSummaries {
    /// POST if the caller may add members.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// The page.
    pub member_summaries: Vec<MemberSummary>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
    /// The same page, for older clients.
    pub user_accounts: Vec<MemberSummary>,
}

impl MemberSummaries {
    /// The envelope of a page as the caller sees it; `can_create`: the caller may add people to the list.
    pub fn new(api: &Api, page: CutPage<Member>, op: &Operation, can_create: bool) -> Result<Self> {
        let viewer = op.account()?;
        let now = op.now;
        let summary = |member: &Member| MemberSummary::new(api, member, viewer, now);
        let member_summaries: Vec<_> = page.items.iter().map(summary).collect();
        Ok(Self {
            allows: can_create.then(|| vec!["POST"]),
            limit: page.limit,
            links: page.links,
            user_accounts: member_summaries.clone(),
            member_summaries,
            next: page.next,
            total_results: page.total_results,
        })
    }
}
