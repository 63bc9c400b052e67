//! Devices: an app or a reading device that signs in to an account with a name and a password of its own
//! (docs/rules/authentication.md#rule-14).

mod app;
mod secret;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{AccountId, DeviceId, wire_enum};

pub use app::app_name;
pub use secret::{new_password, new_sign_in, normalize};

/// Devices of one account that are not revoked, at most.
pub const LIMIT: usize = 25;

pub const MAX_DEVICE_NAME_CHARS: usize = 60;

wire_enum! {
    pub enum Scope {
        /// Search the catalog, download, and read and write places and bookmarks.
        Read = "read",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    pub id: DeviceId,
    /// Owner of the device.
    pub account: AccountId,
    /// Name for people, for example `Kobo in the kitchen`.
    pub name: String,
    /// The name that it signs in with, unique in the library: a word, a hyphen and digits, for example
    /// `otter-41`.
    pub sign_in: String,
    pub scope: Scope,
    pub created: Timestamp,
    /// Time of the last use, up to an hour early. `None` if it was never used.
    pub last_used: Option<Timestamp>,
    /// The app that used it then, as the app named itself. `None` if it did not.
    pub last_app: Option<String>,
    pub revoked: Option<Timestamp>,
}
