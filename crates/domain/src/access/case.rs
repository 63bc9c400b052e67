//! The rights by which a person could get a title: the rules are applied to each.

use super::{AccessCaller, AccessFacts, ForUser};
use crate::readers::OrganizationStanding;
use crate::{Address, Organization, OrganizationId, Reader, Role};

/// A right by which a person could get a title.
#[derive(Debug, Clone, Copy)]
pub(super) enum AccessRight<'a> {
    Guest {
        /// ISO 3166-1 alpha-2.
        country: &'a str,
    },
    /// The owner of a document, acting for themselves.
    Owner(&'a Reader),
    /// A collection assistant of the title's site or an administrator, for checking.
    Checking(&'a Reader),
    /// R as an individual member, with their own agreement, subscription and proof.
    Individual(&'a Reader),
    /// R as a member of an organization.
    Member {
        reader: &'a Reader,
        /// R asks; otherwise a sponsor or a membership assistant does.
        signed_in: bool,
    },
    /// A sponsor without a member to download for.
    Sponsor {
        reader: &'a Reader,
        /// The value of `forUser`.
        named_member: NamedMember,
    },
    /// R by a role that may not read titles in copyright.
    Powerless(&'a Reader),
}

/// The named member of a sponsor's request that names no member of the sponsor's organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedMember {
    /// Nothing.
    Nobody,
    /// The sponsor.
    Self_,
    /// A person who is not a member of the sponsor's organization, or an unknown one.
    Stranger,
}

/// The facts, seen by one right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) facts: &'a AccessFacts<'a>,
    pub(super) right: AccessRight<'a>,
}

impl<'a> Case<'a> {
    /// R's account with all that belongs to it; `None` for a guest; the sponsor as long as no member is
    /// named.
    pub(super) fn reader(&self) -> Option<&'a Reader> {
        match self.right {
            AccessRight::Guest { .. } => None,
            AccessRight::Owner(reader)
            | AccessRight::Checking(reader)
            | AccessRight::Individual(reader)
            | AccessRight::Member { reader, .. }
            | AccessRight::Sponsor { reader, .. }
            | AccessRight::Powerless(reader) => Some(reader),
        }
    }

    /// The organization whose standing counts: of members and sponsors.
    pub(super) fn organization(&self) -> Option<&'a OrganizationStanding> {
        match self.right {
            AccessRight::Member { reader, .. } | AccessRight::Sponsor { reader, .. } => {
                reader.organization.as_ref()
            }
            _ => None,
        }
    }

    /// Returns true if the organization's standing counts rather than the person's own.
    pub(super) fn is_organizational(&self) -> bool {
        matches!(self.right, AccessRight::Member { .. } | AccessRight::Sponsor { .. })
    }

    /// Country and state of rule 4 (docs/rules/access.md#rule-21).
    pub(super) fn location(&self) -> (Option<&'a str>, Option<&'a str>) {
        let address: Option<&'a Address> = match self.right {
            AccessRight::Guest { country } => return (Some(country), None),
            AccessRight::Member { .. } | AccessRight::Sponsor { .. } => {
                self.organization().map(|standing| &standing.organization.address)
            }
            _ => self.reader().map(|reader| &reader.account.address),
        };
        address.map_or((None, None), |address| (address.country.as_deref(), address.state.as_deref()))
    }

    /// The caller owns the title.
    pub(super) fn is_own_document(&self) -> bool {
        let caller = self.facts.caller.reader().map(|reader| &reader.account.id);
        self.facts.title.owner().is_some() && self.facts.title.owner() == caller
    }

    /// The request names a person whom the caller may not name, so nothing about that person is revealed.
    pub(super) fn names_stranger(&self) -> bool {
        matches!(self.right, AccessRight::Sponsor { named_member: NamedMember::Stranger, .. })
    }
}

/// The rights that apply, at least one; and whether the caller sent `forUser` without permission.
pub(super) fn applicable_cases<'a>(facts: &'a AccessFacts<'a>) -> (Vec<Case<'a>>, bool) {
    let caller = match facts.caller {
        AccessCaller::Guest { country } => {
            let named = !matches!(facts.recipient, ForUser::Nobody);
            return (vec![Case { facts, right: AccessRight::Guest { country } }], named);
        }
        AccessCaller::Reader(caller) => caller,
    };
    let (rights, forbidden) = match facts.recipient {
        ForUser::Nobody => (own_rights(facts, caller, NamedMember::Nobody), false),
        ForUser::Named(reader) if reader.account.id == caller.account.id => {
            (own_rights(facts, caller, NamedMember::Self_), false)
        }
        ForUser::Named(reader) if may_download_for(caller, reader) => {
            let mut rights = Vec::with_capacity(2);
            if is_member_of(caller, reader) {
                rights.push(AccessRight::Member { reader, signed_in: false });
            }
            if caller.account.manages_membership(&reader.account.site) {
                rights.extend(rights_by_role(reader, false, NamedMember::Self_));
            }
            (rights, false)
        }
        _ if facts.caller.is_sponsor() => {
            (vec![AccessRight::Sponsor { reader: caller, named_member: NamedMember::Stranger }], false)
        }
        _ => (own_rights(facts, caller, NamedMember::Nobody), true),
    };
    (rights.into_iter().map(|right| Case { facts, right }).collect(), forbidden)
}

/// The rights of a signed-in user acting for themselves.
fn own_rights<'a>(facts: &AccessFacts<'a>, caller: &'a Reader, named: NamedMember) -> Vec<AccessRight<'a>> {
    let title = facts.title;
    if let Some(owner) = title.owner() {
        let owns = owner == &caller.account.id;
        return if owns { vec![AccessRight::Owner(caller)] } else { rights_by_role(caller, true, named) };
    }
    let mut rights = Vec::new();
    if caller.account.manages_collection(title.site()) {
        rights.push(AccessRight::Checking(caller));
    }
    rights.extend(rights_by_role(caller, true, named));
    rights
}

/// Rights that R's roles give. Assistants of collections read what other sites share like any user
/// (docs/rules/access.md#rule-16), so their own agreement, subscription and proof count.
fn rights_by_role(reader: &Reader, signed_in: bool, named: NamedMember) -> Vec<AccessRight<'_>> {
    let account = &reader.account;
    let mut rights = Vec::with_capacity(3);
    if account.has_role(Role::Individual) || account.has_role(Role::CollectionAssistant) {
        rights.push(AccessRight::Individual(reader));
    }
    if account.has_role(Role::OrganizationMember) {
        rights.push(AccessRight::Member { reader, signed_in });
    }
    if account.has_role(Role::OrganizationSponsor) {
        rights.push(AccessRight::Sponsor { reader, named_member: named });
    }
    let powerless = [Role::Volunteer, Role::TrustedVolunteer, Role::MembershipAssistant, Role::Administrator];
    if rights.is_empty() || powerless.into_iter().any(|role| account.has_role(role)) {
        rights.push(AccessRight::Powerless(reader));
    }
    rights
}

/// Returns true if `caller` may download for this other person: a sponsor for members of their
/// organization, a membership assistant for accounts of their site.
fn may_download_for(caller: &Reader, reader: &Reader) -> bool {
    is_member_of(caller, reader) || caller.account.manages_membership(&reader.account.site)
}

/// Returns true if `reader` is a member, not deleted, of the organization that `caller` is a sponsor of.
fn is_member_of(caller: &Reader, reader: &Reader) -> bool {
    let of = |r: &Reader| -> Option<OrganizationId> {
        r.account.membership.as_ref().map(|membership| membership.organization.clone())
    };
    caller.account.has_role(Role::OrganizationSponsor)
        && reader.account.has_role(Role::OrganizationMember)
        && !reader.account.deleted
        && of(caller).is_some()
        && of(caller) == of(reader)
}

/// The organization of a case, without its standing.
pub(super) fn organization<'a>(case: &Case<'a>) -> Option<&'a Organization> {
    case.organization().map(|standing| &standing.organization)
}
