//! The members of a sponsor's organization (docs/rules/organizations.md#rule-2,
//! docs/rules/organizations.md#rule-1). For a sponsor, other people do not exist.

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

/// The member of the sponsor's organization with this name, with everything that sponsors may see; the audit
/// records the access.
async fn summary(api: &Api, sponsor: &Sponsor, name: &str) -> Result<MemberSummary> {
    let member = members::get(&api.services(&sponsor.0), &sponsor.organization()?.id, name).await?;
    Ok(MemberSummary::new(api, &member, &sponsor.0.reader.account, sponsor.0.now()))
}
