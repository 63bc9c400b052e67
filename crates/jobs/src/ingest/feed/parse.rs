//! Reads files into batches of records, each with its hash and position.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use delivery::keys::Hash;
use metadata::{Action, Entry, Kind, Record};
use tokio::sync::mpsc::Sender;
use tokio_util::sync::CancellationToken;

use super::super::known::Known;
use super::Feed;
use super::describe;
use super::rejects::Place;

/// Limit of records per batch.
const RECORDS: u64 = 500;
/// Approximate bytes per batch.
const BYTES: u64 = 4 << 20;
/// Bytes per read.
const PIECE: usize = 256 * 1024;
/// Incremented when the same record results in a different title than before, so that all records are
/// processed again.
const VERSION: &str = "1";
/// The hash of a record that withdraws its title.
pub(super) const WITHDRAWN: &str = "withdrawn";
/// Replaces it if the title was already withdrawn by others, who alone can restore it.
pub(super) const WITHDRAWN_BEFORE: &str = "withdrawn before";

/// Output of the reader.
pub(super) enum Part {
    Batch(Batch),
    /// A file that could not be read completely.
    Broken(PathBuf, String),
}

/// Records that are written together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) records: Vec<Parsed>,
    pub(super) faults: Vec<(Place, String)>,
    pub(super) notes: Vec<(Place, String)>,
    /// Number of records, including faulty ones.
    pub(super) count: u64,
    /// Bytes of all files read so far.
    pub(super) read: u64,
    size: u64,
}

/// A parsed record.
pub(super) struct Parsed {
    pub(super) place: Place,
    pub(super) record: Record,
    pub(super) hash: String,
}

/// Reads files until the end, or until the receiver is dropped.
pub(super) fn files(
    files: &[PathBuf],
    feed: &Feed,
    known: &Known,
    send: &Sender<Part>,
    stop: &CancellationToken,
) {
    let read = Arc::new(AtomicU64::new(0));
    for path in files {
        let part = match file(path, feed, known, send, stop, &read) {
            Ok(true) => continue,
            Ok(false) => return,
            Err(reason) => Part::Broken(path.clone(), reason),
        };
        if send.blocking_send(part).is_err() {
            return;
        }
    }
}

/// Reads one file; returns whether to continue.
fn file(
    path: &Path,
    feed: &Feed,
    known: &Known,
    send: &Sender<Part>,
    stop: &CancellationToken,
    read: &Arc<AtomicU64>,
) -> Result<bool, String> {
    let file = File::open(path).map_err(|error| format!("cannot be read: {error}"))?;
    let counted = Counted { file, read: Arc::clone(read) };
    let mut reader = BufReader::with_capacity(PIECE, counted);
    let beginning = reader.fill_buf().map_err(|error| format!("cannot be read: {error}"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let kind = Kind::of(&name, &beginning[..beginning.len().min(1024)]);
    let kind = kind.ok_or("neither ONIX nor MARC nor a table of titles")?;
    let mut batch = Batch::default();
    for entry in metadata::read(kind, reader).map_err(|error| error.to_string())? {
        let entry = match entry {
            Ok(entry) => entry,
            Err(broken) => {
                // Earlier records are kept.
                deliver(&mut batch, send, read);
                return Err(broken.to_string());
            }
        };
        add(&mut batch, entry, path, feed, known);
        if (batch.count >= RECORDS || batch.size >= BYTES) && !deliver(&mut batch, send, read) {
            return Ok(false);
        }
        if stop.is_cancelled() {
            return Ok(false);
        }
    }
    Ok(deliver(&mut batch, send, read))
}

fn deliver(batch: &mut Batch, send: &Sender<Part>, read: &AtomicU64) -> bool {
    let mut full = std::mem::take(batch);
    full.read = read.load(Ordering::Relaxed);
    send.blocking_send(Part::Batch(full)).is_ok()
}

fn add(batch: &mut Batch, entry: Entry, path: &Path, feed: &Feed, known: &Known) {
    let Entry { number, line, reference, result, notes, size } = entry;
    let place = Place { file: path.to_owned(), number, line, reference };
    batch.count += 1;
    batch.size += size;
    batch.notes.extend(notes.into_iter().map(|note| (place.clone(), note)));
    match result {
        Ok(mut record) => {
            let hash = hash(&record, feed);
            describe::categories(&mut record, known);
            batch.records.push(Parsed { place, record, hash });
        }
        Err(reason) => batch.faults.push((place, reason)),
    }
}

/// The hash of a record and of the values that the operator adds.
fn hash(record: &Record, feed: &Feed) -> String {
    if record.action == Action::Withdraw {
        return WITHDRAWN.to_owned();
    }
    let of = &feed.overrides;
    let whole = serde_json::to_vec(&(VERSION, record, of.usage, &of.territory, &of.sharing, feed.listed));
    Hash::of(&whole.unwrap_or_default()).to_string()
}

/// A file that counts the bytes read from it.
struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(out)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
