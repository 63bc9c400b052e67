//! The members of a sponsor's organization (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1). For a sponsor, other people do not exist.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod preferences;
pub mod put;

use services::Operation;
use services::rosters::Member;

use crate::http::Result;
use crate::records::MemberSummary;
use crate::{Api, endpoints};

endpoints! {
    "My organization":
        list::list_my_members, create::create_my_member, get::get_my_member, put::put_my_member,
        delete::delete_my_member;
    with preferences;
}

/// A member of the sponsor's organization, with everything that sponsors may see.
fn member_summary(api: &Api, op: &Operation, member: &Member) -> Result<MemberSummary> {
    Ok(MemberSummary::new(api, member, op.account()?, op.now))
}
