//! The members of a sponsor's organization (document 2, "Sponsor organization management"; spec 4, 4.8). Other people
//! do not exist for a sponsor.

pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod preferences;
pub mod put;

use domain::accounts::Account;
use store::members::Member;
use store::rosters::{self, Person, Roster};

use crate::http::audit::Audit;
use crate::http::errors::{ApiError, ErrorKey, Result};
use crate::http::faults::Faults;
use crate::http::roles::Sponsor;
use crate::records::MemberSummary;
use crate::state::Api;

/// The member of the sponsor's organization that a path names, or 404.
async fn person(api: &Api, sponsor: &Sponsor, name: &str) -> Result<Person> {
    let roster = Roster::members(&sponsor.organization()?.id, sponsor.0.id());
    rosters::find(&api.db, &roster, name).await?.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// The same with all that sponsors see of a member. Nobody is shown without a record of it.
async fn summary(api: &Api, sponsor: &Sponsor, audit: &Audit, name: &str) -> Result<MemberSummary> {
    let (person, now) = (person(api, sponsor, name).await?, sponsor.0.now());
    audit.record(&api.db, [&person.account.id]).await?;
    let members: Vec<Member> = store::members::complete(&api.db, vec![person], now).await?;
    let member = members.first().ok_or(ErrorKey::UserNotFound)?;
    Ok(MemberSummary::new(api, member, &sponsor.0.reader.account, now))
}

/// A roster tag that a form names must be the organization's.
async fn check_tag(api: &Api, sponsor: &Sponsor, tag: Option<i64>, faults: &mut Faults) -> Result<()> {
    if let Some(id) = tag
        && store::roster_tags::get(&api.db, &sponsor.organization()?.id, id).await?.is_none()
    {
        faults.add(ErrorKey::InvalidParameter, "rosterTagId: must be a roster tag of the organization");
    }
    Ok(())
}

/// 403 for what linked accounts manage themselves (spec 4, 4.8).
fn demand_manageable(member: &Account) -> Result<(), ApiError> {
    if member.is_sponsor_manageable() { Ok(()) } else { Err(ErrorKey::NotManageable.into()) }
}
