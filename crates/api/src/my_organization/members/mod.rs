//! The members of a sponsor's organization (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1). For a sponsor, other people do not exist.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod preferences;
pub mod put;

use services::rosters::Member;

use crate::http::roles::Sponsor;
use crate::records::MemberSummary;
use crate::state::Api;

/// A member of the sponsor's organization, with everything that sponsors may see.
fn member_summary(api: &Api, sponsor: &Sponsor, member: &Member) -> MemberSummary {
    MemberSummary::new(api, member, &sponsor.0.reader.account, sponsor.0.request_time())
}
