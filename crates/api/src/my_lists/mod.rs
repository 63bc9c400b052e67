//! The caller's reading lists and subscriptions.

pub mod create;
pub mod list;
pub mod subscription;

use crate::openapi::endpoints;

endpoints! {
    "Reading lists": list::list_my_lists, create::create_list;
    with subscription;
}
