//! The end of an account at its owner's wish (docs/rules/accounts.md#rule-13).

use crate::{Account, Role};

/// Why an account is not its owner's to close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosingObstacle {
    /// The person belongs to an organization, whose sponsors manage its people.
    Organization,
    /// The person works for the library.
    Staff,
}

/// The reason why an account may not be closed. `None` if its owner may close it.
pub fn find_obstacle(account: &Account) -> Option<ClosingObstacle> {
    if account.is_staff() {
        return Some(ClosingObstacle::Staff);
    }
    let in_organization =
        [Role::OrganizationMember, Role::OrganizationSponsor].iter().any(|role| account.has_role(*role));
    (in_organization || account.membership.is_some()).then_some(ClosingObstacle::Organization)
}

/// The rest of a closed account's record: the name, by which a copy that turns up elsewhere is traced, and
/// nothing that reaches or describes the person.
pub fn close_account(account: &Account) -> Account {
    let bare = |role| Account::new(account.id.clone(), account.site.clone(), role, account.created);
    let role = account.roles.first().copied().unwrap_or(Role::Individual);
    Account { name: account.name.clone(), roles: account.roles.clone(), deleted: true, ..bare(role) }
}

#[cfg(test)]
mod tests {
    use super::{ClosingObstacle, close_account, find_obstacle};
    use crate::Role;
    use crate::fixtures::{account, individual, linked_account, member, school, sponsor};

    #[test]
    fn readers_close_their_own_accounts_only() {
        let school = school();
        assert_eq!(find_obstacle(&individual("ada").account), None);
        for reader in [member("ben", &school), sponsor("petra", &school), linked_account("lina", &school)] {
            assert_eq!(
                find_obstacle(&reader.account),
                Some(ClosingObstacle::Organization),
                "{}",
                reader.account.id
            );
        }
        for role in [Role::CollectionAssistant, Role::MembershipAssistant, Role::Administrator] {
            assert_eq!(find_obstacle(&account("eve", role)), Some(ClosingObstacle::Staff), "{role:?}");
        }
    }

    #[test]
    fn the_record_keeps_the_name_alone() {
        let ada = individual("ada").account;
        let left = close_account(&ada);
        assert_eq!((&left.id, &left.name, &left.roles, left.deleted), (&ada.id, &ada.name, &ada.roles, true));
        let text = serde_json::to_string(&left).unwrap();
        for gone in [ada.email.as_deref(), ada.phone_number.as_deref(), ada.address.city.as_deref()] {
            assert!(gone.is_none_or(|gone| !text.contains(gone)), "{gone:?} in {text}");
        }
        assert_eq!((left.date_of_birth, left.guardian, left.username), (None, None, None));
    }
}
