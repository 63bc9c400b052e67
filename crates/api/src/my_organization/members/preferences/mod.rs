//! Reading preferences of an organization's member, set by a sponsor.

pub mod get;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "My organization": get::get_my_member_preferences, put::put_my_member_preferences;
}
