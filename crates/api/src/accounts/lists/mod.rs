//! The reading lists of an account, for membership staff (docs/rules/lists.md#rule-7).

pub mod create;
pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Membership: accounts": list::list_account_lists, create::create_account_list;
}
