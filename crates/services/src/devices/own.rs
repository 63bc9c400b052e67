//! The devices of the caller.

use domain::{Device, DeviceId};

use super::{DeviceDraft, NewDevice, end_device, not_by_device};
use crate::{ErrorKey, Operation, Result};

/// Creates a device of the caller; returns it with its password, which is not kept.
///
/// # Errors
/// `INVALID_PARAMETER` for the name; `ALREADY_EXISTS` for an identifier that is taken;
/// `OPERATION_NOT_ALLOWED` for an account that has as many as it may; `CLIENT_NOT_ALLOWED` for a caller that
/// comes by a device.
pub async fn create(op: &Operation, new: impl Into<NewDevice<'_>>) -> Result<(Device, String)> {
    not_by_device(op)?;
    let draft = DeviceDraft::prepare(op, new.into()).await?;
    let mut tx = op.db().begin().await?;
    let account = store::accounts::get_for_update(&mut tx, op.account_id()?).await?;
    let account = account.filter(|own| !own.deleted && !own.locked).ok_or(ErrorKey::UserNotFound)?;
    draft.add_device(op, tx, &account).await
}

/// The live devices of the caller, newest first.
pub async fn list(op: &Operation) -> Result<Vec<Device>> {
    Ok(store::devices::list(op.db(), op.account_id()?).await?)
}

/// Revokes a device of the caller; its next request is refused.
///
/// # Errors
/// `NOT_FOUND` if the caller has no such live device; `CLIENT_NOT_ALLOWED` for a caller that comes by a
/// device.
pub async fn revoke(op: &Operation, id: &DeviceId) -> Result<()> {
    not_by_device(op)?;
    end_device(op, op.account()?, id).await
}
