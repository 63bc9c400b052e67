//! The handle to everything that delivery needs.

use std::sync::{Arc, RwLock};
use std::time::Duration;

use bytes::Bytes;
use conversion::{OUTPUT_NAME, SOURCE_NAME, TaskBench, Workshop, Writers};
use domain::Capabilities;
use futures_util::TryStreamExt as _;
use speech::Engine;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};
use tokio_util::io::ReaderStream;

use crate::cpu::Cpu;
use crate::flight::SingleFlight;
use crate::keys::{Hash, Hasher};
use crate::resources::{ExtractedFile, ListCache, Resource};
use crate::tickets::Tickets;
use crate::web_book::{CACHED_OUTLINES, WebBooks};
use crate::{ArtifactFile, Error, Files, Key, Result};

/// Bytes of a file that are passed to the store, or on the way there, at a time.
pub(crate) const BYTES_PER_PIECE: usize = 256 << 10;

/// Secrets and limits of delivery.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// Signs tickets; the same on every node.
    pub ticket_key: [u8; 32],
    /// Key that signs fingerprints. It must be the same on every node, and for as long as copies must be
    /// traceable.
    pub fingerprint_key: [u8; 32],
    /// Limits of single tasks.
    pub limits: Limits,
}

/// Limits of single tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Concurrent conversions to formats without audio, each in a process of its own; also the number of
    /// concurrent speed changes, and of books read for the catalog.
    pub concurrent: usize,
    /// The largest source or package that is processed, bytes.
    pub file_size: u64,
    pub conversion_time: Duration,
    /// Time limit of a conversion to an audio format: a long novel takes minutes, on a slow engine hours.
    pub speech_time: Duration,
    /// Time limit of converting a document to a book.
    pub document_time: Duration,
    /// Time limit of changing a file's speed.
    pub audio_time: Duration,
    /// The largest audio file made at another speed, bytes.
    pub audio_size: u64,
    /// Space for all artifacts together, bytes; 0 for no limit.
    pub artifacts: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            concurrent: 2,
            file_size: 1 << 30,
            conversion_time: Duration::from_mins(20),
            speech_time: Duration::from_hours(6),
            document_time: Duration::from_mins(35),
            audio_time: Duration::from_mins(10),
            audio_size: 1 << 30,
            artifacts: 0,
        }
    }
}

/// Makes delivered files from source files. A clone shares everything.
#[derive(Debug, Clone)]
pub struct Delivery(Arc<DeliveryState>);

#[derive(Debug)]
pub(crate) struct DeliveryState {
    pub(crate) files: Files,
    pub(crate) tickets: Tickets,
    pub(crate) fingerprint_key: [u8; 32],
    pub(crate) limits: Limits,
    /// Hashes files and assembles copies.
    pub(crate) cpu: Cpu,
    /// Processes the content of files.
    pub(crate) workshop: Workshop,
    /// Slots for conversions to formats without audio.
    pub(crate) text: Arc<Semaphore>,
    /// Slots for books that are read for the catalog, covers and lists of files: short work that must not
    /// wait for conversions.
    pub(crate) reading: Semaphore,
    /// Slots for conversions of documents, which take minutes: readers who wait for a copy must not wait for
    /// them.
    pub(crate) documents: Semaphore,
    /// The slot for speech synthesis: one book at a time, with as many engines as cores.
    pub(crate) speech: Arc<Semaphore>,
    /// Slots for speed changes.
    pub(crate) audio: Semaphore,
    pub(crate) conversions: SingleFlight<ArtifactFile>,
    /// Maps of EPUBs, by the key of the artifact.
    pub(crate) maps: SingleFlight<u64>,
    pub(crate) extractions: SingleFlight<Option<ExtractedFile>>,
    pub(crate) lists: ListCache<Resource>,
    pub(crate) spines: ListCache<String>,
    pub(crate) web_books: WebBooks,
    pub(crate) capabilities: RwLock<KnownCapabilities>,
}

/// Capabilities at the last check: of this process, and of the installation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownCapabilities {
    pub(crate) of_process: Capabilities,
    pub(crate) of_installation: Capabilities,
}

impl Default for KnownCapabilities {
    /// Before the first check, everything counts as possible.
    fn default() -> Self {
        Self { of_process: Capabilities::ALL, of_installation: Capabilities::ALL }
    }
}

impl Delivery {
    /// Builds a delivery over a file store, with the workshop that processes the content of files.
    pub fn new(files: Files, config: &Config, workshop: Workshop) -> Self {
        let slots = config.limits.concurrent.max(1);
        Self(Arc::new(DeliveryState {
            files,
            tickets: Tickets::new(&config.ticket_key),
            fingerprint_key: config.fingerprint_key,
            limits: config.limits,
            cpu: Cpu::new(slots),
            workshop,
            text: Arc::new(Semaphore::new(slots)),
            reading: Semaphore::new(slots),
            documents: Semaphore::new((slots / 2).max(1)),
            speech: Arc::new(Semaphore::new(1)),
            audio: Semaphore::new(slots),
            conversions: SingleFlight::default(),
            maps: SingleFlight::default(),
            extractions: SingleFlight::default(),
            lists: ListCache::default(),
            spines: ListCache::default(),
            web_books: WebBooks::new(CACHED_OUTLINES),
            capabilities: RwLock::default(),
        }))
    }

    /// Does all work in this process, for tests: their programs cannot serve tasks. Nothing writes PDF or
    /// draws formulas.
    pub fn with_engine(files: Files, config: &Config, engine: Arc<dyn Engine>) -> Self {
        Self::new(files, config, Workshop::in_this_process(engine, Writers::default()))
    }

    pub fn files(&self) -> &Files {
        &self.0.files
    }

    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The signed addresses.
    pub fn tickets(&self) -> &Tickets {
        &self.0.tickets
    }

    /// Stores a source file under the hash of its content, and returns key and hash. Storing the same bytes
    /// again only renews the file's date, which protects it from being swept as an orphan.
    pub async fn put_source(&self, bytes: Bytes, extension: &str) -> Result<(Key, String)> {
        let content = bytes.clone();
        let hash = self.0.cpu.run(move || Ok(Hash::of_bytes(&content))).await?;
        let key = Key::source(&hash, extension);
        self.files().put(&key, bytes).await?;
        Ok((key, hash.to_string()))
    }

    pub(crate) fn state(&self) -> &DeliveryState {
        &self.0
    }

    /// The workshop that processes the content of files.
    pub(crate) fn workshop(&self) -> &Workshop {
        &self.0.workshop
    }

    /// Waits for a slot, and opens a bench for the task that occupies it.
    pub(crate) async fn open_bench<'a>(
        &self,
        slots: &'a Semaphore,
    ) -> Result<(SemaphorePermit<'a>, TaskBench)> {
        let permit = slots.acquire().await.map_err(|error| Error::Interrupted(error.to_string()))?;
        Ok((permit, self.workshop().open_bench().await?))
    }

    /// Waits for a slot, and opens a bench with a file of the store as the task's source; also returns the
    /// file's size.
    pub(crate) async fn open_source_bench<'a>(
        &self,
        slots: &'a Semaphore,
        source: &Key,
    ) -> Result<(SemaphorePermit<'a>, TaskBench, u64)> {
        let (permit, bench) = self.open_bench(slots).await?;
        let size = self.copy_source_to_bench(source, &bench).await?;
        Ok((permit, bench, size))
    }

    /// Stores the file that a task has made; returns its size.
    pub(crate) async fn store_output(&self, bench: &TaskBench, to: &Key) -> Result<u64> {
        let output = bench.open_output(OUTPUT_NAME).await?;
        self.files().put_stream(to, ReaderStream::with_capacity(output, BYTES_PER_PIECE)).await
    }

    /// Waits for a permit, which can be moved to another task.
    pub(crate) async fn acquire_owned_slot(&self, slots: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit> {
        let permit = Arc::clone(slots).acquire_owned().await;
        permit.map_err(|error| Error::Interrupted(error.to_string()))
    }

    /// Copies a file of the store to a task as its source; returns its size. A file whose content does not
    /// match the hash in its name is refused, because readers of books repair damage, and would deliver a
    /// part.
    pub(crate) async fn copy_source_to_bench(&self, key: &Key, bench: &TaskBench) -> Result<u64> {
        let reading = self.files().read(key, None).await?;
        let size = reading.meta.size;
        let limit = self.0.limits.file_size;
        if size > limit {
            return Err(Error::TooLarge { key: key.clone(), size, limit });
        }
        let failed = |error: std::io::Error| Error::Store(format!("{key}: {error}"));
        let mut stream = reading.stream;
        let mut file = bench.create_input(SOURCE_NAME).await?;
        let stated = key.content_hash().filter(|_| key.is_named_by_content());
        let mut content = Hasher::default();
        while let Some(part) = stream.try_next().await.map_err(failed)? {
            if stated.is_some() {
                content.update(&part);
            }
            file.write_all(&part).await?;
        }
        file.flush().await?;
        if stated.is_some_and(|stated| stated != content.finish().to_string()) {
            return Err(Error::Book(format!("{key} is damaged: it is not the file that was ingested")));
        }
        Ok(size)
    }
}
