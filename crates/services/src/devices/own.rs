//! The devices of the caller.

use domain::devices::Device;
use domain::ids::DeviceId;
use jiff::Timestamp;

use super::proof::DeviceKey;
use super::{DeviceName, NewDevice, add_device, end_device, not_by_device};
use crate::context::Context;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::SignedIn;

/// Creates a device of the caller; returns it with its password, which is not kept.
///
/// # Errors
/// `INVALID_PARAMETER` for the name; `ALREADY_EXISTS` for an identifier that is taken;
/// `OPERATION_NOT_ALLOWED` for an account that has as many as it may; `CLIENT_NOT_ALLOWED` for a caller that
/// comes by a device.
pub async fn create(
    library: &Library,
    user: &SignedIn,
    new: impl Into<NewDevice<'_>>,
    now: Timestamp,
) -> Result<(Device, String)> {
    not_by_device(user)?;
    let name = DeviceName::parse(new.into())?;
    let mut cx = Context { now, ..library.context(user) };
    let key = DeviceKey::load_cached(library).await?;
    let mut tx = cx.db.begin().await?;
    let account = store::accounts::get_for_update(&mut tx, user.id()).await?;
    let account = account.filter(|own| !own.deleted && !own.locked).ok_or(ErrorKey::UserNotFound)?;
    let made = add_device(&mut cx, &mut tx, &key, &account, name).await?;
    tx.commit().await?;
    Ok(made)
}

/// The live devices of the caller, newest first.
///
/// # Errors
/// Those of the database.
pub async fn list(library: &Library, user: &SignedIn) -> Result<Vec<Device>> {
    Ok(store::devices::list(&library.db, user.id()).await?)
}

/// Revokes a device of the caller; its next request is refused.
///
/// # Errors
/// `NOT_FOUND` if the caller has no such live device; `CLIENT_NOT_ALLOWED` for a caller that comes by a
/// device.
pub async fn revoke(library: &Library, user: &SignedIn, id: &DeviceId) -> Result<()> {
    not_by_device(user)?;
    end_device(&library.context(user), &user.reader.account, id).await
}
