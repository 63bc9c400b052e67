//! Accounts: people who sign in, and members who are only on a roster.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::contributors::Name;
use crate::ids::{AccountId, OrganizationId, SiteId};
use crate::proofs::{DisabilityPlan, DisabilityType};
use crate::wire_enum;

wire_enum! {
    /// What an account may be (spec 4, 3.1). An account can hold several.
    pub enum Role {
        /// Individual member.
        Individual = "individual",
        /// Organization member.
        OrganizationMember = "organizationMember",
        /// Organization sponsor.
        OrganizationSponsor = "organizationSponsor",
        /// Volunteer.
        Volunteer = "volunteer",
        /// Volunteer with more trust.
        TrustedVolunteer = "trustedVolunteer",
        /// Manages titles of the own site.
        CollectionAssistant = "collectionAssistant",
        /// Manages accounts of the own site.
        MembershipAssistant = "membershipAssistant",
        /// Both, on every site.
        Administrator = "administrator",
    }
}

/// A postal address; all parts may be absent but an account's country.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Address {
    /// First line.
    pub address1: Option<String>,
    /// Second line.
    pub address2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// ISO 3166-2 subdivision code, for example `US-CA`.
    pub state: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// Postal code.
    pub postal_code: Option<String>,
}

/// An account. Its sign-in name is kept as typed and compared folded (spec 4, 4.8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// `userAccountId`.
    pub id: AccountId,
    /// The site it belongs to.
    pub site: SiteId,
    /// Sign-in name; none for members who cannot sign in.
    pub username: Option<String>,
    /// E-mail address; also a sign-in name.
    pub email: Option<String>,
    /// Name.
    pub name: Name,
    /// A minor's guardian.
    pub guardian: Option<Name>,
    /// Birth date.
    pub date_of_birth: Option<Date>,
    /// Postal address.
    pub address: Address,
    /// Telephone.
    pub phone_number: Option<String>,
    /// ISO 639-2 alpha-3.
    pub language: Option<String>,
    /// What it may be.
    pub roles: BTreeSet<Role>,
    /// Chosen by the person or the staff; none takes the age's default (spec 4, 4.2 rule 10).
    pub allow_adult_content: Option<bool>,
    /// Adult titles are left out of searches.
    pub safe_search: bool,
    /// All titles are listed, the closed ones too (spec 4, 1.1.1).
    pub show_all_books: bool,
    /// Locked by the operator.
    pub locked: bool,
    /// Removed; kept for the records.
    pub deleted: bool,
    /// The password must be changed.
    pub needs_new_password: bool,
    /// Membership of an organization, as sponsor or member.
    pub membership: Option<Membership>,
    /// When it was made.
    pub created: Timestamp,
}

/// An account's place in an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    /// Which organization.
    pub organization: OrganizationId,
    /// A sponsor's position, for example `Teacher`.
    pub title: Option<String>,
    /// Grade code of a member.
    pub grade: Option<String>,
    /// Plans of a member.
    pub plans: BTreeSet<DisabilityPlan>,
    /// Disabilities vouched for by the organization.
    pub disabilities: BTreeSet<DisabilityType>,
    /// Own value, else the organization's.
    pub allow_search_downloads: Option<bool>,
    /// District and school on the roster.
    pub roster_tag: Option<i64>,
}

impl Account {
    /// Whether it holds the role.
    pub fn is(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Manages accounts or titles, on the own site or on all.
    pub fn is_staff(&self) -> bool {
        [Role::CollectionAssistant, Role::MembershipAssistant, Role::Administrator]
            .into_iter()
            .any(|role| self.is(role))
    }

    /// Manages titles: of the own site, or everywhere as administrator.
    pub fn manages_collection(&self, site: &SiteId) -> bool {
        self.is(Role::Administrator) || (self.is(Role::CollectionAssistant) && &self.site == site)
    }

    /// Manages accounts: of the own site, or everywhere as administrator.
    pub fn manages_membership(&self, site: &SiteId) -> bool {
        self.is(Role::Administrator) || (self.is(Role::MembershipAssistant) && &self.site == site)
    }

    /// The name to sign in by that is shown: the e-mail address of accounts that have one (spec 4, 2.4). Empty
    /// for members who cannot sign in.
    pub fn sign_in_name(&self) -> &str {
        self.email.as_deref().or(self.username.as_deref()).unwrap_or_default()
    }

    /// Whether it is a sponsor or a member of the organization.
    pub fn belongs_to(&self, organization: &OrganizationId) -> bool {
        (self.is(Role::OrganizationSponsor) || self.is(Role::OrganizationMember))
            && self.membership.as_ref().is_some_and(|m| &m.organization == organization)
    }

    /// Whether it is a sponsor of the organization.
    pub fn sponsors(&self, organization: &OrganizationId) -> bool {
        self.is(Role::OrganizationSponsor)
            && self.membership.as_ref().is_some_and(|m| &m.organization == organization)
    }

    /// Takes another e-mail address, which is the user name too where the old one was, or where there was no
    /// name (spec 4, 1.3).
    pub fn set_email(&mut self, email: String) {
        let same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
        let named = self.username.as_deref();
        if named.is_none_or(|name| self.email.as_deref().is_some_and(|old| same(name, old))) {
            self.username = Some(email.clone());
        }
        self.email = Some(email);
    }

    /// The name as others see it.
    pub fn display_name(&self) -> String {
        self.name.display()
    }
}

/// Age in whole years on `today`.
pub fn age(born: Date, today: Date) -> i16 {
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    today.year() - born.year() - i16::from(!had_birthday)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::age;

    #[test]
    fn a_new_address_is_the_user_name_where_the_old_one_was() {
        use crate::accounts::Role;
        use crate::fixtures::{account, with};
        let moved =
            |account| with(account, |account: &mut super::Account| account.set_email("new@x.org".into()));
        let ada = account("ada", Role::Individual);
        assert_eq!(moved(ada.clone()).username.as_deref(), Some("new@x.org"));
        let other_case = with(ada.clone(), |a| a.username = Some("ADA@example.org".into()));
        assert_eq!(moved(other_case).username.as_deref(), Some("new@x.org"));
        let nameless = with(ada.clone(), |a| (a.username, a.email) = (None, None));
        assert_eq!(moved(nameless).username.as_deref(), Some("new@x.org"));
        let pupil = with(ada.clone(), |a| (a.username, a.email) = (Some("ada".into()), None));
        assert_eq!(moved(pupil.clone()).username.as_deref(), Some("ada"));
        assert_eq!(moved(pupil).sign_in_name(), "new@x.org");
    }

    #[test]
    fn age_turns_on_the_birthday() {
        assert_eq!(age(date(2008, 11, 21), date(2026, 11, 20)), 17);
        assert_eq!(age(date(2008, 11, 21), date(2026, 11, 21)), 18);
        assert_eq!(age(date(2008, 2, 29), date(2026, 2, 28)), 17);
        assert_eq!(age(date(2008, 2, 29), date(2026, 3, 1)), 18);
    }
}
