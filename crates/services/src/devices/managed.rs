//! The devices of any account, as the operator manages them; membership staff create and revoke those of
//! people whom they serve (docs/rules/memberships.md#rule-15).

use domain::{Account, AccountId, Device, DeviceId};

use super::{DeviceDraft, NewDevice, end_device, not_by_device};
use crate::accounts::{find_managed, lock_managed};
use crate::{ErrorKey, Operation, Result};

#[derive(Debug, Clone, Copy)]
pub struct NewDeviceOf<'a> {
    /// The identifier or user name of the account.
    pub person: &'a str,
    pub name: &'a str,
}

#[derive(Debug, Clone, Copy)]
pub struct DeviceAddress<'a> {
    /// The identifier or user name of the account.
    pub person: &'a str,
    /// The identifier or the sign-in name of the device.
    pub device: &'a str,
}

/// Creates a device of this account; returns it with its password, which is not kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `USER_NOT_FOUND`; and as for [`create`](super::create).
pub async fn create_for(op: &Operation, new: NewDeviceOf<'_>) -> Result<(Device, String)> {
    op.require_operator()?;
    let NewDeviceOf { person, name } = new;
    let draft = DeviceDraft::prepare(op, name.into()).await?;
    let mut tx = op.db().begin().await?;
    let account = lock_managed(op, &mut tx, person).await?;
    draft.add_device(op, tx, &account).await
}

/// Creates a device of a person whom membership staff serve; returns it with its password, which is not kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but membership staff; `USER_NOT_FOUND`; `OPERATION_NOT_ALLOWED` for accounts of
/// staff; and as for [`create`](super::create).
pub(crate) async fn create_on_behalf(
    op: &Operation,
    person: &AccountId,
    new: NewDevice<'_>,
) -> Result<(Device, String)> {
    op.require_membership_staff()?;
    not_by_device(op)?;
    let draft = DeviceDraft::prepare(op, new).await?;
    let mut tx = op.db().begin().await?;
    let account = lock_managed(op, &mut tx, person.as_str()).await?;
    if account.is_staff() {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    draft.add_device(op, tx, &account).await
}

/// Revokes a device of a person whom membership staff serve.
///
/// # Errors
/// `FORBIDDEN` for everybody but membership staff; `USER_NOT_FOUND`; `OPERATION_NOT_ALLOWED` for accounts of
/// staff; `NOT_FOUND` if the person has no such live device.
pub(crate) async fn revoke_on_behalf(op: &Operation, person: &AccountId, device: &DeviceId) -> Result<()> {
    op.require_membership_staff()?;
    not_by_device(op)?;
    let account = find_managed(op, person.as_str()).await?;
    if account.is_staff() || !op.may_change_account(&account) {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    end_device(op, &account, device).await
}

/// An account with its live devices, newest first.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `USER_NOT_FOUND`.
pub async fn list_for_person(op: &Operation, person: &str) -> Result<(Account, Vec<Device>)> {
    op.require_operator()?;
    let account = find_managed(op, person).await?;
    let devices = store::devices::list(op.db(), &account.id).await?;
    Ok((account, devices))
}

/// Revokes a device of an account.
///
/// # Errors
/// `FORBIDDEN` for everybody but the operator; `USER_NOT_FOUND`; `NOT_FOUND` if the account has no such live
/// device.
pub async fn revoke_for_person(op: &Operation, address: DeviceAddress<'_>) -> Result<()> {
    let DeviceAddress { person, device } = address;
    let (account, devices) = list_for_person(op, person).await?;
    let meant = devices.into_iter().find(|one| one.id.as_str() == device || one.sign_in == device);
    let id = meant.map_or_else(|| DeviceId::from(device), |one| one.id);
    end_device(op, &account, &id).await
}
