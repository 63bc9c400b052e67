//! Exports of the catalog that collection staff start and download (docs/export.md#in-the-browser).

use std::io;

use bytes::Bytes;
use delivery::Key;
pub use domain::record_formats::RecordFormat;
use futures_util::stream::BoxStream;
use jiff::Timestamp;
use jiff::civil::Date;
use jobs::Job as _;
use jobs::export_catalog::{ExportCatalog, enqueue, unique_key};
use serde_json::Value;
use store::jobs::{Job, JobFilter, JobId, JobProgress, JobState};
use store::supplier_records::list_suppliers;

use crate::{Error, ErrorKey, KeyPage, Operation, Result};

/// Maximum number of exports that a list shows.
const MAX_LISTED_EXPORTS: u32 = 50;

/// The titles to export, and their format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewExport {
    pub format: RecordFormat,
    /// Only titles that changed on this day (UTC) or later.
    pub since: Option<Date>,
    /// Only titles from records of this supplier.
    pub supplier: Option<String>,
    /// Only titles that readers can find, or could find before they were withdrawn.
    pub published: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ExportView {
    /// The number of the job that writes the file.
    pub id: JobId,
    pub request: NewExport,
    pub state: JobState,
    pub progress: JobProgress,
    pub enqueued: Timestamp,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ExportOverview {
    /// The suppliers whose records became titles of the caller's site.
    pub suppliers: Vec<String>,
    /// The exports of the sites whose collections the caller manages: first the one that ended or, if it has
    /// not, was enqueued last.
    pub exports: Vec<ExportView>,
}

pub struct ExportFile {
    pub format: RecordFormat,
    pub content: BoxStream<'static, io::Result<Bytes>>,
}

/// The latest exports, and what the form for a new one needs.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff.
pub async fn list(op: &Operation) -> Result<ExportOverview> {
    op.require_collection_staff()?;
    let suppliers = list_suppliers(op.db(), op.view_site()).await?;
    // Exports of other sites must not take the places of those that the caller sees.
    let key = op.managed_collection_site().map(unique_key);
    let kind = Some(ExportCatalog::KIND);
    let filter = JobFilter { kind, unique_key: key.as_deref(), ..JobFilter::default() };
    let page = KeyPage::first_page(MAX_LISTED_EXPORTS);
    let jobs = store::jobs::list_latest(op.db(), filter, &page).await?;
    let exports = jobs.into_iter().filter_map(|job| view_job(op, job));
    Ok(ExportOverview { suppliers, exports: exports.collect() })
}

/// The export of a job. `None` if it is of a site whose collection the caller does not manage, or of a later
/// version of this program.
fn parse_managed(op: &Operation, payload: Value) -> Option<ExportCatalog> {
    let export: ExportCatalog = serde_json::from_value(payload).ok()?;
    op.manages_collection(&export.site).then_some(export)
}

fn view_job(op: &Operation, job: Job) -> Option<ExportView> {
    let export = parse_managed(op, job.payload)?;
    Some(ExportView {
        id: job.id,
        request: NewExport {
            format: export.format,
            since: export.since,
            supplier: export.supplier,
            published: export.published,
        },
        state: job.state,
        progress: job.progress,
        enqueued: job.created,
    })
}

/// Starts an export of the caller's site. Returns false if one waits or runs already.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; `OPERATION_NOT_ALLOWED` for a supplier of no title.
pub async fn start(op: &Operation, new: NewExport) -> Result<bool> {
    op.require_collection_staff()?;
    let site = op.view_site().clone();
    if let Some(supplier) = &new.supplier
        && !list_suppliers(op.db(), &site).await?.contains(supplier)
    {
        let reason = format!("no title came from a record of {supplier}");
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
    }
    let NewExport { format, since, supplier, published } = new;
    let file = Key::export(&op.random_nonce(), format.extension()).to_string();
    let job = ExportCatalog { site, format, since, supplier, published, file };
    let mut tx = op.db().begin().await?;
    let Some(id) = enqueue(&mut tx, &job, op.account_id()?, op.now).await? else { return Ok(false) };
    tx.commit().await?;
    tracing::info!(job = id, by = op.log_name(), "an export of the catalog is started");
    Ok(true)
}

/// Opens the file of an export.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; `NOT_FOUND` if the export does not exist, has not ended, or its
/// file was deleted meanwhile.
pub async fn open(op: &Operation, id: JobId) -> Result<ExportFile> {
    op.require_collection_staff()?;
    let job = store::jobs::get(op.db(), id).await?;
    let job = job.filter(|job| job.kind == ExportCatalog::KIND && job.state == JobState::Done);
    let export = job.and_then(|job| parse_managed(op, job.payload)).ok_or_else(unknown_export)?;
    match op.delivery().files().read(&Key::parse(&export.file)?, None).await {
        Ok(file) => Ok(ExportFile { format: export.format, content: file.stream }),
        Err(delivery::Error::Missing(_)) => Err(unknown_export()),
        Err(error) => Err(error.into()),
    }
}

fn unknown_export() -> Error {
    Error::Explained(ErrorKey::NotFound, "the export does not exist, or not any more".to_owned())
}
