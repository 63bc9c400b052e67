//! The rights by which a person could get a title: the rules are applied to each.

use super::{Caller, Facts, ForUser};
use crate::accounts::{Address, Role};
use crate::ids::OrganizationId;
use crate::organizations::Organization;
use crate::readers::{OrganizationStanding, Reader};

/// One right by which a person could get a title.
#[derive(Debug, Clone, Copy)]
pub(super) enum Right<'a> {
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
        /// R.
        reader: &'a Reader,
        /// R asks; otherwise a sponsor or a membership assistant does.
        signed_in: bool,
    },
    /// A sponsor without a member to download for.
    Sponsor {
        /// The sponsor.
        reader: &'a Reader,
        /// The value of `forUser`.
        named: Named,
    },
    /// R by a role that may not read titles in copyright.
    Powerless(&'a Reader),
}

/// What a sponsor's request says about the member if it names no member of the sponsor's organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
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
    pub(super) facts: &'a Facts<'a>,
    pub(super) right: Right<'a>,
}

impl<'a> Case<'a> {
    /// R's account with all that belongs to it; `None` for a guest; the sponsor as long as no member is
    /// named.
    pub(super) fn reader(&self) -> Option<&'a Reader> {
        match self.right {
            Right::Guest { .. } => None,
            Right::Owner(reader)
            | Right::Checking(reader)
            | Right::Individual(reader)
            | Right::Member { reader, .. }
            | Right::Sponsor { reader, .. }
            | Right::Powerless(reader) => Some(reader),
        }
    }

    /// The organization whose standing counts: of members and sponsors.
    pub(super) fn organization(&self) -> Option<&'a OrganizationStanding> {
        match self.right {
            Right::Member { reader, .. } | Right::Sponsor { reader, .. } => reader.organization.as_ref(),
            _ => None,
        }
    }

    /// Whether the organization's standing counts rather than the person's own.
    pub(super) fn is_organizational(&self) -> bool {
        matches!(self.right, Right::Member { .. } | Right::Sponsor { .. })
    }

    /// Country and state of rule 4 (docs/rules/access.md#rule-21).
    pub(super) fn place(&self) -> (Option<&'a str>, Option<&'a str>) {
        let address: Option<&'a Address> = match self.right {
            Right::Guest { country } => return (Some(country), None),
            Right::Member { .. } | Right::Sponsor { .. } => {
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

    /// The request names a person that the caller may not name: nothing about that person is revealed.
    pub(super) fn names_stranger(&self) -> bool {
        matches!(self.right, Right::Sponsor { named: Named::Stranger, .. })
    }
}

/// The rights that apply, at least one; and whether the caller sent `forUser` without permission.
pub(super) fn cases<'a>(facts: &'a Facts<'a>) -> (Vec<Case<'a>>, bool) {
    let caller = match facts.caller {
        Caller::Guest { country } => {
            let named = !matches!(facts.recipient, ForUser::Nobody);
            return (vec![Case { facts, right: Right::Guest { country } }], named);
        }
        Caller::Reader(caller) => caller,
    };
    let (rights, forbidden) = match facts.recipient {
        ForUser::Nobody => (own_rights(facts, caller, Named::Nobody), false),
        ForUser::Named(reader) if reader.account.id == caller.account.id => {
            (own_rights(facts, caller, Named::Self_), false)
        }
        ForUser::Named(reader) if may_name(caller, reader) => {
            let mut rights = Vec::with_capacity(2);
            if is_member_of(caller, reader) {
                rights.push(Right::Member { reader, signed_in: false });
            }
            if caller.account.manages_membership(&reader.account.site) {
                rights.extend(roles(reader, false, Named::Self_));
            }
            (rights, false)
        }
        _ if facts.caller.is_sponsor() => {
            (vec![Right::Sponsor { reader: caller, named: Named::Stranger }], false)
        }
        _ => (own_rights(facts, caller, Named::Nobody), true),
    };
    (rights.into_iter().map(|right| Case { facts, right }).collect(), forbidden)
}

/// The rights of a signed-in user acting for themselves.
fn own_rights<'a>(facts: &Facts<'a>, caller: &'a Reader, named: Named) -> Vec<Right<'a>> {
    let title = facts.title;
    if let Some(owner) = title.owner() {
        let owns = owner == &caller.account.id;
        return if owns { vec![Right::Owner(caller)] } else { roles(caller, true, named) };
    }
    let mut rights = Vec::new();
    if caller.account.manages_collection(title.site()) {
        rights.push(Right::Checking(caller));
    }
    rights.extend(roles(caller, true, named));
    rights
}

/// What R's roles allow. Assistants of collections read what other sites share like any user
/// (docs/rules/access.md#rule-16), so their own agreement, subscription and proof count.
fn roles(reader: &Reader, signed_in: bool, named: Named) -> Vec<Right<'_>> {
    let account = &reader.account;
    let mut rights = Vec::with_capacity(3);
    if account.is(Role::Individual) || account.is(Role::CollectionAssistant) {
        rights.push(Right::Individual(reader));
    }
    if account.is(Role::OrganizationMember) {
        rights.push(Right::Member { reader, signed_in });
    }
    if account.is(Role::OrganizationSponsor) {
        rights.push(Right::Sponsor { reader, named });
    }
    let powerless = [Role::Volunteer, Role::TrustedVolunteer, Role::MembershipAssistant, Role::Administrator];
    if rights.is_empty() || powerless.into_iter().any(|role| account.is(role)) {
        rights.push(Right::Powerless(reader));
    }
    rights
}

/// Whether `caller` may download for this other person: a sponsor for members of their organization, a
/// membership assistant for accounts of their site.
fn may_name(caller: &Reader, reader: &Reader) -> bool {
    is_member_of(caller, reader) || caller.account.manages_membership(&reader.account.site)
}

/// Whether `reader` is a member, not deleted, of the organization that `caller` is a sponsor of.
fn is_member_of(caller: &Reader, reader: &Reader) -> bool {
    let of = |r: &Reader| -> Option<OrganizationId> {
        r.account.membership.as_ref().map(|membership| membership.organization.clone())
    };
    caller.account.is(Role::OrganizationSponsor)
        && reader.account.is(Role::OrganizationMember)
        && !reader.account.deleted
        && of(caller).is_some()
        && of(caller) == of(reader)
}

/// The organization of a case, without its standing.
pub(super) fn organization<'a>(case: &Case<'a>) -> Option<&'a Organization> {
    case.organization().map(|standing| &standing.organization)
}
