//! Members of an organization, as its sponsors manage them (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1).

use crate::{Account, OrganizationId, Role, wire_enum};

wire_enum! {
    /// The members that a sponsor wants to see: `sponsorList`.
    #[derive(Default)]
    pub enum MemberFilter {
        #[default]
        AllMembers = "allMembers",
        /// Members on the sponsor's own quick list.
        MyQuickList = "myQuickList",
        /// Members who are also individual members.
        IndividualMembers = "individualMembers",
        /// Members of the organization only.
        OrgMembers = "orgMembers",
    }
}

wire_enum! {
    /// The members of an organization that membership staff want to see: `sponsorList`. Staff have no quick
    /// list.
    pub enum OrganizationMembers {
        AllMembers = "allMembers",
        /// Members who are also individual members.
        IndividualMembers = "individualMembers",
        /// Members of the organization only.
        OrgMembers = "orgMembers",
    }
}

impl From<OrganizationMembers> for MemberFilter {
    fn from(members: OrganizationMembers) -> Self {
        match members {
            OrganizationMembers::AllMembers => Self::AllMembers,
            OrganizationMembers::IndividualMembers => Self::IndividualMembers,
            OrganizationMembers::OrgMembers => Self::OrgMembers,
        }
    }
}

/// Returns true if the account is a member, not deleted, of the organization. Its sponsors act on members
/// alone; other people do not exist for them.
pub fn is_member_of(account: &Account, organization: &OrganizationId) -> bool {
    account.has_role(Role::OrganizationMember) && !account.deleted && account.belongs_to(organization)
}

#[cfg(test)]
mod tests {
    use super::is_member_of;
    use crate::fixtures::{individual, linked_account, member, school, sponsor, with_change};

    #[test]
    fn only_members_of_the_organization_are_its_members() {
        let school = school();
        let id = &school.organization.id;
        let mia = member("mia", &school).account;
        assert!(is_member_of(&mia, id) && is_member_of(&linked_account("lin", &school).account, id));
        assert!(!is_member_of(&mia, &"other".into()));
        assert!(!is_member_of(&with_change(mia, |mia| mia.deleted = true), id));
        assert!(!is_member_of(&sponsor("tess", &school).account, id));
        assert!(!is_member_of(&individual("ada").account, id));
    }
}
