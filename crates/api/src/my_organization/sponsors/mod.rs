//! The sponsors of the caller's organization.

pub mod add;
pub mod get;
pub mod list;
pub mod put;
pub mod remove;

use crate::openapi::endpoints;

endpoints! {
    "My organization":
        list::list_my_sponsors, add::add_my_sponsor, get::get_my_sponsor, put::put_my_sponsor,
        remove::remove_my_sponsor;
}
