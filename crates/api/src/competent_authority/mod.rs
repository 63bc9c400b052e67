//! Competent authorities confirm disabilities (docs/rules/accounts.md#rule-9, docs/rules/records.md#rule-31).
//! They have no account: the holder of the emailed identifier is the authority.

pub mod confirm;
pub mod get;

use crate::openapi::endpoints;

endpoints! {
    "Limited-client services": get::get_confirmation, confirm::confirm_disability;
}
