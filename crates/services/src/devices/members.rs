//! The devices of an organization's members, as its sponsors manage them: of those who are nothing but
//! members and sponsors. Others manage their own (docs/rules/organizations.md#rule-5).

use domain::members::is_member_of;
use domain::sessions::Session;
use domain::{Account, AccountId, AuditedAct, Device, DeviceId, SessionKind};
use store::Conn;
use store::rosters::{self, RosterPerson, RosterQuery, RosterSort};

use super::{DeviceDraft, NewDevice, end_device, not_by_device};
use crate::members::find_person;
use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows};

/// A member by name, without other personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberName {
    pub id: AccountId,
    /// The name as others see it.
    pub name: String,
    /// The account is nothing but a member's, so the sponsor manages its devices.
    pub manageable: bool,
}

pub async fn list_members(
    op: &Operation,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<Rows<RowPosition<String>, MemberName>> {
    let roster = RosterQuery::for_members(&op.require_sponsor()?.organization.id, op.account_id()?);
    let total = rosters::count(op.db(), &roster).await?;
    let rows = rosters::page(op.db(), &roster, page_request).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total).map_items(|RosterPerson { account, .. }| {
        MemberName {
            name: account.display_name(),
            manageable: account.is_sponsor_manageable(),
            id: account.id,
        }
    }))
}

/// Creates a device of a member; returns it with its password, which is not kept.
///
/// # Errors
/// `USER_NOT_FOUND` for anyone who is not a member of the sponsor's organization; `NOT_MANAGEABLE` for an
/// account that is more than that; and as for [`create`](super::create).
pub async fn create(op: &Operation, who: &str, new: impl Into<NewDevice<'_>>) -> Result<(Device, String)> {
    not_by_device(op)?;
    let draft = DeviceDraft::prepare(op, new.into()).await?;
    let id = find_manageable(op, who).await?.id;
    let mut tx = op.db().begin().await?;
    let organization = op.require_sponsor()?.lock_organization(&mut tx).await?.id;
    let account = store::accounts::get_for_update(&mut tx, &id).await?;
    let theirs = account.filter(|account| is_member_of(account, &organization));
    let account = require_manageable(theirs.ok_or(ErrorKey::UserNotFound)?)?;
    draft.add_device(op, tx, &account).await
}

/// A member with the live devices, newest first.
///
/// # Errors
/// `USER_NOT_FOUND` and `NOT_MANAGEABLE` as for [`create`].
pub async fn list(op: &Operation, who: &str) -> Result<(Account, Vec<Device>)> {
    op.require_sponsor()?;
    let account = find_manageable(op, who).await?;
    let devices = store::devices::list(op.db(), &account.id).await?;
    Ok((account, devices))
}

/// Revokes a device of a member.
///
/// # Errors
/// `USER_NOT_FOUND` and `NOT_MANAGEABLE` as for [`create`]; `NOT_FOUND` if the member has no such live
/// device.
pub async fn revoke(op: &Operation, who: &str, id: &DeviceId) -> Result<()> {
    op.require_sponsor()?;
    not_by_device(op)?;
    let account = find_manageable(op, who).await?;
    end_device(op, &account, id).await
}

/// Signs out the enrolled browser of a member whose session's hash is selected. It is not an error if none
/// is selected: the browser may be signed out already.
///
/// # Errors
/// `USER_NOT_FOUND` and `NOT_MANAGEABLE` as for [`create`].
pub async fn sign_out_browser(op: &Operation, who: &str, is_selected: impl Fn(&str) -> bool) -> Result<()> {
    op.require_sponsor()?;
    not_by_device(op)?;
    let account = find_manageable(op, who).await?;
    let mut tx = op.db().begin().await?;
    let browsers = list_enrolled_browsers(op, &mut tx, &account.id).await?;
    if let Some((hash, _)) = browsers.iter().find(|(hash, _)| is_selected(hash)) {
        store::sessions::end_of_account(&mut tx, &account.id, hash).await?;
        op.record_change(&mut tx, AuditedAct::SignOutBrowser, &account.id).await?;
        tracing::info!(account = %account.id, by = op.log_name(), "enrolled browser signed out");
    }
    tx.commit().await?;
    Ok(())
}

/// The browsers in which the code of a card has signed a member in, newest use first, each with the hash of
/// its session.
pub(super) async fn list_enrolled_browsers(
    op: &Operation,
    conn: impl Conn,
    member: &AccountId,
) -> Result<Vec<(String, Session)>> {
    let mut all = store::sessions::list(conn, member, op.now).await?;
    all.retain(|(_, session)| session.kind == SessionKind::Enrollment);
    Ok(all)
}

/// A member whose devices the sponsor manages.
async fn find_manageable(op: &Operation, who: &str) -> Result<Account> {
    let member = find_person(op, &op.require_sponsor()?.organization.id, who).await?;
    require_manageable(member.account)
}

/// Refuses an account that manages its own devices.
fn require_manageable(account: Account) -> Result<Account> {
    if account.is_sponsor_manageable() { Ok(account) } else { Err(ErrorKey::NotManageable.into()) }
}
