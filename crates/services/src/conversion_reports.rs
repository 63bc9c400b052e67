//! Reports of what was repaired or left out of books, for collection staff (docs/rules/titles.md#rule-14):
//! the open ones, one with its findings, and acknowledging it.

pub use domain::conversion_reports::{ConversionReport, Finding, Findings, Severity, WordBalance};
use domain::offering::AsOffering as _;
use domain::{Item, OfferedItem, SiteId, Title, TitleId, TitleStatus};
use jobs::apply_title_update::{TitleChange, TitleUpdate};
use jobs::title_updates::{foresee_title, request_update};
use store::{Tx, conversion_reports, open_reports};

use crate::{ErrorKey, Operation, PageRequest, Result, RowPosition, Rows, items};

const REPORTS_PER_LIST: u32 = 200;

#[derive(Debug, Clone)]
pub struct NamedReport {
    pub report: ConversionReport,
    /// The title or edition. `None` if it does not exist any more.
    pub item: Option<OfferedItem>,
    /// True if the title waits to go live until the report is acknowledged.
    pub holds_back: bool,
}

impl NamedReport {
    /// The name of the title or edition, otherwise its identifier.
    pub fn name(&self) -> String {
        let item = self.item.as_ref().map(|item| item.as_offering().name());
        item.unwrap_or_else(|| self.report.item.to_string())
    }
}

/// A page of the open reports about books that a staff member manages, oldest first. A report is open if
/// something is missing and nobody has acknowledged it.
pub async fn list_open(
    op: &Operation,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Rows<RowPosition<i64>, NamedReport>> {
    op.require_collection_staff()?;
    let (db, site) = (op.db(), op.managed_collection_site());
    let total = open_reports::count::<ConversionReport>(db, site).await?;
    let reports = with_names(op, open_reports::list(db, site, &page_request).await?).await?;
    let rows = reports.into_iter().map(|named| ((None, named.report.id), named)).collect();
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// Open reports after a number, oldest first; of one site, or of all. At most 200.
pub async fn list(op: &Operation, site: Option<&SiteId>, after: i64) -> Result<Vec<NamedReport>> {
    let place = (None, after);
    let part = PageRequest { after: Some(&place), ..PageRequest::first_page((), REPORTS_PER_LIST) };
    with_names(op, open_reports::list(op.db(), site, &part).await?).await
}

/// One report: `RECORD_NOT_FOUND` if there is none with this number among those that the caller manages.
pub async fn get(op: &Operation, id: i64) -> Result<NamedReport> {
    let report = find_managed(op, id).await?;
    with_names(op, vec![report]).await?.pop().ok_or_else(|| ErrorKey::RecordNotFound.into())
}

/// Acknowledges an open report. A title that an ingest has held back because of it then goes live.
///
/// # Errors
/// `RECORD_NOT_FOUND` if there is no open report with this number among those that the caller manages.
pub async fn acknowledge(op: &Operation, id: i64) -> Result<()> {
    let report = find_managed(op, id).await?;
    let mut tx = op.db().begin().await?;
    if let Item::Title(title) = report.item {
        // The title is locked first, as in every change of it.
        store::titles::lock(&mut tx, title).await?;
    }
    if !conversion_reports::acknowledge(&mut tx, id, op.now).await? {
        return Err(ErrorKey::RecordNotFound.into());
    }
    if let Item::Title(title) = report.item {
        publish_title(op, &mut tx, title, &report).await?;
    }
    tx.commit().await?;
    tracing::info!(report = id, by = op.log_name(), "conversion report acknowledged");
    Ok(())
}

/// Publishes a title that its ingest has held back, once nothing else does.
async fn publish_title(op: &Operation, tx: &mut Tx, id: TitleId, report: &ConversionReport) -> Result<()> {
    if !conversion_reports::blocks_publication(&mut *tx, &report.item).await?
        && report.severity == Severity::WordsLost
        && foresee_title(tx, id).await?.is_some_and(|title| is_held_back(&title))
    {
        let change = TitleChange::Status { to: TitleStatus::Live, replacement: None };
        let update = TitleUpdate { title: id, change, person: None, comment: None };
        request_update(tx, &update, None, op.now).await?;
    }
    Ok(())
}

/// Returns true if an ingest has left a title unpublished; one with a submitter is moved by staff.
fn is_held_back(title: &Title) -> bool {
    title.status == TitleStatus::Converted && title.metadata.submitter.is_none()
}

async fn find_managed(op: &Operation, id: i64) -> Result<ConversionReport> {
    let report = conversion_reports::get(op.db(), id).await?;
    let report = report.filter(|report| op.manages_collection(&report.site));
    Ok(report.ok_or(ErrorKey::RecordNotFound)?)
}

/// The reports with the names of their books, in at most two more statements.
async fn with_names(op: &Operation, reports: Vec<ConversionReport>) -> Result<Vec<NamedReport>> {
    let items: Vec<Item> = reports.iter().map(|report| report.item.clone()).collect();
    let items = items::load_many(op, &items).await?;
    let named = reports.into_iter().map(|report| {
        let item = items.get(&report.item).cloned();
        let waits = matches!(&item, Some(OfferedItem::Title(title)) if is_held_back(title));
        NamedReport { holds_back: waits && report.severity == Severity::WordsLost, item, report }
    });
    Ok(named.collect())
}
