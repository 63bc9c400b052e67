//! The devices of one person, for the person and for the person's sponsor.

use domain::enrollment_codes::StoredCode;
use domain::sessions::Session;
use domain::{Device, DeviceId};

use super::{NewDevice, members, own};
use crate::{Error, ErrorKey, Operation, Result, sessions};

#[derive(Debug, Clone)]
pub enum DeviceOwner {
    /// The user.
    Own,
    /// A member, by identifier or user name, whose sponsor the user is.
    Member(String),
}

#[derive(Debug, Clone)]
pub struct DeviceList {
    /// The member's name. `None` for the user's own.
    pub person: Option<String>,
    pub devices: Vec<Device>,
    /// The member's newest code that signs a browser in once. `None` if there is none, and for the user's
    /// own.
    pub code: Option<StoredCode>,
    /// The browsers in which such a code has signed the member in, newest use first, each with the hash of
    /// its session. Empty for the user's own, which are listed with all others.
    pub browsers: Vec<(String, Session)>,
}

#[derive(Debug)]
pub enum DeviceCreation {
    /// The device, and its password, which is not kept.
    Created(Device, String),
    /// The name is wrong, or the person has as many devices as allowed. The devices that there are.
    Refused(Error, DeviceList),
}

impl DeviceOwner {
    /// The member's identifier, as the request names it. `None` for the user's own devices.
    pub fn member_id(&self) -> Option<&str> {
        match self {
            Self::Own => None,
            Self::Member(who) => Some(who),
        }
    }

    /// The devices of the person.
    ///
    /// # Errors
    /// Those of [`list`](super::list) and [`members::list`].
    pub async fn list_devices(&self, op: &Operation) -> Result<DeviceList> {
        match self {
            Self::Own => {
                let devices = own::list(op).await?;
                Ok(DeviceList { person: None, devices, code: None, browsers: Vec::new() })
            }
            Self::Member(who) => {
                let (account, devices) = members::list(op, who).await?;
                let code = store::enrollment_codes::find_newest(op.db(), &account.id).await?;
                let browsers = members::list_enrolled_browsers(op, op.db(), &account.id).await?;
                Ok(DeviceList { person: Some(account.display_name()), devices, code, browsers })
            }
        }
    }

    /// Creates a device.
    ///
    /// # Errors
    /// Those of [`create`](super::create) and [`members::create`], except for a wrong name and too many
    /// devices.
    pub async fn create_device(&self, op: &Operation, new: NewDevice<'_>) -> Result<DeviceCreation> {
        let created = match self {
            Self::Own => own::create(op, new).await,
            Self::Member(who) => members::create(op, who, new).await,
        };
        match created {
            Ok((device, password)) => Ok(DeviceCreation::Created(device, password)),
            Err(error @ (Error::Invalid(_) | Error::Explained(ErrorKey::OperationNotAllowed, _))) => {
                Ok(DeviceCreation::Refused(error, self.list_devices(op).await?))
            }
            Err(error) => Err(error),
        }
    }

    /// Revokes a device.
    ///
    /// # Errors
    /// Those of [`revoke`](super::revoke) and [`members::revoke`].
    pub async fn revoke_device(&self, op: &Operation, id: &DeviceId) -> Result<()> {
        match self {
            Self::Own => own::revoke(op, id).await,
            Self::Member(who) => members::revoke(op, who, id).await,
        }
    }

    /// Signs out a browser whose session's hash is selected: of a member, only an enrolled one.
    ///
    /// # Errors
    /// Those of [`sessions::end_first_selected`] and [`members::sign_out_browser`].
    pub async fn sign_out_browser(&self, op: &Operation, is_selected: impl Fn(&str) -> bool) -> Result<()> {
        match self {
            Self::Own => sessions::end_first_selected(op, is_selected).await,
            Self::Member(who) => members::sign_out_browser(op, who, is_selected).await,
        }
    }
}
