//! How a person reads: format and braille, and devices.

use domain::{Device, DeviceId};

use super::{ServedPerson, ServicePoint};
use crate::devices::{NewDevice, create_on_behalf, members, revoke_on_behalf};
use crate::preferences::{self, AccountPreferences, PreferenceChange};
use crate::{Faults, Operation, Result};

/// Changes a person's preferences.
///
/// # Errors
/// `USER_NOT_FOUND`; `OPERATION_NOT_ALLOWED` for accounts that only administrators change;
/// `CONFLICTING_PARAMETERS` for a braille format and a line width that do not fit.
pub async fn change_preferences(
    op: &Operation,
    person: &ServedPerson,
    form: PreferenceChange,
) -> Result<AccountPreferences> {
    let id = person.find(op).await?.account.id;
    match person.point {
        ServicePoint::Desk => preferences::change_for(op, id.as_str(), form, Faults::default()).await,
        ServicePoint::School => {
            preferences::change_for_member(op, id.as_str(), form, Faults::default()).await
        }
    }
}

/// Creates a device of a person; returns it with its password, which is not kept.
///
/// # Errors
/// `USER_NOT_FOUND`; `NOT_MANAGEABLE` for members who manage their own devices, `OPERATION_NOT_ALLOWED` for
/// accounts of staff, and with a sentence for a person who has as many devices as allowed; `ALREADY_EXISTS`
/// for a form that is sent again.
pub async fn create_device(
    op: &Operation,
    person: &ServedPerson,
    new: NewDevice<'_>,
) -> Result<(Device, String)> {
    let id = person.find(op).await?.account.id;
    match person.point {
        ServicePoint::Desk => create_on_behalf(op, &id, new).await,
        ServicePoint::School => members::create(op, id.as_str(), new).await,
    }
}

/// Revokes a device of a person.
///
/// # Errors
/// `USER_NOT_FOUND`; `NOT_MANAGEABLE` and `OPERATION_NOT_ALLOWED` as for [`create_device`]; `NOT_FOUND` if
/// the person has no such live device.
pub async fn revoke_device(op: &Operation, person: &ServedPerson, device: &DeviceId) -> Result<()> {
    let id = person.find(op).await?.account.id;
    match person.point {
        ServicePoint::Desk => revoke_on_behalf(op, &id, device).await,
        ServicePoint::School => members::revoke(op, id.as_str(), device).await,
    }
}
