//! Organizations: schools, libraries and others that get books for their members.

use serde::{Deserialize, Serialize};

use crate::sorting::identity_key;
use crate::{Account, AccountId, Address, OrganizationId, SiteId, name_key, wire_enum};

wire_enum! {
    /// Number of books that an organization gets in 30 days (docs/rules/quotas.md#rule-2).
    pub enum BookLimit {
        Hundred = "100",
        TwoHundred = "200",
        ThreeHundred = "300",
        /// As many as it wants.
        Unlimited = "unlimited",
    }
}

impl BookLimit {
    /// The number; `None` is unlimited.
    pub fn books(self) -> Option<u32> {
        match self {
            Self::Hundred => Some(100),
            Self::TwoHundred => Some(200),
            Self::ThreeHundred => Some(300),
            Self::Unlimited => None,
        }
    }
}

/// An organization (docs/rules/records.md#rule-32, docs/rules/organizations.md#rule-1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organization {
    pub id: OrganizationId,
    pub site: SiteId,
    pub name: String,
    /// A name of the organization types' list, for example `school`.
    pub kind: String,
    /// Postal address; its country and state count for its sponsors and members
    /// (docs/rules/access.md#rule-21).
    pub address: Address,
    pub phone_number: Option<String>,
    /// Web address.
    pub web_site: Option<String>,
    /// The sponsor who speaks for it.
    pub primary_contact: Option<AccountId>,
    /// A current organizational agreement is on file.
    pub agreement_signed: bool,
    /// A rider to the agreement is on file.
    pub rider_signed: bool,
    /// Members may get titles from the national source for pupils.
    pub can_download_nimac: bool,
    /// Sponsors may add members and vouch for their disability.
    pub can_create_users: bool,
    /// All its downloads are stopped.
    pub suspended: bool,
    /// Left out of reports.
    pub unreported: bool,
    /// Books per 30 days, shared by all; `None` is unlimited (docs/rules/quotas.md).
    pub books_allowed: Option<u32>,
    pub subscription_type: Option<String>,
    /// Premium features.
    pub service_plus: bool,
    pub reading_companion: bool,
    /// Default for new members: adult titles are left out.
    pub safe_search: bool,
    /// Members may download what they find themselves.
    pub allow_search_downloads: bool,
    /// The staff's notes.
    pub notes: Option<String>,
    /// The entry it was registered from in the list of reference organizations.
    #[serde(default)]
    pub reference_org_id: Option<String>,
}

impl Organization {
    /// A newly registered organization: no agreement is on file yet, nothing is limited, and its
    /// sponsors may add members.
    pub fn new(id: OrganizationId, site: SiteId, name: String, kind: String, address: Address) -> Self {
        Self {
            id,
            site,
            name,
            kind,
            address,
            phone_number: None,
            web_site: None,
            primary_contact: None,
            agreement_signed: false,
            rider_signed: false,
            can_download_nimac: false,
            can_create_users: true,
            suspended: false,
            unreported: false,
            books_allowed: None,
            subscription_type: None,
            service_plus: false,
            reading_companion: false,
            safe_search: false,
            allow_search_downloads: false,
            notes: None,
            reference_org_id: None,
        }
    }

    /// Returns true if the account speaks for the organization: its primary contact, who alone changes the
    /// organization, hands the role on and removes sponsors (docs/rules/organizations.md#rule-1).
    pub fn is_led_by(&self, account: &Account) -> bool {
        account.is_sponsor_of(&self.id) && self.primary_contact.as_ref() == Some(&account.id)
    }

    /// Returns true if the account removes this sponsor: the primary contact does, but not itself
    /// (docs/rules/organizations.md#rule-6).
    pub fn sponsor_is_removed_by(&self, sponsor: &Account, account: &Account) -> bool {
        self.is_led_by(account) && !self.is_led_by(sponsor)
    }

    /// Returns true if both appear to be the same organization: registered from the same entry of the list,
    /// or of the same name at the same place. What one of them does not say about the place is ignored.
    pub fn is_like(&self, other: &Self) -> bool {
        match (&self.reference_org_id, &other.reference_org_id) {
            (Some(one), Some(two)) => one == two,
            _ => {
                identity_key(&self.name) == identity_key(&other.name)
                    && same_place(&self.address, &other.address)
            }
        }
    }
}

fn same_place(one: &Address, two: &Address) -> bool {
    let same = |one: &Option<String>, two: &Option<String>| match (one, two) {
        (Some(one), Some(two)) => name_key(one) == name_key(two),
        _ => true,
    };
    same(&one.country, &two.country) && same(&one.state, &two.state) && same(&one.city, &two.city)
}

#[cfg(test)]
mod tests {
    use super::{BookLimit, Organization};
    use crate::Role;
    use crate::fixtures::{account, member, school, sponsor, with_change};
    use crate::wire::WireEnum;

    #[test]
    fn only_the_primary_contact_leads_and_never_removes_itself() {
        let standing = school();
        let school = with_change(standing.organization.clone(), |o| o.primary_contact = Some("petra".into()));
        let petra = sponsor("petra", &standing).account;
        let sam = sponsor("sam", &standing).account;
        assert!(school.is_led_by(&petra) && !school.is_led_by(&sam));
        assert!(school.sponsor_is_removed_by(&sam, &petra));
        assert!(!school.sponsor_is_removed_by(&petra, &petra), "itself");
        assert!(!school.sponsor_is_removed_by(&petra, &sam) && !school.sponsor_is_removed_by(&sam, &sam));
        // A named user who is no longer a sponsor leads nothing.
        assert!(!school.is_led_by(&member("petra", &standing).account));
        assert!(!school.is_led_by(&account("petra", Role::Individual)));
        assert!(!with_change(school, |o| o.id = "other".into()).is_led_by(&petra));
    }

    #[test]
    fn a_limit_of_books_is_the_number_it_is_called_by() {
        for limit in BookLimit::ALL {
            assert_eq!(limit.books(), limit.as_str().parse().ok());
        }
    }

    #[test]
    fn are_the_same_with_equal_name_and_address() {
        let here = with_change(school().organization, |o| o.address.city = Some("Salem".into()));
        let like = |change: fn(&mut Organization)| here.is_like(&with_change(here.clone(), change));
        assert!(like(|o| o.name = "HARBOR  school.".into()));
        assert!(like(|o| o.address.city = None), "nothing tells them apart");
        assert!(like(|o| o.address.city = Some("salem".into())));
        assert!(like(|o| o.kind = "library".into()));
        assert!(like(|o| o.address.postal_code = Some("97301".into())));
        assert!(like(|o| o.reference_org_id = Some("1".into())), "only one of them is from the list");
        assert!(!like(|o| o.name = "Harbor Academy".into()));
        assert!(!like(|o| o.address.city = Some("Astoria".into())));
        assert!(!like(|o| o.address.state = Some("US-WA".into())));
        assert!(!like(|o| o.address.country = Some("CA".into())));
        let from = |id: &str| with_change(here.clone(), |o| o.reference_org_id = Some(id.into()));
        assert!(!from("1").is_like(&from("2")), "two entries are two organizations");
        assert!(from("1").is_like(&with_change(from("1"), |o| o.name = "Another name".into())));
    }
}
