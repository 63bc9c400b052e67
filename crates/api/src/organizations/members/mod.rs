//! The members of an organization, as membership staff manage them (document 3, "Organizations").

pub mod create;
mod form;
pub mod list;

pub use form::MemberForm;
