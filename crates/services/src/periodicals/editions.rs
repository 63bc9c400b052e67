//! Editions of periodicals, as callers see them.

use std::collections::HashMap;
use std::sync::Arc;

use domain::access::{self, Relation};
use domain::periodicals::{EditionEdit, Issue};
use domain::{EditionId, Reader, Series};
use jobs::apply_periodical_update::PeriodicalChange;

use super::updates::{accept_and_wait, accept_change, check_request};
use super::{find_managed, find_visible};
use crate::views::EditionView;
use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows};

pub use store::periodicals::editions::EditionSort;

#[derive(Debug, Clone, Copy)]
pub struct EditionAddress<'a> {
    /// The identifier of the periodical.
    pub series: &'a str,
    pub edition: &'a str,
}

/// One edition of a periodical, whether or not the caller may see it; `EDITION_NOT_FOUND` if there is none.
pub(crate) async fn find_issue(op: &Operation, series: Series, id: &str) -> Result<Arc<Issue>> {
    let edition = store::periodicals::editions::get(op.db(), &EditionId::from(id)).await?;
    let edition = edition.filter(|edition| edition.series == series.id).ok_or(ErrorKey::EditionNotFound)?;
    Ok(Arc::new(Issue::new(Arc::new(series), edition, op.now)))
}

/// One edition that the caller may see: `PERIODICAL_NOT_FOUND`, `EDITION_NOT_FOUND`.
pub async fn get(op: &Operation, address: EditionAddress<'_>) -> Result<EditionView> {
    let series = find_visible(op, address.series).await?;
    let issue = find_issue(op, series, address.edition).await?;
    if !access::finds_title(&*issue, &op.access_caller(), &op.site.id) {
        return Err(ErrorKey::EditionNotFound.into());
    }
    view_issue(op, issue).await
}

/// Editions of any periodicals, without those that the caller may not see, in no order: two statements.
pub async fn list_by_ids(op: &Operation, ids: &[EditionId]) -> Result<Vec<EditionView>> {
    let found = store::periodicals::editions::with_series(op.db(), ids).await?;
    let issues = found.into_iter().map(|(series, edition)| Issue::new(Arc::new(series), edition, op.now));
    let visible = issues.filter(|issue| access::finds_title(issue, &op.access_caller(), &op.site.id));
    view_issues(op, visible.map(Arc::new).collect()).await
}

/// A page of the editions of a periodical that are neither withdrawn nor expired: four statements.
pub async fn list(
    op: &Operation,
    series: &str,
    page_request: PageRequest<'_, EditionSort, String>,
) -> Result<Rows<RowPosition<String>, EditionView>> {
    list_in_series(op, Arc::new(find_visible(op, series).await?), page_request).await
}

/// The page that [`list`] returns, of a periodical that the caller sees: three statements.
pub(crate) async fn list_in_series(
    op: &Operation,
    series: Arc<Series>,
    page_request: PageRequest<'_, EditionSort, String>,
) -> Result<Rows<RowPosition<String>, EditionView>> {
    let total = store::periodicals::editions::count(op.db(), &series.id, op.now).await?;
    let rows = store::periodicals::editions::page(op.db(), &series.id, page_request, op.now).await?;
    let page = Rows::from_part_rows(rows, &page_request, total);
    let issue = |edition| Arc::new(Issue::new(Arc::clone(&series), edition, op.now));
    let page = page.map_items(issue);
    let views = view_issues(op, page.items.clone()).await?;
    Ok(page.with_items(views))
}

/// Changes an edition, and returns it as it is when the change is applied.
///
/// # Errors
/// `INVALID_DATE` if it would expire before it is published; those of [`find_changeable`].
pub async fn edit(op: &Operation, address: EditionAddress<'_>, edit: EditionEdit) -> Result<EditionView> {
    op.require_collection_staff()?;
    // What is wrong with the request alone comes before an edition that does not exist.
    check_request(&edit)?;
    let found = find_changeable(op, address).await?;
    let changed = edit.apply(&found.edition);
    let change = PeriodicalChange::Edition { edition: changed.id.clone(), edit };
    let edition = if accept_and_wait(op, &found.series.id, change).await? {
        let stored = store::periodicals::editions::get(op.db(), &changed.id).await?;
        stored.ok_or(ErrorKey::EditionNotFound)?
    } else {
        changed
    };
    let issue = Issue::new(Arc::clone(&found.series), edition, op.now);
    view_issue(op, Arc::new(issue)).await
}

/// One edition that the staff member may change: `PERIODICAL_NOT_FOUND`, `FORBIDDEN`, `EDITION_NOT_FOUND`.
async fn find_changeable(op: &Operation, address: EditionAddress<'_>) -> Result<Arc<Issue>> {
    let series = find_managed(op, address.series).await?;
    find_issue(op, series, address.edition).await
}

/// Accepts the withdrawal of an edition, with a comment for the history.
///
/// # Errors
/// Those of [`find_changeable`]; `INVALID_TRANSITION` if it is withdrawn already, or will be.
pub async fn withdraw(op: &Operation, address: EditionAddress<'_>, comment: Option<String>) -> Result<()> {
    accept_edition_change(op, address, PeriodicalChange::Withdraw, comment).await
}

/// Accepts that a withdrawn edition comes back, with its formats and its last day; `comment` is for the
/// history.
///
/// # Errors
/// Those of [`find_changeable`]; `INVALID_TRANSITION` if it is not withdrawn, or will not be any more.
pub async fn restore(op: &Operation, address: EditionAddress<'_>, comment: Option<String>) -> Result<()> {
    accept_edition_change(op, address, PeriodicalChange::Restore, comment).await
}

async fn accept_edition_change(
    op: &Operation,
    address: EditionAddress<'_>,
    change: fn(EditionId) -> PeriodicalChange,
    comment: Option<String>,
) -> Result<()> {
    op.require_collection_staff()?;
    let found = find_changeable(op, address).await?;
    let change = change(found.edition.id.clone());
    accept_change(op, &found.series.id, change, comment).await.map(drop)
}

async fn view_issue(op: &Operation, issue: Arc<Issue>) -> Result<EditionView> {
    view_issues(op, vec![issue]).await?.pop().ok_or_else(|| ErrorKey::EditionNotFound.into())
}

async fn view_issues(op: &Operation, issues: Vec<Arc<Issue>>) -> Result<Vec<EditionView>> {
    let ids: Vec<EditionId> = issues.iter().map(|issue| issue.edition.id.clone()).collect();
    let reader = op.beneficiary().map(AsRef::as_ref);
    let relations = find_relations(op, reader, &ids).await?;
    let view = |issue: Arc<Issue>| {
        let relation = relations.get(&issue.edition.id).copied().unwrap_or_default();
        EditionView::new(op, issue, relation)
    };
    Ok(issues.into_iter().map(view).collect())
}

/// The relations of a reader to those of these editions to which there is any.
pub(crate) async fn find_relations(
    op: &Operation,
    reader: Option<&Reader>,
    ids: &[EditionId],
) -> Result<HashMap<EditionId, Relation>> {
    let Some(reader) = reader else { return Ok(HashMap::new()) };
    let downloaded = store::periodicals::editions::list_fetched_by(op.db(), &reader.account.id, ids).await?;
    let relation = Relation { downloaded_before: true, ..Relation::default() };
    Ok(downloaded.into_iter().map(|id| (id, relation)).collect())
}
