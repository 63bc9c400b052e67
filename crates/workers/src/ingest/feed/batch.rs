//! Reads files, in worker processes, into batches of records, each with its hash and position.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use conversion::RecordBatch;
use delivery::keys::Hash;
use holdings::known::KnownCategories;
use metadata::{Action, Entry, Record};
use tokio::sync::mpsc::{self, Sender};

use super::super::{IngestError, run_blocking};
use super::Feed;
use super::describe;
use super::rejects::RecordPosition;
use crate::WorkerContext;

/// Incremented when the same record becomes another title than before, so that all are processed again.
const HASH_VERSION: &str = "3";
/// The hash of a record that withdraws its title.
pub(super) const WITHDRAWAL_HASH: &str = "withdrawn";
/// Stored instead if others withdrew the title before, because only they can restore it.
pub(super) const WITHDRAWN_BEFORE: &str = "withdrawn before";

pub(super) enum FeedPart {
    Batch(ParsedBatch),
    /// A file that could not be read to its end.
    Broken(PathBuf, String),
}

/// Records that are written together.
#[derive(Default)]
pub(super) struct ParsedBatch {
    pub(super) records: Vec<ParsedRecord>,
    pub(super) faults: Vec<(RecordPosition, String)>,
    pub(super) notes: Vec<(RecordPosition, String)>,
    /// Number of records, including faulty ones.
    pub(super) count: u64,
    /// Bytes of all files that have been read until here.
    pub(super) read: u64,
}

/// A record without faults.
pub(super) struct ParsedRecord {
    pub(super) position: RecordPosition,
    pub(super) record: Record,
    pub(super) hash: String,
}

/// Reads the records of one file in batches.
struct FeedReader {
    path: PathBuf,
    feed: Feed,
    categories: Arc<KnownCategories>,
    /// Bytes of the files before.
    bytes_before: u64,
}

/// Reads files until the end, or until the receiver is dropped.
pub(super) async fn read_files(
    ctx: WorkerContext,
    files: Vec<(PathBuf, u64)>,
    feed: Feed,
    known: Arc<KnownCategories>,
    send: Sender<FeedPart>,
) {
    let mut before = 0;
    for (path, size) in files {
        let reader = FeedReader {
            path: path.clone(),
            feed: feed.clone(),
            categories: Arc::clone(&known),
            bytes_before: before,
        };
        if let Err(error) = read_file(&ctx, reader, &send).await
            && send.send(FeedPart::Broken(path, error.to_string())).await.is_err()
        {
            return;
        }
        before += size;
    }
}

async fn read_file(
    ctx: &WorkerContext,
    reader: FeedReader,
    send: &Sender<FeedPart>,
) -> Result<(), IngestError> {
    let (pieces, mut receive) = mpsc::channel::<Vec<u8>>(1);
    let path = reader.path.clone();
    let reader = Arc::new(reader);
    let batches = async move {
        while let Some(piece) = receive.recv().await {
            let reader = Arc::clone(&reader);
            let batch = run_blocking(move || reader.read_batch(&piece)).await?;
            if send.send(FeedPart::Batch(batch)).await.is_err() {
                break;
            }
        }
        Ok::<(), IngestError>(())
    };
    let reading = async {
        // Moved here, so that the batches end when it is dropped.
        let pieces = pieces;
        ctx.delivery().read_records(&path, &pieces).await
    };
    let (read, written) = tokio::join!(reading, batches);
    written?;
    read.map_err(|error| match error {
        delivery::Error::Interrupted(reason) => IngestError::Book(format!("cannot be read: {reason}")),
        error => IngestError::Book(error.to_string()),
    })
}

impl FeedReader {
    fn read_batch(&self, piece: &[u8]) -> Result<ParsedBatch, IngestError> {
        let RecordBatch { entries, read } =
            RecordBatch::decode(piece).map_err(|error| IngestError::Book(error.to_string()))?;
        let mut batch = ParsedBatch { read: self.bytes_before + read, ..ParsedBatch::default() };
        for entry in entries {
            self.add_entry(&mut batch, entry);
        }
        Ok(batch)
    }

    fn add_entry(&self, batch: &mut ParsedBatch, entry: Entry) {
        let Entry { number, line, reference, result, notes, .. } = entry;
        let position = RecordPosition { file: self.path.clone(), number, line, reference };
        batch.count += 1;
        batch.notes.extend(notes.into_iter().map(|note| (position.clone(), note)));
        match result {
            Ok(mut record) => {
                let hash = hash_record(&record, &self.feed);
                describe::add_categories(&mut record, &self.categories);
                batch.records.push(ParsedRecord { position, record, hash });
            }
            Err(reason) => batch.faults.push((position, reason)),
        }
    }
}

/// Reference and ISBN of a file with exactly one record; `None` for any other.
pub(in crate::ingest) async fn read_single_record(
    ctx: &WorkerContext,
    path: &Path,
) -> Option<(String, Option<String>)> {
    let (pieces, mut receive) = mpsc::channel::<Vec<u8>>(1);
    let entries = async move {
        let mut entries = Vec::new();
        while let Some(piece) = receive.recv().await {
            // More are counted, not kept: there must be one.
            let mut read = RecordBatch::decode(&piece).ok()?.entries;
            read.truncate(2);
            entries.append(&mut read);
            entries.truncate(2);
        }
        Some(entries)
    };
    let reading = async {
        let pieces = pieces;
        ctx.delivery().read_records(path, &pieces).await
    };
    let (read, entries) = tokio::join!(reading, entries);
    read.ok()?;
    let [only]: [Entry; 1] = entries?.try_into().ok()?;
    let record = only.result.ok()?;
    Some((record.reference, record.metadata.isbn13))
}

/// The hash of a record and of the values that the run's parameters add to it.
fn hash_record(record: &Record, feed: &Feed) -> String {
    if record.action == Action::Withdraw {
        return WITHDRAWAL_HASH.to_owned();
    }
    let of = &feed.overrides;
    let whole =
        serde_json::to_vec(&(HASH_VERSION, record, of.usage, &of.territory, &of.sharing, feed.is_listed));
    Hash::of_bytes(&whole.unwrap_or_default()).to_string()
}
