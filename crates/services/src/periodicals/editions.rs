//! Editions of periodicals, as callers see them.

use std::collections::HashSet;
use std::sync::Arc;

use domain::access::{self, AccessFacts, Alert, Relation, Verb};
use domain::formats::Format;
use domain::ids::EditionId;
use domain::offering::available_artifacts;
use domain::periodicals::{Edition, EditionEdit, Issue, Series};
use jiff::Timestamp;
use jobs::apply_periodical_update::PeriodicalChange;

use super::updates::{accept_and_wait, accept_change, check_request};
use super::{find_managed, find_visible};
use crate::caller::Caller;
use crate::error::Result;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::CollectionStaff;
use crate::rows::{PageRequest, RowPosition, Rows};

pub use store::periodicals::editions::EditionSort;

/// An edition as one caller sees it.
#[derive(Debug, Clone)]
pub struct EditionView {
    /// The edition with its periodical.
    pub issue: Issue,
    /// The formats that the library offers.
    pub formats: Vec<Format>,
    /// True if at least one format may be downloaded.
    pub available: bool,
    /// Other alerts of the access rule.
    pub alerts: Vec<Alert>,
    /// Verbs of the caller.
    pub verbs: Vec<Verb>,
    /// True if the caller downloads for others.
    pub sponsor: bool,
}

impl EditionView {
    /// The edition with the access decision for a caller who has downloaded it before or not.
    fn new(library: &Library, caller: &Caller, issue: Issue, downloaded_before: bool) -> Self {
        let (who, can) = (caller.access_facts(), library.delivery.capabilities());
        let decision = access::decide(&AccessFacts {
            now: caller.now,
            today: caller.today(),
            title: &issue,
            caller: who,
            recipient: caller.for_user(),
            relation: Relation { downloaded_before, ..Relation::default() },
            can,
        });
        let verbs = access::allowed_verbs(&issue, &who, &decision);
        let formats = available_artifacts(&issue, can).map(|artifact| artifact.format).collect();
        let (available, alerts) = (decision.available, decision.alerts);
        Self { issue, formats, available, alerts, verbs, sponsor: who.is_sponsor() }
    }
}

/// One edition of a periodical, whether or not the caller may see it; `EDITION_NOT_FOUND` if there is none.
pub async fn find_issue(library: &Library, series: Series, id: &str, now: Timestamp) -> Result<Issue> {
    let edition = store::periodicals::editions::get(&library.db, &EditionId::from(id)).await?;
    let edition = edition.filter(|edition| edition.series == series.id).ok_or(ErrorKey::EditionNotFound)?;
    Ok(Issue::new(Arc::new(series), edition, now))
}

/// One edition that the caller may see: `PERIODICAL_NOT_FOUND`, `EDITION_NOT_FOUND`.
pub async fn get(library: &Library, caller: &Caller, series: &str, id: &str) -> Result<EditionView> {
    let series = find_visible(library, caller, series).await?;
    let issue = find_issue(library, series, id, caller.now).await?;
    if !access::finds_title(&issue, &caller.access_facts(), &caller.site.id) {
        return Err(ErrorKey::EditionNotFound.into());
    }
    view_issue(library, caller, issue).await
}

/// Editions of any periodicals, without those that the caller may not see, in no order: two statements.
pub async fn list_by_ids(library: &Library, caller: &Caller, ids: &[EditionId]) -> Result<Vec<EditionView>> {
    let found = store::periodicals::editions::with_series(&library.db, ids).await?;
    let issues = found.into_iter().map(|(series, edition)| Issue::new(Arc::new(series), edition, caller.now));
    let issues: Vec<Issue> =
        issues.filter(|issue| access::finds_title(issue, &caller.access_facts(), &caller.site.id)).collect();
    let downloaded = filter_downloaded(library, caller, ids).await?;
    let seen = |issue: Issue| {
        let before = downloaded.contains(&issue.edition.id);
        EditionView::new(library, caller, issue, before)
    };
    Ok(issues.into_iter().map(seen).collect())
}

/// A page of the editions of a periodical that are neither withdrawn nor expired: four statements.
pub async fn list(
    library: &Library,
    caller: &Caller,
    series: &str,
    part: PageRequest<'_, EditionSort, String>,
) -> Result<Rows<RowPosition<String>, EditionView>> {
    let series = Arc::new(find_visible(library, caller, series).await?);
    let total = store::periodicals::editions::count(&library.db, &series.id, caller.now).await?;
    let rows = store::periodicals::editions::page(&library.db, &series.id, part, caller.now).await?;
    let page = Rows::from_part_rows(rows, &part, total);
    let ids: Vec<EditionId> = page.items.iter().map(|edition| edition.id.clone()).collect();
    let downloaded = filter_downloaded(library, caller, &ids).await?;
    let seen = |edition: Edition| {
        let before = downloaded.contains(&edition.id);
        EditionView::new(library, caller, Issue::new(Arc::clone(&series), edition, caller.now), before)
    };
    Ok(page.map_items(seen))
}

/// Changes an edition, and returns it as it is when the change is applied.
///
/// # Errors
/// `INVALID_DATE` if it would expire before it is published; those of [`find_changeable`].
pub async fn edit(
    library: &Library,
    staff: &CollectionStaff,
    series: &str,
    id: &str,
    edit: EditionEdit,
) -> Result<EditionView> {
    // What is wrong with the request alone comes before an edition that does not exist.
    check_request(&edit)?;
    let found = find_changeable(library, staff, series, id).await?;
    let changed = edit.apply(&found.edition);
    let change = PeriodicalChange::Edition { edition: changed.id.clone(), edit };
    let edition = if accept_and_wait(library, staff, &found.series.id, change).await? {
        let stored = store::periodicals::editions::get(&library.db, &changed.id).await?;
        stored.ok_or(ErrorKey::EditionNotFound)?
    } else {
        changed
    };
    view_issue(library, &staff.caller, Issue::new(Arc::clone(&found.series), edition, staff.request_time()))
        .await
}

/// One edition that the staff member may change: `PERIODICAL_NOT_FOUND`, `FORBIDDEN`, `EDITION_NOT_FOUND`.
async fn find_changeable(
    library: &Library,
    staff: &CollectionStaff,
    series: &str,
    id: &str,
) -> Result<Issue> {
    let series = find_managed(library, staff, series).await?;
    find_issue(library, series, id, staff.request_time()).await
}

/// Accepts the withdrawal of an edition.
///
/// # Errors
/// Those of [`find_changeable`]; `INVALID_TRANSITION` if it is withdrawn already, or will be.
pub async fn withdraw(library: &Library, staff: &CollectionStaff, series: &str, id: &str) -> Result<()> {
    let found = find_changeable(library, staff, series, id).await?;
    accept_change(library, staff, &found.series.id, PeriodicalChange::Withdraw(found.edition.id))
        .await
        .map(drop)
}

async fn view_issue(library: &Library, caller: &Caller, issue: Issue) -> Result<EditionView> {
    let downloaded = filter_downloaded(library, caller, std::slice::from_ref(&issue.edition.id)).await?;
    Ok(EditionView::new(library, caller, issue, !downloaded.is_empty()))
}

/// Returns the editions that the caller has downloaded before.
async fn filter_downloaded(
    library: &Library,
    caller: &Caller,
    ids: &[EditionId],
) -> Result<HashSet<EditionId>> {
    match caller.beneficiary() {
        Some(reader) => Ok(store::periodicals::editions::had_by(&library.db, &reader.account.id, ids).await?),
        None => Ok(HashSet::new()),
    }
}
