//! Roles of a caller. An interface makes one of these types of its [`Caller`] before it reads the rest of
//! the request, so that a role is refused before a parameter is (docs/rules/requests.md#rule-5); operations
//! that need a role take the type.

use std::ops::Deref;
use std::sync::Arc;

use domain::accounts::Role;
use domain::clients::Privilege;
use domain::ids::{AccountId, SiteId};
use domain::organizations::Organization;
use domain::readers::Reader;
use jiff::Timestamp;
use store::Tx;

use crate::actor::Actor;
use crate::caller::Caller;
use crate::error::Result;
use crate::keys::ErrorKey;

/// A role of a caller, if a rule allows it.
pub trait FromCaller: Sized {
    /// The caller in this role, or why not.
    fn from_caller(caller: &Caller) -> Result<Self>;
}

/// Anybody with a key.
impl FromCaller for Caller {
    fn from_caller(caller: &Caller) -> Result<Self> {
        Ok(caller.clone())
    }
}

/// A signed-in user (U of docs/rules/access.md#rule-25); 401 for guests.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The whole caller.
    pub caller: Caller,
    /// The user.
    pub reader: Arc<Reader>,
}

impl SignedIn {
    /// The user's identifier.
    pub fn id(&self) -> &AccountId {
        &self.reader.account.id
    }

    /// The user's site.
    pub fn site(&self) -> &SiteId {
        &self.reader.account.site
    }

    /// The user as operations and the audit know it.
    pub fn actor(&self) -> Actor<'_> {
        Actor::User {
            account: &self.reader.account,
            client: &self.caller.client.id,
            endpoint: &self.caller.endpoint,
        }
    }

    /// The moment of the request.
    pub fn request_time(&self) -> Timestamp {
        self.caller.now
    }

    /// Returns true if the user holds the role.
    pub fn has_role(&self, role: Role) -> bool {
        self.reader.account.has_role(role)
    }
}

impl FromCaller for SignedIn {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let reader = caller.reader()?.clone();
        Ok(Self { caller: caller.clone(), reader })
    }
}

/// An individual member (IM), linked accounts too; 403 `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct IndividualMember(pub SignedIn);

impl FromCaller for IndividualMember {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        if user.has_role(Role::Individual) { Ok(Self(user)) } else { Err(ErrorKey::Forbidden.into()) }
    }
}

/// An organization member (OM), linked accounts too; 403 `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct OrganizationMember(pub SignedIn);

impl FromCaller for OrganizationMember {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        if user.has_role(Role::OrganizationMember) { Ok(Self(user)) } else { Err(ErrorKey::Forbidden.into()) }
    }
}

/// A sponsor (SP) with the organization; 403 `NOT_SPONSOR` for other users.
#[derive(Debug, Clone)]
pub struct Sponsor(pub SignedIn);

impl Sponsor {
    /// The sponsor's organization.
    pub fn organization(&self) -> Result<&Organization> {
        let standing = self.0.reader.organization.as_ref().ok_or(ErrorKey::NotSponsor)?;
        Ok(&standing.organization)
    }

    /// Reads the sponsor's organization and locks it until the transaction ends. Always locked before the
    /// people in it, to avoid deadlocks.
    pub async fn lock_organization(&self, tx: &mut Tx) -> Result<Organization> {
        let id = &self.organization()?.id;
        store::organizations::get_for_update(tx, id).await?.ok_or_else(|| ErrorKey::NotSponsor.into())
    }

    /// Returns true if the sponsor is the organization's primary contact.
    pub fn is_primary_contact(&self) -> bool {
        self.organization().is_ok_and(|own| own.is_led_by(&self.0.reader.account))
    }
}

impl FromCaller for Sponsor {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        let sponsor = Self(user);
        if !sponsor.0.has_role(Role::OrganizationSponsor) {
            return Err(ErrorKey::NotSponsor.into());
        }
        sponsor.organization()?;
        Ok(sponsor)
    }
}

/// The primary contact (PC); 403 `NOT_PRIMARY_CONTACT` for other sponsors.
#[derive(Debug, Clone)]
pub struct PrimaryContact(pub Sponsor);

impl FromCaller for PrimaryContact {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let sponsor = Sponsor::from_caller(caller)?;
        if sponsor.is_primary_contact() { Ok(Self(sponsor)) } else { Err(ErrorKey::NotPrimaryContact.into()) }
    }
}

/// Somebody who comes with a key that has the privilege `sponsorAdmin`: 401 for guests, 403
/// `CLIENT_NOT_ALLOWED` for other keys, regardless of the user, and then what `T` asks for.
#[derive(Debug, Clone)]
pub struct AdminKey<T>(pub T);

impl<T: FromCaller> FromCaller for AdminKey<T> {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        user.caller.require_privilege(Privilege::SponsorAdmin)?;
        T::from_caller(caller).map(Self)
    }
}

/// A caller with a key that may sign people up, signed in or not; 403 `CLIENT_NOT_ALLOWED` for other keys.
#[derive(Debug, Clone)]
pub struct SignupKey(pub Caller);

impl FromCaller for SignupKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        caller.require_privilege(Privilege::Signup)?;
        Ok(Self(caller.clone()))
    }
}

/// A caller with a key that may sign organizations up, signed in or not; 403 `CLIENT_NOT_ALLOWED` for other
/// keys.
#[derive(Debug, Clone)]
pub struct OrgSignupKey(pub Caller);

impl FromCaller for OrgSignupKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        caller.require_privilege(Privilege::OrgSignup)?;
        Ok(Self(caller.clone()))
    }
}

/// A caller with a key that signs people or organizations up or manages them: the reference organizations are
/// for choosing one's school or one's organization. 403 `CLIENT_NOT_ALLOWED` for other keys, regardless of
/// the user.
#[derive(Debug, Clone)]
pub struct ReferenceKey(pub Caller);

impl FromCaller for ReferenceKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let any = [Privilege::OrgSignup, Privilege::Signup, Privilege::Membership];
        if any.into_iter().any(|privilege| caller.client.has_privilege(privilege)) {
            Ok(Self(caller.clone()))
        } else {
            Err(ErrorKey::ClientNotAllowed.into())
        }
    }
}

/// A signed-in user, or a guest whose key has the privilege `membership`; 401 for other guests, because
/// signing in could help (docs/rules/errors.md#rule-5).
#[derive(Debug, Clone)]
pub struct UserOrMembershipKey(pub Caller);

impl FromCaller for UserOrMembershipKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        if !caller.client.has_privilege(Privilege::Membership) {
            caller.reader()?;
        }
        Ok(Self(caller.clone()))
    }
}

/// A caller with a key of competent authorities, signed in or not; 403 `CLIENT_NOT_ALLOWED` for other keys.
#[derive(Debug, Clone)]
pub struct AuthorityKey(pub Caller);

impl FromCaller for AuthorityKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        caller.require_privilege(Privilege::CompetentAuthority)?;
        Ok(Self(caller.clone()))
    }
}

/// A caller with a key that may tell by which links people come, signed in or not; 403 `CLIENT_NOT_ALLOWED`
/// for other keys.
#[derive(Debug, Clone)]
pub struct MarketingKey(pub Caller);

impl FromCaller for MarketingKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        caller.require_privilege(Privilege::Marketing)?;
        Ok(Self(caller.clone()))
    }
}

/// Membership staff (MA, AD) with any key, or anybody whose key has the privilege `membership`: 401 for other
/// guests, because signing in could help (docs/rules/errors.md#rule-5), 403 `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct MembershipStaffOrKey(pub Caller);

impl FromCaller for MembershipStaffOrKey {
    fn from_caller(caller: &Caller) -> Result<Self> {
        if caller.client.has_privilege(Privilege::Membership) {
            return Ok(Self(caller.clone()));
        }
        let account = &caller.reader()?.account;
        if account.has_role(Role::MembershipAssistant) || account.has_role(Role::Administrator) {
            Ok(Self(caller.clone()))
        } else {
            Err(ErrorKey::Forbidden.into())
        }
    }
}

/// Membership staff (MA, AD) with a key that has the privilege `membership` (docs/rules/memberships.md): 401
/// for guests, 403 `CLIENT_NOT_ALLOWED` for other keys, regardless of the user, 403 `FORBIDDEN` for other
/// users.
#[derive(Debug, Clone)]
pub struct MembershipStaff(pub SignedIn);

impl MembershipStaff {
    /// Returns true if the staff member may act on this site.
    pub fn manages_site(&self, site: &SiteId) -> bool {
        self.0.reader.account.manages_membership(site)
    }

    /// Returns true if the staff member sees the records of every site, not only of their own.
    pub fn sees_every_site(&self) -> bool {
        self.0.has_role(Role::Administrator)
    }
}

impl FromCaller for MembershipStaff {
    fn from_caller(caller: &Caller) -> Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        user.caller.require_privilege(Privilege::Membership)?;
        if user.has_role(Role::MembershipAssistant) || user.has_role(Role::Administrator) {
            Ok(Self(user))
        } else {
            Err(ErrorKey::Forbidden.into())
        }
    }
}

/// Collection staff (CA, AD); 403 `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct CollectionStaff(pub SignedIn);

impl CollectionStaff {
    /// The user as staff; `None` for other users.
    fn from_user(user: SignedIn) -> Option<Self> {
        (user.has_role(Role::CollectionAssistant) || user.has_role(Role::Administrator)).then_some(Self(user))
    }

    /// Returns true if the staff member may act on this site.
    pub fn manages_site(&self, site: &SiteId) -> bool {
        self.0.reader.account.manages_collection(site)
    }

    /// The site whose collection the staff member manages; `None` for those who manage every site's.
    pub fn managed_site(&self) -> Option<&SiteId> {
        (!self.0.has_role(Role::Administrator)).then(|| self.0.site())
    }
}

impl FromCaller for CollectionStaff {
    fn from_caller(caller: &Caller) -> Result<Self> {
        Self::from_user(SignedIn::from_caller(caller)?).ok_or_else(|| ErrorKey::Forbidden.into())
    }
}

/// Collection staff who change what other users may only read at the same address; for those the verb is
/// outside `allows`: 403 `OPERATION_NOT_ALLOWED` (docs/rules/access.md#rule-23).
#[derive(Debug, Clone)]
pub struct CollectionEditor(pub CollectionStaff);

impl CollectionEditor {
    /// The user as staff; 403 for other users.
    pub fn from_user(user: SignedIn) -> Result<Self> {
        CollectionStaff::from_user(user).map(Self).ok_or_else(|| ErrorKey::OperationNotAllowed.into())
    }
}

impl FromCaller for CollectionEditor {
    fn from_caller(caller: &Caller) -> Result<Self> {
        Self::from_user(SignedIn::from_caller(caller)?)
    }
}

/// A role is the caller or user that it was made of, with what was checked.
macro_rules! derefs {
    ($($role:ty => $target:ty),+ $(,)?) => {$(
        impl Deref for $role {
            type Target = $target;

            fn deref(&self) -> &$target {
                &self.0
            }
        }
    )+};
}

derefs! {
    IndividualMember => SignedIn,
    OrganizationMember => SignedIn,
    Sponsor => SignedIn,
    PrimaryContact => Sponsor,
    MembershipStaff => SignedIn,
    CollectionStaff => SignedIn,
    CollectionEditor => CollectionStaff,
    SignupKey => Caller,
    OrgSignupKey => Caller,
    ReferenceKey => Caller,
    UserOrMembershipKey => Caller,
    AuthorityKey => Caller,
    MarketingKey => Caller,
    MembershipStaffOrKey => Caller,
}

impl<T> Deref for AdminKey<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
