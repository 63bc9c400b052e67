//! The user's connection to the partner's drive (spec 4, 1.3).

pub mod create;
pub mod delete;

use domain::clients::Privilege;

use crate::http::caller::Caller;
use crate::http::roles::{FromCaller, SignedIn};

/// A user who comes with a key for the drive: 401 for guests, 403 `CLIENT_NOT_ALLOWED` for other keys.
#[derive(Debug, Clone)]
pub struct DriveUser(pub SignedIn);

impl FromCaller for DriveUser {
    fn from_caller(caller: &Caller) -> services::Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        user.caller.require(Privilege::PartnerDrive)?;
        Ok(Self(user))
    }
}
