//! Devices: apps and reading devices that sign in to an account with a name and a password of their own
//! (docs/rules/authentication.md#rule-14). A device's password is shown once and not kept.

mod managed;
pub mod members;
mod own;
mod owner;
mod proof;
mod sign_in;

pub use managed::{DeviceAddress, NewDeviceOf, create_for, list_for_person, revoke_for_person};
pub(crate) use managed::{create_on_behalf, revoke_on_behalf};
pub use own::{create, list, revoke};
pub use owner::{DeviceCreation, DeviceList, DeviceOwner};
pub use proof::Proof;
pub use sign_in::sign_in;

use domain::devices::{LIMIT, MAX_DEVICE_NAME_CHARS, Scope, new_password, new_sign_in};
use domain::{Account, AuditedAct, Device, DeviceId};
use rand::RngExt as _;
use store::Tx;

use crate::values::{ParseValue as _, SingleLineText};
use crate::{Error, ErrorKey, Fault, Field, Operation, Result};
use proof::DeviceKey;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDevice<'a> {
    /// The name that the user gives it.
    pub name: &'a str,
    /// Identifier of the device, for a request that may be repeated: the second one is refused. `None` for
    /// a random one.
    pub id: Option<DeviceId>,
}

impl<'a> From<&'a str> for NewDevice<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, id: None }
    }
}

/// A device that is going to be added, with what its transaction needs.
pub(crate) struct DeviceDraft {
    name: String,
    /// That of [`NewDevice`].
    id: Option<DeviceId>,
    key: DeviceKey,
}

impl DeviceDraft {
    /// Reads the name and the library's key: call it before the transaction begins.
    ///
    /// # Errors
    /// `INVALID_PARAMETER` for a name that is empty, too long or more than one line.
    pub(crate) async fn prepare(op: &Operation, new: NewDevice<'_>) -> Result<Self> {
        let name = SingleLineText::<MAX_DEVICE_NAME_CHARS>::parse_value(new.name)
            .map_err(|invalid| Fault::new(invalid.key, Field::Name, invalid.reason))?;
        Ok(Self { name: name.0, id: new.id, key: DeviceKey::load_cached(op.library()).await? })
    }

    /// Adds the device to an account that the transaction holds, and commits; returns it with its password.
    ///
    /// # Errors
    /// `ALREADY_EXISTS` for an identifier that is taken; `OPERATION_NOT_ALLOWED` for an account that has as
    /// many devices as it may.
    pub(crate) async fn add_device(
        self,
        op: &Operation,
        mut tx: Tx,
        account: &Account,
    ) -> Result<(Device, String)> {
        if let Some(id) = &self.id
            && store::devices::exists(&mut tx, id).await?
        {
            return Err(ErrorKey::AlreadyExists.into());
        }
        if store::devices::count(&mut tx, &account.id).await? >= LIMIT {
            let sentence = format!("An account has at most {LIMIT} devices; revoke one that is not used.");
            return Err(Error::Explained(ErrorKey::OperationNotAllowed, sentence));
        }
        let mut rng = op.rng();
        let password = new_password(|below| rng.random_range(0..below));
        let hash = Proof::Password(&password).keyed_hash(&self.key);
        let mut device = Device {
            id: self.id.unwrap_or_else(|| op.random_id()),
            account: account.id.clone(),
            name: self.name,
            sign_in: String::new(),
            scope: Scope::Read,
            created: op.now,
            last_used: None,
            last_app: None,
            revoked: None,
        };
        // Short names first; a library that has given most of them out gets longer ones.
        for digits in [2, 2, 3, 3, 4, 5, 6, 7, 8] {
            device.sign_in = new_sign_in(digits, |below| rng.random_range(0..below));
            if store::devices::insert(&mut tx, &device, &hash).await? {
                op.record_device_change(&mut tx, AuditedAct::CreateDevice, &account.id).await?;
                tx.commit().await?;
                tracing::info!(account = %account.id, device = %device.id, by = op.log_name(), "device created");
                return Ok((device, password));
            }
        }
        Err(Error::Explained(ErrorKey::Unavailable, "No free name for a device was found.".to_owned()))
    }
}

/// Refuses a caller that comes by a device: it may read, and neither make a device nor end one.
fn not_by_device(op: &Operation) -> Result<()> {
    if op.device.is_some() { Err(ErrorKey::ClientNotAllowed.into()) } else { Ok(()) }
}

async fn end_device(op: &Operation, account: &Account, id: &DeviceId) -> Result<()> {
    let mut tx = op.db().begin().await?;
    if !store::devices::revoke(&mut tx, &account.id, id, op.now).await? {
        return Err(Error::Explained(ErrorKey::NotFound, "There is no such device.".to_owned()));
    }
    op.record_device_change(&mut tx, AuditedAct::RevokeDevice, &account.id).await?;
    tx.commit().await?;
    tracing::info!(account = %account.id, device = %id, by = op.log_name(), "device revoked");
    Ok(())
}
