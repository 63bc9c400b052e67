//! Reading preferences of an account, for membership staff (docs/rules/accounts.md#rule-7,
//! docs/rules/memberships.md#rule-14).

pub mod get;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "Membership: accounts": get::get_account_preferences, put::put_account_preferences;
}
