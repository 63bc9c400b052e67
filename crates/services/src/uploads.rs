//! Files that callers send: received piece by piece into temporary files without a name, which disappear with
//! their last handle, whatever happens. Nothing is kept in the file store before an operation decides so.

use std::fs::File;
use std::io::{self, Read as _, Seek, SeekFrom};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::Result;
use crate::keys::ErrorKey;

/// Files received concurrently, in this process.
const CONCURRENT: usize = 32;
/// Those of callers who are not identified yet, because their key or token comes after the file.
const OF_STRANGERS: usize = 8;
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(30);

/// A received file. A clone is the same file.
#[derive(Debug, Clone)]
pub struct Upload {
    file: Arc<File>,
    size: u64,
}

impl Upload {
    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The file, at its beginning. All handles share one position: read them one after the other.
    pub fn open(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// The whole file.
    pub async fn bytes(&self) -> io::Result<Bytes> {
        let mut file = self.open()?;
        let read = move || {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map(|_| Bytes::from(bytes))
        };
        tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
    }
}

/// A file being received, of which up to `largest` bytes are kept.
#[derive(Debug)]
pub struct Spool {
    file: Option<tokio::fs::File>,
    size: u64,
    largest: u64,
}

impl Spool {
    /// An empty file.
    pub async fn new(largest: u64) -> io::Result<Self> {
        let file = tokio::task::spawn_blocking(tempfile::tempfile).await.map_err(io::Error::other)??;
        Ok(Self { file: Some(tokio::fs::File::from_std(file)), size: 0, largest })
    }

    /// Adds a piece. A file that becomes too large is discarded immediately.
    pub async fn write(&mut self, piece: &Bytes) -> io::Result<()> {
        self.size += piece.len() as u64;
        if self.size > self.largest {
            self.file = None;
        }
        match &mut self.file {
            Some(file) => file.write_all(piece).await,
            None => Ok(()),
        }
    }

    /// Whether the file is too large.
    pub fn is_too_large(&self) -> bool {
        self.file.is_none()
    }

    /// The file; `None` if it is too large.
    pub async fn finish(self) -> io::Result<Option<Upload>> {
        let Some(mut file) = self.file else { return Ok(None) };
        file.flush().await?;
        Ok(Some(Upload { file: Arc::new(file.into_std().await), size: self.size }))
    }
}

/// Bounds the files received concurrently, and with them the disk space they take.
#[derive(Debug)]
pub struct Turns {
    all: Semaphore,
    strangers: Semaphore,
}

impl Default for Turns {
    fn default() -> Self {
        Self { all: Semaphore::new(CONCURRENT), strangers: Semaphore::new(OF_STRANGERS) }
    }
}

impl Turns {
    /// A turn for an identified caller, who waits for it: `TOO_MANY_REQUESTS` if none becomes free in time.
    pub async fn known(&self) -> Result<SemaphorePermit<'_>> {
        let turn = tokio::time::timeout(PATIENCE, self.all.acquire()).await;
        turn.ok().and_then(std::result::Result::ok).ok_or_else(|| ErrorKey::TooManyRequests.into())
    }

    /// A turn for any other caller: `TOO_MANY_REQUESTS` if none is free.
    pub fn stranger(&self) -> Result<SemaphorePermit<'_>> {
        self.strangers.try_acquire().map_err(|_| ErrorKey::TooManyRequests.into())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use bytes::Bytes;

    use super::{Spool, Turns};
    use crate::keys::ErrorKey;

    async fn spool(pieces: &[&'static [u8]], largest: u64) -> Spool {
        let mut spool = Spool::new(largest).await.unwrap();
        for piece in pieces {
            spool.write(&Bytes::from_static(piece)).await.unwrap();
        }
        spool
    }

    #[tokio::test]
    async fn a_file_is_read_again_from_its_beginning() {
        let upload = spool(&[b"ab", b"", b"cde"], 5).await.finish().await.unwrap().unwrap();
        assert_eq!(upload.size(), 5);
        for _ in 0..2 {
            let mut text = String::new();
            upload.open().unwrap().read_to_string(&mut text).unwrap();
            assert_eq!(text, "abcde");
        }
    }

    #[tokio::test]
    async fn one_byte_too_many_is_too_many() {
        let spool = spool(&[b"abc", b"def"], 5).await;
        assert!(spool.is_too_large());
        assert!(spool.finish().await.unwrap().is_none());
    }

    #[tokio::test]
    async fn strangers_take_few_turns() {
        let turns = Turns::default();
        let taken: Vec<_> = (0..super::OF_STRANGERS).map(|_| turns.stranger().unwrap()).collect();
        assert_eq!(turns.stranger().unwrap_err().key(), Some(ErrorKey::TooManyRequests));
        assert!(turns.known().await.is_ok());
        drop(taken);
        assert!(turns.stranger().is_ok());
    }
}
