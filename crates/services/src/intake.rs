//! Books and suppliers' records that collection staff upload, and their ingest by a worker
//! (docs/ingest.md#in-the-browser).

use std::io;

use bytes::Bytes;
use delivery::Key;
pub use domain::intake::{
    DEFAULT_SUPPLIER, IntakeCounts, IntakeDetails, IntakeEdition, IntakeFile, IntakeLine, IntakeOptions,
    IntakeState, IntakeTitle, MAX_FILES, MAX_LISTED, MAX_UPLOAD_BYTES, RUN_RETENTION, RepairedBook,
    is_supplier_name,
};
use domain::intake::{MAX_SUPPLIER_BYTES, clean_file_name};
use domain::{SiteId, TitleStatus};
use futures_util::stream::BoxStream;
use jobs::ingest_uploads::{IngestUploads, enqueue, supplier_key};
pub use store::intake_runs::IntakeRun;
use store::intake_runs::{self, NewIntakeRun};

use crate::accounts::lock_open;
use crate::uploads::Upload;
use crate::{Error, ErrorKey, Operation, PageRequest, Result, RowPosition, Rows, periodicals, titles};

#[derive(Debug, Clone)]
pub struct NewIntake {
    pub options: IntakeOptions,
    /// The files, each with its name on the computer of the person who sends it.
    pub files: Vec<(String, Upload)>,
}

/// A run with what it refused and repaired.
#[derive(Debug, Clone)]
pub struct IntakeView {
    pub run: IntakeRun,
    /// Empty before the end of the run.
    pub details: IntakeDetails,
}

/// Stores the files, and enqueues their ingest into the collection of the caller's site, or that of the
/// periodical or title that they are for. Returns the number of the run.
///
/// # Errors
/// `FORBIDDEN` for all but collection staff; `OPERATION_NOT_ALLOWED` without files or the name of a supplier,
/// and for a removed title or a reader's document; those of [`periodicals::find_managed`] and
/// [`titles::find_managed`].
pub async fn start(op: &Operation, mut new: NewIntake) -> Result<i64> {
    op.require_collection_staff()?;
    let site = find_target(op, &mut new.options).await?;
    if new.files.is_empty() || new.files.len() > MAX_FILES {
        let reason = format!("send between one and {MAX_FILES} files");
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
    }
    if !is_supplier_name(&new.options.supplier) {
        let reason = format!("a supplier has a name of at most {MAX_SUPPLIER_BYTES} bytes");
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, reason));
    }
    let mut files = Vec::with_capacity(new.files.len());
    let started = store_and_enqueue(op, (&new, &site), &mut files).await;
    if !matches!(started, Ok((_, true))) {
        delete_files(op, &files).await;
    }
    started.map(|(run, _)| run)
}

/// The site to whose collection the files go. Fills in the names of the periodical or title.
async fn find_target(op: &Operation, options: &mut IntakeOptions) -> Result<SiteId> {
    if let Some(edition) = &mut options.edition {
        let series = periodicals::find_managed(op, edition.series.as_str()).await?;
        edition.series_title = series.title;
        return Ok(series.site);
    }
    let Some(target) = &mut options.title else { return Ok(op.view_site().clone()) };
    let title = titles::find_managed(op, target.id).await?;
    if title.status == TitleStatus::Removed || title.owner.is_some() {
        return Err(ErrorKey::OperationNotAllowed.into());
    }
    target.name.clone_from(&title.metadata.title);
    Ok(title.site.clone())
}

/// Stores the files first, so that a run never names a missing one. `files` has what is stored so far. The
/// number of the run is returned, and true if it is new: a form that is sent again leads to the run that it
/// has started.
async fn store_and_enqueue(
    op: &Operation,
    (new, site): (&NewIntake, &SiteId),
    files: &mut Vec<IntakeFile>,
) -> Result<(i64, bool)> {
    for (name, upload) in &new.files {
        let name = clean_file_name(name);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let key = Key::intake(&op.random_nonce(), extension);
        op.delivery().put_file(upload.open()?, &key).await?;
        files.push(IntakeFile { name, key: key.to_string(), size: upload.byte_count() });
    }
    let account = op.account_id()?;
    let mut tx = op.db().begin().await?;
    lock_open(&mut tx, account).await?;
    if let Some(run) = op.find_created(&mut tx).await? {
        return Ok((run, false));
    }
    let run = NewIntakeRun { site, account, started: op.now, options: &new.options, files };
    let id = intake_runs::insert(&mut tx, &run).await?;
    let order_key = order_key(site, &new.options);
    let job = enqueue(&mut tx, &IngestUploads { run: id }, (account, &order_key), op.now).await?;
    if let Some(job) = job {
        intake_runs::set_job(&mut tx, id, job).await?;
    }
    op.note_created(&mut tx, &id.to_string()).await?;
    tx.commit().await?;
    Ok((id, true))
}

/// The queue's key of runs that must not run at the same time: those of a supplier, a periodical or a title.
fn order_key(site: &SiteId, options: &IntakeOptions) -> String {
    match (&options.edition, &options.title) {
        (Some(edition), _) => format!("editions/{}", edition.series),
        (None, Some(title)) => format!("book/{}", title.id),
        (None, None) => supplier_key(site, &options.supplier),
    }
}

/// Deletes the files of a run that will not begin; the hourly cleaning deletes what this leaves.
async fn delete_files(op: &Operation, files: &[IntakeFile]) {
    for key in files.iter().filter_map(|file| Key::parse(&file.key).ok()) {
        if let Err(error) = op.delivery().files().delete(&key).await {
            tracing::warn!(%error, %key, "an uploaded file was not deleted");
        }
    }
}

/// A page of the runs of the sites whose collections the caller manages, newest first.
pub async fn list(
    op: &Operation,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Rows<RowPosition<i64>, IntakeRun>> {
    op.require_collection_staff()?;
    let site = op.managed_collection_site();
    let total = intake_runs::count(op.db(), site).await?;
    let runs = intake_runs::page(op.db(), site, &page_request).await?;
    let rows = runs.into_iter().map(|run| ((None, run.id), run)).collect();
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// A run with its result: `RECORD_NOT_FOUND` if the caller manages no run with this number.
pub async fn get(op: &Operation, id: i64) -> Result<IntakeView> {
    let run = find_run(op, id).await?;
    let details =
        if run.ended.is_some() { intake_runs::get_details(op.db(), id).await? } else { <_>::default() };
    Ok(IntakeView { run, details })
}

/// Stops a run: one that waits ends immediately, another after the items in progress. False if it has ended.
pub async fn cancel(op: &Operation, id: i64) -> Result<bool> {
    let run = find_run(op, id).await?;
    if run.state.is_final() {
        return Ok(false);
    }
    let mut tx = op.db().begin().await?;
    let is_open = intake_runs::request_stop(&mut tx, id).await?;
    let is_waiting = match run.job {
        Some(job) if is_open => store::jobs::cancel_waiting(&mut tx, job, op.now).await?,
        _ => false,
    };
    if is_waiting {
        intake_runs::end_without_result(&mut tx, id, (IntakeState::Stopped, None), op.now).await?;
    }
    tx.commit().await?;
    if is_waiting {
        delete_files(op, &run.files).await;
    }
    Ok(is_open)
}

/// The report of a run, as CSV: everything that was refused, ignored or repaired. `RECORD_NOT_FOUND` if it
/// has none.
pub async fn read_report(op: &Operation, id: i64) -> Result<BoxStream<'static, io::Result<Bytes>>> {
    let run = find_run(op, id).await?;
    let key = Key::parse(&run.report.ok_or(ErrorKey::RecordNotFound)?)?;
    Ok(op.delivery().files().read(&key, None).await?.stream)
}

async fn find_run(op: &Operation, id: i64) -> Result<IntakeRun> {
    op.require_collection_staff()?;
    let run = intake_runs::get(op.db(), id).await?;
    let run = run.filter(|run| op.manages_collection(&run.site));
    Ok(run.ok_or(ErrorKey::RecordNotFound)?)
}
