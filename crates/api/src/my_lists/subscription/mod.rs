//! The caller's subscription to a list.

pub mod get;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "Reading lists": get::get_list_subscription, put::put_list_subscription;
}
