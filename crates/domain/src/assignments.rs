//! Titles that sponsors and membership staff assign to others (docs/rules/lists.md#rule-8).

use crate::{Account, Role, Title};

/// Returns true if the account has a role that can assign titles: sponsors and membership staff.
pub fn may_assign(caller: &Account) -> bool {
    [Role::OrganizationSponsor, Role::MembershipAssistant, Role::Administrator]
        .into_iter()
        .any(|role| caller.has_role(role))
}

/// Returns true if the first account may read and change what is assigned to the second: sponsors of
/// members of their own organization, membership staff of accounts of their site. For everybody else the
/// account does not exist (docs/rules/organizations.md#rule-1).
pub fn may_assign_to(caller: &Account, member: &Account) -> bool {
    !member.deleted
        && (caller.manages_membership(&member.site)
            || (member.has_role(Role::OrganizationMember) && is_sponsor_of(caller, member)))
}

/// Returns true if the title can be assigned to the account: it is in the view of the account's site and
/// not a user's own document.
pub fn can_be_assigned(title: &Title, member: &Account) -> bool {
    title.owner.is_none() && title.in_view_of(&member.site)
}

fn is_sponsor_of(caller: &Account, member: &Account) -> bool {
    member.membership.as_ref().is_some_and(|m| caller.is_sponsor_of(&m.organization))
}

#[cfg(test)]
mod tests {
    use super::{can_be_assigned, may_assign, may_assign_to};
    use crate::Role;
    use crate::fixtures::{
        account, individual, lab, linked_account, member, school, sponsor, title, with_change,
    };

    #[test]
    fn sponsors_and_membership_staff_assign() {
        let school = school();
        let other = with_change(self::school(), |other| other.organization.id = "other".into());
        let mia = member("mia", &school).account;
        let cases = [
            ("own sponsor", sponsor("tess", &school).account, true, true),
            ("another sponsor", sponsor("sam", &other).account, true, false),
            ("assistant", account("ma", Role::MembershipAssistant), true, true),
            (
                "assistant elsewhere",
                with_change(account("ma", Role::MembershipAssistant), |a| a.site = lab()),
                true,
                false,
            ),
            (
                "administrator",
                with_change(account("ad", Role::Administrator), |a| a.site = lab()),
                true,
                true,
            ),
            ("collection", account("ca", Role::CollectionAssistant), false, false),
            ("herself", mia.clone(), false, false),
            ("individual", individual("ada").account, false, false),
        ];
        for (who, caller, role, hers) in cases {
            assert_eq!(may_assign(&caller), role, "{who}");
            assert_eq!(may_assign_to(&caller, &mia), hers, "{who}");
            let gone = with_change(mia.clone(), |mia| mia.deleted = true);
            assert!(!may_assign_to(&caller, &gone), "{who}, deleted");
        }
        let tess = sponsor("tess", &school).account;
        assert!(may_assign_to(&tess, &linked_account("lin", &school).account));
        assert!(!may_assign_to(&tess, &sponsor("tim", &school).account), "sponsors are no members");
        assert!(!may_assign_to(&tess, &individual("ada").account));
    }

    #[test]
    fn rejects_the_assignment_of_a_title_that_the_member_cannot_see() {
        let mia = member("mia", &school()).account;
        assert!(can_be_assigned(&title(), &mia));
        assert!(!can_be_assigned(&with_change(title(), |title| title.site = lab()), &mia));
        assert!(!can_be_assigned(&with_change(title(), |title| title.owner = Some("tess".into())), &mia));
    }
}
