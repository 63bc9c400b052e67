//! The signed-in user (docs/rules/accounts.md#rule-1).

pub mod get;

use crate::openapi::endpoints;

endpoints! {
    "My account": get::get_me;
}
