//! Problems with titles: readers report them, collection staff settle them (docs/rules/titles.md#rule-13).

use std::collections::HashMap;
use std::sync::Arc;

use domain::problem_reports::PER_READER;
pub use domain::problem_reports::{MAX_TEXT_CHARS, ProblemKind, ProblemReport};
use domain::{AccountId, SiteId, Title, TitleId};
use jiff::{SignedDuration, Timestamp};
use jobs::emails::{SendEmail, enqueue};
use store::open_reports;

use crate::accounts::{list_display_names, lock_open};
use crate::queries::sort_unique;
use crate::{Error, ErrorKey, Operation, PageRequest, Result, RowPosition, Rows, titles};

const REPORTS_PER_LIST: u32 = 200;
/// Time within which an equal report is the same form, sent again.
const REPEAT_WINDOW: SignedDuration = SignedDuration::from_secs(60);

#[derive(Debug, Clone)]
pub struct NewReport {
    pub kind: ProblemKind,
    /// The reader's own words, of at most [`MAX_TEXT_CHARS`] characters.
    pub words: Option<String>,
}

/// Reports a problem with a title that the user sees. Staff get an email, if the library has an address for
/// this. A form that is sent twice reports once.
///
/// # Errors
/// `TITLE_NOT_FOUND`, also for the user's own documents; [`Error::Wait`] after too many reports in a day.
pub async fn report(op: &Operation, title: TitleId, new: NewReport) -> Result<i64> {
    let view = titles::get(op, title).await?;
    if view.item.owner.is_some() {
        return Err(ErrorKey::TitleNotFound.into());
    }
    let now = op.now;
    let mut tx = op.db().begin().await?;
    // Locked first, so that concurrent reports are counted one after the other.
    lock_open(&mut tx, op.account_id()?).await?;
    let report = ProblemReport {
        id: 0,
        title,
        site: view.item.site.clone(),
        reporter: Some(op.account_id()?.clone()),
        kind: new.kind,
        words: new.words.map(|words| words.chars().take(MAX_TEXT_CHARS).collect()),
        reported: now,
        closed: None,
    };
    let since = now.saturating_sub(REPEAT_WINDOW).unwrap_or(Timestamp::MIN);
    if let Some(id) = store::problem_reports::find_equal(&mut tx, &report, since).await? {
        return Ok(id);
    }
    let recent = store::problem_reports::count_recent(&mut tx, op.account_id()?, now).await?;
    if let Some(wait) = recent.wait_until_allowed(PER_READER, now) {
        return Err(Error::retry_after(wait, "Enough problems have been reported today."));
    }
    let id = store::problem_reports::insert(&mut tx, &report).await?;
    enqueue(&mut tx, &SendEmail::ProblemReported { report: id }, now).await?;
    tx.commit().await?;
    Ok(id)
}

/// The reports that the operator lists.
#[derive(Debug, Clone, Copy)]
pub struct ReportFilter<'a> {
    /// The site of the titles. `None` for every site.
    pub site: Option<&'a SiteId>,
    /// The closed ones, too.
    pub all: bool,
    /// Those with greater numbers.
    pub after: i64,
}

/// Reports after a number, oldest first: the open ones, or all. At most 200.
pub async fn list(op: &Operation, filter: ReportFilter<'_>) -> Result<Vec<ProblemReport>> {
    let ReportFilter { site, all, after } = filter;
    Ok(store::problem_reports::list(op.db(), site, all, after, REPORTS_PER_LIST).await?)
}

#[derive(Debug, Clone)]
pub struct ProblemReportView {
    pub report: ProblemReport,
    /// The title of the report. `None` if the title does not exist any more.
    pub title: Option<Arc<Title>>,
    /// The name of the reader who reported the problem. `None` if the account was closed since.
    pub reporter: Option<String>,
}

/// A page of the open reports about titles that a staff member manages, oldest first. That a reader needs a
/// book in another way says something of a disability, so the audit records who was named.
pub async fn list_open(
    op: &Operation,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Rows<RowPosition<i64>, ProblemReportView>> {
    op.require_collection_staff()?;
    let (db, site) = (op.db(), op.managed_collection_site());
    let total = open_reports::count::<ProblemReport>(db, site).await?;
    let reports: Vec<ProblemReport> = open_reports::list(db, site, &page_request).await?;
    let rows = reports.into_iter().map(|report| ((None, report.id), report)).collect();
    let rows = Rows::from_part_rows(rows, &page_request, total);
    let titles: Vec<TitleId> = sort_unique(rows.items.iter().map(|report| report.title));
    let titles = store::titles::read_many_cached(db, &titles).await?;
    let titles: HashMap<TitleId, Arc<Title>> = titles.into_iter().map(|title| (title.id, title)).collect();
    let people: Vec<AccountId> = sort_unique(rows.items.iter().filter_map(|report| report.reporter.clone()));
    op.record_reads(&people).await?;
    let people = list_display_names(op, &people).await?;
    Ok(rows.map_items(|report| ProblemReportView {
        title: titles.get(&report.title).cloned(),
        reporter: report.reporter.as_ref().and_then(|id| people.get(id).cloned()),
        report,
    }))
}

/// Closes a report: `RECORD_NOT_FOUND` if there is no open one with this number among those that the caller
/// manages.
pub async fn close(op: &Operation, id: i64) -> Result<()> {
    let report = store::problem_reports::get(op.db(), id).await?;
    let report = report.filter(|report| op.manages_collection(&report.site));
    let report = report.ok_or(ErrorKey::RecordNotFound)?;
    if !store::problem_reports::close(op.db(), report.id, op.now).await? {
        return Err(ErrorKey::RecordNotFound.into());
    }
    tracing::info!(report = id, by = op.log_name(), "problem report closed");
    Ok(())
}
