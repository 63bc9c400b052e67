//! Addresses outside the API that deliver bytes: packages and single files by signed ticket, covers by name
//! (docs/rules/downloads.md#rule-4). They need no key and no token.

pub mod cover;
pub mod fetch;
