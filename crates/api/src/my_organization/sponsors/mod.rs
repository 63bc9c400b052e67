//! The sponsors of the caller's organization.

pub mod add;
pub mod get;
pub mod list;
pub mod put;
pub mod remove;

use domain::organizations::Organization;
use store::rosters::{self, Person, Roster};

use super::sponsor_verbs;
use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::SignedIn;
use crate::records::{RosterTagRecord, SponsorSummary};
use crate::state::Api;

/// The record of a sponsor as it is now; 404 for everybody else's identifiers (spec 4, 4.8).
pub(super) async fn record(
    api: &Api,
    user: &SignedIn,
    organization: &Organization,
    identifier: &str,
) -> Result<SponsorSummary> {
    let roster = Roster::sponsors(&organization.id, user.id());
    let person = rosters::find(&api.db, &roster, identifier).await?.ok_or(ErrorKey::UserNotFound)?;
    Ok(summary(api, user, organization, person))
}

/// The record of a person on the roster of sponsors.
pub(super) fn summary(
    api: &Api,
    user: &SignedIn,
    organization: &Organization,
    person: Person,
) -> SponsorSummary {
    let tag = person.tag.as_ref().map(|tag| RosterTagRecord::new(api, tag));
    let allows = sponsor_verbs(user, organization, &person.account);
    SponsorSummary::new(api, person.account, tag, allows)
}
