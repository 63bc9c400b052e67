//! Accounts: people who sign in, and members who are only on a roster.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::wire::WireEnum;
use crate::{AccountId, DisabilityPlan, Name, OrganizationId, SiteId, wire_enum};

/// Limit of a name to sign in by that is looked up, in bytes; an email address has at most 254.
pub const MAX_SIGN_IN_BYTES: usize = 320;

wire_enum! {
    /// Role of an account (docs/rules/values.md#rule-15). An account can hold several.
    pub enum Role {
        Individual = "individual",
        OrganizationMember = "organizationMember",
        OrganizationSponsor = "organizationSponsor",
        Volunteer = "volunteer",
        /// Volunteer with more trust.
        TrustedVolunteer = "trustedVolunteer",
        /// Manages titles of their own site.
        CollectionAssistant = "collectionAssistant",
        /// Manages accounts of their own site.
        MembershipAssistant = "membershipAssistant",
        /// Both, on every site.
        Administrator = "administrator",
    }
}

wire_enum! {
    /// The roles that membership staff can give an account, besides those in an organization
    /// (docs/rules/organizations.md#rule-10).
    pub enum StaffedRole {
        Individual = "individual",
        Volunteer = "volunteer",
        /// Volunteer with more trust.
        TrustedVolunteer = "trustedVolunteer",
        /// Manages titles of their own site.
        CollectionAssistant = "collectionAssistant",
        /// Manages accounts of their own site.
        MembershipAssistant = "membershipAssistant",
    }
}

impl From<StaffedRole> for Role {
    fn from(role: StaffedRole) -> Self {
        match role {
            StaffedRole::Individual => Self::Individual,
            StaffedRole::Volunteer => Self::Volunteer,
            StaffedRole::TrustedVolunteer => Self::TrustedVolunteer,
            StaffedRole::CollectionAssistant => Self::CollectionAssistant,
            StaffedRole::MembershipAssistant => Self::MembershipAssistant,
        }
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
    pub city: Option<String>,
    /// ISO 3166-2 subdivision code, for example `US-CA`.
    pub state: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    pub postal_code: Option<String>,
}

/// An account. Its sign-in name is kept as typed and compared folded (docs/rules/organizations.md#rule-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// `userAccountId`.
    pub id: AccountId,
    pub site: SiteId,
    /// Sign-in name. `None` for members who cannot sign in.
    pub username: Option<String>,
    /// Email address; also a sign-in name.
    pub email: Option<String>,
    pub name: Name,
    /// A minor's guardian.
    pub guardian: Option<Name>,
    pub date_of_birth: Option<Date>,
    pub address: Address,
    pub phone_number: Option<String>,
    /// ISO 639-2 alpha-3.
    pub language: Option<String>,
    pub roles: BTreeSet<Role>,
    /// Chosen by the person or the staff; none takes the age's default (docs/rules/access.md#rule-10).
    pub allow_adult_content: Option<bool>,
    /// Adult titles are left out of searches.
    pub safe_search: bool,
    /// All titles are listed, including closed ones (docs/rules/search.md#rule-5).
    pub show_all_books: bool,
    /// Locked by staff or the operator.
    pub locked: bool,
    /// Removed; kept for the records.
    pub deleted: bool,
    /// The password must be changed.
    pub needs_new_password: bool,
    /// Membership of an organization, as sponsor or member.
    pub membership: Option<Membership>,
    pub created: Timestamp,
}

/// An account's place in an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    pub organization: OrganizationId,
    /// A sponsor's position, for example `Teacher`.
    pub title: Option<String>,
    /// Grade code of a member.
    pub grade: Option<String>,
    pub plans: BTreeSet<DisabilityPlan>,
    /// Own value, else the organization's.
    pub allow_search_downloads: Option<bool>,
    /// District and school on the roster.
    pub roster_tag: Option<i64>,
    /// Identifier of a member in the school's own system, as its files say it.
    #[serde(default)]
    pub sourced_id: Option<String>,
}

impl Membership {
    /// A membership with nothing but its organization.
    pub fn new(organization: OrganizationId) -> Self {
        Self {
            organization,
            title: None,
            grade: None,
            plans: BTreeSet::new(),
            allow_search_downloads: None,
            roster_tag: None,
            sourced_id: None,
        }
    }
}

impl Account {
    /// A new account of which only this is known: it has no name, cannot sign in, and everything else is as
    /// by default.
    pub fn new(id: AccountId, site: SiteId, role: Role, created: Timestamp) -> Self {
        Self {
            id,
            site,
            username: None,
            email: None,
            name: Name::default(),
            guardian: None,
            date_of_birth: None,
            address: Address::default(),
            phone_number: None,
            language: None,
            roles: BTreeSet::from([role]),
            allow_adult_content: None,
            safe_search: false,
            show_all_books: false,
            locked: false,
            deleted: false,
            needs_new_password: false,
            membership: None,
            created,
        }
    }

    pub fn has_role(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// Manages accounts or titles, on their own site or on all.
    pub fn is_staff(&self) -> bool {
        [Role::CollectionAssistant, Role::MembershipAssistant, Role::Administrator]
            .into_iter()
            .any(|role| self.has_role(role))
    }

    /// Manages titles: of their own site, or everywhere as administrator.
    pub fn manages_collection(&self, site: &SiteId) -> bool {
        self.has_role(Role::Administrator) || (self.has_role(Role::CollectionAssistant) && &self.site == site)
    }

    /// Manages accounts: of their own site, or everywhere as administrator.
    pub fn manages_membership(&self, site: &SiteId) -> bool {
        self.has_role(Role::Administrator) || (self.has_role(Role::MembershipAssistant) && &self.site == site)
    }

    /// Returns true if it may change another account as membership staff: one of a site that it manages, and
    /// not removed. Who gives an administrator another password becomes the administrator, so only
    /// administrators change those.
    pub fn may_change_account(&self, other: &Self) -> bool {
        let outranked = other.has_role(Role::Administrator) && !self.has_role(Role::Administrator);
        self.manages_membership(&other.site) && !other.deleted && !outranked
    }

    /// Returns true if it may lock and unlock another account as membership staff: one that it may change,
    /// not its own. Only administrators lock accounts of staff (docs/rules/memberships.md#rule-20).
    pub fn may_lock_account(&self, other: &Self) -> bool {
        let is_reserved = other.is_staff() && !self.has_role(Role::Administrator);
        self.may_change_account(other) && self.id != other.id && !is_reserved
    }

    /// The name to sign in by that is shown: the email address of accounts that have one
    /// (docs/rules/records.md#rule-21). Empty for members who cannot sign in.
    pub fn sign_in_name(&self) -> &str {
        self.email.as_deref().or(self.username.as_deref()).unwrap_or_default()
    }

    /// Returns true if it may have a session at all: it is neither locked nor removed
    /// (docs/rules/authentication.md#rule-11).
    pub fn may_sign_in(&self) -> bool {
        !self.locked && !self.deleted
    }

    /// Returns true if it has a name to sign in by (docs/rules/organizations.md#rule-4).
    pub fn has_sign_in_name(&self) -> bool {
        self.email.is_some() || self.username.is_some()
    }

    /// Returns true if its person can sign in: with a name, and unless it is locked or removed.
    pub fn can_sign_in(&self) -> bool {
        self.may_sign_in() && self.has_sign_in_name()
    }

    /// Returns true if it is a sponsor or a member of the organization.
    pub fn belongs_to(&self, organization: &OrganizationId) -> bool {
        (self.has_role(Role::OrganizationSponsor) || self.has_role(Role::OrganizationMember))
            && self.membership.as_ref().is_some_and(|m| &m.organization == organization)
    }

    pub fn is_sponsor_of(&self, organization: &OrganizationId) -> bool {
        self.has_role(Role::OrganizationSponsor)
            && self.membership.as_ref().is_some_and(|m| &m.organization == organization)
    }

    /// Returns true if it is nothing but what its organization made it: only then sponsors change its names
    /// and how it signs in (`sponsorManageable`; docs/rules/organizations.md#rule-5). A linked account
    /// manages these itself.
    pub fn is_sponsor_manageable(&self) -> bool {
        self.roles.iter().all(|role| matches!(role, Role::OrganizationMember | Role::OrganizationSponsor))
    }

    /// Returns true if sponsors manage how it signs in: it is a member's and nothing else. They know the
    /// passwords, codes and devices that they gave it (docs/rules/organizations.md#rule-5).
    pub fn is_managed_by_sponsors(&self) -> bool {
        self.has_role(Role::OrganizationMember) && self.is_sponsor_manageable()
    }

    /// Gives up a role in the organization with what is known of somebody in it, and with the last such role
    /// the place. An account that is nothing else becomes deleted (docs/rules/organizations.md#rule-6).
    pub fn leave_organization(&mut self, role: Role) {
        self.roles.remove(&role);
        let place = self.membership.take();
        self.membership =
            match (self.has_role(Role::OrganizationMember), self.has_role(Role::OrganizationSponsor)) {
                (false, false) => None,
                (true, true) => place,
                (true, false) => place.map(|place| Membership { title: None, ..place }),
                (false, true) => place.map(|place| Membership {
                    grade: None,
                    plans: BTreeSet::new(),
                    allow_search_downloads: None,
                    sourced_id: None,
                    ..place
                }),
            };
        self.deleted |= self.roles.is_empty();
    }

    /// Takes another of the roles that staff give, replacing those that it has. Roles in an
    /// organization stay, and so does an administrator's.
    pub fn set_role(&mut self, role: StaffedRole) {
        self.roles.retain(|held| StaffedRole::ALL.iter().all(|given| Role::from(*given) != *held));
        self.roles.insert(role.into());
    }

    /// Returns true if the person was under 18 on this day; `false` for an account without a birth date.
    pub fn was_minor(&self, on: Date) -> bool {
        self.date_of_birth.is_some_and(|born| is_under_age(born, on))
    }

    /// Takes another email address, which is the user name too where the old one was, or where there was no
    /// name (docs/rules/accounts.md#rule-3).
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
        self.name.display_name()
    }
}

/// The age of majority.
const ADULT_AGE: i16 = 18;

pub fn is_under_age(born: Date, today: Date) -> bool {
    age(born, today) < ADULT_AGE
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
        use crate::Role;
        use crate::fixtures::{account, with_change};
        let moved = |account| {
            with_change(account, |account: &mut super::Account| account.set_email("new@x.org".into()))
        };
        let ada = account("ada", Role::Individual);
        assert_eq!(moved(ada.clone()).username.as_deref(), Some("new@x.org"));
        let other_case = with_change(ada.clone(), |a| a.username = Some("ADA@example.org".into()));
        assert_eq!(moved(other_case).username.as_deref(), Some("new@x.org"));
        let nameless = with_change(ada.clone(), |a| (a.username, a.email) = (None, None));
        assert_eq!(moved(nameless).username.as_deref(), Some("new@x.org"));
        let pupil = with_change(ada.clone(), |a| (a.username, a.email) = (Some("ada".into()), None));
        assert_eq!(moved(pupil.clone()).username.as_deref(), Some("ada"));
        assert_eq!(moved(pupil).sign_in_name(), "new@x.org");
    }

    #[test]
    fn a_user_without_other_roles_is_deleted_when_leaving_the_organization() {
        use crate::Role;
        use crate::fixtures::{linked_account, member, school, sponsor, with_change};
        let leave = |reader: crate::readers::Reader, role| {
            let left = with_change(reader.account, |account| account.leave_organization(role));
            (left.deleted, left.membership.is_some(), left.roles.into_iter().collect::<Vec<_>>())
        };
        let school = school();
        assert_eq!(leave(sponsor("tess", &school), Role::OrganizationSponsor), (true, false, vec![]));
        assert_eq!(leave(member("mia", &school), Role::OrganizationMember), (true, false, vec![]));
        let individual = vec![Role::Individual];
        assert_eq!(
            leave(linked_account("lin", &school), Role::OrganizationMember),
            (false, false, individual)
        );
        let both = with_change(sponsor("tess", &school), |reader| {
            reader.account.roles.insert(Role::OrganizationMember);
        });
        let member = vec![Role::OrganizationMember];
        assert_eq!(leave(both, Role::OrganizationSponsor), (false, true, member));
    }

    #[test]
    fn a_user_who_keeps_another_role_keeps_what_belongs_to_it() {
        use crate::fixtures::{member, school, with_change};
        use crate::{Account, Membership, Role};
        let school = school();
        let both = with_change(member("tess", &school).account, |tess| {
            tess.roles.insert(Role::OrganizationSponsor);
            let place = tess.membership.as_mut().unwrap();
            (place.title, place.roster_tag) = (Some("Teacher".into()), Some(7));
            place.allow_search_downloads = Some(true);
        });
        let stays =
            |role| with_change(both.clone(), |tess: &mut Account| tess.leave_organization(role)).membership;
        let whole = both.membership.clone().unwrap();
        let sponsor = Membership {
            title: Some("Teacher".into()),
            roster_tag: Some(7),
            ..Membership::new(whole.organization.clone())
        };
        assert_eq!(stays(Role::OrganizationMember), Some(sponsor));
        assert_eq!(stays(Role::OrganizationSponsor), Some(Membership { title: None, ..whole }));
    }

    #[test]
    fn linked_accounts_manage_themselves() {
        use crate::fixtures::{linked_account, member, school, sponsor};
        let school = school();
        assert!(member("mia", &school).account.is_sponsor_manageable());
        assert!(sponsor("tess", &school).account.is_sponsor_manageable());
        assert!(!linked_account("lin", &school).account.is_sponsor_manageable());
        assert!(member("mia", &school).account.is_managed_by_sponsors());
        assert!(!sponsor("tess", &school).account.is_managed_by_sponsors());
        assert!(!linked_account("lin", &school).account.is_managed_by_sponsors());
    }

    #[test]
    fn staff_change_accounts_of_their_site_and_only_administrators_administrators() {
        use crate::Role;
        use crate::fixtures::{account, individual, lab, with_change};
        let assistant = account("mara", Role::MembershipAssistant);
        let admin = account("adam", Role::Administrator);
        let elsewhere = with_change(individual("lee").account, |lee| lee.site = lab());
        let ada = individual("ada").account;
        assert!(assistant.may_change_account(&ada) && admin.may_change_account(&ada));
        assert!(!assistant.may_change_account(&elsewhere) && admin.may_change_account(&elsewhere));
        assert!(!assistant.may_change_account(&admin) && admin.may_change_account(&admin));
        assert!(assistant.may_change_account(&assistant));
        let removed = with_change(ada.clone(), |ada| ada.deleted = true);
        assert!(!assistant.may_change_account(&removed) && !admin.may_change_account(&removed));
        assert!(
            !ada.may_change_account(&ada)
                && !account("col", Role::CollectionAssistant).may_change_account(&ada)
        );
    }

    #[test]
    fn staff_lock_readers_and_only_administrators_lock_staff() {
        use crate::Role;
        use crate::fixtures::{account, individual, lab, with_change};
        let (mara, adam) = (account("mara", Role::MembershipAssistant), account("adam", Role::Administrator));
        let ada = individual("ada").account;
        let colin = account("colin", Role::CollectionAssistant);
        assert!(mara.may_lock_account(&ada) && adam.may_lock_account(&ada));
        assert!(!mara.may_lock_account(&colin) && adam.may_lock_account(&colin));
        assert!(!mara.may_lock_account(&mara) && !adam.may_lock_account(&adam), "their own");
        assert!(!mara.may_lock_account(&with_change(ada.clone(), |ada| ada.site = lab())));
        assert!(!ada.may_lock_account(&mara) && !colin.may_lock_account(&ada));
    }

    #[test]
    fn another_role_takes_the_place_of_those_that_staff_give() {
        use crate::Role;
        use crate::accounts::StaffedRole;
        use crate::fixtures::{account, linked_account, school, sponsor, with_change};
        let roles = |account: super::Account, role| {
            with_change(account, |account| account.set_role(role)).roles.into_iter().collect::<Vec<_>>()
        };
        let ada = account("ada", Role::Individual);
        assert_eq!(roles(ada.clone(), StaffedRole::Volunteer), [Role::Volunteer]);
        let two = with_change(ada, |ada| {
            ada.roles.insert(Role::Volunteer);
        });
        assert_eq!(roles(two, StaffedRole::MembershipAssistant), [Role::MembershipAssistant]);
        let lin = linked_account("lin", &school()).account;
        assert_eq!(roles(lin, StaffedRole::Volunteer), [Role::OrganizationMember, Role::Volunteer]);
        let tess = sponsor("tess", &school()).account;
        assert_eq!(roles(tess, StaffedRole::Individual), [Role::Individual, Role::OrganizationSponsor]);
        let admin = account("adam", Role::Administrator);
        let both = [Role::CollectionAssistant, Role::Administrator];
        assert_eq!(roles(admin, StaffedRole::CollectionAssistant), both);
    }

    #[test]
    fn is_a_minor_until_the_eighteenth_birthday() {
        use crate::fixtures::{individual, with_change};
        let born =
            with_change(individual("milo").account, |milo| milo.date_of_birth = Some(date(2008, 11, 21)));
        assert!(born.was_minor(date(2026, 11, 20)) && !born.was_minor(date(2026, 11, 21)));
        let unknown = with_change(born, |milo| milo.date_of_birth = None);
        assert!(!unknown.was_minor(date(2026, 11, 20)));
    }

    #[test]
    fn age_turns_on_the_birthday() {
        assert_eq!(age(date(2008, 11, 21), date(2026, 11, 20)), 17);
        assert_eq!(age(date(2008, 11, 21), date(2026, 11, 21)), 18);
        assert_eq!(age(date(2008, 2, 29), date(2026, 2, 28)), 17);
        assert_eq!(age(date(2008, 2, 29), date(2026, 3, 1)), 18);
    }
}
