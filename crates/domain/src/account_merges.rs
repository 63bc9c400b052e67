//! Merging two accounts of one person, and undoing it (docs/rules/memberships.md#rule-19).

use std::collections::BTreeSet;

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::{Account, Membership, Organization, Role, wire_enum};

/// Time for which a merge can be undone: 30 days.
pub const UNDO_WINDOW: SignedDuration = SignedDuration::from_hours(30 * 24);

wire_enum! {
    /// A kind of record that a merge moves from the closed account to the kept one.
    pub enum MergedNoun {
        Agreements = "agreements",
        /// Proofs of disability, those sent in, and requests to authorities.
        Proofs = "proofs",
        /// Subscriptions and credits.
        Subscriptions = "subscriptions",
        /// The place in an organization, with groups and quick lists.
        Membership = "membership",
        /// Assigned titles.
        Assignments = "assignments",
        /// Reading lists, places on lists of others, and followed periodicals.
        Lists = "lists",
        /// Places in books and reading activity.
        Places = "places",
        /// Bookmarks and highlights.
        Marks = "marks",
        /// Copies and counted books.
        Copies = "copies",
        /// Uploaded documents with their files.
        Documents = "documents",
        /// Notes about calls, emails, reports and other records of the library.
        Records = "records",
    }
}

wire_enum! {
    /// Why two accounts are not merged.
    pub enum MergeObstacle {
        SameAccount = "same",
        /// One of them is closed.
        Closed = "closed",
        /// They are of different sites.
        Sites = "sites",
        /// One of them is of somebody who works for the library.
        Staff = "staff",
        /// The account to be closed speaks for an organization, which needs another primary contact first.
        PrimaryContact = "contact",
        /// They belong to different organizations.
        Organizations = "organizations",
        /// The account to be closed has a role in the organization that the kept one does not have.
        Roles = "roles",
    }
}

wire_enum! {
    /// Why a merge is not undone.
    pub enum MergeUndoObstacle {
        /// The journal went with one of the accounts, which was closed or erased.
        Gone = "gone",
        /// It was undone before.
        Undone = "before",
        /// The time for it is over.
        Expired = "expired",
        /// The kept account was closed since, or merged into another one.
        KeptClosed = "kept-closed",
        /// The other account is open already.
        Reopened = "reopened",
    }
}

/// Roles of an account, and its place in an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Affiliation {
    pub roles: BTreeSet<Role>,
    pub membership: Option<Membership>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AffiliationChange {
    pub before: Affiliation,
    pub after: Affiliation,
}

/// Two accounts after their merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedPair {
    pub kept: Account,
    pub closed: Account,
}

impl Affiliation {
    pub fn from_account(account: &Account) -> Self {
        Self { roles: account.roles.clone(), membership: account.membership.clone() }
    }

    /// The account with these roles and this place.
    pub fn apply_to(self, account: &Account) -> Account {
        Account { roles: self.roles, membership: self.membership, ..account.clone() }
    }

    /// Roles without a place in an organization.
    #[must_use]
    pub fn without_membership(mut self) -> Self {
        self.roles.retain(|role| !is_organization_role(*role));
        Self { membership: None, ..self }
    }
}

impl AffiliationChange {
    /// The change from one state of an account to another.
    pub fn from_accounts(before: &Account, after: &Account) -> Self {
        Self { before: Affiliation::from_account(before), after: Affiliation::from_account(after) }
    }
}

fn is_organization_role(role: Role) -> bool {
    matches!(role, Role::OrganizationMember | Role::OrganizationSponsor)
}

/// The reason why `closed` may not be merged into `kept`. `None` if nothing forbids it. `organization` is the
/// one that `closed` belongs to.
pub fn find_obstacle(
    kept: &Account,
    closed: &Account,
    organization: Option<&Organization>,
) -> Option<MergeObstacle> {
    let both = [kept, closed];
    let is_elsewhere = |place: &Membership| {
        kept.membership.as_ref().is_some_and(|own| own.organization != place.organization)
    };
    if kept.id == closed.id {
        return Some(MergeObstacle::SameAccount);
    }
    if both.iter().any(|account| account.deleted) {
        return Some(MergeObstacle::Closed);
    }
    if kept.site != closed.site {
        return Some(MergeObstacle::Sites);
    }
    if both.iter().any(|account| account.is_staff()) {
        return Some(MergeObstacle::Staff);
    }
    if organization.is_some_and(|organization| organization.is_led_by(closed)) {
        return Some(MergeObstacle::PrimaryContact);
    }
    if closed.membership.as_ref().is_some_and(is_elsewhere) {
        return Some(MergeObstacle::Organizations);
    }
    let lacks_role = |role: &Role| is_organization_role(*role) && !kept.has_role(*role);
    let keeps_place = kept.membership.is_some() && closed.membership.is_some();
    (keeps_place && closed.roles.iter().any(lacks_role)).then_some(MergeObstacle::Roles)
}

/// Returns true if both accounts have a birth date, and not the same: staff have to confirm that they are of
/// one person.
pub fn have_other_birth_dates(kept: &Account, closed: &Account) -> bool {
    matches!((kept.date_of_birth, closed.date_of_birth), (Some(one), Some(other)) if one != other)
}

/// The reason why a merge is not undone, as far as the accounts show it.
pub fn find_undo_obstacle(kept: &Account, closed: &Account) -> Option<MergeUndoObstacle> {
    if kept.deleted {
        return Some(MergeUndoObstacle::KeptClosed);
    }
    (!closed.deleted).then_some(MergeUndoObstacle::Reopened)
}

/// Both accounts after the merge. The kept one takes the place in an organization if it has none, and the
/// other roles if it has none besides those in an organization. Everything else of its record stays.
pub fn merge_accounts(kept: &Account, closed: &Account) -> MergedPair {
    let mut merged = kept.clone();
    if kept.membership.is_none() && closed.membership.is_some() {
        merged.membership.clone_from(&closed.membership);
        merged.roles.extend(closed.roles.iter().copied().filter(|role| is_organization_role(*role)));
    }
    if kept.roles.iter().all(|role| is_organization_role(*role)) {
        merged.roles.extend(closed.roles.iter().copied().filter(|role| !is_organization_role(*role)));
    }
    let bare = Affiliation::from_account(closed).without_membership();
    let left = Account { deleted: true, ..bare.apply_to(closed) };
    MergedPair { kept: merged, closed: left }
}

/// The kept account as it was before the merge. `None` if its roles or its place were changed since: then
/// they stay.
pub fn restore_kept(kept: &Account, change: &AffiliationChange) -> Option<Account> {
    let is_unchanged = Affiliation::from_account(kept) == change.after;
    is_unchanged.then(|| change.before.clone().apply_to(kept))
}

/// The closed account, open again with these roles and this place.
pub fn reopen_account(closed: &Account, place: Affiliation) -> Account {
    Account { deleted: false, ..place.apply_to(closed) }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{
        AffiliationChange, MergeObstacle, find_obstacle, have_other_birth_dates, merge_accounts,
        reopen_account, restore_kept,
    };
    use crate::fixtures::{account, individual, lab, linked_account, member, school, sponsor, with_change};
    use crate::{Account, Role};

    /// Every pair of accounts that may be merged, by their roles.
    fn mergeable_pairs() -> Vec<(Account, Account)> {
        let school = school();
        let kinds = |id: &str| {
            let volunteer = account(id, Role::Volunteer);
            let readers =
                [individual(id), member(id, &school), sponsor(id, &school), linked_account(id, &school)];
            readers.into_iter().map(|reader| reader.account).chain([volunteer]).collect::<Vec<_>>()
        };
        let pairs = kinds("kept")
            .into_iter()
            .flat_map(|kept| kinds("closed").into_iter().map(move |closed| (kept.clone(), closed)));
        pairs.filter(|(kept, closed)| find_obstacle(kept, closed, None).is_none()).collect()
    }

    #[test]
    fn a_merge_and_its_undo_leave_both_accounts_as_they_were() {
        let pairs = mergeable_pairs();
        assert!(pairs.len() > 15, "{}", pairs.len());
        for (kept, closed) in pairs {
            let merged = merge_accounts(&kept, &closed);
            assert!(merged.closed.deleted && merged.closed.membership.is_none() && !merged.kept.deleted);
            let place = closed.membership.as_ref().map(|place| &place.organization);
            let has = merged.kept.membership.as_ref().map(|place| &place.organization);
            assert!(place.is_none() || has == place, "the kept account has the place: {kept:?} {closed:?}");
            let change = AffiliationChange::from_accounts(&kept, &merged.kept);
            assert_eq!(restore_kept(&merged.kept, &change), Some(kept));
            let before = AffiliationChange::from_accounts(&closed, &merged.closed).before;
            assert_eq!(reopen_account(&merged.closed, before), closed);
        }
    }

    #[test]
    fn a_pupil_with_an_individual_account_becomes_a_linked_account() {
        let school = school();
        let merged = merge_accounts(&individual("ada").account, &member("mia", &school).account).kept;
        let roles: Vec<Role> = merged.roles.into_iter().collect();
        assert_eq!(roles, [Role::Individual, Role::OrganizationMember]);
        let merged = merge_accounts(&member("mia", &school).account, &individual("ada").account).kept;
        assert!(merged.has_role(Role::Individual) && merged.has_role(Role::OrganizationMember));
        let volunteer = account("val", Role::Volunteer);
        let merged = merge_accounts(&individual("ada").account, &volunteer).kept;
        assert!(!merged.has_role(Role::Volunteer), "staff give one of these roles");
    }

    #[test]
    fn what_was_edited_since_stays_with_the_kept_account() {
        let school = school();
        let kept = individual("ada").account;
        let merged = merge_accounts(&kept, &member("mia", &school).account).kept;
        let change = AffiliationChange::from_accounts(&kept, &merged);
        let edited = with_change(merged, |account| {
            account.membership.as_mut().unwrap().grade = Some("07".into());
        });
        assert_eq!(restore_kept(&edited, &change), None);
    }

    #[test]
    fn accounts_that_may_be_of_others_or_have_duties_are_not_merged() {
        let school = school();
        let ada = individual("ada").account;
        let other_school = with_change(member("max", &school).account, |account| {
            account.membership.as_mut().unwrap().organization = "other".into();
        });
        let mia = member("mia", &school).account;
        let petra = sponsor("petra", &school).account;
        let led = with_change(school.organization.clone(), |organization| {
            organization.primary_contact = Some("petra".into());
        });
        let removed = with_change(individual("ben").account, |account| account.deleted = true);
        let elsewhere = with_change(individual("ben").account, |account| account.site = lab());
        let staff = account("eve", Role::MembershipAssistant);
        for (kept, closed, obstacle) in [
            (&ada, &ada, MergeObstacle::SameAccount),
            (&ada, &removed, MergeObstacle::Closed),
            (&removed, &ada, MergeObstacle::Closed),
            (&ada, &elsewhere, MergeObstacle::Sites),
            (&ada, &staff, MergeObstacle::Staff),
            (&staff, &ada, MergeObstacle::Staff),
            (&ada, &petra, MergeObstacle::PrimaryContact),
            (&mia, &other_school, MergeObstacle::Organizations),
            (&petra, &mia, MergeObstacle::Roles),
        ] {
            let found = find_obstacle(kept, closed, Some(&led));
            assert_eq!(found, Some(obstacle), "{} into {}", closed.id, kept.id);
        }
        assert_eq!(find_obstacle(&petra, &ada, None), None, "the primary contact may be kept");
    }

    #[test]
    fn other_birth_dates_are_confirmed() {
        let born = |year| {
            with_change(individual("ada").account, |account| account.date_of_birth = Some(date(year, 5, 17)))
        };
        let unknown = with_change(born(1984), |account| account.date_of_birth = None);
        assert!(have_other_birth_dates(&born(1984), &born(1985)));
        assert!(!have_other_birth_dates(&born(1984), &born(1984)));
        assert!(!have_other_birth_dates(&born(1984), &unknown));
    }
}
