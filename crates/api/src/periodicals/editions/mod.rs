//! Editions of periodicals (spec 4, 1.2; document 3, "Periodicals").

pub mod delete;
pub mod download;
pub mod get;
pub mod list;
pub mod put;
pub mod resource;
pub mod resources;

use std::collections::HashSet;

use domain::access;
use domain::ids::EditionId;
use domain::periodicals::Issue;

use super::{issue, visible};
use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::records::EditionRecord;
use crate::state::Api;

/// An edition that the caller sees, or 404: one that is withdrawn or has expired is seen by those who manage the
/// collection (spec 4, 4.6).
async fn seen(api: &Api, caller: &Caller, series: &str, id: &str) -> Result<Issue> {
    let series = visible(api, caller, series).await?;
    let issue = issue(api, series, id, caller.now).await?;
    if access::sees(&issue, &caller.facts(), &caller.site.id) {
        Ok(issue)
    } else {
        Err(ErrorKey::EditionNotFound.into())
    }
}

/// The record of an edition, as the caller sees it.
async fn record(api: &Api, caller: &Caller, issue: &Issue) -> Result<EditionRecord> {
    let had = had(api, caller, std::slice::from_ref(&issue.edition.id)).await?;
    Ok(EditionRecord::new(api, caller, issue, !had.is_empty()))
}

/// Those of these editions that the caller has had before.
async fn had(api: &Api, caller: &Caller, ids: &[EditionId]) -> Result<HashSet<EditionId>> {
    match &caller.reader {
        Some(reader) => Ok(store::periodicals::editions::had_by(&api.db, &reader.account.id, ids).await?),
        None => Ok(HashSet::new()),
    }
}
