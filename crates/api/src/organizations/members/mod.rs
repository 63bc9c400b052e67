//! The members of an organization, managed by membership staff (docs/rules/organizations.md#rule-10).

pub mod create;
mod form;
pub mod list;

use crate::openapi::endpoints;

pub use form::MemberForm;

endpoints! {
    "Membership: organizations": list::list_members, create::add_member;
}
