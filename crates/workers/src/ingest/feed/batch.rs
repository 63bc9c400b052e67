//! Reading: files become batches of records, each with its hash and its place. Worker processes read them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use conversion::RecordBatch;
use delivery::keys::Hash;
use holdings::known::KnownCategories;
use metadata::{Action, Entry, Record};
use tokio::sync::mpsc::{self, Sender};

use super::super::{IngestError, blocking};
use super::Feed;
use super::describe;
use super::rejects::Place;
use crate::context::Context;

/// Changes when the same record becomes another title than before, so that all are processed again.
const VERSION: &str = "3";
/// The hash of a record that withdraws its title.
pub(super) const WITHDRAWN: &str = "withdrawn";
/// Kept in its place when the title was withdrawn before by others, who alone bring it back.
pub(super) const WITHDRAWN_BEFORE: &str = "withdrawn before";

/// What is read.
pub(super) enum Part {
    Batch(Batch),
    /// A file that could not be read to its end.
    Broken(PathBuf, String),
}

/// Records that are written together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) records: Vec<Parsed>,
    pub(super) faults: Vec<(Place, String)>,
    pub(super) notes: Vec<(Place, String)>,
    /// Records, faulty ones too.
    pub(super) count: u64,
    /// Bytes of all files that have been read until here.
    pub(super) read: u64,
}

/// A record that can be taken.
pub(super) struct Parsed {
    pub(super) place: Place,
    pub(super) record: Record,
    pub(super) hash: String,
}

/// What makes batches of the records of one file.
struct Reader {
    path: PathBuf,
    feed: Feed,
    known: Arc<KnownCategories>,
    /// Bytes of the files before.
    before: u64,
}

/// Reads files until the end, or until nobody receives the parts.
pub(super) async fn files(
    ctx: Context,
    files: Vec<(PathBuf, u64)>,
    feed: Feed,
    known: Arc<KnownCategories>,
    send: Sender<Part>,
) {
    let mut before = 0;
    for (path, size) in files {
        let reader = Reader { path: path.clone(), feed: feed.clone(), known: Arc::clone(&known), before };
        if let Err(error) = file(&ctx, reader, &send).await
            && send.send(Part::Broken(path, error.to_string())).await.is_err()
        {
            return;
        }
        before += size;
    }
}

async fn file(ctx: &Context, reader: Reader, send: &Sender<Part>) -> Result<(), IngestError> {
    let (pieces, mut receive) = mpsc::channel::<Vec<u8>>(1);
    let path = reader.path.clone();
    let reader = Arc::new(reader);
    let batches = async move {
        while let Some(piece) = receive.recv().await {
            let reader = Arc::clone(&reader);
            let batch = blocking(move || reader.batch(&piece)).await?;
            if send.send(Part::Batch(batch)).await.is_err() {
                break;
            }
        }
        Ok::<(), IngestError>(())
    };
    let reading = async {
        // Moved here, so that its end is the end of the batches.
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

impl Reader {
    fn batch(&self, piece: &[u8]) -> Result<Batch, IngestError> {
        let RecordBatch { entries, read } =
            RecordBatch::decode(piece).map_err(|error| IngestError::Book(error.to_string()))?;
        let mut batch = Batch { read: self.before + read, ..Batch::default() };
        for entry in entries {
            self.add(&mut batch, entry);
        }
        Ok(batch)
    }

    fn add(&self, batch: &mut Batch, entry: Entry) {
        let Entry { number, line, reference, result, notes, .. } = entry;
        let place = Place { file: self.path.clone(), number, line, reference };
        batch.count += 1;
        batch.notes.extend(notes.into_iter().map(|note| (place.clone(), note)));
        match result {
            Ok(mut record) => {
                let hash = hash(&record, &self.feed);
                describe::categories(&mut record, &self.known);
                batch.records.push(Parsed { place, record, hash });
            }
            Err(reason) => batch.faults.push((place, reason)),
        }
    }
}

/// Reference and ISBN of a file with exactly one record; `None` for any other.
pub(in crate::ingest) async fn only_record(ctx: &Context, path: &Path) -> Option<(String, Option<String>)> {
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

/// The hash of what a record says, and of what is said for it.
fn hash(record: &Record, feed: &Feed) -> String {
    if record.action == Action::Withdraw {
        return WITHDRAWN.to_owned();
    }
    let of = &feed.overrides;
    let whole = serde_json::to_vec(&(VERSION, record, of.usage, &of.territory, &of.sharing, feed.listed));
    Hash::of_bytes(&whole.unwrap_or_default()).to_string()
}
