//! The members of a sponsor's organization (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1). Other people do not exist for a sponsor.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod preferences;
pub mod put;

use services::members;

use crate::http::errors::Result;
use crate::http::roles::Sponsor;
use crate::records::MemberSummary;
use crate::state::Api;

/// The member of the sponsor's organization with this name, with everything that sponsors see of a member;
/// the audit records it.
async fn summary(api: &Api, sponsor: &Sponsor, name: &str) -> Result<MemberSummary> {
    let member = members::get(&api.services(&sponsor.0), &sponsor.organization()?.id, name).await?;
    Ok(MemberSummary::new(api, &member, &sponsor.0.reader.account, sponsor.0.now()))
}
