//! Roles of the actor, as methods of [`Operation`] that return an error. An interface checks a role before it
//! reads the rest of the request, so that a role is refused before a parameter is
//! (docs/rules/requests.md#rule-5); an operation that needs a role checks it by the same method.

use std::sync::Arc;

use domain::assignments::may_assign;
use domain::lists::may_create;
use domain::{Account, Organization, Privilege, Reader, Role, SiteId};
use store::Tx;

use crate::{ErrorKey, Operation, Result};

/// A sponsor (SP) with the organization.
#[derive(Debug, Clone, Copy)]
pub struct SponsorRole<'a> {
    pub account: &'a Account,
    /// The sponsor's organization, as it was when the operation began.
    pub organization: &'a Organization,
}

impl SponsorRole<'_> {
    /// Locks the sponsor's organization until the transaction ends, always before the people in it.
    pub async fn lock_organization(self, tx: &mut Tx) -> Result<Organization> {
        lock_organization(tx, self.organization).await
    }

    /// Returns true if the sponsor is the organization's primary contact.
    pub fn is_primary_contact(self) -> bool {
        self.organization.is_led_by(self.account)
    }
}

/// Reads an organization and locks it until the transaction ends. Always locked before the people in it, to
/// avoid deadlocks.
pub(crate) async fn lock_organization(tx: &mut Tx, organization: &Organization) -> Result<Organization> {
    let organization = store::organizations::get_for_update(tx, &organization.id).await?;
    organization.ok_or_else(|| ErrorKey::NotSponsor.into())
}

/// Roles of users.
impl Operation {
    /// Returns true if a user is signed in who holds the role.
    pub fn has_role(&self, role: Role) -> bool {
        self.signed_in_account().is_some_and(|account| account.has_role(role))
    }

    /// An individual member (IM), linked accounts too; 403 `FORBIDDEN` for other users.
    pub fn require_individual_member(&self) -> Result<&Arc<Reader>> {
        self.require_role(Role::Individual)
    }

    /// An organization member (OM), linked accounts too; 403 `FORBIDDEN` for other users.
    pub fn require_organization_member(&self) -> Result<&Arc<Reader>> {
        self.require_role(Role::OrganizationMember)
    }

    fn require_role(&self, role: Role) -> Result<&Arc<Reader>> {
        let reader = self.reader()?;
        if reader.account.has_role(role) { Ok(reader) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// A sponsor (SP) with the organization; 403 `NOT_SPONSOR` for other users.
    pub fn require_sponsor(&self) -> Result<SponsorRole<'_>> {
        let Reader { account, organization, .. } = &**self.reader()?;
        match organization {
            Some(standing) if account.has_role(Role::OrganizationSponsor) => {
                Ok(SponsorRole { account, organization: &standing.organization })
            }
            _ => Err(ErrorKey::NotSponsor.into()),
        }
    }

    /// The organization of a sponsor (SP), or the one that the operator's command names
    /// ([`for_organization`](Self::for_organization)), as it was when the operation began; 403 `NOT_SPONSOR`
    /// for other users.
    pub fn require_member_manager(&self) -> Result<&Organization> {
        match self.managed_organization.as_deref() {
            Some(organization) if self.is_operator() => Ok(organization),
            _ => Ok(self.require_sponsor()?.organization),
        }
    }

    /// The primary contact (PC); 403 `NOT_PRIMARY_CONTACT` for other sponsors.
    pub fn require_primary_contact(&self) -> Result<SponsorRole<'_>> {
        let sponsor = self.require_sponsor()?;
        if sponsor.is_primary_contact() { Ok(sponsor) } else { Err(ErrorKey::NotPrimaryContact.into()) }
    }

    /// A sponsor or membership staff, who assign titles; 403 `FORBIDDEN` for other users.
    pub fn require_assigner(&self) -> Result<&Account> {
        let account = self.account()?;
        if may_assign(account) { Ok(account) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// A user who makes lists; 403 `OPERATION_NOT_ALLOWED` for other users, to whom the list of lists does
    /// not allow POST (docs/rules/access.md#rule-23).
    pub fn require_list_maker(&self) -> Result<&Account> {
        let account = self.account()?;
        if may_create(account) { Ok(account) } else { Err(ErrorKey::OperationNotAllowed.into()) }
    }

    /// A user with a key for the partner's drive: 401 for guests, 403 `CLIENT_NOT_ALLOWED` for other keys.
    pub fn require_drive_user(&self) -> Result<&Account> {
        let account = self.account()?;
        self.require_privilege(Privilege::PartnerDrive)?;
        Ok(account)
    }
}

/// Roles of staff, which the operator has as well.
impl Operation {
    /// Refuses everybody but the operator: `FORBIDDEN`.
    pub fn require_operator(&self) -> Result<()> {
        if self.is_operator() { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// An administrator (AD) on the library's own pages, or the operator (docs/rules/access.md#rule-27): 401
    /// for guests, 403 `FORBIDDEN` for other users, and for everybody who comes with the key of an app.
    pub fn require_administrator(&self) -> Result<()> {
        if self.is_operator() {
            return Ok(());
        }
        let account = self.account()?;
        if self.client.is_pages() && account.has_role(Role::Administrator) {
            Ok(())
        } else {
            Err(ErrorKey::Forbidden.into())
        }
    }

    /// Membership staff (MA, AD) with a key that has the privilege `membership`, or on the library's own
    /// pages (docs/rules/memberships.md): 401 for guests, 403 `CLIENT_NOT_ALLOWED` for other keys, regardless
    /// of the user, 403 `FORBIDDEN` for other users.
    pub fn require_membership_staff(&self) -> Result<()> {
        if self.is_operator() {
            return Ok(());
        }
        let account = self.account()?;
        if !self.client.is_pages() {
            self.require_privilege(Privilege::Membership)?;
        }
        if is_membership_staff(account) { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// Membership staff (MA, AD) with any key, or anybody whose key has the privilege `membership`: 401 for
    /// other guests, because signing in could help (docs/rules/errors.md#rule-5), 403 `FORBIDDEN` for other
    /// users.
    pub fn require_membership_staff_or_key(&self) -> Result<()> {
        if self.is_operator() || self.client.has_privilege(Privilege::Membership) {
            return Ok(());
        }
        if is_membership_staff(self.account()?) { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// Returns true if the actor sees the records of every site, not only of their own.
    pub fn sees_every_site(&self) -> bool {
        self.is_operator() || self.has_role(Role::Administrator)
    }

    /// Collection staff (CA, AD); 403 `FORBIDDEN` for other users.
    pub fn require_collection_staff(&self) -> Result<()> {
        if self.is_collection_staff()? { Ok(()) } else { Err(ErrorKey::Forbidden.into()) }
    }

    /// Collection staff who change what other users may only read at the same address; for those the verb is
    /// outside `allows`: 403 `OPERATION_NOT_ALLOWED` (docs/rules/access.md#rule-23).
    pub fn require_collection_editor(&self) -> Result<()> {
        if self.is_collection_staff()? { Ok(()) } else { Err(ErrorKey::OperationNotAllowed.into()) }
    }

    fn is_collection_staff(&self) -> Result<bool> {
        if self.is_operator() {
            return Ok(true);
        }
        let account = self.account()?;
        Ok(account.has_role(Role::CollectionAssistant) || account.has_role(Role::Administrator))
    }

    /// The site whose collection the actor manages; `None` if they manage every site's.
    pub fn managed_collection_site(&self) -> Option<&SiteId> {
        (!self.sees_every_site()).then(|| self.view_site())
    }
}

fn is_membership_staff(account: &Account) -> bool {
    account.has_role(Role::MembershipAssistant) || account.has_role(Role::Administrator)
}

/// Keys of client applications.
impl Operation {
    /// Refuses keys without the privilege: 403 `CLIENT_NOT_ALLOWED`, signed in or not.
    pub fn require_privilege(&self, privilege: Privilege) -> Result<()> {
        if self.client.has_privilege(privilege) { Ok(()) } else { Err(ErrorKey::ClientNotAllowed.into()) }
    }

    /// A user who comes with a key that has the privilege `sponsorAdmin`, or on the library's own pages: 401
    /// for guests, 403 `CLIENT_NOT_ALLOWED` for other keys, regardless of the user.
    pub fn require_admin_key(&self) -> Result<()> {
        self.reader()?;
        if self.client.is_pages() { Ok(()) } else { self.require_privilege(Privilege::SponsorAdmin) }
    }

    /// A caller with a key that signs people or organizations up or manages them: the reference organizations
    /// are for choosing one's school or one's organization. 403 `CLIENT_NOT_ALLOWED` for other keys,
    /// regardless of the user.
    pub fn require_reference_key(&self) -> Result<()> {
        let any = [Privilege::OrgSignup, Privilege::Signup, Privilege::Membership];
        if any.into_iter().any(|privilege| self.client.has_privilege(privilege)) {
            Ok(())
        } else {
            Err(ErrorKey::ClientNotAllowed.into())
        }
    }

    /// A signed-in user, or a guest whose key has the privilege `membership`; 401 for other guests, because
    /// signing in could help (docs/rules/errors.md#rule-5).
    pub fn require_user_or_membership_key(&self) -> Result<()> {
        if self.client.has_privilege(Privilege::Membership) { Ok(()) } else { self.reader().map(drop) }
    }
}
