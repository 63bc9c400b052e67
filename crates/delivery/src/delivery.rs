//! Everything that delivery needs, in one handle.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use speech::Engine;
use tokio::sync::Semaphore;

use crate::artifact_file::ArtifactFile;
use crate::cpu::Cpu;
use crate::error::Result;
use crate::files::Files;
use crate::flight::Flights;
use crate::keys::{Hash, Key};
use crate::known::Known;
use crate::resources::{Extracted, Lists};
use crate::tickets::Tickets;

/// Secrets and bounds of delivery.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// Signs tickets; the same on every node.
    pub ticket_key: [u8; 32],
    /// Signs fingerprints; the same on every node, and for as long as copies shall be traced.
    pub fingerprint_key: [u8; 32],
    /// Bounds on what one piece of work may cost.
    pub limits: Limits,
}

/// Bounds on what one piece of work may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Conversions, markings and image work at once in this process, each of which may hold a book in
    /// memory; and as many audio processes.
    pub at_once: usize,
    /// The largest source or artifact that is read into memory, bytes.
    pub file_size: u64,
    /// One conversion.
    pub conversion_time: Duration,
    /// One conversion to a format with audio: a long novel is spoken and encoded in minutes, on a slow engine in hours.
    pub speech_time: Duration,
    /// One file at another speed.
    pub audio_time: Duration,
    /// The largest audio file made at another speed, bytes.
    pub audio_size: u64,
    /// Space for all artifacts together, bytes; 0 is no bound.
    pub artifacts: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            at_once: 2,
            file_size: 1 << 30,
            conversion_time: Duration::from_mins(20),
            speech_time: Duration::from_hours(6),
            audio_time: Duration::from_mins(10),
            audio_size: 1 << 30,
            artifacts: 0,
        }
    }
}

/// The way from source files to delivered ones. A clone shares everything.
#[derive(Debug, Clone)]
pub struct Delivery(Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) files: Files,
    pub(crate) tickets: Tickets,
    pub(crate) fingerprint_key: [u8; 32],
    pub(crate) limits: Limits,
    pub(crate) cpu: Cpu,
    /// Places for conversions of documents, which take minutes: readers who wait for a copy do not wait for
    /// them.
    pub(crate) documents: Cpu,
    /// The place where books are spoken: one at a time, with as many engines as there are cores. Readers who wait
    /// for text do not wait for it.
    pub(crate) speech: Cpu,
    /// What speaks.
    pub(crate) engine: Arc<dyn Engine>,
    /// Places for audio processes.
    pub(crate) audio: Semaphore,
    pub(crate) conversions: Flights<ArtifactFile>,
    pub(crate) extractions: Flights<Option<Extracted>>,
    pub(crate) lists: Lists,
    pub(crate) known: Known,
}

impl Delivery {
    /// Over a file store; eSpeak NG speaks.
    pub fn new(files: Files, config: &Config) -> Self {
        Self::with_engine(files, config, Arc::new(speech::Command::espeak()))
    }

    /// Over a file store, with an engine that speaks.
    pub fn with_engine(files: Files, config: &Config, engine: Arc<dyn Engine>) -> Self {
        Self(Arc::new(Inner {
            files,
            tickets: Tickets::new(&config.ticket_key),
            fingerprint_key: config.fingerprint_key,
            limits: config.limits,
            cpu: Cpu::new(config.limits.at_once),
            documents: Cpu::new(config.limits.at_once / 2),
            speech: Cpu::new(1),
            engine,
            audio: Semaphore::new(config.limits.at_once.max(1)),
            conversions: Flights::default(),
            extractions: Flights::default(),
            lists: Lists::default(),
            known: Known::default(),
        }))
    }

    /// The file store.
    pub fn files(&self) -> &Files {
        &self.0.files
    }

    /// The bounds it was made with.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The signed addresses.
    pub fn tickets(&self) -> &Tickets {
        &self.0.tickets
    }

    /// Keeps a source file under the hash of its content, which is returned beside the key. Storing the
    /// same bytes again changes nothing but the file's date, which keeps it from being swept as nobody's.
    pub async fn put_source(&self, bytes: Bytes, extension: &str) -> Result<(Key, String)> {
        let content = bytes.clone();
        let hash = self.0.cpu.run(move || Ok(Hash::of(&content))).await?;
        let key = Key::source(&hash, extension);
        self.files().put(&key, bytes).await?;
        Ok((key, hash.to_string()))
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.0
    }
}
