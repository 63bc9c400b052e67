use domain::proofs::ProofStatus;
use domain::subscriptions::SubscriptionStatus;
use domain::{Account, Address, Reader, Role, access};
use jiff::Timestamp;
use services::Operation;
use services::accounts::manage::ManagedAccount;

use super::account_summary::proof_status;
use super::{AddressRecord, NameRecord};
use crate::http::{Link, Result};
use crate::{Api, routes};

/// An account as membership staff see it (docs/rules/records.md#rule-27).
#[endpoint::record]
pub struct UserAccount {
    /// Name.
    pub name: NameRecord,
    /// Account identifier.
    pub user_account_id: String,
    /// Email address, also the user name; for accounts without one the user name. Null for people who cannot
    /// sign in.
    pub email_address: Option<String>,
    /// Postal address.
    pub address: Option<AddressRecord>,
    /// A minor's guardian.
    pub guardian: Option<NameRecord>,
    /// Birth date, YYYY-MM-DD.
    pub date_of_birth: Option<String>,
    /// Grade code: ONIX code list 77 or BIC.
    pub grade: Option<String>,
    /// Telephone number.
    pub phone_number: Option<String>,
    /// ISO 639-2 alpha-3.
    pub language: Option<String>,
    /// The site it belongs to.
    pub site: String,
    /// Adult titles are open; false for minors without a setting.
    pub allow_adult_content: bool,
    /// A current agreement is signed: the account's own, or the organization's.
    pub has_agreement: bool,
    /// Locked by staff or the operator: nobody signs in with the account.
    pub locked: bool,
    /// Removed; kept for the records.
    pub deleted: bool,
    /// Agreement, subscription and proof are in order and the account is not locked.
    pub can_download: bool,
    /// Premium features of the organization.
    pub has_service_plus: bool,
    /// The organization's reading companion.
    pub has_reading_companion: bool,
    /// Adult titles are hidden from searches.
    pub safe_search: bool,
    /// A member may download titles that were not assigned: the member's setting, or the organization's.
    pub allow_search_downloads: bool,
    /// Roles of the account.
    #[schema(value_type = Vec<String>)]
    pub roles: Vec<Role>,
    /// active, submitted or missing.
    #[schema(value_type = String)]
    pub proof_of_disability_status: ProofStatus,
    /// active, expired or missing; for organization members that of the organization.
    #[schema(value_type = String)]
    pub subscription_status: SubscriptionStatus,
    /// self, agreements, subscriptions, disabilities, preferences, recommendationProfile.
    pub links: Vec<Link>,
    /// PUT if the caller may change it.
    pub allows: Option<Vec<&'static str>>,
}

impl UserAccount {
    /// The record of one reader for a viewer. `grade` is the person's own statement if no organization knows
    /// it.
    pub fn from_managed(api: &Api, op: &Operation, managed: ManagedAccount) -> Result<Self> {
        Ok(Self::new(api, &managed.reader, managed.grade, op.account()?, op.now))
    }

    /// The record of an account with this stated grade, for `viewer`.
    pub fn new(api: &Api, reader: &Reader, grade: Option<String>, viewer: &Account, now: Timestamp) -> Self {
        let account = reader.account.clone();
        let organization = reader.organization.as_ref().map(|standing| &standing.organization);
        let place = account.membership.as_ref();
        Self {
            user_account_id: account.id.to_string(),
            email_address: Some(account.sign_in_name().to_owned()).filter(|name| !name.is_empty()),
            address: (account.address != Address::default()).then(|| account.address.clone().into()),
            date_of_birth: account.date_of_birth.map(domain::dates::format_date),
            grade: place.and_then(|place| place.grade.clone()).or(grade),
            site: account.site.to_string(),
            allow_adult_content: access::adult_content_allowed(&account, domain::dates::utc_date(now)),
            has_agreement: reader.agreement_signed || organization.is_some_and(|o| o.agreement_signed),
            locked: account.locked,
            deleted: account.deleted,
            can_download: access::can_download(reader, now),
            has_service_plus: organization.is_some_and(|o| o.service_plus),
            has_reading_companion: organization.is_some_and(|o| o.reading_companion),
            safe_search: account.safe_search,
            allow_search_downloads: reader.may_search_downloads(),
            roles: account.roles.iter().copied().collect(),
            proof_of_disability_status: proof_status(reader),
            subscription_status: access::subscription_status(reader, now),
            links: account_links(api, &account),
            allows: viewer.may_change_account(&account).then(|| vec!["PUT"]),
            name: account.name.into(),
            guardian: account.guardian.map(NameRecord::from),
            phone_number: account.phone_number,
            language: account.language,
        }
    }
}

fn account_links(api: &Api, account: &Account) -> Vec<Link> {
    let id = &account.id;
    let link = |rel, path: String| Link::new(rel, api.absolute_url(&path));
    vec![
        link("self", routes::account_path(id)),
        link("agreements", routes::agreements_path(id)),
        link("subscriptions", routes::account_subscriptions(id)),
        link("disabilities", routes::proofs_path(id)),
        link("preferences", routes::account_preferences(id)),
        link("recommendationProfile", routes::account_recommendation_profile(id)),
    ]
}

/// A page of accounts (docs/rules/records.md#rule-27).
#[endpoint::record]
pub struct UserAccounts {
    /// Exact count.
    pub total_results: u64,
    /// Token of the next page.
    pub next: Option<String>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// POST if the caller may add accounts.
    pub allows: Option<Vec<&'static str>>,
    /// The page.
    pub user_accounts: Vec<UserAccount>,
}
