//! New members, one at a time.

use std::collections::BTreeSet;

use domain::{Account, AccountId, AuditedAct, DisabilityType, Membership, ProofSource};
use jiff::Timestamp;
use store::Tx;
use store::members::Member;

use super::new::NewMember;
use super::{check_tag, get};
use crate::accounts::{manage, user_exists_on_conflict};
use crate::organizations::{find_managed, lock_managed};
use crate::{ErrorKey, Faults, Operation, Result};

/// A new member's place among the others of a sponsor's organization.
#[derive(Debug, Clone, Default)]
pub struct MemberPlacement {
    /// The identifier. `None` for a random one. One that exists is refused, so that a form that is sent again
    /// adds nobody.
    pub id: Option<AccountId>,
    /// On the sponsor's own quick list; true if absent.
    pub on_quick_list: Option<bool>,
    /// District and school: a roster tag of the organization.
    pub roster_tag_id: Option<i64>,
}

/// A new member of an organization.
#[derive(Debug, Clone)]
pub struct MemberAddition<'a> {
    pub organization: &'a str,
    pub member: NewMember,
    /// The source of the proof of the disabilities; the school if absent.
    pub source: Option<ProofSource>,
}

/// Adds a member to an organization, as membership staff or the operator. Whether its sponsors may add
/// members themselves does not matter.
///
/// # Errors
/// The faults of the request; `ORGANIZATION_NOT_FOUND`; `USER_EXISTS` for the user name.
pub async fn create(
    op: &Operation,
    MemberAddition { organization, member, source }: MemberAddition<'_>,
    mut faults: Faults,
) -> Result<Account> {
    let member = member.into_complete(op.today(), &mut faults);
    let member = faults.complete_with(member)?;
    // Before the password is hashed, which is slow: what does not exist needs no hash.
    find_managed(op, organization).await?;
    let hash = op.hash_if_sent(member.password.as_ref()).await?;
    let id = op.random_id();
    let disabilities = member.disabilities.clone();
    let mut tx = op.db().begin().await?;
    let organization = lock_managed(op, &mut tx, organization).await?;
    let account = member.into_account(id, &organization, op.now);
    let source = source.unwrap_or(ProofSource::SchoolVerified);
    insert_member(&mut tx, &account, hash.as_deref(), &disabilities, source, op.now).await?;
    op.commit_change(tx, AuditedAct::CreateMember, &account.id).await?;
    Ok(account)
}

/// Adds a member as [`create`] does, and returns the account as membership staff see it. The audit records
/// that it was read.
///
/// # Errors
/// Those of [`create`].
pub async fn create_as_staff(
    op: &Operation,
    addition: MemberAddition<'_>,
    faults: Faults,
) -> Result<manage::ManagedAccount> {
    op.require_membership_staff()?;
    let account = create(op, addition, faults).await?;
    manage::read_after_change(op, &account.id).await
}

/// Adds a member to the organization of the sponsor who acts. The disabilities count as verified by the
/// school. The audit records that the member is shown.
///
/// # Errors
/// `CLIENT_NOT_ALLOWED`, `NOT_SPONSOR`; the faults of the request; `CANNOT_CREATE_USERS` if staff do not let
/// the organization add members; `USER_EXISTS` for the user name, or the identifier.
pub async fn create_own(
    op: &Operation,
    member: NewMember,
    placement: MemberPlacement,
    mut faults: Faults,
) -> Result<Member> {
    op.require_admin_key()?;
    let organization = op.require_sponsor()?.organization;
    let member = member.into_complete(op.today(), &mut faults);
    check_tag(op, organization, placement.roster_tag_id, &mut faults).await?;
    let member = faults.complete_with(member)?;
    if !organization.can_create_users {
        return Err(ErrorKey::CannotCreateUsers.into());
    }
    let hash = op.hash_if_sent(member.password.as_ref()).await?;
    let disabilities = member.disabilities.clone();
    let id = placement.id.unwrap_or_else(|| op.random_id());
    let mut account = member.into_account(id, organization, op.now);
    let known = account.membership.take();
    account.membership = known.map(|known| Membership { roster_tag: placement.roster_tag_id, ..known });
    let mut tx = op.db().begin().await?;
    let source = ProofSource::SchoolVerified;
    insert_member(&mut tx, &account, hash.as_deref(), &disabilities, source, op.now).await?;
    if let Some(sponsor) = op.signed_in_id().filter(|_| placement.on_quick_list.unwrap_or(true)) {
        store::quick_lists::set(&mut tx, sponsor, &account.id, true, op.now).await?;
    }
    op.commit_change(tx, AuditedAct::CreateMember, &account.id).await?;
    get(op, &organization.id, account.id.as_str()).await
}

async fn insert_member(
    tx: &mut Tx,
    account: &Account,
    hash: Option<&str>,
    disabilities: &BTreeSet<DisabilityType>,
    source: ProofSource,
    now: Timestamp,
) -> Result<()> {
    store::accounts::insert(tx, account, hash).await.map_err(user_exists_on_conflict)?;
    Ok(store::proofs::add_all(&mut *tx, &account.id, disabilities, source, now).await?)
}
