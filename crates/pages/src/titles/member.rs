//! The member for whom a sponsor gets a book.

use domain::Role;
use services::devices::members::MemberName;

use crate::inputs::Choice;
use crate::{Fields, Visitor, percent_encode};

/// The form with which a sponsor chooses a member.
pub(crate) struct MemberForm {
    /// The members by their identifiers. Empty if there are too many to list.
    pub(crate) members: Vec<Choice>,
    pub(crate) typed_name: String,
}

/// The member that an address names. `None` for visitors who are not sponsors.
pub(crate) fn requested_member<'a>(visitor: &Visitor, fields: &'a Fields) -> Option<&'a str> {
    fields.get("for").filter(|_| visitor.op.has_role(Role::OrganizationSponsor))
}

/// The part of an address that names the member. Empty without one.
pub(crate) fn member_query(member: Option<&str>) -> String {
    member.map(|member| format!("?for={}", percent_encode(member))).unwrap_or_default()
}

impl MemberForm {
    /// The form with these members to choose from.
    pub(crate) fn new(members: Vec<MemberName>, typed: Option<&str>) -> Self {
        let typed_name = typed.unwrap_or_default().to_owned();
        let choice = |member: MemberName| {
            Choice::new(member.id.as_str(), member.name, member.id.as_str() == typed_name)
        };
        Self { members: members.into_iter().map(choice).collect(), typed_name }
    }
}
