//! Devices that members set up with the code of a card (docs/rules/authentication.md#rule-17).

use domain::{Account, Device};
use store::Tx;

use super::proof::DeviceKey;
use super::{DeviceName, add_device};
use crate::{Operation, Result};

/// A device that is added in the transaction that uses the code up.
pub(crate) struct EnrolledDevice {
    name: DeviceName,
    key: DeviceKey,
}

impl EnrolledDevice {
    /// Reads the name and what the transaction needs: call it before the transaction begins.
    ///
    /// # Errors
    /// `INVALID_PARAMETER` for the name.
    pub(crate) async fn prepare(op: &Operation, name: &str) -> Result<Self> {
        let name = DeviceName::parse(name.into())?;
        Ok(Self { name, key: DeviceKey::load_cached(op.library()).await? })
    }

    /// Adds the device to an account that the transaction holds; returns it with its password. Commit after.
    ///
    /// # Errors
    /// `OPERATION_NOT_ALLOWED` for an account that has as many as it may.
    pub(crate) async fn add(
        self,
        op: &Operation,
        tx: &mut Tx,
        account: &Account,
    ) -> Result<(Device, String)> {
        add_device(op, tx, &self.key, account, self.name).await
    }
}
