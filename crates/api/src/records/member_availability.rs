use domain::access::MemberAvailability;
use domain::{Account, DisabilityPlan, DisabilityType, Role, Title};
use services::rosters::Member;

use super::member_summary::{allowed_verbs, member_links, sign_in_name};
use super::{AlertRecord, FormatRecord, NameRecord};
use crate::http::Link;
use crate::{Api, routes};

/// Whether one member may download a title, and why not (docs/rules/records.md#rule-34).
#[endpoint::record]
pub struct MemberTitleAvailability {
    /// PUT and DELETE, if the caller may use them at `self`.
    pub allows: Option<Vec<&'static str>>,
    /// The title is assigned to the member.
    pub assigned: bool,
    /// Birth date, YYYY-MM-DD.
    pub date_of_birth: Option<String>,
    /// Disabilities known to the organization.
    #[schema(value_type = Vec<String>)]
    pub disabilities: Vec<DisabilityType>,
    /// Email address.
    pub email_address: Option<String>,
    /// Grade code: ONIX code list 77 or BIC.
    pub grade: Option<String>,
    /// self (the member), preferences, and download if a sponsor may download the title for the member.
    pub links: Vec<Link>,
    /// Name.
    pub name: NameRecord,
    /// On the quick list of the calling sponsor.
    pub on_quick_list: bool,
    /// Disability plans of a student.
    #[schema(value_type = Vec<String>)]
    pub plans: Vec<DisabilityPlan>,
    /// The member's preferred format.
    pub preferred_format: Option<FormatRecord>,
    /// Roles of the account.
    #[schema(value_type = Vec<String>)]
    pub roles: Vec<Role>,
    /// What blocks this member; empty if nothing does.
    pub title_access_alerts: Vec<AlertRecord>,
    /// Account identifier.
    pub user_account_id: String,
    /// Sign-in name; null for members who cannot sign in.
    pub user_name: Option<String>,
}

impl MemberTitleAvailability {
    /// The record of one member for a sponsor of the organization.
    pub fn new(
        api: &Api,
        title: &Title,
        member: &Member,
        viewer: &Account,
        availability: &MemberAvailability,
    ) -> Self {
        let account = member.reader.account.clone();
        let membership = account.membership.as_ref();
        let mut links = member_links(api, &account, viewer);
        if availability.available {
            let path = routes::title_download_for(title.id, account.id.as_str());
            links.push(Link::new("download", api.absolute_url(&path)));
        }
        Self {
            allows: Some(allowed_verbs(&account, viewer)),
            assigned: availability.assigned,
            date_of_birth: account.date_of_birth.map(domain::dates::format_date),
            disabilities: member.disabilities.iter().copied().collect(),
            grade: membership.and_then(|membership| membership.grade.clone()),
            links,
            on_quick_list: member.on_quick_list,
            plans: membership
                .map(|membership| membership.plans.iter().copied().collect())
                .unwrap_or_default(),
            preferred_format: member.preferences.format.map(FormatRecord::from),
            roles: account.roles.iter().copied().collect(),
            title_access_alerts: availability.alerts.iter().map(AlertRecord::from).collect(),
            user_account_id: account.id.to_string(),
            user_name: sign_in_name(&account),
            email_address: account.email,
            name: account.name.into(),
        }
    }
}

/// A page of members with the alerts of each.
#[endpoint::record]
pub struct MemberTitleAvailabilities {
    /// Always null: nothing is added here.
    pub allows: Option<Vec<&'static str>>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// The page.
    pub member_title_availabilities: Vec<MemberTitleAvailability>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
}
