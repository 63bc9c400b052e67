//! Editions of periodicals, as callers see them.

use std::collections::HashSet;
use std::sync::Arc;

use domain::access::{self, Alert, Facts, Relation, Verb};
use domain::formats::Format;
use domain::ids::EditionId;
use domain::offered::available_artifacts;
use domain::periodicals::{Edition, EditionEdit, Issue, Series};
use jiff::Timestamp;
use jobs::apply_periodical_update::PeriodicalChange;

use super::updates::{accept, applied, check_request};
use super::{managed, visible};
use crate::caller::Caller;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::CollectionStaff;
use crate::rows::{PageRequest, RowPosition, Rows};

pub use store::periodicals::editions::EditionSort;

/// An edition as one caller sees it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The edition with its periodical.
    pub issue: Issue,
    /// The formats that the library offers.
    pub formats: Vec<Format>,
    /// Whether at least one format may be downloaded.
    pub available: bool,
    /// What else the access rule reports.
    pub alerts: Vec<Alert>,
    /// What the caller may do.
    pub verbs: Vec<Verb>,
    /// Whether the caller downloads for others.
    pub sponsor: bool,
}

impl Seen {
    /// The edition with the access decision for a caller who has downloaded it before or not.
    fn new(library: &Library, caller: &Caller, issue: Issue, downloaded_before: bool) -> Self {
        let (who, can) = (caller.facts(), library.delivery.capabilities());
        let decision = access::decide(&Facts {
            now: caller.now,
            today: caller.today(),
            title: &issue,
            caller: who,
            recipient: caller.named(),
            relation: Relation { downloaded_before, ..Relation::default() },
            can,
        });
        let verbs = access::allows(&issue, &who, &decision);
        let formats = available_artifacts(&issue, can).map(|artifact| artifact.format).collect();
        let (available, alerts) = (decision.available, decision.alerts);
        Self { issue, formats, available, alerts, verbs, sponsor: who.is_sponsor() }
    }
}

/// One edition of a periodical, whether or not the caller may see it; `EDITION_NOT_FOUND` if there is none.
pub async fn issue(library: &Library, series: Series, id: &str, now: Timestamp) -> Result<Issue> {
    let edition = store::periodicals::editions::get(&library.db, &EditionId::from(id)).await?;
    let edition = edition.filter(|edition| edition.series == series.id).ok_or(ErrorKey::EditionNotFound)?;
    Ok(Issue::new(Arc::new(series), edition, now))
}

/// One edition that the caller may see: `PERIODICAL_NOT_FOUND`, `EDITION_NOT_FOUND`.
pub async fn get(library: &Library, caller: &Caller, series: &str, id: &str) -> Result<Seen> {
    let series = visible(library, caller, series).await?;
    let issue = issue(library, series, id, caller.now).await?;
    if !access::sees(&issue, &caller.facts(), &caller.site.id) {
        return Err(ErrorKey::EditionNotFound.into());
    }
    seen(library, caller, issue).await
}

/// Editions of any periodicals, without those that the caller may not see, in no order: two statements.
pub async fn several(library: &Library, caller: &Caller, ids: &[EditionId]) -> Result<Vec<Seen>> {
    let found = store::periodicals::editions::with_series(&library.db, ids).await?;
    let issues = found.into_iter().map(|(series, edition)| Issue::new(Arc::new(series), edition, caller.now));
    let issues: Vec<Issue> =
        issues.filter(|issue| access::sees(issue, &caller.facts(), &caller.site.id)).collect();
    let downloaded = downloaded(library, caller, ids).await?;
    let seen = |issue: Issue| {
        let before = downloaded.contains(&issue.edition.id);
        Seen::new(library, caller, issue, before)
    };
    Ok(issues.into_iter().map(seen).collect())
}

/// A page of the editions of a periodical that are neither withdrawn nor expired: four statements.
pub async fn list(
    library: &Library,
    caller: &Caller,
    series: &str,
    part: PageRequest<'_, EditionSort, String>,
) -> Result<Rows<RowPosition<String>, Seen>> {
    let series = Arc::new(visible(library, caller, series).await?);
    let total = store::periodicals::editions::count(&library.db, &series.id, caller.now).await?;
    let rows = store::periodicals::editions::page(&library.db, &series.id, part, caller.now).await?;
    let page = Rows::of(rows, &part, total);
    let ids: Vec<EditionId> = page.items.iter().map(|edition| edition.id.clone()).collect();
    let downloaded = downloaded(library, caller, &ids).await?;
    let seen = |edition: Edition| {
        let before = downloaded.contains(&edition.id);
        Seen::new(library, caller, Issue::new(Arc::clone(&series), edition, caller.now), before)
    };
    Ok(page.map(seen))
}

/// Changes an edition, and returns it as it is when the change is applied.
///
/// # Errors
/// `INVALID_DATE` if it would expire before it is published; those of [`changeable`].
pub async fn edit(
    library: &Library,
    staff: &CollectionStaff,
    series: &str,
    id: &str,
    edit: EditionEdit,
) -> Result<Seen> {
    // What is wrong with the request alone comes before an edition that does not exist.
    check_request(&edit)?;
    let found = changeable(library, staff, series, id).await?;
    let changed = edit.apply(&found.edition);
    let change = PeriodicalChange::Edition { edition: changed.id.clone(), edit };
    let edition = if applied(library, staff, &found.series.id, change).await? {
        let stored = store::periodicals::editions::get(&library.db, &changed.id).await?;
        stored.ok_or(ErrorKey::EditionNotFound)?
    } else {
        changed
    };
    seen(library, &staff.caller, Issue::new(Arc::clone(&found.series), edition, staff.now())).await
}

/// One edition that the staff member may change: `PERIODICAL_NOT_FOUND`, `FORBIDDEN`, `EDITION_NOT_FOUND`.
async fn changeable(library: &Library, staff: &CollectionStaff, series: &str, id: &str) -> Result<Issue> {
    let series = managed(library, staff, series).await?;
    issue(library, series, id, staff.now()).await
}

/// Accepts the withdrawal of an edition.
///
/// # Errors
/// Those of [`changeable`]; `INVALID_TRANSITION` if it is withdrawn already, or will be.
pub async fn withdraw(library: &Library, staff: &CollectionStaff, series: &str, id: &str) -> Result<()> {
    let found = changeable(library, staff, series, id).await?;
    accept(library, staff, &found.series.id, PeriodicalChange::Withdraw(found.edition.id)).await.map(drop)
}

async fn seen(library: &Library, caller: &Caller, issue: Issue) -> Result<Seen> {
    let downloaded = downloaded(library, caller, std::slice::from_ref(&issue.edition.id)).await?;
    Ok(Seen::new(library, caller, issue, !downloaded.is_empty()))
}

/// Those of the editions that the caller has downloaded before.
async fn downloaded(library: &Library, caller: &Caller, ids: &[EditionId]) -> Result<HashSet<EditionId>> {
    match caller.beneficiary() {
        Some(reader) => Ok(store::periodicals::editions::had_by(&library.db, &reader.account.id, ids).await?),
        None => Ok(HashSet::new()),
    }
}
