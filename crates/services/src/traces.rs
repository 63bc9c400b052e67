//! Copies that turn up elsewhere, traced by their fingerprint (docs/operations.md#tracing-a-leaked-copy).

use domain::{Account, AccountId, Download, DownloadId};

use crate::queries::{find_if_some, sort_unique};
use crate::uploads::Upload;
use crate::{Operation, Result};

/// Size limit of a file to trace, in bytes: a worker process reads it into memory. A single file of a larger
/// copy is enough.
pub const MAX_TRACED_BYTES: u64 = 100 << 20;

#[derive(Debug, Clone)]
pub enum TraceOutcome {
    /// The reason why the file cannot be read, in English.
    Unreadable(String),
    /// The file has no fingerprint of this library.
    NoFingerprint,
    /// The fingerprint is this library's, but the record of the download no longer exists.
    NoRecord(DownloadId),
    Found(Box<TracedDownload>),
}

/// The download that a copy was made for.
#[derive(Debug, Clone)]
pub struct TracedDownload {
    pub download: Download,
    /// Number of places of the file with the fingerprint.
    pub places: usize,
    /// The name of the title. `None` for an edition, and for a title that no longer exists.
    pub title_name: Option<String>,
    /// The accounts of the caller and the recipient that still exist.
    pub people: Vec<Account>,
}

/// Reads the fingerprint of a copy, or of a single file from one. The audit records that the people were
/// named. The file is not kept.
///
/// # Errors
/// `FORBIDDEN` for everybody but administrators and the operator.
pub async fn trace(op: &Operation, file: &Upload) -> Result<TraceOutcome> {
    op.require_administrator()?;
    let copy = tokio::fs::File::from_std(file.open()?);
    let traced = match op.delivery().trace_file(copy).await {
        Ok(traced) => traced,
        Err(delivery::Error::Book(reason) | delivery::Error::Limit(reason)) => {
            return Ok(TraceOutcome::Unreadable(reason));
        }
        Err(error) => return Err(error.into()),
    };
    let Some(traced) = traced else { return Ok(TraceOutcome::NoFingerprint) };
    let Some(download) = store::downloads::get(op.db(), traced.download).await? else {
        return Ok(TraceOutcome::NoRecord(traced.download));
    };
    let people: Vec<AccountId> = sort_unique(download.caller.iter().chain(&download.recipient).cloned());
    op.record_reads(&people).await?;
    let people = store::accounts::get_many(op.db(), &people).await?;
    let title = find_if_some(download.item.title().map(|id| store::titles::get(op.db(), id))).await?;
    let title_name = title.map(|title| title.metadata.title);
    Ok(TraceOutcome::Found(Box::new(TracedDownload { download, places: traced.places, title_name, people })))
}
