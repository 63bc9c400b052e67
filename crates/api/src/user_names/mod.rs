//! User names (docs/rules/accounts.md#rule-10).

pub mod get;

use crate::openapi::endpoints;

endpoints! {
    "Limited-client services": get::get_user_name;
}
