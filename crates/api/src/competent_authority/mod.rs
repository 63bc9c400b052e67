//! Competent authorities confirm disabilities (docs/rules/accounts.md#rule-9, docs/rules/records.md#rule-31).
//! They have no account: who has the identifier that went out in the email is the authority.

pub mod confirm;
pub mod get;
