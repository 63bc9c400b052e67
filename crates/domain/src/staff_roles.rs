//! The roles of the library's staff, and who may give and take them (docs/rules/access.md#rule-28).

use crate::{Account, AccountId, AuditedAct, Role, wire_enum};

wire_enum! {
    /// A role that administrators give and take.
    pub enum StaffRole {
        /// Manages titles of their own site.
        CollectionAssistant = "collectionAssistant",
        /// Manages accounts of their own site.
        MembershipAssistant = "membershipAssistant",
        /// Both, on every site.
        Administrator = "administrator",
    }
}

impl From<StaffRole> for Role {
    fn from(role: StaffRole) -> Self {
        match role {
            StaffRole::CollectionAssistant => Self::CollectionAssistant,
            StaffRole::MembershipAssistant => Self::MembershipAssistant,
            StaffRole::Administrator => Self::Administrator,
        }
    }
}

impl StaffRole {
    /// The act by which the audit records that somebody gets the role.
    pub fn give_act(self) -> AuditedAct {
        match self {
            Self::CollectionAssistant => AuditedAct::GiveCollectionRole,
            Self::MembershipAssistant => AuditedAct::GiveMembershipRole,
            Self::Administrator => AuditedAct::GiveAdministratorRole,
        }
    }

    /// The act by which the audit records that somebody loses the role.
    pub fn take_act(self) -> AuditedAct {
        match self {
            Self::CollectionAssistant => AuditedAct::TakeCollectionRole,
            Self::MembershipAssistant => AuditedAct::TakeMembershipRole,
            Self::Administrator => AuditedAct::TakeAdministratorRole,
        }
    }
}

/// Why a role is neither given nor taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaffRoleObstacle {
    /// The account is locked, or has no name to sign in with.
    CannotSignIn,
    /// Nobody takes a role of their own.
    OwnRole,
    /// No other administrator could sign in.
    LastAdministrator,
}

/// The reason why an account gets no role. `None` if it may get one.
pub fn find_giving_obstacle(account: &Account) -> Option<StaffRoleObstacle> {
    (!account.can_sign_in()).then_some(StaffRoleObstacle::CannotSignIn)
}

/// The reason why an account keeps a role that `actor` would take. `None` if it may be taken. `actor` is
/// `None` for the operator; `administrators` are all accounts with this role, the account itself among them.
pub fn find_taking_obstacle<'a>(
    account: &Account,
    role: StaffRole,
    actor: Option<&AccountId>,
    administrators: impl IntoIterator<Item = &'a Account>,
) -> Option<StaffRoleObstacle> {
    if actor == Some(&account.id) {
        return Some(StaffRoleObstacle::OwnRole);
    }
    let mut others = administrators.into_iter().filter(|other| other.id != account.id);
    let is_needed = role == StaffRole::Administrator
        && !others.any(|other| other.has_role(Role::Administrator) && other.can_sign_in());
    is_needed.then_some(StaffRoleObstacle::LastAdministrator)
}

/// Takes a role. An account without another one becomes that of an individual member, whose adult titles stay
/// closed while the age is unknown.
pub fn take_role(account: &mut Account, role: StaffRole) {
    account.roles.remove(&role.into());
    if account.roles.is_empty() {
        account.roles.insert(Role::Individual);
        if account.date_of_birth.is_none() {
            account.allow_adult_content = Some(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{StaffRole, StaffRoleObstacle, find_giving_obstacle, find_taking_obstacle, take_role};
    use crate::Role;
    use crate::fixtures::{account, individual, with_change};

    #[test]
    fn staff_can_sign_in() {
        let ada = individual("ada").account;
        assert_eq!(find_giving_obstacle(&ada), None);
        let locked = with_change(ada.clone(), |ada| ada.locked = true);
        let nameless = with_change(ada, |ada| (ada.username, ada.email) = (None, None));
        for account in [locked, nameless] {
            assert_eq!(find_giving_obstacle(&account), Some(StaffRoleObstacle::CannotSignIn));
        }
    }

    #[test]
    fn nobody_takes_their_own_role_or_that_of_the_last_administrator() {
        let (adam, eve) = (account("adam", Role::Administrator), account("eve", Role::Administrator));
        let role = StaffRole::Administrator;
        let both = [&adam, &eve];
        assert_eq!(find_taking_obstacle(&eve, role, Some(&adam.id), both), None);
        assert_eq!(find_taking_obstacle(&eve, role, None, both), None);
        let own = find_taking_obstacle(&eve, role, Some(&eve.id), both);
        assert_eq!(own, Some(StaffRoleObstacle::OwnRole));
        let alone = find_taking_obstacle(&eve, role, None, [&eve]);
        assert_eq!(alone, Some(StaffRoleObstacle::LastAdministrator));
        let locked = with_change(adam.clone(), |adam| adam.locked = true);
        let left = find_taking_obstacle(&eve, role, None, [&locked, &eve]);
        assert_eq!(left, Some(StaffRoleObstacle::LastAdministrator), "the other one cannot sign in");
        assert_eq!(find_taking_obstacle(&locked, role, Some(&eve.id), [&locked, &eve]), None);
        let mara = account("mara", Role::MembershipAssistant);
        assert_eq!(find_taking_obstacle(&mara, StaffRole::MembershipAssistant, None, [&eve]), None);
    }

    #[test]
    fn staff_who_are_nothing_else_become_individual_members() {
        let roles = |account: crate::Account, role| {
            with_change(account, |account| take_role(account, role)).roles.into_iter().collect::<Vec<_>>()
        };
        let mara = account("mara", Role::MembershipAssistant);
        assert_eq!(roles(mara.clone(), StaffRole::MembershipAssistant), [Role::Individual]);
        let reader = with_change(mara.clone(), |mara| {
            mara.roles.insert(Role::Volunteer);
        });
        assert_eq!(roles(reader, StaffRole::MembershipAssistant), [Role::Volunteer]);
        let ageless = with_change(mara, |mara| {
            mara.date_of_birth = None;
            take_role(mara, StaffRole::MembershipAssistant);
        });
        assert_eq!(ageless.allow_adult_content, Some(false));
    }
}
