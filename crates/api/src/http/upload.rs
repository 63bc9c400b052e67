//! Files that requests bring: taken in piece by piece, into temporary files without a name, which are gone
//! with the last handle, whatever happens. Nothing is kept in the file store before a handler wants it.

use std::fs::File;
use std::io::{self, Read as _, Seek, SeekFrom};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::errors::{ApiError, ErrorKey, Result};

/// Files taken in at the same time, in this process.
const AT_ONCE: usize = 32;
/// Of callers who have not said who they are: their key or token stands behind the file.
const OF_STRANGERS: usize = 8;
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(30);

/// A file that was taken in. A clone is the same file.
#[derive(Debug, Clone)]
pub struct Upload {
    file: Arc<File>,
    size: u64,
}

impl Upload {
    /// Bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The file, to be read from its beginning. All handles have one place: read them one after the other.
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

/// A file being taken in, of which no more than so many bytes are kept.
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

    /// Adds a piece. What is too large is thrown away, at once and whole.
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

    /// Whether there is too much of it.
    pub fn is_too_large(&self) -> bool {
        self.file.is_none()
    }

    /// The file; none when it was too large.
    pub async fn finish(self) -> io::Result<Option<Upload>> {
        let Some(mut file) = self.file else { return Ok(None) };
        file.flush().await?;
        Ok(Some(Upload { file: Arc::new(file.into_std().await), size: self.size }))
    }
}

/// Bounds the files taken in at the same time, and with them the place they take.
#[derive(Debug)]
pub struct Turns {
    all: Semaphore,
    strangers: Semaphore,
}

impl Default for Turns {
    fn default() -> Self {
        Self { all: Semaphore::new(AT_ONCE), strangers: Semaphore::new(OF_STRANGERS) }
    }
}

impl Turns {
    /// A turn for somebody whose key and token are known.
    pub async fn known(&self) -> Result<SemaphorePermit<'_>> {
        let turn = tokio::time::timeout(PATIENCE, self.all.acquire()).await;
        turn.ok().and_then(std::result::Result::ok).ok_or_else(busy)
    }

    /// A turn for anybody else.
    pub fn stranger(&self) -> Result<SemaphorePermit<'_>> {
        self.strangers.try_acquire().map_err(|_| busy())
    }
}

fn busy() -> ApiError {
    ApiError::from(ErrorKey::TooManyRequests).retry_after(5)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use bytes::Bytes;

    use super::{Spool, Turns};

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
        assert_eq!(turns.stranger().unwrap_err().key(), "TOO_MANY_REQUESTS");
        assert!(turns.known().await.is_ok());
        drop(taken);
        assert!(turns.stranger().is_ok());
    }
}
