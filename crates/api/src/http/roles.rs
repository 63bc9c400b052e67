//! The extractor of the caller's role. It precedes the parameters in a handler's arguments, so that a wrong
//! role is refused before invalid parameters (docs/rules/requests.md#rule-5).

use std::marker::PhantomData;

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use domain::Privilege;
use services::Operation;

use crate::Api;
use crate::http::{ApiError, ErrorKey, Result, RoleDescription};

/// A role that a handler requires. Each type is the marker of one role of [`services::roles`], whose method
/// decides.
pub trait Role {
    /// Refuses callers without the role.
    fn check(op: &Operation) -> services::Result<()>;

    /// The role in the descriptions of operations: who may call, and how other callers are refused.
    fn describe() -> RoleDescription;
}

/// The operation of a caller in the role `R`, for example `InRole { api, op, .. }: InRole<Sponsor>`; the
/// role's refusal otherwise.
#[derive(Debug, Clone)]
pub struct InRole<R> {
    pub api: Api,
    pub op: Operation,
    role: PhantomData<R>,
}

impl<R: Role> FromRequestParts<Api> for InRole<R> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self> {
        let op = parts.extensions.get::<Operation>().ok_or(ErrorKey::InternalError)?;
        let path = parts.extensions.get::<MatchedPath>().map_or(parts.uri.path(), MatchedPath::as_str);
        let op = op.clone().with_endpoint(format!("{} {path}", parts.method).into());
        R::check(&op)?;
        Ok(Self { api: api.clone(), op, role: PhantomData })
    }
}

/// A user with the role `R` who comes with a key that has the privilege `sponsorAdmin`.
#[derive(Debug, Clone, Copy)]
pub struct AdminKey<R>(PhantomData<R>);

impl<R: Role> Role for AdminKey<R> {
    fn check(op: &Operation) -> services::Result<()> {
        op.require_admin_key()?;
        R::check(op)
    }

    fn describe() -> RoleDescription {
        R::describe().and_key_with(Privilege::SponsorAdmin)
    }
}

macro_rules! roles {
    ($($(#[$doc:meta])+ $role:ident: |$op:ident| $check:expr, $description:expr;)+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy)]
        pub struct $role;

        impl Role for $role {
            fn check($op: &Operation) -> services::Result<()> {
                $check
            }

            fn describe() -> RoleDescription {
                $description
            }
        }
    )+};
}

roles! {
    /// Anybody with a key.
    AnyKey: |_op| Ok(()),
        RoleDescription::open("Anyone with a key");
    /// A signed-in user.
    SignedIn: |op| op.reader().map(drop),
        RoleDescription::signed_in("Any signed-in user");
    /// An individual member.
    IndividualMember: |op| op.require_individual_member().map(drop),
        RoleDescription::signed_in("Individual members").or_else(ErrorKey::Forbidden, "not an individual member");
    /// A member of an organization.
    OrganizationMember: |op| op.require_organization_member().map(drop),
        RoleDescription::signed_in("Organization members")
            .or_else(ErrorKey::Forbidden, "not a member of an organization");
    /// A sponsor.
    Sponsor: |op| op.require_sponsor().map(drop),
        RoleDescription::signed_in("Sponsors").or_else(ErrorKey::NotSponsor, "");
    /// The primary contact of an organization.
    PrimaryContact: |op| op.require_primary_contact().map(drop),
        Sponsor::describe().with_who("The primary contact").or_else(ErrorKey::NotPrimaryContact, "");
    /// A sponsor or membership staff, who assign titles.
    Assigner: |op| op.require_assigner().map(drop),
        RoleDescription::signed_in("Sponsors for members of their organization, membership assistants")
            .or_else(ErrorKey::Forbidden, "");
    /// A user who makes lists.
    ListMaker: |op| op.require_list_maker().map(drop),
        RoleDescription::signed_in("Individual members, sponsors, membership assistants")
            .or_else(ErrorKey::OperationNotAllowed, "");
    /// A user with a key for the partner's drive.
    DriveUser: |op| op.require_drive_user().map(drop),
        SignedIn::describe().and_key_with(Privilege::PartnerDrive);
    /// Membership staff with a key that has the privilege `membership`.
    MembershipStaff: |op| op.require_membership_staff(),
        RoleDescription::signed_in("Membership assistants (for their site) and administrators")
            .or_else(ErrorKey::Forbidden, "not membership staff")
            .and_key_with(Privilege::Membership);
    /// Membership staff with any key, or anybody whose key has the privilege `membership`.
    MembershipStaffOrKey: |op| op.require_membership_staff_or_key(),
        RoleDescription::signed_in("Membership assistants and administrators")
            .or_anyone_with(Privilege::Membership)
            .or_else(ErrorKey::Forbidden, "a user with another key who is not membership staff");
    /// Collection staff.
    CollectionStaff: |op| op.require_collection_staff(),
        RoleDescription::signed_in("Collection assistants (for their site) and administrators")
            .or_else(ErrorKey::Forbidden, "not collection staff");
    /// Collection staff who change what other users may only read at the same address.
    CollectionEditor: |op| op.require_collection_editor(),
        RoleDescription::signed_in(CollectionStaff::describe().who).or_else(ErrorKey::OperationNotAllowed, "");
    /// A key that signs people up.
    SignupKey: |op| op.require_privilege(Privilege::Signup),
        RoleDescription::key_with(&[Privilege::Signup]);
    /// A key that signs organizations up.
    OrgSignupKey: |op| op.require_privilege(Privilege::OrgSignup),
        RoleDescription::key_with(&[Privilege::OrgSignup]);
    /// A key that signs people or organizations up or manages them.
    ReferenceKey: |op| op.require_reference_key(),
        RoleDescription::key_with(&[Privilege::OrgSignup, Privilege::Signup, Privilege::Membership]);
    /// A signed-in user, or a guest whose key has the privilege `membership`.
    UserOrMembershipKey: |op| op.require_user_or_membership_key(),
        RoleDescription::signed_in("Any signed-in user").or_anyone_with(Privilege::Membership);
    /// A key of competent authorities.
    AuthorityKey: |op| op.require_privilege(Privilege::CompetentAuthority),
        RoleDescription::key_with(&[Privilege::CompetentAuthority]);
    /// A key that reports by which links people come.
    MarketingKey: |op| op.require_privilege(Privilege::Marketing),
        RoleDescription::key_with(&[Privilege::Marketing]);
}
