//! Reading lists: who sees, edits and fills them (docs/rules/lists.md#rule-1). Every operation on lists
//! applies these rules.

use jiff::Timestamp;

use crate::normalization::{fold, search_text};
use crate::{Account, AccountId, OrganizationId, Role, SiteId, Title, TitleStatus, wire_enum};

/// Reading lists that one account may own.
pub const MAX_LISTS_PER_OWNER: u64 = 500;

wire_enum! {
    pub enum ListAccess {
        /// Its owner and the members that a sponsor put on it.
        Private = "private",
        /// Every signed-in user of the site.
        Shared = "shared",
        /// Sponsors and members of the owner's organization.
        Org = "org",
    }
}

wire_enum! {
    /// A list's access as one user sees it: other people's shared lists appear as public.
    pub enum ViewAccess {
        /// The owner's and the members'.
        Private = "private",
        /// The user's own list, visible to the whole site.
        Shared = "shared",
        /// The organization's.
        Org = "org",
        /// Another user's list, visible to the whole site.
        Public = "public",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingList {
    pub id: String,
    pub site: SiteId,
    pub owner: AccountId,
    /// The owner's organization, for an org list.
    pub organization: Option<OrganizationId>,
    pub name: String,
    /// Description; may be empty.
    pub description: String,
    pub access: ListAccess,
    /// Last change of its titles, members or description.
    pub updated: Timestamp,
}

impl ReadingList {
    /// The name and the description as a search compares them: parts of them, and their words.
    pub fn search_text(&self) -> String {
        let text = format!("{} {}", self.name, self.description);
        format!("{} {}", fold(&text), search_text::<&str>(&text, []))
    }

    /// Returns true if the account sees the list; for others it does not exist. `is_member`: a sponsor put
    /// the account on the list.
    pub fn is_seen_by(&self, account: &Account, is_member: bool) -> bool {
        is_member
            || self.is_owned_by(account)
            || account.manages_membership(&self.site)
            || match self.access {
                ListAccess::Private => false,
                ListAccess::Shared => account.site == self.site,
                ListAccess::Org => self.organization.as_ref().is_some_and(|own| account.belongs_to(own)),
            }
    }

    pub fn is_owned_by(&self, account: &Account) -> bool {
        self.owner == account.id
    }

    /// Returns true if the account changes name, description and access, and deletes the list.
    pub fn is_edited_by(&self, account: &Account) -> bool {
        self.is_owned_by(account) || account.manages_membership(&self.site)
    }

    /// Returns true if the account may add and remove titles.
    pub fn allows_title_changes_by(&self, account: &Account) -> bool {
        let shared_work = || self.organization.as_ref().is_some_and(|own| account.is_sponsor_of(own));
        self.is_edited_by(account) || (self.access == ListAccess::Org && shared_work())
    }

    /// Returns true if the account may put members of its organization on the list: a sponsor who may edit it
    /// (docs/rules/lists.md#rule-3).
    pub fn allows_member_changes_by(&self, account: &Account) -> bool {
        account.has_role(Role::OrganizationSponsor) && self.allows_title_changes_by(account)
    }

    /// Returns true if the account may see who is on the list: the owner, sponsors of the owner's
    /// organization, membership staff (docs/rules/lists.md#rule-3).
    pub fn shows_members_to(&self, account: &Account, owner: &Account) -> bool {
        let colleague = || owner.membership.as_ref().is_some_and(|m| account.is_sponsor_of(&m.organization));
        self.is_edited_by(account) || self.allows_title_changes_by(account) || colleague()
    }

    pub fn access_for(&self, account: &Account) -> ViewAccess {
        match self.access {
            ListAccess::Private => ViewAccess::Private,
            ListAccess::Org => ViewAccess::Org,
            ListAccess::Shared if self.is_owned_by(account) => ViewAccess::Shared,
            ListAccess::Shared => ViewAccess::Public,
        }
    }

    /// Changes who sees the list, on behalf of an account. Fails if it would become an org list of an account
    /// that sponsors no organization: only sponsors turn lists into org lists.
    #[must_use]
    pub fn set_access(&mut self, access: ListAccess, by: &Account) -> bool {
        if access == self.access {
            return true;
        }
        match organization_of(access, by) {
            Ok(organization) => {
                self.access = access;
                self.organization = organization;
                true
            }
            Err(NotSponsor) => false,
        }
    }
}

/// An account that sponsors no organization asked for an org list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotSponsor;

/// The organization of a new list with this access: the sponsor's, for an org list.
pub fn organization_of(access: ListAccess, maker: &Account) -> Result<Option<OrganizationId>, NotSponsor> {
    if access != ListAccess::Org {
        return Ok(None);
    }
    let membership = maker.membership.as_ref().filter(|m| maker.is_sponsor_of(&m.organization));
    membership.map(|m| Some(m.organization.clone())).ok_or(NotSponsor)
}

/// Returns true if the account makes lists of its own: individual members, sponsors, membership staff
/// (docs/rules/access.md#rule-23).
pub fn may_create(account: &Account) -> bool {
    [Role::Individual, Role::OrganizationSponsor, Role::MembershipAssistant, Role::Administrator]
        .into_iter()
        .any(|role| account.has_role(role))
}

/// Returns true if the title can be put on a list: it is live and not a user's own document.
pub fn can_be_listed(title: &Title) -> bool {
    title.status == TitleStatus::Live && title.owner.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{
        individual, lab, linked_account, member, noon, school, site, sponsor, title, with_change,
    };

    fn new_list(access: ListAccess) -> ReadingList {
        ReadingList {
            id: "l".into(),
            site: site(),
            owner: "tess".into(),
            organization: (access == ListAccess::Org).then(|| "school".into()),
            name: "Autumn".into(),
            description: String::new(),
            access,
            updated: noon(),
        }
    }

    fn new_staff(role: Role) -> Account {
        crate::fixtures::account("staff", role)
    }

    /// Everyone who could see a list that `tess`, a sponsor of the school, owns.
    fn sample_people() -> Vec<(&'static str, Account)> {
        let school = school();
        let other = with_change(self::school(), |other| other.organization.id = "other".into());
        vec![
            ("owner", sponsor("tess", &school).account),
            ("colleague", sponsor("tim", &school).account),
            ("member", member("mia", &school).account),
            ("linked", linked_account("lin", &school).account),
            ("stranger", individual("ada").account),
            ("other sponsor", sponsor("sam", &other).account),
            ("other member", member("max", &other).account),
            ("assistant", new_staff(Role::MembershipAssistant)),
            ("collection", new_staff(Role::CollectionAssistant)),
            ("administrator", with_change(new_staff(Role::Administrator), |a| a.site = lab())),
            ("elsewhere", with_change(individual("ned").account, |a| a.site = lab())),
            ("assistant elsewhere", with_change(new_staff(Role::MembershipAssistant), |a| a.site = lab())),
        ]
    }

    /// The people for whom a rule says yes.
    fn people_allowed_by(rule: impl Fn(&Account) -> bool) -> String {
        let yes: Vec<_> =
            sample_people().iter().filter(|(_, who)| rule(who)).map(|(name, _)| *name).collect();
        yes.join(", ")
    }

    #[test]
    fn is_visible_by_its_access() {
        let sees = |access| people_allowed_by(|account| new_list(access).is_seen_by(account, false));
        assert_eq!(sees(ListAccess::Private), "owner, assistant, administrator");
        assert_eq!(
            sees(ListAccess::Shared),
            "owner, colleague, member, linked, stranger, other sponsor, other member, assistant, collection, \
             administrator"
        );
        assert_eq!(sees(ListAccess::Org), "owner, colleague, member, linked, assistant, administrator");
        for access in [ListAccess::Private, ListAccess::Shared, ListAccess::Org] {
            assert!(
                sample_people().iter().all(|(_, who)| new_list(access).is_seen_by(who, true)),
                "put on it"
            );
        }
    }

    #[test]
    fn is_changed_by_its_owner_and_editors() {
        for access in [ListAccess::Private, ListAccess::Shared, ListAccess::Org] {
            let list = new_list(access);
            assert_eq!(
                people_allowed_by(|account| list.is_edited_by(account)),
                "owner, assistant, administrator"
            );
        }
        let fills = |access| people_allowed_by(|account| new_list(access).allows_title_changes_by(account));
        assert_eq!(fills(ListAccess::Private), "owner, assistant, administrator");
        assert_eq!(fills(ListAccess::Shared), "owner, assistant, administrator");
        assert_eq!(fills(ListAccess::Org), "owner, colleague, assistant, administrator");
    }

    #[test]
    fn shows_its_members_to_sponsors_and_staff() {
        let owner = sponsor("tess", &school()).account;
        let reads = |access| people_allowed_by(|account| new_list(access).shows_members_to(account, &owner));
        let changes =
            |access| people_allowed_by(|account| new_list(access).allows_member_changes_by(account));
        assert_eq!(reads(ListAccess::Shared), "owner, colleague, assistant, administrator");
        assert_eq!(reads(ListAccess::Org), "owner, colleague, assistant, administrator");
        assert_eq!(changes(ListAccess::Private), "owner");
        assert_eq!(changes(ListAccess::Org), "owner, colleague");
        let ada = individual("ada").account;
        let own = with_change(new_list(ListAccess::Shared), |list| list.owner = "ada".into());
        assert!(own.shows_members_to(&ada, &ada) && !own.allows_member_changes_by(&ada));
    }

    #[test]
    fn others_see_shared_lists_as_public() {
        let views = |access| {
            let list = new_list(access);
            sample_people().iter().map(|(_, who)| list.access_for(who)).collect::<Vec<_>>()
        };
        let shared = views(ListAccess::Shared);
        assert_eq!(shared[0], ViewAccess::Shared);
        assert!(shared[1..].iter().all(|access| *access == ViewAccess::Public));
        assert!(views(ListAccess::Org).iter().all(|access| *access == ViewAccess::Org));
        assert!(views(ListAccess::Private).iter().all(|access| *access == ViewAccess::Private));
    }

    #[test]
    fn is_made_by_users_of_the_required_roles() {
        assert_eq!(
            people_allowed_by(may_create),
            "owner, colleague, linked, stranger, other sponsor, assistant, administrator, elsewhere, \
             assistant elsewhere"
        );
        let makes_org = |account: &Account| organization_of(ListAccess::Org, account).is_ok();
        assert_eq!(people_allowed_by(makes_org), "owner, colleague, other sponsor");
        assert!(sample_people().iter().all(|(_, who)| organization_of(ListAccess::Shared, who) == Ok(None)));
    }

    #[test]
    fn only_sponsors_turn_a_list_into_an_org_list() {
        let turned = |access, to, by: &Account| {
            let mut list = new_list(access);
            list.set_access(to, by).then_some((list.access, list.organization))
        };
        let (tess, assistant) = (sponsor("tess", &school()).account, new_staff(Role::MembershipAssistant));
        let school = Some(OrganizationId::from("school"));
        assert_eq!(
            turned(ListAccess::Private, ListAccess::Org, &tess),
            Some((ListAccess::Org, school.clone()))
        );
        assert_eq!(turned(ListAccess::Private, ListAccess::Org, &assistant), None);
        assert_eq!(turned(ListAccess::Org, ListAccess::Org, &assistant), Some((ListAccess::Org, school)));
        assert_eq!(turned(ListAccess::Org, ListAccess::Private, &tess), Some((ListAccess::Private, None)));
    }

    #[test]
    fn only_live_titles_are_listed() {
        assert!(can_be_listed(&title()));
        assert!(!can_be_listed(&with_change(title(), |title| title.status = TitleStatus::Withdrawn)));
        assert!(!can_be_listed(&with_change(title(), |title| title.owner = Some("ada".into()))));
    }
}
