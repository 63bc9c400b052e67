//! The members of an organization, managed by membership staff (docs/rules/organizations.md#rule-10).

pub mod create;
mod form;
pub mod list;

pub use form::MemberForm;
