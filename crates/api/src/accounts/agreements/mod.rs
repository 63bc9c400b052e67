//! The signed agreements of an account, managed by membership staff (docs/rules/memberships.md#rule-10).

pub mod create;
pub mod expire;
pub mod get;
pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Membership: accounts":
        list::list_account_agreements, create::create_account_agreement, get::get_account_agreement,
        expire::expire_account_agreement;
}
