//! The members of an organization, as membership staff manage them (docs/rules/organizations.md#rule-10).

pub mod create;
mod form;
pub mod list;

pub use form::MemberForm;
